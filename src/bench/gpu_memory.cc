#include "bench/gpu_memory.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "bench/random_cycle.h"
#include "gpu/load_reference.h"
#include "model/quantity.h"

namespace gb10 {

namespace {

constexpr unsigned kThreads = 256;  // of a block, in all kernels but chase
constexpr std::uint64_t kMiB = 1ULL << 20U;
constexpr std::uint64_t kStep = kMiB;         // sizes are multiples: of every kernel's tile
constexpr std::uint64_t kRow = kColumns * 2;  // bytes
constexpr std::uint64_t kTimesOfCaches = 10;  // of each buffer
constexpr std::uint64_t kPart = 8;            // of what is available, each buffer
constexpr std::uint64_t kSeed = 0x9b10;       // of the source
constexpr unsigned kUsualProcessors = 132;
constexpr std::uint32_t kWritten = 0x5bd1e995;  // what write writes
constexpr std::size_t kDraws = 256;             // positions that are checked
constexpr double kWarm = 0.3;                   // seconds before kernels are tried
constexpr int kTries = 3, kLaunches = 2;        // of each geometry, and launches of a try
constexpr double kRounding = 64 * 0x1p-24;      // of the sum of the products' magnitudes

float number_of(std::uint64_t bf16) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bf16) << 16U);
}

float vector_value(std::uint64_t i) { return random_value(~kSeed, i); }

std::uint64_t drawn(std::uint64_t which, std::uint64_t count) {
  if (which < 2) return which == 0 ? 0 : count - 1;
  return mixed(kSeed, which) % count;
}

/// The sum of the 32-bit words that write leaves: in each piece two and their complements, so that
/// it is -2 of every piece, and -4 of one that was left out.
std::uint32_t written_sum(std::uint64_t pieces) { return -2U * static_cast<std::uint32_t>(pieces); }

/// The words of a piece of 16 bytes that write leaves.
std::pair<std::uint64_t, std::uint64_t> written_at(std::uint64_t piece) {
  const std::uint32_t low = kWritten + static_cast<std::uint32_t>(piece);
  return {std::uint64_t{kWritten} << 32U | low,
          std::uint64_t{~kWritten} << 32U | static_cast<std::uint32_t>(~low)};
}

}  // namespace

Result<double> timed(const MemoryPlace& place, const std::function<Result<void>()>& enqueue) {
  const Event begin = TRY(place.cuda.event());
  const Event end = TRY(place.cuda.event());
  const cuda::Api& api = place.cuda.api();
  TRY(call(api, api.cuEventRecord, begin.get(), place.stream.get()));
  TRY(enqueue());
  TRY(call(api, api.cuEventRecord, end.get(), place.stream.get()));
  TRY(call(api, api.cuEventSynchronize, end.get()));
  const double milliseconds = TRY(place.cuda.elapsed(begin, end));
  return milliseconds / 1000;
}

std::uint64_t source_word(std::uint64_t index) { return bf16_word(kSeed, index); }

std::uint32_t source_sum(std::uint64_t words) { return bf16_sum(kSeed, words); }
void fill_source(std::span<std::uint64_t> words) { bf16_fill(kSeed, words); }

Result<void> fill_source(const MemoryPlace& place, cuda::Address at, std::uint64_t words) {
  TRY(launched(place, "fill", kUsualProcessors * 8, kThreads, at,
               static_cast<unsigned long long>(words), static_cast<unsigned long long>(kSeed)));
  const cuda::Api& api = place.cuda.api();
  return call(api, api.cuStreamSynchronize, place.stream.get());
}

Result<std::uint64_t> gpu_buffer_size(std::uint64_t available, std::uint64_t caches,
                                      std::uint64_t wanted) {
  const std::uint64_t least = std::max(kTimesOfCaches * caches, 64 * kMiB);
  const std::uint64_t safe = available / kPart / kStep * kStep;
  if (safe >= least) return std::min(safe, std::max(wanted, least / kStep * kStep + kStep));
  return Error{Error::Kind::busy,
               fmt::format("two buffers of {} are needed for the caches not to count, a safe part "
                           "of what is available is {} each",
                           to_text(bytes(static_cast<double>(least))),
                           to_text(bytes(static_cast<double>(safe)))),
               "gb10 memory shows who holds the memory"};
}

Result<std::unique_ptr<GpuMemory>> GpuMemory::make(const MemoryPlace& place, std::uint64_t bytes) {
  const std::uint64_t words = std::max(bytes / kStep, std::uint64_t{1}) * kStep / 8;
  auto source = TRY(DeviceBuffer<std::uint64_t>::make(place.cuda, words));
  auto target = TRY(DeviceBuffer<std::uint64_t>::make(place.cuda, words));
  // A sum for each tile of the smaller kind, or a result for each row.
  const std::uint64_t results = std::max(
      {words * 8 / (kThreads * 4 * 16), words * 8 / kRow, std::uint64_t{kUsualProcessors * 8}});
  auto sums = TRY(DeviceBuffer<std::uint32_t>::make(place.cuda, results));
  auto vector = TRY(DeviceBuffer<float>::make(place.cuda, kColumns));
  std::vector<float> values(kColumns);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = vector_value(i);
  TRY(vector.upload(values));
  std::unique_ptr<GpuMemory> out(new GpuMemory(place, std::move(source), std::move(target),
                                               std::move(sums), std::move(vector)));
  TRY(fill_source(place, out->source(), words));
  out->geometry_ = {{"read_8", kUsualProcessors * 8},
                    {"write_4", kUsualProcessors * 8},
                    {"copy_4", kUsualProcessors * 8},
                    {"matrix_vector", kUsualProcessors * 4}};
  return out;
}

unsigned GpuMemory::rows() const { return static_cast<unsigned>(size() / kRow); }

Result<void> GpuMemory::wait() const {
  const cuda::Api& api = place_.cuda.api();
  return call(api, api.cuStreamSynchronize, place_.stream.get());
}

Result<void> GpuMemory::enqueue(Work work, const GpuGeometry& geometry) const {
  const auto run = [&](auto... arguments) {
    return launched(place_, geometry.kernel, geometry.blocks, kThreads, arguments...);
  };
  switch (work) {
    case read:
      return enqueue_read(source_.address(), geometry);
    case write:
      return run(target_.address(), count(), kWritten);
    case copy:
      return run(target_.address(), source_.address(), count());
    case matrix_vector:
      return run(source_.address(), vector_.address(), results_.address(), rows());
  }
  return {};
}

Result<void> GpuMemory::enqueue_read(cuda::Address from, const GpuGeometry& geometry) const {
  return launched(place_, geometry.kernel, geometry.blocks, kThreads, from, count(),
                  results_.address());
}

Result<void> GpuMemory::enqueue_driver_copy() const {
  const cuda::Api& api = place_.cuda.api();
  return call(api, api.cuMemcpyDtoDAsync_v2, target_.address(), source_.address(), size(),
              place_.stream.get());
}

Result<void> GpuMemory::choose() {
  const int attribute = TRY(place_.cuda.attribute(place_.device, cuda::kMultiprocessors));
  const auto processors = static_cast<unsigned>(std::max(attribute, 1));
  const auto tiles = [&](unsigned loads) {
    return static_cast<unsigned>(count() / (std::uint64_t{kThreads} * loads));
  };
  const auto grids = [&](const char* four, const char* eight) {
    std::vector<GpuGeometry> out = {{four, tiles(4)}, {eight, tiles(8)}};
    for (const unsigned blocks : {4U, 8U, 16U, 32U}) {
      out.push_back({four, std::min(processors * blocks, tiles(4))});
      out.push_back({eight, std::min(processors * blocks, tiles(8))});
    }
    return out;
  };
  double warm = 0;
  while (warm < kWarm) warm += TRY(timed(place_, [&] { return enqueue(copy, geometry_[copy]); }));
  TRY(try_all(read, grids("read_4", "read_8")));
  TRY(try_all(write, grids("write_4", "write_8")));
  std::vector<GpuGeometry> for_copies = grids("copy_4", "copy_8");
  for_copies.push_back({"copy_1", tiles(1)});  // the fastest on an H200
  TRY(try_all(copy, for_copies));
  std::vector<GpuGeometry> for_rows;
  for (const unsigned blocks : {1U, 2U, 4U, 5U, 8U, 16U, 32U})
    for_rows.push_back({"matrix_vector", processors * blocks});
  return try_all(matrix_vector, for_rows);
}

Result<void> GpuMemory::try_all(Work work, const std::vector<GpuGeometry>& all) {
  std::vector<GpuGeometry> tried = all;
  for (GpuGeometry& each : tried) each.seconds = INFINITY;
  // In turns, so that a clock that moves meets all of them.
  for (int round = 0; round < kTries; ++round) {
    for (GpuGeometry& each : tried) {
      const double seconds = TRY(timed(place_, [&]() -> Result<void> {
        for (int i = 0; i < kLaunches; ++i) TRY(enqueue(work, each));
        return {};
      }));
      each.seconds = std::min(each.seconds, seconds / kLaunches);
    }
  }
  geometry_[work] = *std::min_element(tried.begin(), tried.end(), [](const auto& a, const auto& b) {
    return a.seconds < b.seconds;
  });
  return {};
}

std::vector<Probe> GpuMemory::probes() const {
  const auto whole = static_cast<double>(size());
  const double around = kColumns * 4.0 + rows() * 4.0;
  const auto probe = [&](const char* name, double work, Work kind) {
    return Probe{name, Unit::bytes_per_second, work,
                 [this, kind] { return enqueue(kind, geometry_[kind]); }};
  };
  return {probe("memory.gpu.read", whole, read), probe("memory.gpu.write", whole, write),
          probe("memory.gpu.copy", 2 * whole, copy),
          probe("memory.gpu.matrix_vector", whole + around, matrix_vector),
          Probe{"memory.gpu.copy_driver", Unit::bytes_per_second, 2 * whole,
                [this] { return enqueue_driver_copy(); }}};
}

std::string GpuMemory::chosen() const {
  std::string out;
  for (const GpuGeometry& each : geometry_)
    out += fmt::format("{}{} in {} blocks", out.empty() ? "" : ", ", each.kernel, each.blocks);
  return out;
}

Result<MemoryCheck> GpuMemory::checked() {
  const std::uint32_t sum = source_sum(source_.count());
  MemoryCheck out = TRY(checked_sum(source_.address(), sum));
  const auto add = [&](Result<MemoryCheck> found) -> Result<void> {
    const MemoryCheck check = TRY(std::move(found));
    out.add(check);
    return {};
  };
  TRY(add(checked_write()));
  TRY(add(checked_copy(false, sum)));
  TRY(add(checked_copy(true, sum)));
  TRY(add(checked_rows()));
  return out;
}

Result<std::uint32_t> GpuMemory::sum_of(cuda::Address buffer) {
  TRY(results_.poison());
  TRY(enqueue_read(buffer, geometry_[read]));
  TRY(wait());
  std::vector<std::uint32_t> sums(geometry_[read].blocks);
  TRY(results_.download(0, sums));
  std::uint32_t found = 0;
  for (const std::uint32_t sum : sums) found += sum;
  return found;
}

Result<MemoryCheck> GpuMemory::checked_sum(cuda::Address buffer, std::uint32_t wanted) {
  const std::uint32_t found = TRY(sum_of(buffer));
  return MemoryCheck{1, found == wanted ? 0U : 1U};
}

Result<MemoryCheck> GpuMemory::checked_write() {
  TRY(target_.poison());
  TRY(enqueue(write, geometry_[write]));
  TRY(wait());
  MemoryCheck out = TRY(checked_sum(target_.address(), written_sum(count())));
  for (std::size_t i = 0; i < kDraws; ++i) {
    const std::uint64_t piece = drawn(i, count());
    std::uint64_t words[2];
    TRY(target_.download(piece * 2, words));
    ++out.checked;
    out.wrong += std::pair(words[0], words[1]) != written_at(piece) ? 1 : 0;
  }
  return out;
}

Result<MemoryCheck> GpuMemory::checked_copy(bool by_driver, std::uint32_t sum) {
  TRY(target_.poison());
  TRY(by_driver ? enqueue_driver_copy() : enqueue(copy, geometry_[copy]));
  TRY(wait());
  MemoryCheck out = TRY(checked_sum(target_.address(), sum));
  for (std::size_t i = 0; i < kDraws; ++i) {
    const std::uint64_t at = drawn(i, target_.count());
    std::uint64_t word[1];
    TRY(target_.download(at, word));
    ++out.checked;
    out.wrong += word[0] != source_word(at) ? 1 : 0;
  }
  return out;
}

Result<MemoryCheck> GpuMemory::checked_rows() {
  TRY(results_.poison());
  TRY(enqueue(matrix_vector, geometry_[matrix_vector]));
  TRY(wait());
  MemoryCheck out;
  for (std::size_t draw = 0; draw < kDraws; ++draw) {
    const std::uint64_t row = drawn(draw, rows());
    double sum = 0, sizes = 0;
    for (std::uint64_t i = 0; i < kColumns; ++i) {
      const std::uint64_t word = source_word(row * (kColumns / 4) + i / 4);
      const double product = double{number_of(word >> (16 * (i % 4)) & 0xffffU)} * vector_value(i);
      sum += product;
      sizes += std::abs(product);
    }
    std::uint32_t bits[1];
    TRY(results_.download(row, bits));
    ++out.checked;
    // What is no number is wrong, too.
    out.wrong += std::abs(std::bit_cast<float>(bits[0]) - sum) <= kRounding * sizes ? 0 : 1;
  }
  return out;
}

}  // namespace gb10
