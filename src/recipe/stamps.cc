#include "recipe/stamps.h"

#include <algorithm>
#include <functional>
#include <set>
#include <span>

#include <fmt/format.h>

#include "base/text.h"
#include "facts/paths.h"
#include "recipe/names.h"
#include "wheel/sha256.h"

namespace gb10 {

namespace {

/// Of a user's folder, which is read whole each time.
constexpr std::size_t kMostFiles = 50'000;
constexpr std::uint64_t kMostBytes = std::uint64_t{4} << 30U;
constexpr int kMostDepth = 60;

class FolderSum {
 public:
  explicit FolderSum(const HostView& host) : host_(host) {}

  Result<std::string> of(const std::string& folder) {
    TRY(add(folder, "", 0));
    return text_sum(text_);
  }

 private:
  // NOLINTNEXTLINE(misc-no-recursion): bounded by kMostDepth
  Result<void> add(const std::string& folder, const std::string& inner, int depth) {
    if (depth > kMostDepth)
      return Error{Error::Kind::unsupported, fmt::format("{} is too deep", folder)};
    const std::vector<DirEntry> entries = TRY(host_.list(folder));
    for (const DirEntry& entry : entries) {
      const std::string path = folder + "/" + entry.name, name = inner + "/" + entry.name;
      if (entry.kind == FileKind::directory) {
        add_line(name, "folder", "");
        TRY(add(path, name, depth + 1));
      } else if (entry.kind == FileKind::link) {
        const std::string target = TRY(host_.link(path));
        add_line(name, "link", target);
      } else if (entry.kind == FileKind::regular) {
        TRY(add_file(path, name));
      }
    }
    return {};
  }

  Result<void> add_file(const std::string& path, const std::string& name) {
    const FileInfo info = TRY(host_.info(path));
    bytes_ += info.size;
    if (++files_ > kMostFiles || bytes_ > kMostBytes)
      return Error{Error::Kind::unsupported,
                   "a folder of more than 50000 files or 4 GiB is too much to be read each time",
                   "name its git repository instead: git = \"/…\" and a commit"};
    const std::string sum = TRY(file_sum(host_, path));
    add_line(name, fmt::format("{:o}", info.mode & 0111U), sum);
    return {};
  }

  /// Each part with its length: no name can pass for a part behind it.
  void add_line(std::string_view name, std::string_view kind, std::string_view what) {
    for (const std::string_view part : {name, kind, what})
      text_ += fmt::format("{} {}\n", part.size(), part);
  }

  const HostView& host_;
  std::string text_;
  std::size_t files_ = 0;
  std::uint64_t bytes_ = 0;
};

/// What an input holds: a file's bytes. What lies in a source is known by the step that made it.
std::string input_sum(const HostView& host, const std::string& path) {
  if (path.find('*') != std::string::npos) {
    std::string out;
    for (const std::string& file : fitting_files(host, path))
      out += file_sum(host, file).value_or(std::string("?"));
    return text_sum(out);
  }
  const Result<FileInfo> info = host.info(path);
  if (!info.ok()) return "missing";
  if (info->kind != FileKind::regular) return "folder";
  return file_sum(host, path).value_or(std::string("?"));
}

/// A folder of the user's is read whole; below the work folder the steps before tell.
Result<std::string> whole_sum(const HostView& host, const BuildPlan& plan,
                              const std::string& input) {
  const Result<FileInfo> info = host.info(input);
  const bool is_folder = info.ok() && info->kind == FileKind::directory;
  if (!is_folder || input.starts_with(plan.folder + "/")) return input_sum(host, input);
  return folder_sum(host, input);
}

Result<std::string> action_text(const HostView& host, const BuildPlan& plan,
                                const BuildAction& action) {
  std::string out = fmt::format("{}\n{}\n", static_cast<int>(action.kind), action.folder);
  for (const std::string& word : action.argv) {
    const std::string filled = TRY(with_texts(host, plan.folder, word));
    out += fmt::format("{} {}\n", filled.size(), filled);
  }
  return out;
}

}  // namespace

Result<BuildRecord> read_build_record(const HostView& host, const std::string& folder) {
  const std::string path = fmt::format("{}/{}", folder, kRecordFile);
  const std::string text = TRY(host.read(path));
  const Result<Json> json = parse_json(text);
  const Result<BuildRecord> record = json.ok() ? build_record_from(*json) : json.error();
  if (record.ok()) return record;
  return Error{Error::Kind::invalid, fmt::format("{}: {}", path, record.error().what),
               "move that file away: all steps then run again"};
}

std::string text_sum(std::string_view text) {
  Sha256 sum;
  sum.add(std::as_bytes(std::span(text.data(), text.size())));
  return hex_text(sum.digest());
}

Result<std::string> file_sum(const HostView& host, const std::string& path) {
  const std::unique_ptr<Blob> blob = TRY(host.open(path));
  std::vector<std::byte> room(std::size_t{1} << 20U);
  const Sha256Digest digest = TRY(sha256(*blob, room));
  return hex_text(digest);
}

Result<std::string> folder_sum(const HostView& host, const std::string& folder) {
  return FolderSum(host).of(folder);
}

std::vector<std::string> fitting_files(const HostView& host, const std::string& pattern) {
  const std::string folder = paths::parent(pattern), last = paths::last(pattern);
  std::vector<std::string> out;
  const auto entries = host.list(folder);
  if (!entries.ok()) return out;
  for (const DirEntry& entry : *entries) {
    if (!fits_glob(last, entry.name)) continue;
    const std::string path = folder + "/" + entry.name;
    // A library is often a link to the file of its version.
    const auto info = entry.kind == FileKind::link ? host.info(path) : Error{};
    if (entry.kind == FileKind::regular || (info.ok() && info->kind == FileKind::regular))
      out.push_back(path);
  }
  return out;
}

Result<std::map<std::string, std::string>> output_sums(const HostView& host,
                                                       const BuildStep& step) {
  std::map<std::string, std::string> out;
  for (const std::string& output : step.outputs) {
    if (output.find('*') == std::string::npos) {
      if (!host.info(output).ok())
        return Error{Error::Kind::not_found, fmt::format("{} is not there", output)};
      out[output] = input_sum(host, output);
      continue;
    }
    const std::vector<std::string> files = fitting_files(host, output);
    if (files.empty()) return Error{Error::Kind::not_found, fmt::format("no file fits {}", output)};
    for (const std::string& file : files) out[file] = TRY(file_sum(host, file));
  }
  if (!step.checkout.empty()) out[step.checkout] = checked_out(host, step.checkout);
  return out;
}

Result<std::string> with_texts(const HostView& host, const std::string& folder, std::string text) {
  const std::vector<std::string> names = TRY(names_in(text));
  RecipeNames known;
  for (const std::string& name : names) {
    if (!name.starts_with(kTextName)) continue;
    const std::string path = folder + "/" + name.substr(kTextName.size());
    const std::string content = TRY(host.read(path));
    const std::vector<std::string_view> first = words(trimmed(content).substr(0, 200));
    if (first.empty() || first.front() != printable(first.front()))
      return Error{Error::Kind::invalid, fmt::format("{} holds no word", path)};
    known[name] = lines(first.front()).front();
  }
  return filled_names(text, known);
}

Result<std::string> step_hash(const HostView& host, const BuildPlan& plan, const BuildStep& step,
                              const BuildRecord& record) {
  std::string text = fmt::format("1 {}\n{}\n", step.name, step.kind);
  if (step.kind == "step") text += fmt::format("toolkit {}\n", plan.toolkit);
  for (const BuildAction& action : step.actions) text += TRY(action_text(host, plan, action));
  if (step.kind == "step") {
    for (const BuildVariable& each : plan.variables) {
      const std::string value = TRY(with_texts(host, plan.folder, each.value));
      text += fmt::format("{}={} {}\n", each.name, value.size(), value);
    }
    text += plan.needs_sum + "\n";
  }
  for (const std::string& input : step.inputs) {
    const std::string sum = TRY(whole_sum(host, plan, input));
    text += fmt::format("in {} {}\n", input, sum);
  }
  for (const std::string& name : step.after) {
    const StepStamp* const stamp = record.find(name);
    if (!stamp) return Error{Error::Kind::not_found, fmt::format("waits for {}", name)};
    text += fmt::format("after {} {}\n", name, stamp->hash);
    for (const auto& [path, sum] : stamp->outputs) text += fmt::format("{} {}\n", path, sum);
  }
  return text_sum(text);
}

std::string checked_out(const HostView& host, const std::string& folder) {
  const Result<std::string> head = host.read(folder + "/.git/HEAD");
  const std::string_view text = head.ok() ? trimmed(*head) : std::string_view();
  return text.size() == 40 ? std::string(text) : std::string();
}

std::string why_to_run(const HostView& host, const BuildPlan& plan, const BuildStep& step,
                       const BuildRecord& record) {
  const StepStamp* const stamp = record.find(step.name);
  if (!stamp) return "not run yet";
  const Result<std::string> hash = step_hash(host, plan, step, record);
  if (!hash.ok()) return hash.error().what;
  if (*hash != stamp->hash) return "what goes into it has changed";
  const auto sums = output_sums(host, step);
  if (!sums.ok()) return sums.error().what;
  if (*sums != stamp->outputs) return "what it made has changed";
  return {};
}

void mark_done(const HostView& host, const BuildRecord& record, BuildPlan& plan) {
  std::set<std::string, std::less<>> open;
  for (BuildStep& step : plan.steps) {
    step.reason.clear();
    for (const std::string& name : step.after) {
      if (step.reason.empty() && open.count(name) > 0)
        step.reason = fmt::format("{} runs before", name);
    }
    const bool waits = !step.reason.empty();
    if (!waits) step.reason = why_to_run(host, plan, step, record);
    const bool is_done = step.reason.empty();
    step.state = is_done ? BuildStepState::done : BuildStepState::todo;
    if (!is_done) open.insert(step.name);
    if (record.steps.empty()) step.reason.clear();  // of a build that was not begun: all of them
  }
}

}  // namespace gb10
