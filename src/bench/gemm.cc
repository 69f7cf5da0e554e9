#include "bench/gemm.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstring>
#include <random>

#include <fmt/format.h>

#include "bench/prune.h"
#include "gpu/load.h"
#include "model/quantity.h"

namespace gb10 {

namespace {

constexpr std::uint64_t kWorkspace = 64U << 20U;
constexpr int kMostProposals = 64;
constexpr int kTries = 3;                      // of each candidate
constexpr double kWarm = 1, kLongest = 30;     // seconds of the search
constexpr double kSlow = 0.05;                 // seconds of a product that is tried only once
constexpr std::uint64_t kFloor = 2ULL << 30U;  // bytes that stay for others in any case
constexpr double kScaleOfA = 0.5, kScaleOfB = 4;
constexpr double kFactor = 0.75;          // of block-scaled products: a library may forget it
constexpr std::size_t kScalesApart = 64;  // floats: the library wants addresses that are aligned
constexpr float kSpreadOfBytes = 24;      // INT8 numbers up to 127 are rarely cut off
constexpr double kTimesOfCache = 3;       // all sets together

std::size_t bytes_of(const Element& element, std::uint64_t rows, std::uint64_t columns) {
  return element.bytes(rows * columns);
}

/// Enough sets that what is read was not just used.
std::size_t sets_needed(const GemmWish& wish, double cache) {
  const GemmType& type = *wish.type;
  const double one =
      static_cast<double>(bytes_of(*type.a, wish.k, wish.m) + bytes_of(*type.b, wish.k, wish.n) +
                          bytes_of(*type.d, wish.m, wish.n));
  return static_cast<std::size_t>(std::clamp(std::ceil(kTimesOfCache * cache / one), 1.0, 16.0));
}

Result<void> enough_memory(const GemmPlace& place, const GemmWish& wish, std::size_t sets) {
  const GemmType& type = *wish.type;
  const std::uint64_t needed =
      sets * (bytes_of(*type.a, wish.k, wish.m) + bytes_of(*type.b, wish.k, wish.n) +
              bytes_of(*type.d, wish.m, wish.n)) +
      kWorkspace;
  const std::uint64_t available = TRY(available_memory(place.cuda, place.device));
  // The rest is for whoever else is on the machine: on a GB10 it is everybody's memory.
  if (needed <= available / 2 && needed + kFloor <= available) return {};
  return Error{Error::Kind::busy,
               fmt::format("the matrices need {}, half of what is available is {}",
                           to_text(bytes(static_cast<double>(needed))),
                           to_text(bytes(static_cast<double>(available / 2)))),
               "choose a smaller --size; gb10 memory shows who holds the memory"};
}

bool transposes_a(const GemmWish& wish) {
  return wish.layout == GemmLayout::tn || wish.layout == GemmLayout::tt;
}
bool transposes_b(const GemmWish& wish) {
  return wish.layout == GemmLayout::nt || wish.layout == GemmLayout::tt;
}

ScaleTable table_of_a(const GemmWish& wish) { return {wish.type->blocks_of_a, wish.m, wish.k}; }
ScaleTable table_of_b(const GemmWish& wish) { return {wish.type->blocks_of_b, wish.n, wish.k}; }

/// Scales from 0.5 to 1.9: distinct ones, so that a scale in the wrong place shows.
std::vector<std::byte> drawn_scales(const ScaleTable& table, std::uint64_t seed) {
  std::vector<std::byte> out(table.bytes());
  std::mt19937_64 random(seed);
  const bool is_float = block_length(table.kind) == 0 || block_length(table.kind) >= 128;
  for (std::size_t i = 0; i < out.size(); i += is_float ? sizeof(float) : 1) {
    const auto drawn = static_cast<unsigned>(random() >> 60U);
    const float value = 0.5F + 0.09F * static_cast<float>(drawn);
    if (is_float)
      std::memcpy(&out[i], &value, sizeof value);
    else
      out[i] = static_cast<std::byte>(table.kind == BlockScales::ue4m3_of_16 ? 0x30U + drawn
                                                                             : 126U + drawn % 2);
  }
  return out;
}

Result<DeviceBuffer<std::byte>> scales_of(const Cuda& cuda, const ScaleTable& table,
                                          std::uint64_t seed) {
  const std::vector<std::byte> bytes = drawn_scales(table, seed);
  auto out = TRY(DeviceBuffer<std::byte>::make(cuda, bytes.size()));
  TRY(out.upload(bytes));
  return out;
}

/// The scales of both factors, one pair for all sets, named in `shape`; none where the type has
/// none.
Result<BlockScaleBuffers> block_scales(const GemmPlace& place, const GemmWish& wish,
                                       MatmulShape& shape) {
  BlockScaleBuffers out;
  if (!wish.type->has_blocks()) return out;
  auto a = TRY(scales_of(place.cuda, table_of_a(wish), wish.seed));
  auto b = TRY(scales_of(place.cuda, table_of_b(wish), wish.seed + 1));
  shape.scale_a = a.address();
  shape.scale_b = b.address();
  shape.factor = static_cast<float>(kFactor);
  shape.mode_of_a = scale_mode(wish.type->blocks_of_a);
  shape.mode_of_b = scale_mode(wish.type->blocks_of_b);
  shape.fast_accumulation = wish.type->blocks_of_a == BlockScales::f32_of_line;
  out.a.emplace(std::move(a));
  out.b.emplace(std::move(b));
  return out;
}

/// Multiplies each number of these lines by the scale of its block.
Result<void> scale_lines(std::vector<std::vector<double>>& lines,
                         const std::vector<std::uint64_t>& which, const ScaleTable& table,
                         const std::optional<DeviceBuffer<std::byte>>& scales) {
  if (!scales) return {};
  std::vector<std::byte> bytes(scales->count());
  TRY(scales->download(0, bytes));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    for (std::size_t k = 0; k < lines[i].size(); ++k)
      lines[i][k] *= table.at(bytes.data(), which[i], k);
  }
  return {};
}

/// What the library proposes with much workspace, and what else with less of it. Its favourite with
/// much is the first.
Result<std::vector<cublaslt::Proposal>> all_proposals(const Matmul& matmul) {
  std::vector<cublaslt::Proposal> out = TRY(matmul.proposals(kWorkspace, kMostProposals));
  for (const std::uint64_t less : {kWorkspace / 2, kWorkspace / 8, std::uint64_t{0}}) {
    const auto more = matmul.proposals(less, kMostProposals);
    if (!more.ok()) continue;  // without workspace there need be none
    for (const cublaslt::Proposal& each : *more) {
      const bool is_known = std::any_of(out.begin(), out.end(), [&](const auto& other) {
        return std::equal(std::begin(each.algorithm.data), std::end(each.algorithm.data),
                          std::begin(other.algorithm.data));
      });
      if (!is_known) out.push_back(each);
    }
  }
  return out;
}

}  // namespace

const char* word(GemmLayout layout) {
  constexpr const char* kWords[] = {"TN", "NN", "NT", "TT"};
  return kWords[static_cast<int>(layout)];
}

const char* word(GemmData data) {
  constexpr const char* kWords[] = {"random", "integers", "ones", "zeros"};
  return kWords[static_cast<int>(data)];
}

Result<std::unique_ptr<Gemm>> Gemm::make(const GemmPlace& place, const GemmWish& wish) {
  const GemmType& type = *wish.type;
  if (wish.is_pruned && !transposes_a(wish))
    return Error{Error::Kind::unsupported, "A is pruned along K, with --layout tn only"};
  const int cache = TRY(place.cuda.attribute(place.device, cuda::kCacheBytes));
  const std::size_t sets = sets_needed(wish, cache);
  TRY(enough_memory(place, wish, sets));
  auto scales = TRY(DeviceBuffer<float>::make(place.cuda, 2 * kScalesApart));
  std::array<float, 2 * kScalesApart> values{};
  values[0] = static_cast<float>(kScaleOfA);
  values[kScalesApart] = static_cast<float>(kScaleOfB);
  TRY(scales.upload(values));
  auto workspace = TRY(DeviceBuffer<std::byte>::make(place.cuda, kWorkspace));
  MatmulShape shape{
      wish.m,       wish.n,    wish.k, type.a->data_type, type.b->data_type, type.d->data_type,
      type.compute, type.scale};
  shape.transposes_a = transposes_a(wish);
  shape.transposes_b = transposes_b(wish);
  if (type.is_scaled) {
    shape.fast_accumulation = true;
    shape.scale_a = scales.address();
    shape.scale_b = scales.address() + kScalesApart * sizeof(float);
  }
  BlockScaleBuffers blocks = TRY(block_scales(place, wish, shape));
  Matmul matmul = TRY(Matmul::make(place.library, shape));
  std::unique_ptr<Gemm> out(
      new Gemm(place, wish, std::move(matmul), std::move(workspace), std::move(scales)));
  out->block_scales_ = std::move(blocks);
  out->sets_.reserve(sets);
  for (std::size_t i = 0; i < sets; ++i) TRY(out->add_set(i));
  return out;
}

Result<void> Gemm::add_set(std::uint64_t number) {
  const GemmType& type = *wish_.type;
  const Cuda& cuda = place_.cuda;
  auto a = TRY(DeviceBuffer<std::byte>::make(cuda, bytes_of(*type.a, wish_.k, wish_.m)));
  auto b = TRY(DeviceBuffer<std::byte>::make(cuda, bytes_of(*type.b, wish_.k, wish_.n)));
  auto d = TRY(DeviceBuffer<std::byte>::make(cuda, bytes_of(*type.d, wish_.m, wish_.n)));
  TRY(fill(a, *type.a, wish_.seed + 2 * number));
  TRY(fill(b, *type.b, wish_.seed + 2 * number + 1));
  if (wish_.is_pruned) TRY(prune(place_, *type.a, a));
  TRY(d.poison());
  sets_.push_back({std::move(a), std::move(b), std::move(d)});
  return {};
}

Result<DeviceBuffer<std::byte>> Gemm::memory(std::uint64_t bytes) const {
  const std::uint64_t available = TRY(available_memory(place_.cuda, place_.device));
  if (bytes + kFloor > available)
    return Error{Error::Kind::busy, "the matrices need more memory than is to spare",
                 "choose a smaller --size"};
  return DeviceBuffer<std::byte>::make(place_.cuda, bytes);
}

Result<DeviceBuffer<std::byte>> Gemm::filled(const Element& element, std::uint64_t count,
                                             std::uint64_t seed) const {
  auto out = TRY(memory(element.bytes(count)));
  TRY(fill(out, element, seed));
  return out;
}

MatmulPlace Gemm::matrices(std::size_t set) const {
  const Set& with = sets_[set % sets_.size()];
  return {with.a.address(), with.b.address(), with.d.address(), 0, 0, place_.stream.get()};
}

double Gemm::factor_of(const GemmType& type) {
  return type.is_scaled ? kScaleOfA * kScaleOfB : type.has_blocks() ? kFactor : 1;
}

std::uint64_t Gemm::most_workspace() { return kWorkspace; }

MadeSmall Gemm::made_small(std::size_t set) const {
  const DeviceBuffer<std::byte>& a = sets_[set % sets_.size()].a;
  const DeviceBuffer<std::byte>* const scales = block_scales_.a ? &*block_scales_.a : nullptr;
  return {a.address(), scales ? scales->address() : 0, &a, scales,
          wish_.type->is_scaled ? kScaleOfA : 1};
}

Result<void> Gemm::fill(const DeviceBuffer<std::byte>& matrix, const Element& element,
                        std::uint64_t seed) const {
  const cuda::Api& api = place_.cuda.api();
  if (wish_.data == GemmData::zeros)
    return call(api, api.cuMemsetD8_v2, matrix.address(), 0, matrix.count());
  const cuda::FunctionHandle function = TRY(place_.cuda.function(place_.module, "fill_normal"));
  cuda::Address address = matrix.address();
  unsigned long long count = matrix.count() * 8 / element.bits, mixed_seed = seed;
  int format = element.format;
  float spread = element.data_type == cublaslt::kI8 ? kSpreadOfBytes : 1.0F;
  int kind = static_cast<int>(wish_.data);  // in the kernel's order
  std::array<void*, 6> arguments = {&address, &count, &format, &mixed_seed, &spread, &kind};
  TRY(call(api, api.cuLaunchKernel, function, 2048U, 1U, 1U, 256U, 1U, 1U, 0U, place_.stream.get(),
           arguments.data(), nullptr));
  return call(api, api.cuStreamSynchronize, place_.stream.get());
}

Result<void> Gemm::enqueue(const GemmCandidate& candidate, std::size_t set) const {
  MatmulPlace place = matrices(set);
  place.workspace = workspace_.address();
  place.workspace_bytes = candidate.workspace;
  return matmul_.enqueue(candidate.algorithm, place);
}

Result<double> Gemm::tried(const GemmCandidate& candidate, int times) const {
  return timed([&](std::size_t set) { return enqueue(candidate, set); }, times);
}

Result<double> Gemm::timed(const std::function<Result<void>(std::size_t)>& enqueues,
                           int times) const {
  const Event begin = TRY(place_.cuda.event());
  const Event end = TRY(place_.cuda.event());
  const cuda::Api& api = place_.cuda.api();
  TRY(enqueues(0));  // what is loaded at first use is not its time
  TRY(call(api, api.cuEventRecord, begin.get(), place_.stream.get()));
  for (int i = 0; i < times; ++i) TRY(enqueues(static_cast<std::size_t>(i)));
  TRY(call(api, api.cuEventRecord, end.get(), place_.stream.get()));
  TRY(call(api, api.cuEventSynchronize, end.get()));
  const double milliseconds = TRY(place_.cuda.elapsed(begin, end));
  return milliseconds / 1000 / times;
}

Result<std::vector<GemmCandidate>> Gemm::candidates(const std::function<bool()>& goes_on) const {
  const auto proposals = TRY(all_proposals(matmul_));
  const auto begin = std::chrono::steady_clock::now();
  const auto seconds = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  // A clock that still rises would make the first ones slow.
  for (const auto& each : proposals) {
    const GemmCandidate favourite{each.algorithm, each.workspace, 0, 0};
    if (!tried(favourite, 1).ok()) continue;
    while (seconds() < kWarm && goes_on()) TRY(tried(favourite, 1));
    break;
  }
  std::vector<GemmCandidate> out;
  Error last{Error::Kind::unsupported, "cuBLASLt proposes nothing for this type here", {}};
  for (std::size_t i = 0; i < proposals.size(); ++i) {
    if (!out.empty() && (seconds() > kLongest || !goes_on())) break;
    GemmCandidate one{proposals[i].algorithm, proposals[i].workspace, static_cast<int>(i), 0};
    Result<double> took = tried(one, 1);
    if (took.ok() && *took < kSlow) took = tried(one, kTries);
    if (!took.ok()) last = took.error();
    if (!took.ok()) continue;
    one.seconds = *took;
    out.push_back(one);
  }
  if (out.empty()) return last;
  std::stable_sort(out.begin(), out.end(),
                   [](const auto& a, const auto& b) { return a.seconds < b.seconds; });
  return out;
}

Result<GemmCheck> Gemm::checked(const GemmCandidate& candidate) {
  return checked_by([&] { return enqueue(candidate, 0); });
}

Result<GemmCheck> Gemm::checked_by(const std::function<Result<void>()>& computes) {
  const GemmType& type = *wish_.type;
  Set& with = sets_.front();
  TRY(with.d.poison());
  TRY(computes());
  const cuda::Api& api = place_.cuda.api();
  TRY(call(api, api.cuStreamSynchronize, place_.stream.get()));
  const std::vector<std::uint64_t> rows = checked_lines(wish_.m, wish_.seed);
  const std::vector<std::uint64_t> across = checked_lines(wish_.n, wish_.seed + 1);
  auto a = transposes_a(wish_) ? columns_of({with.a, *type.a, wish_.k}, rows)
                               : rows_of({with.a, *type.a, wish_.m}, wish_.k, rows);
  if (!a.ok()) return a.error();
  auto b = transposes_b(wish_) ? rows_of({with.b, *type.b, wish_.n}, wish_.k, across)
                               : columns_of({with.b, *type.b, wish_.k}, across);
  if (!b.ok()) return b.error();
  TRY(scale_lines(*a, rows, table_of_a(wish_), block_scales_.a));
  TRY(scale_lines(*b, across, table_of_b(wish_), block_scales_.b));
  const auto d = TRY(columns_of({with.d, *type.d, wish_.m}, across));
  const Tolerance tolerance{factor_of(type), type.of_result, type.of_sum};
  GemmCheck out;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < across.size(); ++j)
      add(out, tolerance, {(*a)[i], (*b)[j], d[j][rows[i]]});
  }
  return out;
}

std::string Gemm::words(const GemmCandidate& candidate) const {
  return matmul_.words(candidate.algorithm);
}

}  // namespace gb10
