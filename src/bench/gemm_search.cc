#include "bench/gemm_search.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <set>
#include <string>

namespace gb10 {

namespace {

using namespace cublaslt;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kBegins = 4;       // of the candidates that were proposed
constexpr double kHopeless = 1.5;        // times the best: not gone on from
constexpr std::uint32_t kClusters = 16;  // by their numbers; later ones are rare
constexpr std::uint32_t kMostOptions = 8, kSplits[] = {1, 2, 3, 4};

/// Everything that one setting of an algorithm may be.
std::vector<std::uint32_t> values_of(const Matmul& matmul, const Algorithm& algorithm,
                                     int setting) {
  const auto one = [&](int which) {
    const auto found = matmul.capability(algorithm, which);
    return found.empty() ? 0U : found.front();
  };
  std::vector<std::uint32_t> out;
  switch (setting) {
    case kTile:
      return matmul.capability(algorithm, kTiles);
    case kStages:
      return matmul.capability(algorithm, kAllStages);
    case kCustom:
      for (std::uint32_t i = 0; i <= std::min(one(kMostCustom), kMostOptions); ++i)
        out.push_back(i);
      return out;
    case kSwizzle:
      return one(kCanSwizzle) ? std::vector<std::uint32_t>{0, 1} : out;
    case kSplitK:
      return one(kCanSplitK) ? std::vector<std::uint32_t>(std::begin(kSplits), std::end(kSplits))
                             : out;
    default:
      for (std::uint32_t i = 0; i <= kClusters; ++i) out.push_back(i);
      return out;
  }
}

class Search {
 public:
  Search(Gemm& gemm, const SearchLimits& limits) : gemm_(gemm), limits_(limits) {}

  Result<GemmSearch> run(std::span<const GemmCandidate> from) {
    if (from.empty())
      return Error{Error::Kind::unsupported, "the library proposes nothing to begin with"};
    out_.best = from.front();
    for (const GemmCandidate& each : from) seen_.insert(key_of(each.algorithm));
    for (std::size_t i = 0; i < std::min(kBegins, from.size()); ++i) TRY(climb(from[i]));
    const auto all = gemm_.matmul().all_algorithms();
    for (std::size_t i = 0; all.ok() && i < all->size() && has_time(); ++i)
      TRY(climb({(*all)[i], 0, -1, 0}));
    return out_;
  }

 private:
  static std::string key_of(const Algorithm& algorithm) {
    return {reinterpret_cast<const char*>(algorithm.data), sizeof algorithm.data};
  }

  bool has_time() const {
    const double spent = std::chrono::duration<double>(Clock::now() - begin_).count();
    return spent < limits_.seconds && (!limits_.goes_on || limits_.goes_on());
  }

  /// From a candidate to better ones, until no setting makes it faster.
  Result<void> climb(GemmCandidate at) {
    constexpr int kSettings[] = {kTile, kStages, kCluster, kSplitK, kSwizzle, kCustom};
    bool is_better = true;
    while (is_better && has_time()) {
      is_better = false;
      for (const int setting : kSettings) {
        const GemmCandidate next = TRY(best_of(at, setting));
        is_better =
            is_better || (next.seconds > 0 && (at.seconds == 0 || next.seconds < at.seconds));
        if (next.seconds > 0) at = next;
      }
      if (at.seconds > kHopeless * out_.best.seconds) return {};
    }
    return {};
  }

  /// The fastest of all values of one setting; `at` itself where none is faster.
  Result<GemmCandidate> best_of(const GemmCandidate& at, int setting) {
    GemmCandidate out = at;
    for (const std::uint32_t value : values_of(gemm_.matmul(), at.algorithm, setting)) {
      if (!has_time()) break;
      const auto algorithm = gemm_.matmul().changed(at.algorithm, setting, value);
      if (!algorithm || !seen_.insert(key_of(*algorithm)).second) continue;
      const auto proposal = gemm_.matmul().runnable(*algorithm);
      if (!proposal || proposal->workspace > Gemm::most_workspace()) continue;
      const GemmCandidate tried = TRY(timed(*proposal));
      if (tried.seconds > 0 && (out.seconds == 0 || tried.seconds < out.seconds)) out = tried;
    }
    return out;
  }

  /// Its time; 0 where it does not run. The fastest so far must compute what it should.
  Result<GemmCandidate> timed(const Proposal& proposal) {
    GemmCandidate out{proposal.algorithm, proposal.workspace, -1, 0};
    // What the library calls runnable and then does not run is left out; a GPU that is lost shows
    // in the check of the next.
    const auto took = gemm_.tried(out, limits_.tries);
    ++out_.tried;
    if (limits_.told) limits_.told(out_.tried);
    if (!took.ok()) return out;
    if (*took < out_.best.seconds) {
      const GemmCheck check = TRY(gemm_.checked(out));
      if (!check.passed()) {
        ++out_.wrong;
        return out;
      }
      out.seconds = *took;
      out_.best = out;
    }
    out.seconds = *took;
    return out;
  }

  Gemm& gemm_;
  const SearchLimits& limits_;
  Clock::time_point begin_ = Clock::now();
  std::set<std::string> seen_;
  GemmSearch out_;
};

}  // namespace

Result<GemmSearch> searched(Gemm& gemm, std::span<const GemmCandidate> from,
                            const SearchLimits& limits) {
  return Search(gemm, limits).run(from);
}

}  // namespace gb10
