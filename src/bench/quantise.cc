#include "bench/quantise.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include <fmt/format.h>

namespace gb10 {

namespace {

constexpr std::uint64_t kLinesChecked = 64;
constexpr unsigned kGrid = 4096, kThreads = 256;
constexpr float kMostOfFour = 6;    // the largest E2M1
constexpr int kExponentOfMost = 8;  // of the largest E4M3, 448

/// Every number of a format, by its code, without its sign.
std::vector<double> codes_of(const Element& element) {
  std::vector<double> out;
  for (int code = 0; code < 1 << (element.bits - 1); ++code) {
    const auto byte = static_cast<std::byte>(code);
    const double value = decoded(element, &byte, 0);
    if (!std::isfinite(value)) break;
    out.push_back(value);
  }
  return out;
}

/// The code of the nearest number of a format; what is too large becomes the largest.
unsigned nearest(const std::vector<double>& codes, double value) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < codes.size(); ++i) {
    const double now = std::abs(codes[i] - std::abs(value));
    const double before = std::abs(codes[best] - std::abs(value));
    if (now < before || (now == before && i % 2 == 0)) best = i;
  }
  return static_cast<unsigned>(best);
}

/// The scale of one block as its byte, and what it stands for.
std::pair<std::byte, float> block_scale(std::span<const float> block, BlockScales kind,
                                        const std::vector<double>& scale_codes) {
  float most = 0;
  for (const float each : block) most = std::max(most, std::abs(each));
  std::byte code{};
  if (kind == BlockScales::ue4m3_of_16) {
    code = static_cast<std::byte>(nearest(scale_codes, most / kMostOfFour));
  } else {
    const int exponent = most > 0 ? std::ilogb(most) : -127;
    code = static_cast<std::byte>(std::max(exponent - kExponentOfMost + 127, 0));
  }
  const auto value = static_cast<float>(decoded_scale(kind, code));
  return {code, value == 0 ? 1 : value};
}

void put(std::vector<std::byte>& values, const Element& element, std::size_t index, unsigned code) {
  if (element.bits == 8)
    values[index] = static_cast<std::byte>(code);
  else
    values[index / 2] |= static_cast<std::byte>(code << (index % 2 * 4));
}

float from_bf16(std::span<const std::byte> bytes, std::size_t index) {
  std::uint16_t half = 0;
  std::memcpy(&half, &bytes[2 * index], sizeof half);
  const std::uint32_t bits = std::uint32_t{half} << 16U;
  float out = 0;
  std::memcpy(&out, &bits, sizeof out);
  return out;
}

bool is_made_small(const GemmType& type) {
  return type.is_scaled || type.blocks_of_a == BlockScales::ue4m3_of_16 ||
         type.blocks_of_a == BlockScales::ue8m0_of_32;
}

/// Wrong bytes among those that are looked at.
void compare(GemmCheck& check, std::span<const std::byte> found,
             std::span<const std::byte> wanted) {
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    ++check.checked;
    if (found[i] != wanted[i]) ++check.wrong;
  }
}

}  // namespace

SmallNumbers small_numbers(std::span<const float> numbers, const Element& element,
                           BlockScales blocks, double scale) {
  SmallNumbers out;
  const std::vector<double> codes = codes_of(element);
  const std::vector<double> scale_codes = codes_of(*gemm_type("fp8-e4m3")->a);
  const unsigned sign = 1U << (element.bits - 1);
  out.values.resize(element.bytes(numbers.size()));
  const std::size_t length = blocks == BlockScales::none ? numbers.size() : block_length(blocks);
  auto by = static_cast<float>(scale);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (blocks != BlockScales::none && i % length == 0) {
      const auto found = block_scale(numbers.subspan(i, std::min(length, numbers.size() - i)),
                                     blocks, scale_codes);
      out.scales.push_back(found.first);
      by = found.second;
    }
    const float value = numbers[i] / by;
    const unsigned code = nearest(codes, value) | (std::signbit(value) ? sign : 0);
    put(out.values, element, i, code);
  }
  return out;
}

Result<Quantiser> Quantiser::make(const GemmPlace& place, Gemm& gemm) {
  const GemmWish& wish = gemm.wish();
  if (!is_made_small(*wish.type))
    return Error{Error::Kind::unsupported,
                 fmt::format("A of {} is not made small within a step", wish.type->name),
                 "--quantise goes with fp8-e4m3, fp8-e5m2, mxfp8 and nvfp4"};
  if (wish.layout != GemmLayout::tn)
    return Error{Error::Kind::unsupported, "--quantise goes with --layout tn"};
  const bool has_blocks = wish.type->has_blocks();
  Quantiser out(
      place, gemm,
      TRY(place.cuda.function(place.module, has_blocks ? "quantise_blocks" : "quantise_scaled")));
  for (std::size_t set = 0; set < gemm.sets(); ++set) {
    auto source = TRY(gemm.filled(*gemm_type("bf16")->a, wish.k * wish.m, wish.seed));
    out.sources_.push_back(std::move(source));
    TRY(out.enqueue(set));
  }
  const cuda::Api& api = place.cuda.api();
  TRY(call(api, api.cuStreamSynchronize, place.stream.get()));
  return out;
}

Result<void> Quantiser::enqueue(std::size_t set) const {
  const cuda::Api& api = place_.cuda.api();
  const GemmWish& wish = gemm_->wish();
  const std::size_t which = set % sources_.size();
  const MadeSmall into = gemm_->made_small(which);
  cuda::Address in = sources_[which].address(), values = into.values, scales = into.scales;
  unsigned long long count = wish.k * wish.m, lines = wish.m, length = wish.k;
  int format = wish.type->a->format;
  auto scale = static_cast<float>(into.scale);
  std::array<void*, 5> plain = {&in, &values, &count, &format, &scale};
  std::array<void*, 6> blocks = {&in, &values, &scales, &lines, &length, &format};
  return call(api, api.cuLaunchKernel, function_, kGrid, 1U, 1U, kThreads, 1U, 1U, 0U,
              place_.stream.get(), wish.type->has_blocks() ? blocks.data() : plain.data(), nullptr);
}

Result<GemmCheck> Quantiser::checked() const {
  const GemmWish& wish = gemm_->wish();
  const Element& element = *wish.type->a;
  const BlockScales kind = wish.type->blocks_of_a;
  const MadeSmall made = gemm_->made_small(0);
  const auto lines = std::min<std::uint64_t>(kLinesChecked, wish.m);
  std::vector<std::byte> scales(ScaleTable{kind, wish.m, wish.k}.bytes());
  if (wish.type->has_blocks()) TRY(made.scale_bytes->download(0, scales));
  GemmCheck out;
  std::mt19937_64 random(wish.seed);
  std::vector<std::byte> source(2 * wish.k), found(element.bytes(wish.k));
  std::vector<float> numbers(wish.k);
  for (std::uint64_t i = 0; i < lines; ++i) {
    const std::uint64_t line = random() % wish.m;
    TRY(sources_.front().download(line * source.size(), source));
    TRY(made.value_bytes->download(line * found.size(), found));
    for (std::size_t k = 0; k < numbers.size(); ++k) numbers[k] = from_bf16(source, k);
    const SmallNumbers wanted = small_numbers(numbers, element, kind, made.scale);
    compare(out, found, wanted.values);
    for (std::size_t block = 0; block < wanted.scales.size(); ++block)
      compare(out, std::span(scales).subspan(scale_place(line, block, wanted.scales.size()), 1),
              std::span(wanted.scales).subspan(block, 1));
  }
  return out;
}

}  // namespace gb10
