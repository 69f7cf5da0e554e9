#include "cli/top_frame.h"

#include <algorithm>
#include <cmath>
#include <ctime>

#include <fmt/format.h>

#include "ledger/ledger.h"

namespace gb10 {

namespace {

constexpr std::size_t kLargest = 8;  // processes that are shown

std::string time_text() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  char text[32] = "";
  if (localtime_r(&now, &parts)) std::strftime(text, sizeof text, "%H:%M:%S", &parts);
  return text;
}

double own_memory(const ProcessUse& process) {
  return static_cast<double>(process.anonymous + process.shared);
}

}  // namespace

TopSource::TopSource(const HostView& host)
    : memory_(host), feed_({}), sampler_(host, settings_here()) {
  Result<ProcessScan> scan = ProcessScan::open("/proc");
  if (scan.ok()) scan_.emplace(*std::move(scan));
}

void TopSource::add_numbers() {
  frame_.numbers.clear();
  for (std::size_t i = 0; i < kMetricCount; ++i) {
    const double value = reading_.at(i);
    frame_.numbers.push_back(
        {kMetrics[i].name,
         std::isnan(value) ? std::nullopt : std::optional(Quantity{value, kMetrics[i].unit})});
  }
}

void TopSource::add_memory(const Facts& facts) {
  frame_.memory.clear();
  frame_.whole.reset();
  const Result<Ledger> whole = ledger(facts);
  if (!whole.ok()) return;
  frame_.whole = whole->sum;
  frame_.swap_used = whole->swap_used;
  frame_.swap_whole = whole->swap_total;
  for (const Line& line : whole->lines) frame_.memory.push_back({line.amount, line.label});
}

void TopSource::add_processes(const GpuNews& news) {
  frame_.on_gpu.reset();
  if (news.knows_holders) frame_.on_gpu.emplace();
  for (std::size_t i = 0; i < news.count; ++i) {
    const GpuHolder& holder = news.holders[i];
    frame_.on_gpu->push_back(
        {holder.pid, name_of(holder.pid, processes_),
         std::isnan(holder.bytes) ? std::nullopt : std::optional(bytes(holder.bytes))});
  }
  const auto last =
      processes_.begin() + static_cast<std::ptrdiff_t>(std::min(kLargest, processes_.size()));
  std::partial_sort(
      processes_.begin(), last, processes_.end(),
      [](const ProcessUse& a, const ProcessUse& b) { return own_memory(a) > own_memory(b); });
  frame_.largest.clear();
  for (auto at = processes_.begin(); at != last; ++at)
    frame_.largest.push_back({at->pid, std::string(at->name()), bytes(own_memory(*at))});
}

void TopSource::read(double seconds) {
  sampler_.read(reading_, seconds, true);
  const GpuNews& news = feed_.news(seconds);
  Sampler::put(reading_, news.sample);
  if (scan_) scan_->read(processes_);
  frame_.time = time_text();
  frame_.no_gpu = news.sample ? std::string() : feed_.why_not();
  if (!news.sample && frame_.no_gpu.empty()) frame_.no_gpu = "the driver has not answered yet";
  frame_.limits.clear();
  if (news.sample && news.sample->reasons) frame_.limits = limiting_reasons(*news.sample->reasons);
  add_numbers();
  add_memory(memory_.facts(news, processes_));
  add_processes(news);
}

}  // namespace gb10
