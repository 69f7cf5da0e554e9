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
  hands_.processes(processes_, true);
  static_cast<void>(victims_.choose(processes_, hands_.gpu_bytes()));
}

void Warden::tell(Happened::Kind kind, std::string text) { tell_({kind, std::move(text)}); }

void Warden::look_around(double seconds) {
  if (seconds - looked_ < kLookEvery) return;
  const bool closely = seconds - looked_closely_ >= kLookCloselyEvery;
  std::map<std::int64_t, std::pair<std::uint64_t, std::int64_t>> held;
  for (const ProcessUse& process : processes_) {
    if (process.held > 0) held[process.pid] = {process.started, process.held};
  }
  hands_.processes(processes_, closely);
  // Between two close looks it is taken to hold what it held.
  for (ProcessUse& process : processes_) {
    const auto before = held.find(process.pid);
    if (!closely && before != held.end() && before->second.first == process.started)
      process.held = before->second.second;
  }
  victims_.remember(processes_, hands_.gpu_bytes(), seconds);
  looked_ = seconds;
  if (closely) looked_closely_ = seconds;
}

std::optional<Victim> Warden::victim() {
  hands_.processes(processes_, true);
  return victims_.choose(processes_, hands_.gpu_bytes());
}

void Warden::note_loop(const Victim& victim, double seconds) {
  if (victim.kind == Victim::Kind::group) return;
  std::erase_if(stops_,
                [&](const auto& stop) { return seconds - stop.first > policy_.loop_window; });
  stops_.emplace_back(seconds, victim.unit);
  const auto count = std::count_if(stops_.begin(), stops_.end(),
                                   [&](const auto& stop) { return stop.second == victim.unit; });
  if (static_cast<double>(count) < policy_.loop_count) return;
  tell(Happened::Kind::action,
       fmt::format("{} was stopped {} times within {:.0f} s: it is started again and again, and is "
                   "now stopped for good",
                   victim.name, count, policy_.loop_window));
  if (!settings_.dry_run) hands_.stop_for_good(victim);
}

void Warden::terminate(double seconds) {
  stopped_ = victim();
  tell(Happened::Kind::decision, sentence(outlook_));
  if (!stopped_) {
    tell(Happened::Kind::decision, "there is nothing that may be stopped");
    return;
  }
  const std::string what = sentence(*stopped_);
  if (settings_.dry_run) {
    tell(Happened::Kind::action, fmt::format("dry run: would send SIGTERM: {}", what));
    return;
  }
  const int count = hands_.send(stopped_->targets, SIGTERM);
  tell(Happened::Kind::action,
       fmt::format("SIGTERM to {}: {}", counted(count, "process", "processes"), what));
  note_loop(*stopped_, seconds);
}

void Warden::kill() {
  if (!stopped_) return;
  if (settings_.dry_run) {
    tell(Happened::Kind::action,
         fmt::format("dry run: would send SIGKILL: {}", sentence(*stopped_)));
    return;
  }
  const int count = hands_.send(stopped_->targets, SIGKILL);
  tell(Happened::Kind::action,
       fmt::format("SIGKILL to {}: {}, {}", counted(count, "process", "processes"), stopped_->name,
                   sentence(outlook_)));
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
  const Deed deed = course_.next(outlook_, is_over, clean_cache(reading), reading.seconds);
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
