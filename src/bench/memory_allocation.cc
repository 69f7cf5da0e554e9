#include "bench/memory_allocation.h"

#include <chrono>

#include <fmt/format.h>

#include "bench/gpu_latency.h"
#include "model/quantity.h"

namespace gb10 {

namespace {

using Clock = std::chrono::steady_clock;

constexpr unsigned char kWritten = 0x5a;

std::string text_of(std::uint64_t size) { return to_text(bytes(static_cast<double>(size))); }

/// Why so much is not asked for; empty where it may be.
std::string stop_line(const AllocationMeasure& measure, std::uint64_t size, std::uint64_t available,
                      double seconds_before) {
  if (size > available / 2 || size + measure.floor > available)
    return fmt::format("{} were available, of which half and at least {} stay for others",
                       text_of(available), text_of(measure.floor));
  if (2 * seconds_before > measure.longest)
    return fmt::format("it would take more than {:g} s", measure.longest);
  return {};
}

/// Seconds of asking for it and writing it.
Result<double> taken(const MemoryPlace& place, std::uint64_t size, MemoryCheck& check) {
  const cuda::Api& api = place.cuda.api();
  const Clock::time_point begin = Clock::now();
  const DeviceMemory memory = TRY(place.cuda.allocate(size));
  TRY(call(api, api.cuMemsetD8_v2, memory.get(), kWritten, size));
  unsigned char last = 0;  // the copy waits for what was written before it
  TRY(call(api, api.cuMemcpyDtoH_v2, &last, memory.get() + size - 1, std::size_t{1}));
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  ++check.checked;
  check.wrong += last != kWritten ? 1 : 0;
  return seconds;
}

}  // namespace

Result<LadderRun> allocated(const MemoryPlace& place, const AllocationMeasure& measure) {
  LadderRun out;
  double seconds = 0;
  for (std::uint64_t size = measure.first; out.cut.why == CutBy::no; size *= 2) {
    const std::uint64_t available = TRY(measure.available());
    std::string why = stop_line(measure, size, available, seconds);
    if (why.empty()) {
      const Result<double> found = taken(place, size, out.check);
      if (found.ok()) {
        seconds = *found;
        out.figures.push_back({"memory.allocation." + size_name(size), Unit::bytes_per_second,
                               static_cast<double>(size) / seconds, "measured",
                               "asked for at once and all of it written once"});
      } else {
        why = found.error().what;
      }
    }
    if (!why.empty()) {
      out.notes.push_back(fmt::format("allocations stopped before {}: {}", text_of(size), why));
      break;
    }
    if (measure.must_end) out.cut = measure.must_end();
  }
  return out;
}

}  // namespace gb10
