#include "bench/gemm_measure.h"

#include <algorithm>
#include <cmath>

#include "base/median.h"
#include "gpu/graph.h"

namespace gb10 {

namespace {

constexpr std::size_t kFinalists = 5;
constexpr int kRounds = 3;              // of the finalists, one after the other
constexpr std::size_t kLasting = 3;     // of the finalists that are let last, and the favourite
constexpr double kNear = 1.06;          // of the fastest: those that are let last
constexpr int kGainRounds = 3;          // of the winner and the favourite
constexpr double kRoundSeconds = 0.02;  // of a finalist
constexpr double kBatchSeconds = 0.02;
constexpr double kWindowSeconds = 1;
constexpr double kSlow = 0.1;  // seconds of a product for which rounds would take too long

/// How many products last so long; at least one.
int products_in(double seconds, const GemmCandidate& candidate) {
  return static_cast<int>(std::clamp(seconds / std::max(candidate.seconds, 1e-7), 1.0, 2000.0));
}

/// Times each of `all` so many times, each in turn, so that a clock that moves meets all of them.
Result<void> take_turns(const Gemm& gemm, std::vector<GemmCandidate>& all, int rounds,
                        double seconds) {
  std::vector<std::vector<double>> times(all.size());
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      const double took = TRY(gemm.tried(all[i], products_in(seconds, all[i])));
      times[i].push_back(took);
    }
  }
  for (std::size_t i = 0; i < all.size(); ++i) all[i].seconds = median(times[i]).value_or(0);
  return {};
}

void sort_by_time(std::vector<GemmCandidate>& all) {
  std::stable_sort(all.begin(), all.end(),
                   [](const auto& a, const auto& b) { return a.seconds < b.seconds; });
}

/// Those that may be the fastest once each of them has to live with the clock that its own power
/// leaves it: which short turns, in which all share one clock, cannot tell. The fastest first.
Result<void> let_last(const Gemm& gemm, std::vector<GemmCandidate>& all, double seconds) {
  const double near = kNear * all.front().seconds;
  std::vector<GemmCandidate> last, others;
  for (const GemmCandidate& each : all) {
    const bool is_in = each.rank == 0 || (each.seconds <= near && last.size() < kLasting);
    (is_in ? last : others).push_back(each);
  }
  TRY(take_turns(gemm, last, kRounds, seconds));
  sort_by_time(last);
  last.insert(last.end(), others.begin(), others.end());
  all = std::move(last);
  return {};
}

/// The fastest of the short pass and the library's favourite, timed again. The fastest first.
Result<std::vector<GemmCandidate>> finalists(const Gemm& gemm, std::vector<GemmCandidate> all,
                                             double seconds) {
  const auto favourite =
      std::find_if(all.begin(), all.end(), [](const auto& each) { return each.rank == 0; });
  const std::size_t count = std::min(kFinalists, all.size());
  if (favourite != all.end() && favourite >= all.begin() + static_cast<long>(count))
    std::iter_swap(all.begin() + static_cast<long>(count) - 1, favourite);
  all.resize(count);
  if (all.front().seconds < kSlow) TRY(take_turns(gemm, all, kRounds, kRoundSeconds));
  sort_by_time(all);
  if (all.size() > 1 && all.front().seconds < kSlow) TRY(let_last(gemm, all, seconds));
  return all;
}

/// Times the one that was chosen and the favourite anew: what led to the choice is too good for
/// what was chosen.
Result<void> time_gain(const Gemm& gemm, const std::vector<GemmCandidate>& all,
                       const GemmCandidate& chosen, double seconds, GemmRun& run) {
  run.chosen_seconds = chosen.seconds;
  const auto favourite =
      std::find_if(all.begin(), all.end(), [](const auto& each) { return each.rank == 0; });
  if (favourite == all.end()) return {};
  std::vector<GemmCandidate> both = {*favourite, chosen};
  if (chosen.rank != 0 && chosen.seconds < kSlow) TRY(take_turns(gemm, both, kGainRounds, seconds));
  run.default_seconds = both[0].seconds;
  run.chosen_seconds = chosen.rank == 0 ? both[0].seconds : both[1].seconds;
  return {};
}

Result<CudaGraph> batch_of(const Gemm& gemm, const GemmPlace& place, const GemmCandidate& candidate,
                           int products) {
  return CudaGraph::captured(place.cuda, place.stream, [&]() -> Result<void> {
    for (int i = 0; i < products; ++i) TRY(gemm.enqueue(candidate, static_cast<std::size_t>(i)));
    return {};
  });
}

/// Takes down what is finished and what the driver says, second by second.
class Course {
 public:
  Course(GemmRun& run, const GemmMeasure& measure) : run_(run), measure_(measure) {}

  bool takes(const PacedBatch& batch) {
    run_.batches.push_back(batch);
    take_sample(batch.at);
    if (batch.at >= told_ + kWindowSeconds) {
      if (measure_.window) measure_.window(run_, window_between(run_, told_, batch.at));
      told_ = batch.at;
    }
    if (measure_.must_end && run_.cut.why == CutBy::no) run_.cut = measure_.must_end(&run_);
    return batch.at < measure_.seconds && run_.cut.why == CutBy::no;
  }

 private:
  void take_sample(double at) {
    auto sample = measure_.sample ? measure_.sample() : std::nullopt;
    if (!sample) return;
    sample->seconds = at;
    run_.samples.push_back(*sample);
  }

  GemmRun& run_;
  const GemmMeasure& measure_;
  double told_ = 0;
};

/// Lets the batches run, and checks the results behind them.
Result<void> run_batches(Gemm& gemm, const GemmPlace& place, const GemmCandidate& candidate,
                         const std::function<bool(const PacedBatch&)>& takes) {
  const int products = products_in(kBatchSeconds, candidate);
  const CudaGraph batch = TRY(batch_of(gemm, place, candidate, products));
  return paced({place.cuda, place.stream, [&] { return batch.launch(place.stream); },
                [&](const PacedBatch& ended) -> Result<bool> { return takes(ended); }});
}

/// What was found earlier, where the library still runs it.
Result<void> add_remembered(const Gemm& gemm, const GemmMeasure& measure,
                            std::vector<GemmCandidate>& all) {
  if (!measure.remembered || all.empty()) return {};
  const auto proposal = gemm.matmul().runnable(measure.remembered->algorithm);
  if (!proposal || proposal->workspace > Gemm::most_workspace()) return {};
  GemmCandidate found = *measure.remembered;
  found.workspace = proposal->workspace;
  const auto took = gemm.tried(found, products_in(kRoundSeconds, all.front()));
  if (!took.ok()) return {};  // a library that refuses it now has others
  found.seconds = *took;
  const auto at = std::lower_bound(all.begin(), all.end(), found, [](const auto& a, const auto& b) {
    return a.seconds < b.seconds;
  });
  all.insert(at, found);
  return {};
}

}  // namespace

Result<GemmCandidate> chosen(Gemm& gemm, const GemmMeasure& measure, GemmRun& run) {
  run.wish = gemm.wish();
  EarlyEnd end;
  const auto goes_on = [&] {
    if (measure.must_end && end.why == CutBy::no) end = measure.must_end(nullptr);
    return end.why == CutBy::no;
  };
  std::vector<GemmCandidate> all = TRY(gemm.candidates(goes_on));
  if (!goes_on())
    return Error{end.why == CutBy::interrupted ? Error::Kind::cancelled : Error::Kind::busy,
                 end.says};
  TRY(add_remembered(gemm, measure, all));
  run.candidates = static_cast<int>(all.size());
  all = TRY(finalists(gemm, std::move(all), measure.final_seconds));
  for (const GemmCandidate& each : all) {
    run.before = TRY(gemm.checked(each));
    if (run.before.passed()) {
      TRY(time_gain(gemm, all, each, measure.final_seconds, run));
      run.algorithm = gemm.words(each);
      return each;
    }
    run.wrong_ranks.push_back(each.rank);
  }
  run.algorithm = gemm.words(all.front());
  return all.front();  // none is right: the verdict will say so
}

Result<GemmRun> measured(Gemm& gemm, const GemmPlace& place, const GemmMeasure& measure) {
  GemmRun run;
  run.processors = TRY(place.cuda.attribute(place.device, cuda::kMultiprocessors));
  const GemmCandidate candidate = TRY(chosen(gemm, measure, run));
  run.flop_of_batch = products_in(kBatchSeconds, candidate) * gemm.wish().flop();
  if (measure.is_chosen) measure.is_chosen(run);
  Course course(run, measure);
  const Result<void> done = run_batches(
      gemm, place, candidate, [&](const PacedBatch& ended) { return course.takes(ended); });
  const Result<GemmCheck> after = done.ok() ? gemm.checked(candidate) : done.error();
  if (after.ok())
    run.after = *after;
  else
    run.cut = {CutBy::failed, after.error().what};
  return run;
}

}  // namespace gb10
