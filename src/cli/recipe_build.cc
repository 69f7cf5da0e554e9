#include <span>

#include <fmt/format.h>

#include "base/text.h"
#include "cli/log_end.h"
#include "cli/log_reading.h"
#include "cli/machine.h"
#include "cli/program_room.h"
#include "cli/recipe_parts.h"
#include "cli/recipe_verify.h"
#include "recipe/build.h"
#include "recipe/stamps.h"
#include "recipe/step_process.h"
#include "report/recipe.h"

namespace gb10 {

namespace {

using namespace recipe_words;

/// A line that is written over while a step runs; without a terminal a line for each step.
class Progress {
 public:
  explicit Progress(const Io& io) : io_(io) {}

  void take(const BuildNews& news) {
    const std::string head = fmt::format("[{}/{}] {}", news.number, news.count, news.step);
    std::string took = duration_text(news.seconds);
    if (news.peak) took += fmt::format(", at most {} of memory", to_text(bytes(*news.peak)));
    if (news.kind == BuildNews::Kind::begins)
      io_.say(io_.terminal ? head : fmt::format("{}: {}\n", head, printable(news.says, 200)));
    if (news.kind == BuildNews::Kind::goes_on && io_.terminal)
      io_.say(fmt::format("\r\033[K{}: {}", head, took));
    if (news.kind == BuildNews::Kind::ends)
      io_.say(fmt::format("{}{}: {}\n", io_.terminal ? "\r\033[K" : "", head, took));
  }

 private:
  const Io& io_;
};

Result<void> check_needs(const BuildPlan& plan, const Arguments& arguments) {
  if (arguments.has(kAnyway)) return {};
  const std::vector<std::string> packages = plan.missing("apt"), tools = plan.missing("toolkit");
  if (!packages.empty())
    return Error{Error::Kind::unsupported,
                 fmt::format("cannot build {}: packages are missing", plan.recipe),
                 fmt::format("sudo apt install {}; or --anyway", joined(packages, " "))};
  if (!tools.empty())
    return Error{
        Error::Kind::unsupported,
        fmt::format("cannot build {}: {} is missing", plan.recipe, joined(tools, ", ")),
        fmt::format("gb10 recipe show {} says what to take instead of building", plan.recipe)};
  return {};
}

Result<void> check_begun(const BuildPlan& plan, const Arguments& arguments) {
  const int done = plan.done(), count = static_cast<int>(plan.steps.size());
  if (arguments.has(kResume) || done == 0 || done == count) return {};
  return Error{
      Error::Kind::unfinished,
      fmt::format("a build of {} was begun: {} of {} steps are done", plan.recipe, done, count),
      fmt::format("gb10 recipe build {} --resume goes on; to begin anew remove {}", plan.recipe,
                  plan.folder)};
}

/// The last lines of a log, indented.
Result<std::string> end_of_log(const HostView& host, const std::string& path) {
  constexpr std::uint64_t kBytes = 16384;
  const std::unique_ptr<Blob> log = TRY(host.open(path));
  const std::uint64_t size = log->size(), begin = size > kBytes ? size - kBytes : 0;
  std::string bytes(size - begin, '\0');
  const std::size_t count = TRY(log->read_at(begin, std::as_writable_bytes(std::span(bytes))));
  bytes.resize(count);
  std::string out;
  for (const std::string& line : log_end(bytes, begin == 0)) out += fmt::format("  {}\n", line);
  return out;
}

Result<Explanation> explained_stop(const BuildStop& stop, const Arguments& arguments,
                                   const Io& io) {
  SignatureBook book = TRY(signature_book(arguments, io));
  return explained_log({LogSource::Kind::file, stop.log}, book);
}

/// What its log says of why it failed, as gb10 explain does; its end where no cause is known.
void explain_stop(const BuildStop& stop, const HostView& host, const Arguments& arguments,
                  const Io& io) {
  const Result<Explanation> explanation = explained_stop(stop, arguments, io);
  if (explanation.ok())
    io.say(text(*explanation, {io.color, io.width, false}));
  else
    io.fail({explanation.error().kind, "its log was not explained: " + explanation.error().what,
             explanation.error().hint});
  if (explanation.ok() && !explanation->causes.empty()) return;
  const Result<std::string> end = end_of_log(host, stop.log);
  if (!end.ok()) io.fail(end.error());
  if (end.ok() && !end->empty()) io.say("\nthe log ends with\n" + *end);
}

/// What to do about it, and where its log is.
std::string hint_of(const BuildStop& stop) {
  std::string out = stop.hint.empty() ? std::string() : stop.hint + "; ";
  if (stop.disk_full) out += "the disk is full: make room; ";
  const std::string log = "its log is " + stop.log;
  if (stop.code != 137 && stop.code != 143)
    return fmt::format("{}{}; --resume begins at this step", out, log);
  const std::string fewer = stop.jobs > 1
                                ? fmt::format("--resume --jobs with fewer than {}", stop.jobs)
                                : std::string(
                                      "it had one job alone; gb10 memory says who holds the rest, "
                                      "--resume begins at this step");
  return fmt::format("{}it was killed, as for its budget of memory: {}; {}", out, fewer, log);
}

int tell_stop(const BuildPlan& plan, const BuildStop& stop, const HostView& host,
              const Arguments& arguments, const Io& io) {
  if (io.terminal) io.say("\n");  // below the line that was written over
  if (stop.signal != 0) {
    io.fail({Error::Kind::cancelled, fmt::format("the build of {} was interrupted", plan.recipe),
             fmt::format("gb10 recipe build {} --resume goes on at {}", plan.recipe, stop.step)});
    return kInterrupted;
  }
  io.fail({Error::Kind::failed,
           fmt::format("cannot build {}: step {} failed: {}", plan.recipe, stop.step, stop.what),
           hint_of(stop)});
  if (!stop.is_ours) explain_stop(stop, host, arguments, io);
  return kFailure;
}

/// What cannot be written in the work folder: its disk is full, or may not be written.
Error of_place(Error error, const BuildPlan& plan) {
  return with_hint(std::move(error),
                   fmt::format("{} needs room, and must not be read-only: make room, or set "
                               "XDG_CACHE_HOME to another place",
                               printable(plan.folder, 300)));
}

/// One recipe, whose needs are built.
class OneBuild {
 public:
  OneBuild(BuildPlan plan, bool is_asked_for, Host& host, const Arguments& arguments, const Io& io)
      : plan_(std::move(plan)),
        is_asked_for_(is_asked_for),
        host_(host),
        arguments_(arguments),
        io_(io) {}

  Result<int> run(TakenSignals& signals) {
    TRY(check_needs(plan_, arguments_));
    auto place = Workplace::open(host_, plan_.folder);
    if (!place.ok()) return of_place(place.error(), plan_);
    TRY(check_begun(plan_, arguments_));
    const RoomFinder rooms = TRY(RoomFinder::of(arguments_, plan_, host_));
    // Where nothing is to be run, nothing has to have room.
    const bool runs = plan_.done() < static_cast<int>(plan_.steps.size());
    std::string bound;
    if (runs) {
      const ProgramRoom first = TRY(rooms.now());
      bound = rooms.told(first);
    }
    Progress progress(io_);
    BuildHow how;
    how.environment = io_.environment;
    how.room = [&] { return rooms.now(); };
    how.tell = [&](const BuildNews& news) { progress.take(news); };
    how.say = [&](std::string_view text) { io_.say(text); };
    io_.say(fmt::format("gb10: builds {} in {}; jobs: {}\n", plan_.recipe, plan_.folder,
                        plan_.jobs.why));
    io_.say(bound);
    auto end = build(plan_, *place, host_, signals, how);
    if (!end.ok()) return of_place(end.error(), plan_);
    if (end->stop) return tell_stop(plan_, *end->stop, host_, arguments_, io_);
    return tell_end(*end);
  }

 private:
  Result<int> tell_end(BuildEnd& end) {
    const BuildVerdict verdict = TRY(verified_build(plan_, host_, io_));
    const Result<void> kept = keep_verdict(host_, plan_, end.record, verdict.is_good);
    if (!kept.ok()) return of_place(kept.error(), plan_);
    // One value is printed: of what was asked for, or of what stands in its way.
    if (arguments_.has("--json") && verdict.is_good && !is_asked_for_) return kFine;
    if (arguments_.has("--json")) {
      Json json = to_json(end.record);
      json.set("result", plan_.result).set("as_meant", verdict.is_good);
      json.set("looked_at", Json::list(verdict.lines));
      io_.print(to_text(json, 2) + "\n");
      return verdict.is_good ? kFine : kAnswerIsNo;
    }
    std::string out = fmt::format(
        "{} {}: {}\n", plan_.recipe,
        verdict.is_good ? "is built" : "is built, and is not what was meant", plan_.result);
    for (const std::string& line : verdict.lines) out += fmt::format("  looked at  {}\n", line);
    if (end.kept > 0)
      out += fmt::format("  {} done before {} not run again\n", counted(end.kept, "step"),
                         end.kept == 1 ? "was" : "were");
    io_.print(out + text(end.record, {io_.color, io_.width, false}));
    return verdict.is_good ? kFine : kAnswerIsNo;
  }

  BuildPlan plan_;
  bool is_asked_for_;
  Host& host_;
  const Arguments& arguments_;
  const Io& io_;
};

}  // namespace

Result<int> build_recipe(const RecipeBook& book, const std::string& name,
                         const Arguments& arguments, const Io& io) {
  const std::unique_ptr<Host> host = this_host(io);
  TakenSignals signals = TRY(TakenSignals::take(step_signals()));
  std::vector<std::string> all = built_before(book, name);
  all.push_back(name);
  for (const std::string& each : all) {
    // Looked at anew: a build takes long, and what it leaves is what the next one takes.
    const BuildPlace place = TRY(build_place(arguments, io));
    BuildPlan plan = TRY(plan_at(book, each, place, arguments));
    const auto record = read_build_record(*host, plan.folder);
    const bool is_good = record.ok() && record->is_whole;
    const bool is_there =
        each != name && is_good && plan.done() == static_cast<int>(plan.steps.size());
    if (is_there) continue;
    const int code =
        TRY(OneBuild(std::move(plan), each == name, *host, arguments, io).run(signals));
    if (code != kFine) return code;
  }
  return kFine;
}

}  // namespace gb10
