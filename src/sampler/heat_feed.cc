#include "sampler/heat_feed.h"

#include <array>
#include <chrono>
#include <thread>

#include <fmt/format.h>

#include "sampler/clock.h"
#include "sampler/texts.h"

namespace gb10 {

std::vector<std::unique_ptr<Blob>> heat_zones(const HostView& host) {
  std::vector<std::unique_ptr<Blob>> out;
  const std::string dir = "/sys/class/thermal";
  const auto names = host.list(dir);
  if (!names.ok()) return out;
  for (const DirEntry& entry : *names) {
    if (!entry.name.starts_with("thermal_zone")) continue;
    auto file = host.open(fmt::format("{}/{}/temp", dir, entry.name));
    if (file.ok()) out.push_back(*std::move(file));
  }
  return out;
}

double hottest(const std::vector<std::unique_ptr<Blob>>& zones) {
  constexpr double kPerDegree = 1e-3;
  double hottest = kNotKnown;
  for (const auto& zone : zones) {
    std::array<std::byte, 64> text{};
    const auto count = zone->read_at(0, text);
    if (!count.ok()) continue;
    const double heat =
        kPerDegree * texts::number({reinterpret_cast<const char*>(text.data()), *count});
    if (!std::isnan(heat) && !(heat <= hottest)) hottest = heat;
  }
  return hottest;
}

HeatFeed::HeatFeed(const HostView& host) {
  aside_.state().zones = heat_zones(host);
  aside_.start([](State& state) {
    constexpr int kGlances = 20;  // a second
    for (int i = 0; !state.is_over; ++i) {
      if (i % kGlances == 0) {
        state.heat = hottest(state.zones);
        state.read = boot_seconds();
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(1000 / kGlances));
    }
  });
}

void HeatFeed::put(Reading& reading, double seconds) const {
  constexpr double kStale = 3;
  const State& state = aside_.state();
  reading.values[metric("thermal.hottest")] =
      seconds - state.read <= kStale ? state.heat.load() : kNotKnown;
}

}  // namespace gb10
