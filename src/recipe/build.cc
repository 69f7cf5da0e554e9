#include "recipe/build.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>

#include <fmt/format.h>

#include "base/text.h"
#include "host/failure.h"
#include "model/quantity.h"
#include "recipe/names.h"
#include "recipe/stamps.h"
#include "recipe/step_process.h"

namespace gb10 {

namespace {

using Clock = std::chrono::steady_clock;
constexpr double kNoRoom = 64.0 * 1024 * 1024;  // bytes
constexpr int kRunRefused = 125;                // gb10 run did, or failed itself
constexpr const char* kAsGb10Run = ", as gb10 run does when it refuses or fails itself";

/// The caller's variables that a step gets: what it needs to reach a network, to be itself, and to
/// put things where the user wants them. No other changes a build unseen.
constexpr const char* kPassed[] = {
    "HOME",
    "USER",
    "LOGNAME",
    "TMPDIR",
    "XDG_CACHE_HOME",
    "http_proxy",
    "https_proxy",
    "no_proxy",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "NO_PROXY",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "GIT_SSL_CAINFO",
    "REQUESTS_CA_BUNDLE",
    "PIP_CERT",
    "PIP_INDEX_URL",
    "PIP_EXTRA_INDEX_URL",
    "PIP_CONFIG_FILE",
    "PIP_CACHE_DIR",
    "CCACHE_DIR",
    "PYENV_VERSION",
};

/// What is run, as one could type it, and within what.
std::string log_head(const std::vector<std::string>& argv, const std::string& folder,
                     const ProgramRoom& room) {
  std::vector<std::string> quoted;
  for (const std::string& word : argv) quoted.push_back(shell_quoted(word));
  std::string out = fmt::format("+ cd {}\n+ {}\n", folder, joined(quoted, " "));
  out += fmt::format("# jobs: {}", room.jobs);
  if (room.budget) out += fmt::format("; memory: {}", to_text(bytes(*room.budget)));
  return out + "\n";
}

Result<void> add_to_log(const std::string& path, std::string_view text) {
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644));
  if (!file || ::write(file.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size()))
    return failure(errno, fmt::format("cannot write {}", path));
  return {};
}

/// One build at work.
class Building {
 public:
  Building(BuildPlan& plan, Host& host, TakenSignals& signals, const BuildHow& how,
           BuildRecord record)
      : plan_(plan), host_(host), signals_(signals), how_(how) {
    out_.record = std::move(record);
  }

  Result<BuildEnd> all() {
    const Clock::time_point begun = Clock::now();
    for (std::size_t i = 0; i < plan_.steps.size() && !out_.stop; ++i) {
      // What was run before in this build may have changed what this one takes.
      if (why_to_run(host_, plan_, plan_.steps[i], out_.record).empty()) {
        ++out_.kept;
        continue;
      }
      TRY(step(i));
    }
    out_.seconds = std::chrono::duration<double>(Clock::now() - begun).count();
    return std::move(out_);
  }

 private:
  /// A stamp that is gone before its step begins: killed now, it runs again, and so do those
  /// behind.
  Result<void> forget(const std::string& name) {
    std::vector<std::string> gone = {name};
    for (const BuildStep& step : plan_.steps) {
      const bool depends = std::any_of(step.after.begin(), step.after.end(), [&](const auto& each) {
        return std::find(gone.begin(), gone.end(), each) != gone.end();
      });
      if (depends) gone.push_back(step.name);
    }
    std::erase_if(out_.record.steps, [&](const StepStamp& stamp) {
      return std::find(gone.begin(), gone.end(), stamp.name) != gone.end();
    });
    out_.record.is_whole = false;
    return keep();
  }

  /// Files that it made before, also of another version: they must not pass for what it makes now.
  /// What lies in a source is that source's.
  Result<void> remove_old(const BuildStep& step) const {
    if (step.kind != "step") return {};
    for (const std::string& output : step.outputs) {
      if (output.starts_with(plan_.folder + "/src/")) continue;
      for (const std::string& file : fitting_files(host_, output)) {
        std::error_code lost;
        std::filesystem::remove(file, lost);
        if (lost) return failure(lost.value(), fmt::format("cannot remove {}", file));
      }
    }
    return {};
  }

  Result<void> keep() {
    return host_.install(
        {fmt::format("{}/{}", plan_.folder, kRecordFile), to_text(to_json(out_.record), 1) + "\n"});
  }

  Result<void> step(std::size_t index) {
    const BuildStep& step = plan_.steps[index];
    TRY(forget(step.name));
    const std::string log = step_log(plan_, index);
    // The log of the time before is kept beside it.
    std::error_code none;
    if (std::filesystem::exists(log, none)) std::filesystem::rename(log, log + ".old", none);
    tell(BuildNews::Kind::begins, index, 0, std::nullopt);
    const Clock::time_point begun = Clock::now();
    const Result<std::string> hash = step_hash(host_, plan_, step, out_.record);
    if (!hash.ok()) return refuse(step, hash.error(), log);
    TRY(remove_old(step));
    std::optional<double> peak;
    for (const BuildAction& action : step.actions) {
      const Result<void> done = act(step, action, index, log, begun, peak);
      if (!done.ok()) return refuse(step, done.error(), log);
      if (out_.stop) return {};
    }
    const auto outputs = output_sums(host_, step);
    if (!outputs.ok()) return stop(step, "it ended well, but " + outputs.error().what, log);
    StepStamp stamp{step.name, *hash, "", *outputs, 0, peak};
    stamp.seconds = std::chrono::duration<double>(Clock::now() - begun).count();
    if (!step.checkout.empty()) stamp.resolved = checked_out(host_, step.checkout);
    tell(BuildNews::Kind::ends, index, stamp.seconds, peak);
    out_.record.steps.push_back(std::move(stamp));
    ++out_.ran;
    return keep();
  }

  Result<void> act(const BuildStep& step, const BuildAction& action, std::size_t index,
                   const std::string& log, Clock::time_point begun, std::optional<double>& peak) {
    ProgramRoom room{{}, plan_.jobs.jobs, std::nullopt};
    if (action.kind == BuildActionKind::run) room = TRY(how_.room());
    std::vector<std::string> argv;
    const RecipeNames names = {{std::string(kJobsName), fmt::format("{}", room.jobs)}};
    for (const std::string& word : action.argv) {
      const std::string text = TRY(with_texts(host_, plan_.folder, word));
      argv.push_back(plain_braces(filled_names(text, names)));
    }
    if (action.kind == BuildActionKind::patch) {
      const bool changed = TRY(patch_file(host_, argv[0], argv[1], argv[2], action.optional));
      return add_to_log(
          log, fmt::format("{}: {}\n", argv[0], changed ? "changed" : "nothing to change"));
    }
    if (action.kind == BuildActionKind::check_sha256) return check(argv, log);
    TRY(add_to_log(log, log_head(argv, action.folder, room)));
    const std::string program = argv.front();
    argv.insert(argv.begin(), room.before.begin(), room.before.end());
    const Result<StepEnd> end =
        run_step({argv, step_environment(plan_, step.kind, how_, room.jobs), action.folder, log},
                 signals_, [&](double, std::optional<double> held) {
                   peak = std::max(peak, held);
                   tell(BuildNews::Kind::goes_on, index,
                        std::chrono::duration<double>(Clock::now() - begun).count(), peak);
                 });
    if (!end.ok()) return end.error();
    if (end->code != 0 || end->signal != 0) fail(step, program, *end, room, log);
    return {};
  }

  void fail(const BuildStep& step, const std::string& program, const StepEnd& end,
            const ProgramRoom& room, const std::string& log) {
    const bool is_gb10s = end.code == kRunRefused && !room.before.empty();
    BuildStop& stop = stopped(
        step, fmt::format("{} ended with {}{}", program, end.code, is_gb10s ? kAsGb10Run : ""),
        log);
    stop.code = end.code;
    stop.jobs = room.jobs;
    stop.signal = end.signal;
  }

  Result<void> check(const std::vector<std::string>& argv, const std::string& log) {
    const std::string sum = TRY(file_sum(host_, argv[0]));
    TRY(add_to_log(log, fmt::format("{}: sha256 {}\n", argv[0], sum)));
    if (sum == argv[1]) return {};
    return Error{Error::Kind::failed,
                 fmt::format("{} has the sum {}, the recipe says {}: it is not what is meant",
                             argv[0], sum, argv[1])};
  }

  Result<void> stop(const BuildStep& step, std::string what, const std::string& log) {
    // It is told on the screen, too.
    static_cast<void>(add_to_log(log, what + "\n").ok());
    stopped(step, std::move(what), log);
    return {};
  }

  Result<void> refuse(const BuildStep& step, const Error& error, const std::string& log) {
    TRY(stop(step, error.what, log));
    out_.stop->hint = error.hint;
    out_.stop->is_ours = true;
    return {};
  }

  BuildStop& stopped(const BuildStep& step, std::string what, const std::string& log) {
    BuildStop stop;
    stop.step = step.name;
    stop.what = std::move(what);
    stop.log = log;
    stop.disk_full = is_full();
    return out_.stop.emplace(std::move(stop));
  }

  bool is_full() const {
    const Result<Space> space = host_.space(plan_.folder);
    return space.ok() && static_cast<double>(space->available) < kNoRoom;
  }

  void tell(BuildNews::Kind kind, std::size_t index, double seconds, std::optional<double> peak) {
    const BuildStep& step = plan_.steps[index];
    how_.tell({kind, index + 1, plan_.steps.size(), step.name, step.says, seconds, peak});
  }

  BuildPlan& plan_;
  Host& host_;
  TakenSignals& signals_;
  const BuildHow& how_;
  BuildEnd out_;
};

}  // namespace

std::vector<std::string> step_environment(const BuildPlan& plan, std::string_view kind,
                                          const BuildHow& how, int jobs) {
  std::map<std::string, std::string, std::less<>> out;
  for (const char* const name : kPassed) {
    const auto found = how.environment.find(name);
    if (found != how.environment.end()) out[name] = found->second;
  }
  const auto path = how.environment.find("PATH");
  std::string places =
      path == how.environment.end() ? "/usr/local/bin:/usr/bin:/bin" : path->second;
  if (!plan.toolkit.empty()) places = fmt::format("{}/bin:{}", plan.toolkit, places);
  if (plan.python.starts_with('/'))
    places = fmt::format("{}:{}", plan.python.substr(0, plan.python.rfind('/')), places);
  out["PATH"] = places;
  out["LC_ALL"] = "C.UTF-8";
  out["PYTHONNOUSERSITE"] = "1";
  out[kStepVariable] = plan.folder;
  const RecipeNames names = {{std::string(kJobsName), fmt::format("{}", jobs)}};
  for (const BuildVariable& each : kind == "step" ? plan.variables : std::vector<BuildVariable>())
    out[each.name] = plain_braces(filled_names(each.value, names));
  std::vector<std::string> words;
  for (const auto& [name, value] : out) words.push_back(fmt::format("{}={}", name, value));
  return words;
}

std::string step_log(const BuildPlan& plan, std::size_t index) {
  return fmt::format("{}/logs/step-{:02}-{}.log", plan.folder, index + 1, plan.steps[index].name);
}

Result<BuildEnd> build(BuildPlan& plan, Workplace& place, Host& host, TakenSignals& signals,
                       const BuildHow& how) {
  const int left = TRY(end_leftovers(host, place.folder()));
  if (left > 0)
    how.say(fmt::format("gb10: ended {} that a killed build had left\n", counted(left, "program")));
  Result<BuildRecord> record = read_build_record(host, place.folder());
  if (!record.ok() && record.error().kind != Error::Kind::not_found) return record.error();
  if (!record.ok()) record = BuildRecord{plan.recipe, false, {}};
  return Building(plan, host, signals, how, *std::move(record)).all();
}

Result<void> keep_verdict(Host& host, const BuildPlan& plan, BuildRecord& record, bool is_whole) {
  record.is_whole = is_whole;
  return host.install(
      {fmt::format("{}/{}", plan.folder, kRecordFile), to_text(to_json(record), 1) + "\n"});
}

}  // namespace gb10
