#include "sampler/heat_feed.h"

#include <array>

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

HeatFeed::HeatFeed(const HostView& host)
    : zones_(heat_zones(host)), thread_([this](std::stop_token stop) { run(std::move(stop)); }) {}

void HeatFeed::run(std::stop_token stop) {
  while (!stop.stop_requested()) {
    heat_ = hottest(zones_);
    read_ = boot_seconds();
    std::unique_lock lock(mutex_);
    wake_.wait_for(lock, stop, std::chrono::seconds(1), [] { return false; });
  }
}

void HeatFeed::put(Reading& reading, double seconds) const {
  constexpr double kStale = 3;
  reading.values[metric("thermal.hottest")] = seconds - read_ <= kStale ? heat_.load() : kNotKnown;
}

}  // namespace gb10
