#include "bench/memory_allocation.h"

#include <algorithm>
#include <chrono>
#include <vector>

#include <fmt/format.h>

#include "bench/gpu_latency.h"
#include "model/quantity.h"

namespace gb10 {

namespace {

using Clock = std::chrono::steady_clock;

constexpr unsigned char kFirstWritten = 0x5b;  // odd, and other sizes' values two apart of it
// Bytes that are summed up at once: so few words that no number of left out ones, be they 0 or of
// the size before, comes to the same sum.
constexpr std::uint64_t kPart = 256ULL << 20U;
constexpr unsigned kBlocks = 1024;

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

/// Whether all bytes of a part, a multiple of 32 KiB, are `value`: by their sum.
Result<bool> holds(const MemoryPlace& place, cuda::Address part, std::uint64_t size,
                   unsigned char value) {
  auto results = TRY(DeviceBuffer<std::uint32_t>::make(place.cuda, kBlocks));
  TRY(results.poison());
  TRY(launched(place, "read_8", kBlocks, 256, part, static_cast<unsigned long long>(size / 16),
               results.address()));
  const cuda::Api& api = place.cuda.api();
  TRY(call(api, api.cuStreamSynchronize, place.stream.get()));
  std::vector<std::uint32_t> sums(kBlocks);
  TRY(results.download(0, sums));
  std::uint32_t found = 0;
  for (const std::uint32_t sum : sums) found += sum;
  return found == static_cast<std::uint32_t>(size / 4) * (value * 0x01010101U);
}

/// Seconds of asking for it and writing it.
Result<double> taken(const MemoryPlace& place, std::uint64_t size, unsigned char value,
                     MemoryCheck& check) {
  const cuda::Api& api = place.cuda.api();
  const Clock::time_point begin = Clock::now();
  const DeviceMemory memory = TRY(place.cuda.allocate(size));
  TRY(call(api, api.cuMemsetD8_v2, memory.get(), value, size));
  unsigned char last = 0;  // the copy waits for what was written before it
  TRY(call(api, api.cuMemcpyDtoH_v2, &last, memory.get() + size - 1, std::size_t{1}));
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  ++check.checked;
  check.wrong += last != value ? 1 : 0;
  for (std::uint64_t at = 0; at < size; at += kPart) {
    const bool is_right = TRY(holds(place, memory.get() + at, std::min(kPart, size - at), value));
    ++check.checked;
    check.wrong += is_right ? 0 : 1;
  }
  return seconds;
}

}  // namespace

Result<LadderRun> allocated(const MemoryPlace& place, const AllocationMeasure& measure) {
  LadderRun out;
  double seconds = 0;
  unsigned char value = kFirstWritten;
  for (std::uint64_t size = measure.first; out.cut.why == CutBy::no; size *= 2, value += 2) {
    const std::uint64_t available = TRY(measure.available());
    std::string why = stop_line(measure, size, available, seconds);
    if (why.empty()) {
      const Result<double> found = taken(place, size, value, out.check);
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
