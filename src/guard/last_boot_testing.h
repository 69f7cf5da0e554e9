#pragma once

#include <string>
#include <vector>

#include "guard/last_boot.h"

/// Boots that ended, made for tests.
namespace gb10::last_boot_testing {

inline constexpr double kGiB = 1U << 30U;
inline constexpr std::int64_t kDied = 1'795'165'159;  // seconds since 1970
inline const std::string kBefore(32, 'a'), kRuns(32, 'b');

struct Levels {
  double available = 60 * kGiB, pressure = 0, kills = 0, power = 35, gpu = 55, zone = 50;
};

/// A sample so many seconds before the end.
inline Reading sample(double before, const Levels& levels) {
  Reading out;
  out.seconds = 9000 - before;
  out.wall = (kDied * 1000 - static_cast<std::int64_t>(before * 1000)) * 1'000'000;
  out.values[metric("memory.available")] = levels.available;
  out.values[metric("pressure.memory_full")] = levels.pressure;
  out.values[metric("memory.oom_kills")] = levels.kills;
  out.values[metric("gpu.power")] = levels.power;
  out.values[metric("gpu.temperature")] = levels.gpu;
  out.values[metric("thermal.hottest")] = levels.zone;
  return out;
}

inline RingMoment moment(double before) {
  const Reading at = sample(before, {});
  return {at.seconds, at.wall};
}

/// A boot that served quietly for its last minute, one sample a second.
inline RingBoot quiet_boot() {
  RingBoot boot;
  boot.id = kBefore;
  for (int before = 60; before >= 0; --before) boot.samples.push_back(sample(before, {}));
  boot.first = moment(60);
  boot.last = moment(0);
  return boot;
}

/// A boot whose last samples are `last`, one a second, after a quiet minute.
inline RingBoot boot_ending(const std::vector<Levels>& last) {
  RingBoot boot = quiet_boot();
  const std::size_t first = boot.samples.size() - last.size();
  for (std::size_t i = 0; i < last.size(); ++i)
    boot.samples[first + i] = sample(static_cast<double>(last.size() - 1 - i), last[i]);
  return boot;
}

/// A machine that was started again 41 s after its end, without any trace of it.
inline BootEvidence no_trace() {
  BootEvidence out;
  out.ring = Error{Error::Kind::not_found, "no such file"};
  out.journal = Error{Error::Kind::not_found, "the journal keeps no earlier boot"};
  out.boots = std::vector<ListedBoot>{{0, kRuns, kDied + 41, kDied + 131}};
  out.dumps = std::vector<KernelDump>();
  out.boot_id = kRuns;
  out.uptime = 90.0;
  out.memory = 121.7 * kGiB;
  out.now = kDied + 131;
  return out;
}

inline BootEvidence with_ring(RingBoot boot) {
  BootEvidence out = no_trace();
  RingLog log;
  log.boots.push_back(std::move(boot));
  out.ring = std::move(log);
  return out;
}

/// Adds a journal of the boot before; the last line's moment is its end.
inline void put_journal(BootEvidence& evidence, std::vector<JournalLine> lines) {
  const double end = lines.empty() ? kDied : lines.back().time.value_or(kDied);
  auto boots = *evidence.boots;
  boots.insert(boots.begin(), {-1, kBefore, kDied - 9000, end});
  evidence.boots = std::move(boots);
  evidence.journal = std::move(lines);
}

inline JournalLine line(double before, const char* text) { return {kDied - before, text}; }

}  // namespace gb10::last_boot_testing
