// Joins the audit and the wheelhouse: a wheel is copied, read and audited, and stored after that.

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "audit/audit.h"
#include "base/text.h"
#include "cli/audit_target.h"
#include "cli/machine.h"
#include "cli/run_store.h"
#include "cli/wheelhouse_parts.h"
#include "facts/paths.h"
#include "report/wheelhouse.h"
#include "wheelhouse/closure.h"
#include "wheelhouse/files.h"
#include "wheelhouse/read_wheel.h"

namespace gb10::house_words {

namespace {

using State = HouseAddRow::State;
namespace files = house_files;

/// Sources that pip would build: what comes of that is proved by nobody.
bool is_source(std::string_view name) {
  for (const std::string_view end : {".tar.gz", ".tgz", ".zip", ".tar.bz2", ".tar.xz"}) {
    if (name.ends_with(end)) return true;
  }
  return false;
}

/// The files that were named, and the wheels and sources of folders that were.
Result<std::vector<std::string>> named_files(const Arguments& arguments) {
  std::vector<std::string> out;
  for (const std::string& word : behind(arguments)) {
    if (word.empty())
      return Error{Error::Kind::invalid, "an empty path names nothing", "is a variable not set?"};
    const std::string path = whole_path(word);
    std::error_code lost;
    // What may not be looked at is there as far as one knows, and is refused by itself.
    if (std::filesystem::symlink_status(path, lost).type() == std::filesystem::file_type::not_found)
      return Error{Error::Kind::not_found,
                   fmt::format("there is no {}; nothing was added", printable(path, 300)),
                   "gb10 wheelhouse add FILE.whl… or a folder that holds some"};
    if (!std::filesystem::is_directory(path, lost)) {
      out.push_back(path);
      continue;
    }
    const std::vector<std::string> names = TRY(files::names_in(path));
    for (const std::string& name : names) {
      if (name.ends_with(".whl") || is_source(name))
        out.push_back(fmt::format("{}/{}", path == "/" ? "" : path, name));
    }
  }
  if (out.empty())
    return Error{Error::Kind::invalid, "no wheels to add",
                 "gb10 wheelhouse add FILE.whl… or a folder that holds some"};
  return out;
}

/// Adds file after file to a copy of the manifest, which is put in force at the end.
class Adding {
 public:
  Adding(HeldHouse& house, const AuditSetting& setting, const HostView& host,
         const Arguments& arguments)
      : house_(house),
        setting_(setting),
        host_(host),
        arguments_(arguments),
        next_(house.state().manifest) {
    out_.house = house.path();
    out_.target = setting.target.title;
    if (next_.machine.empty()) next_.machine = setting.target.machine;
  }

  Result<HouseAddition> add(const std::vector<std::string>& paths, const Io& io) {
    TRY(house_.begin());
    for (const std::string& path : paths) {
      const Result<HouseAddRow> row = take(path);
      // A full disk ends all; what one file is, only that file.
      if (!row.ok() && row.error().kind != Error::Kind::invalid) return row.error();
      out_.rows.push_back(row.ok() ? *row
                                   : HouseAddRow{State::refused, std::string(paths::last(path)), "",
                                                 row.error().what});
      if (io.terminal) io.say(fmt::format("{}\n", printable(paths::last(path), 200)));
    }
    const bool changes = out_.count(State::added) + out_.count(State::replaced) > 0;
    if (changes) {
      next_.lacks = lacks_of(next_);
      TRY(house_.commit(next_));
    }
    for (const HouseWheel& wheel : next_.wheels) {
      out_.wheels += wheel.replaced ? 0 : 1;
      out_.bytes += wheel.size;
    }
    out_.lacks = next_.lacks;
    return std::move(out_);
  }

 private:
  /// Error `invalid`: the file is refused.
  Result<HouseAddRow> take(const std::string& path) {
    const std::string file(paths::last(path));
    if (is_source(file))
      return Error{Error::Kind::invalid,
                   "is source code: what a build makes of it here and there is not the same; "
                   "build the wheel, then add that"};
    if (!is_house_name(file)) return Error{Error::Kind::invalid, "its name is not that of a wheel"};
    // One that leads nowhere or may not be read is refused; what is wrong in the house ends all.
    const Result<Descriptor> readable = files::open_plain(path, true);
    if (!readable.ok()) return Error{Error::Kind::invalid, readable.error().what};
    const std::string folder = TRY(house_.staging());
    const std::string staged = fmt::format("{}/{}", folder, file);
    const files::Sum sum = TRY(files::copied(path, staged));
    const auto known = std::find_if(
        next_.wheels.begin(), next_.wheels.end(),
        [&](const HouseWheel& each) { return each.sha256 == sum.sha256 && !each.replaced; });
    if (known != next_.wheels.end()) return again(staged, file, *known);
    return store(staged, file, sum);
  }

  /// One that the house has: what was changed or lost of it since is put back.
  Result<HouseAddRow> again(const std::string& staged, const std::string& file,
                            const HouseWheel& known) {
    HouseAddRow row{State::already_there, file, known.sha256,
                    known.file == file ? "" : "as " + known.file};
    const HouseWheel* const before = current_wheel(house_.state().manifest, known.file);
    if (!before || before->sha256 != known.sha256) return row;  // of this very call
    const std::string object =
        fmt::format("{}/{}", house_.path(), house_names::object(known.sha256));
    const std::string name = fmt::format("{}/{}", house_.path(), house_names::by_name(known.file));
    const auto is_sound = [&](const std::string& path) {
      const auto found = files::sum_of(path);
      return found.ok() && found->sha256 == known.sha256;
    };
    const bool has_object = is_sound(object);
    if (has_object && (files::are_one(object, name) || is_sound(name))) return row;
    if (!has_object) TRY(house_.store(staged, known.sha256));
    TRY(files::name_also(object, name));
    row.state = State::put_back;
    return row;
  }

  Result<HouseAddRow> store(const std::string& staged, const std::string& file,
                            const files::Sum& sum) {
    HouseWheel wheel = TRY(read(staged, file));
    wheel.size = sum.size;
    wheel.sha256 = sum.sha256;
    const bool fits = TRY(check_machine(wheel));
    if (fits) wheel.audit = TRY(audit(staged));
    HouseAddRow row{State::added, file, sum.sha256, words_of(wheel.audit)};
    for (HouseWheel& each : next_.wheels) {
      if (each.replaced || each.file != file) continue;
      if (!arguments_.has(kReplace))
        return Error{Error::Kind::invalid,
                     "the house has another file of this name; --replace takes the new one"};
      each.replaced = true;
      row.state = State::replaced;
    }
    // The same bytes that were replaced once are the current ones again.
    std::erase_if(next_.wheels, [&](const HouseWheel& each) { return each.sha256 == sum.sha256; });
    TRY(house_.store(staged, sum.sha256));
    next_.wheels.push_back(std::move(wheel));
    return row;
  }

  Result<HouseWheel> read(const std::string& staged, const std::string& file) const {
    const std::unique_ptr<Blob> blob = TRY(host_.open(staged));
    return read_wheel(*blob, file, true);
  }

  /// Whether it fits the machine that the house is for; the Error says why it is refused.
  Result<bool> check_machine(const HouseWheel& wheel) const {
    const std::string why = misfit(wheel, next_.machine, setting_.target.glibc);
    if (why.empty()) return true;
    if (arguments_.has(kAnyMachine)) return false;
    return Error{Error::Kind::invalid,
                 fmt::format("{}; the house is for {} (--any-machine takes it as it is)", why,
                             next_.machine.empty() ? "any machine" : next_.machine)};
  }

  Result<HouseAudit> audit(const std::string& staged) const {
    const Audit found = TRY(audited(host_, staged, setting_));
    HouseAudit out;
    out.target = printable(found.target, 400);
    out.gb10 = GB10_VERSION;
    if (found.items.empty()) return out;
    const AuditItem& item = found.items.front();
    out.verdict = word(item.verdict);
    out.note = printable(item.causes.empty() ? item.note : item.causes.front().what, 2000);
    if (item.verdict == AuditVerdict::cannot_load && !arguments_.has(kForce))
      return Error{Error::Kind::invalid,
                   fmt::format("cannot load on {}: {} (--force takes it)", found.target, out.note)};
    return out;
  }

  static std::string words_of(const HouseAudit& audit) {
    if (audit.verdict.empty()) return "for another machine: not audited";
    return audit.note.empty() ? audit.verdict : fmt::format("{}: {}", audit.verdict, audit.note);
  }

  HeldHouse& house_;
  const AuditSetting& setting_;
  const HostView& host_;
  const Arguments& arguments_;
  HouseManifest next_;
  HouseAddition out_;
};

/// A house is for one processor, and so is what is added to it judged.
Result<void> check_target(const HouseManifest& manifest, const AuditTarget& target,
                          const std::string& path) {
  if (manifest.machine.empty() || target.machine.empty() || manifest.machine == target.machine)
    return {};
  return Error{Error::Kind::conflict,
               fmt::format("{} is for {}, and the target is {}", printable(path, 300),
                           printable(manifest.machine, 40), target.machine),
               manifest.machine == "aarch64" ? "--target gb10, or another house: --house DIR"
                                             : "name another house: --house DIR"};
}

}  // namespace

Result<int> add_wheels(const Arguments& arguments, const Io& io) {
  const std::string path = TRY(house_path(arguments, io));
  const std::vector<std::string> paths = TRY(named_files(arguments));
  const OpenMachine machine = TRY(audited_machine(arguments, io));
  const AuditSetting setting = TRY(audit_setting(arguments, machine));
  HeldHouse house = TRY(HeldHouse::take(path, how_to_take(io, true)));
  TRY(check_target(house.state().manifest, setting.target, path));
  const HouseAddition done = TRY(Adding(house, setting, *machine.host, arguments).add(paths, io));
  if (arguments.has("--json"))
    io.print(to_text(to_json(done), 2) + "\n");
  else
    print_text(text(done, dress_of(arguments, io)), arguments, io);
  return done.count(State::refused) > 0 ? int{kAnswerIsNo} : int{kFine};
}

}  // namespace gb10::house_words
