#include "guard/warden.h"

#include <signal.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

constexpr double kLookEvery = 10, kLookCloselyEvery = 60;  // seconds
constexpr double kMovingShare = 0.01;  // of what is available, gone or come in a second

double clean_cache(const Reading& reading) {
  return reading.at(metric("memory.file_active")) + reading.at(metric("memory.file_inactive")) -
         reading.at(metric("memory.dirty"));
}

}  // namespace

Warden::Warden(GuardPolicy policy, Hands& hands, Settings settings,
               std::function<void(const Happened&)> tell)
    : policy_(std::move(policy)),
      hands_(hands),
      settings_(settings),
      tell_(std::move(tell)),
      watch_(policy_),
      course_(policy_),
      victims_(policy_, settings.self) {
  // The whole of the way to a victim is gone once, so that nothing of it must be read from a disk
  // when memory is short.
  outlook_.reason = Outlook::Reason::soon;
  static_cast<void>(sentence(outlook_));
  if (const auto first = victim()) static_cast<void>(sentence(*first));
}

void Warden::tell(Happened::Kind kind, std::string text) { tell_({kind, std::move(text)}); }

/// The processes with what their open files keep.
void Warden::look(std::vector<ProcessUse>& into) {
  hands_.processes(into);
  for (ProcessUse& process : into) hands_.add_held(process);
}

void Warden::look_around(double seconds) {
  if (seconds - looked_ < kLookEvery) return;
  const bool closely = seconds - looked_closely_ >= kLookCloselyEvery;
  std::map<std::int64_t, std::pair<std::uint64_t, std::int64_t>> held;
  for (const ProcessUse& process : processes_) {
    if (process.held >= 0) held[process.pid] = {process.started, process.held};
  }
  hands_.processes(processes_);
  for (ProcessUse& process : processes_) {
    const auto before = held.find(process.pid);
    const bool is_known = before != held.end() && before->second.first == process.started;
    // Between two close looks one that is known is taken to hold what it held.
    if (closely || !is_known)
      hands_.add_held(process);
    else
      process.held = before->second.second;
  }
  victims_.remember(processes_, hands_.gpu_bytes(), seconds);
  looked_ = seconds;
  if (closely) looked_closely_ = seconds;
}

std::optional<Victim> Warden::victim() {
  look(processes_);
  return victims_.choose(processes_, hands_.gpu_bytes());
}

void Warden::note_loop(const Victim& victim, double seconds) {
  if (victim.kind == Victim::Kind::group) return;
  std::erase_if(stops_,
                [&](const Stop& stop) { return seconds - stop.seconds > policy_.loop_window; });
  std::int64_t count = 1;
  for (const Stop& stop : stops_) {
    if (stop.victim.unit != victim.unit) continue;
    // Of a loop every turn has new processes: this is one that did not end.
    for (const Target& target : stop.victim.targets) {
      if (std::find(victim.targets.begin(), victim.targets.end(), target) != victim.targets.end())
        return;
    }
    ++count;
  }
  stops_.push_back({seconds, victim});
  if (static_cast<double>(count) < policy_.loop_count) return;
  tell(Happened::Kind::action,
       fmt::format("{} was stopped {} times within {:.0f} s: it is started again and again, and is "
                   "now stopped for good",
                   printable(victim.name), count, policy_.loop_window));
  hands_.stop_for_good(victim);
}

void Warden::terminate(double seconds) {
  if (has_pretended_) return;
  stopped_ = victim();
  if (!stopped_) {
    tell(Happened::Kind::decision, sentence(outlook_));
    tell(Happened::Kind::decision, "there is nothing that may be stopped");
    return;
  }
  has_pretended_ = settings_.dry_run;
  // Before anything is said, which may have to wait.
  const int count = settings_.dry_run ? 0 : hands_.send(stopped_->targets, SIGTERM);
  const std::string what = sentence(*stopped_);
  tell(Happened::Kind::decision, sentence(outlook_));
  if (settings_.dry_run) {
    tell(Happened::Kind::action, fmt::format("dry run: would send SIGTERM: {}", what));
    return;
  }
  tell(Happened::Kind::action,
       fmt::format("SIGTERM to {}: {}", counted(count, "process", "processes"), what));
  note_loop(*stopped_, seconds);
}

void Warden::kill() {
  if (!stopped_ || settings_.dry_run) return;
  // Also what it started since.
  hands_.processes(processes_);
  for (const Target& target : victims_.members(processes_, *stopped_)) {
    auto& all = stopped_->targets;
    if (std::find(all.begin(), all.end(), target) == all.end()) all.push_back(target);
  }
  const int count = hands_.send(stopped_->targets, SIGKILL);
  victims_.give_up(stopped_->targets);
  tell(Happened::Kind::action,
       fmt::format("SIGKILL to {}: {}, {}", counted(count, "process", "processes"),
                   printable(stopped_->name), sentence(outlook_)));
}

void Warden::act(Deed deed, double seconds) {
  switch (deed) {
    case Deed::none:
      return;
    case Deed::drop_cache:
      tell(Happened::Kind::action,
           fmt::format("{}drop clean page cache and compact: {}",
                       settings_.dry_run ? "dry run: would " : "", sentence(outlook_)));
      if (!settings_.dry_run) hands_.drop_cache();
      return;
    case Deed::terminate:
      return terminate(seconds);
    case Deed::kill:
      return kill();
  }
}

bool Warden::take(const Reading& reading) {
  outlook_ = watch_.judge(reading);
  const bool knows = !std::isnan(outlook_.available);
  if (knows != knows_)
    tell(Happened::Kind::note, knows ? "MemAvailable is known again"
                                     : "MemAvailable is not known: nothing can be foreseen");
  knows_ = knows;
  if (!knows) return false;
  const bool is_over = watch_.is_over(outlook_);
  if (is_over) has_pretended_ = false;
  const bool goes = course_.has_killed() && stopped_ && outlook_.slope > 0 &&
                    hands_.send(stopped_->targets, 0) > 0;
  const Deed deed = course_.next(outlook_, is_over, clean_cache(reading), reading.seconds, goes);
  act(deed, reading.seconds);
  if (outlook_.alarm != told_ && outlook_.alarm == Alarm::none && is_over)
    tell(Happened::Kind::note, fmt::format("the alarm is over: {}", sentence(outlook_)));
  if (outlook_.alarm != Alarm::none || is_over) told_ = outlook_.alarm;
  // Not while it matters: looking around takes some milliseconds.
  if (outlook_.alarm == Alarm::none && !course_.is_under_way()) look_around(reading.seconds);
  return outlook_.alarm != Alarm::none || course_.is_under_way() ||
         std::abs(outlook_.slope) > kMovingShare * outlook_.available;
}

}  // namespace gb10
