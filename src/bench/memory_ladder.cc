#include "bench/memory_ladder.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "base/median.h"
#include "bench/cpu_kernels.h"
#include "bench/gpu_latency.h"
#include "model/quantity.h"

namespace gb10 {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kPieceOfTile = 4096;  // bytes that a block of read_1 takes at once
constexpr unsigned kMostBlocks = 2048;
constexpr int kValues = 3, kMostPasses = 256;

std::string text_of(std::uint64_t size) { return to_text(bytes(static_cast<double>(size))); }

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// The sum of the halves of all words, as `source_sum` has it.
std::uint32_t sum_of_halves(std::span<const std::uint64_t> words) {
  std::uint32_t out = 0;
  for (const std::uint64_t word : words)
    out += static_cast<std::uint32_t>(word) + static_cast<std::uint32_t>(word >> 32U);
  return out;
}

/// One kind of memory of one size, and what is done to it.
class Rung {
 public:
  Rung(const MemoryPlace& place, const LadderMeasure& measure, cuda::Address scratch,
       const DeviceBuffer<std::uint32_t>& sums, std::uint64_t size)
      : place_(place), measure_(measure), scratch_(scratch), sums_(sums), size_(size) {}

  /// Bytes per second of asking for it and touching every page; of a file's pages, which are there
  /// already, of touching them.
  Result<double> first_touch(const MemoryAbilities& abilities, MemoryKind kind) {
    Clock::time_point begin = Clock::now();
    HeldMemory held = TRY(held_memory(place_, abilities, kind, size_));
    if (held.is_file) begin = Clock::now();
    if (held.host.empty()) {
      const cuda::Api& api = place_.cuda.api();
      TRY(call(api, api.cuMemsetD8_v2, held.gpu, static_cast<unsigned char>(0), size_));
      TRY(wait());
    }
    touch(held);
    const double seconds = seconds_since(begin);
    held_.emplace(std::move(held));
    return static_cast<double>(size_) / seconds;
  }

  /// Gives it the words of the source. The GPU's own is filled by its kernel.
  Result<void> fill() {
    sum_ = source_sum(size_ / 8);
    if (!held_->is_file) fill_source(held_->host);
    if (!held_->host.empty()) return {};
    return fill_source(place_, held_->gpu, size_ / 8);
  }

  Result<double> gpu_first() {
    const double seconds = TRY(timed(place_, [&] { return gpu_pass(held_->gpu); }));
    TRY(check_sums());
    return static_cast<double>(size_) / seconds;
  }
  Result<double> gpu_read() {
    const double found = TRY(rate_of([&] { return gpu_pass(held_->gpu); }));
    TRY(check_sums());
    return found;
  }
  Result<double> cpu_read() {
    const std::uint64_t wanted = sum_words(held_->host);
    return rate_of([&]() -> Result<void> {
      ++check.checked;
      check.wrong += sum_words(held_->host) != wanted ? 1 : 0;
      return {};
    });
  }
  Result<double> h2d() {
    const cuda::Api& api = place_.cuda.api();
    TRY(call(api, api.cuMemsetD8_v2, scratch_, static_cast<unsigned char>(0xff), size_));
    const double found = TRY(rate_of([&] {
      return call(api, api.cuMemcpyHtoDAsync_v2, scratch_, held_->host.data(), size_,
                  place_.stream.get());
    }));
    TRY(gpu_pass(scratch_));
    TRY(check_sums());
    return found;
  }
  Result<double> d2h() {
    TRY(fill_source(place_, scratch_, size_ / 8));
    const std::span<std::uint64_t> host = held_->host;
    std::fill(host.begin(), host.end(), 0);  // it held the same words: what is left out shows
    const cuda::Api& api = place_.cuda.api();
    const double found = TRY(rate_of([&] {
      return call(api, api.cuMemcpyDtoHAsync_v2, host.data(), scratch_, size_, place_.stream.get());
    }));
    ++check.checked;
    check.wrong += sum_of_halves(host) != sum_ ? 1 : 0;
    for (const std::size_t i : {std::size_t{0}, host.size() / 2, host.size() - 1}) {
      ++check.checked;
      check.wrong += host[i] != source_word(i) ? 1 : 0;
    }
    return found;
  }

  const HeldMemory& held() const { return *held_; }
  MemoryCheck check;

 private:
  /// A word of each page: written, or read where it is a file's.
  static void touch(const HeldMemory& held) {
    const std::size_t step = base_page() / sizeof(std::uint64_t);
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < held.host.size(); i += step) {
      if (held.is_file)
        sum += held.host[i];
      else
        held.host[i] = 1;
    }
    asm volatile("" : : "r"(sum) : "memory");  // whatever the compiler thinks of it
  }
  Result<void> wait() const {
    const cuda::Api& api = place_.cuda.api();
    return call(api, api.cuStreamSynchronize, place_.stream.get());
  }
  unsigned blocks() const {
    return static_cast<unsigned>(std::min<std::uint64_t>(size_ / kPieceOfTile, kMostBlocks));
  }
  Result<void> gpu_pass(cuda::Address from) const {
    const bool is_large = size_ % (8 * kPieceOfTile) == 0;
    return launched(place_, is_large ? "read_8" : "read_1", blocks(), 256, from,
                    static_cast<unsigned long long>(size_ / 16), sums_.address());
  }
  Result<void> check_sums() {
    TRY(wait());
    std::vector<std::uint32_t> sums(blocks());
    TRY(sums_.download(0, sums));
    std::uint32_t found = 0;
    for (const std::uint32_t sum : sums) found += sum;
    ++check.checked;
    check.wrong += found != sum_ ? 1 : 0;
    return {};
  }

  /// Bytes per second of passes in a row, until the last is finished: the median of three.
  Result<double> rate_of(const std::function<Result<void>()>& pass) const {
    const double one = TRY(seconds_of(pass, 1));
    const double wanted = one > 0 ? measure_.enough / one : kMostPasses;
    const int passes = static_cast<int>(std::clamp(wanted, 1.0, double{kMostPasses}));
    std::vector<double> rates;
    for (int i = 0; i < kValues && (i == 0 || one < measure_.longest / kValues); ++i) {
      const double seconds = TRY(seconds_of(pass, passes));
      rates.push_back(static_cast<double>(size_) * passes / seconds);
    }
    return median(rates).value_or(NAN);
  }
  Result<double> seconds_of(const std::function<Result<void>()>& pass, int passes) const {
    const Clock::time_point begin = Clock::now();
    for (int i = 0; i < passes; ++i) TRY(pass());
    TRY(wait());
    return seconds_since(begin);
  }

  const MemoryPlace& place_;
  const LadderMeasure& measure_;
  cuda::Address scratch_;
  const DeviceBuffer<std::uint32_t>& sums_;
  std::uint64_t size_;
  std::optional<HeldMemory> held_;
  std::uint32_t sum_ = 0;
};

enum class Feat { gpu_first, gpu_read, cpu_read, h2d, d2h };
struct NamedFeat {
  const char* name;
  Feat feat;
};
constexpr NamedFeat kFeats[] = {{"gpu_first", Feat::gpu_first},
                                {"gpu_read", Feat::gpu_read},
                                {"cpu_read", Feat::cpu_read},
                                {"h2d", Feat::h2d},
                                {"d2h", Feat::d2h}};

/// Whether it makes sense for this memory; a reason where the GPU refuses, "-" where it is nobody's
/// business.
std::string refusal(const HeldMemory& held, Feat feat) {
  if (feat == Feat::gpu_first || feat == Feat::gpu_read)
    return held.gpu != 0 ? std::string() : held.refused;
  if (held.host.empty()) return "-";
  return feat == Feat::d2h && held.is_file ? "-" : std::string();
}

Result<double> done(Rung& rung, Feat feat) {
  switch (feat) {
    case Feat::gpu_first:
      return rung.gpu_first();
    case Feat::gpu_read:
      return rung.gpu_read();
    case Feat::cpu_read:
      return rung.cpu_read();
    case Feat::h2d:
      return rung.h2d();
    case Feat::d2h:
      return rung.d2h();
  }
  return NAN;
}

/// Whether a piece and the GPU's copy of it may be had: both may lie in the same memory.
bool fits(std::uint64_t available, std::uint64_t floor, std::uint64_t size) {
  return available >= floor + 2 * size;
}

/// All rungs of one kind.
class Ladder {
 public:
  Ladder(const MemoryPlace& place, const LadderMeasure& measure, const MemoryAbilities& abilities,
         const DeviceBuffer<std::byte>& scratch, const DeviceBuffer<std::uint32_t>& sums,
         LadderRun& out)
      : place_(place),
        measure_(measure),
        abilities_(abilities),
        scratch_(scratch),
        sums_(sums),
        out_(out) {}

  Result<void> climb(MemoryKind kind) {
    last_.clear();
    for (const std::uint64_t size : measure_.sizes) {
      if (kind == MemoryKind::file && size > measure_.largest_file) break;
      const bool goes_on = TRY(step(kind, size));
      if (!goes_on) break;
    }
    return {};
  }

 private:
  static std::string name(MemoryKind kind, const char* feat) {
    return fmt::format("memory.ladder.{}.{}", word(kind), feat);
  }
  void add(const std::string& name, std::uint64_t size, double rate, const char* how) {
    out_.figures.push_back(
        {name + "." + size_name(size), Unit::bytes_per_second, rate, "measured", how});
    last_[name] = rate;
  }
  void refuse(const std::string& name, const std::string& why) {
    const auto same = [&](const Figure& each) { return each.name == name; };
    if (std::none_of(out_.figures.begin(), out_.figures.end(), same))
      out_.figures.push_back({name, Unit::bytes_per_second, NAN, "measured", why});
  }
  /// Whether a pass would take longer than it may, by the rate of the size before.
  bool is_too_long(const std::string& name, std::uint64_t size) const {
    const auto found = last_.find(name);
    return found != last_.end() && static_cast<double>(size) / found->second > measure_.longest;
  }
  std::string too_long(const std::string& name, std::uint64_t size) const {
    return fmt::format("{}: {} would take more than {:g} s a pass", name, text_of(size),
                       measure_.longest);
  }
  Result<bool> has_room(MemoryKind kind, std::uint64_t size) {
    const std::uint64_t available = TRY(measure_.available());
    if (fits(available, measure_.floor, size) && size <= scratch_.count()) return true;
    out_.notes.push_back(fmt::format(
        "the ladder of {} memory stopped before {}: {} were available, {} of them stay for others",
        word(kind), text_of(size), text_of(available), text_of(measure_.floor)));
    return false;
  }

  /// False where the ladder of this kind ends.
  Result<bool> step(MemoryKind kind, std::uint64_t size) {
    const bool has = TRY(has_room(kind, size));
    if (!has) return false;
    const std::string touch = name(kind, "first_touch");
    if (is_too_long(touch, size)) {
      out_.notes.push_back(too_long(touch, size));
      return false;
    }
    Rung rung(place_, measure_, scratch_.address(), sums_, size);
    const auto touched = rung.first_touch(abilities_, kind);
    if (!touched.ok()) {
      refuse(name(kind, "first_touch"), touched.error().what);
      return false;
    }
    add(touch, size, *touched, "asked for, and every page touched once");
    TRY(rung.fill());
    for (const NamedFeat& each : kFeats) TRY(feat(rung, kind, size, each));
    out_.check.add(rung.check);
    if (measure_.must_end) out_.cut = measure_.must_end();
    return out_.cut.why == CutBy::no;
  }

  Result<void> feat(Rung& rung, MemoryKind kind, std::uint64_t size, const NamedFeat& each) {
    const std::string what = name(kind, each.name);
    const std::string why = refusal(rung.held(), each.feat);
    if (why == "-") return {};
    if (!why.empty()) refuse(what, why);
    if (!why.empty()) return {};
    if (is_too_long(what, size)) {
      out_.notes.push_back(too_long(what, size));
      return {};
    }
    // What the driver cannot do with one kind it may do with another.
    const Result<double> rate = done(rung, each.feat);
    if (!rate.ok()) {
      refuse(what, rate.error().what);
      return {};
    }
    add(what, size, *rate, "passes in a row until the last is finished, median of three");
    return {};
  }

  const MemoryPlace& place_;
  const LadderMeasure& measure_;
  const MemoryAbilities& abilities_;
  const DeviceBuffer<std::byte>& scratch_;
  const DeviceBuffer<std::uint32_t>& sums_;
  LadderRun& out_;
  std::map<std::string, double> last_;  // the rate of the size before
};

}  // namespace

Result<LadderRun> climbed(const MemoryPlace& place, const LadderMeasure& measure) {
  LadderRun out;
  if (measure.sizes.empty()) return out;
  const MemoryAbilities abilities = TRY(memory_abilities(place.cuda, place.device));
  const std::uint64_t available = TRY(measure.available());
  std::uint64_t largest = measure.sizes.front();
  for (const std::uint64_t size : measure.sizes) {
    if (fits(available, measure.floor, size)) largest = size;
  }
  const auto scratch = TRY(DeviceBuffer<std::byte>::make(place.cuda, largest));
  const auto sums = TRY(DeviceBuffer<std::uint32_t>::make(place.cuda, kMostBlocks));
  Ladder ladder(place, measure, abilities, scratch, sums, out);
  for (const MemoryKind kind : kMemoryKinds) {
    TRY(ladder.climb(kind));
    if (out.cut.why != CutBy::no) break;
  }
  return out;
}

}  // namespace gb10
