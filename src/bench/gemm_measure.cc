#include "bench/gemm_measure.h"

#include <algorithm>
#include <cmath>

#include "gpu/graph.h"

namespace gb10 {

namespace {

constexpr std::size_t kFinalists = 5;
constexpr int kRounds = 3;              // of the finalists, one after the other
constexpr double kRoundSeconds = 0.02;  // of a finalist
constexpr double kBatchSeconds = 0.02;
constexpr double kWindowSeconds = 1;

/// The fastest of the short pass and the library's favourite, timed again, each in turn, so that a
/// clock that moves meets all of them. The fastest first.
Result<std::vector<GemmCandidate>> finalists(const Gemm& gemm, std::vector<GemmCandidate> all) {
  const auto favourite =
      std::find_if(all.begin(), all.end(), [](const auto& each) { return each.rank == 0; });
  const std::size_t count = std::min(kFinalists, all.size());
  if (favourite != all.end() && favourite >= all.begin() + static_cast<long>(count))
    std::iter_swap(all.begin() + static_cast<long>(count) - 1, favourite);
  all.resize(count);
  std::vector<std::vector<double>> times(count);
  for (int round = 0; round < kRounds; ++round) {
    for (std::size_t i = 0; i < count; ++i) {
      const int products = std::max(1, static_cast<int>(kRoundSeconds / all[i].seconds));
      const double took = TRY(gemm.tried(all[i], products));
      times[i].push_back(took);
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    std::sort(times[i].begin(), times[i].end());
    all[i].seconds = times[i][times[i].size() / 2];
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const auto& a, const auto& b) { return a.seconds < b.seconds; });
  return all;
}

/// The fastest that computes what it should.
Result<GemmCandidate> chosen(Gemm& gemm, GemmRun& run) {
  std::vector<GemmCandidate> all = TRY(gemm.candidates());
  run.candidates = static_cast<int>(all.size());
  all = TRY(finalists(gemm, std::move(all)));
  for (const GemmCandidate& each : all) {
    if (each.rank == 0) run.default_seconds = each.seconds;
  }
  for (const GemmCandidate& each : all) {
    run.before = TRY(gemm.checked(each));
    if (run.before.passed()) return each;
    run.wrong_ranks.push_back(each.rank);
  }
  return all.front();  // none is right: the verdict will say so
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
  Course(GemmMeasured& out, const GemmMeasure& measure) : out_(out), measure_(measure) {}

  bool takes(const PacedBatch& batch) {
    out_.run.batches.push_back(batch);
    if (measure_.sample) {
      if (auto sample = measure_.sample()) {
        sample->seconds = batch.at;
        out_.run.samples.push_back(*sample);
      }
    }
    if (batch.at >= told_ + kWindowSeconds) {
      if (measure_.window)
        measure_.window(out_.run, window_between(out_.run, told_, told_ + kWindowSeconds));
      told_ += kWindowSeconds;
    }
    if (measure_.must_end && out_.cut.empty()) out_.cut = measure_.must_end();
    return batch.at < measure_.seconds && out_.cut.empty();
  }

 private:
  GemmMeasured& out_;
  const GemmMeasure& measure_;
  double told_ = 0;
};

}  // namespace

Result<GemmMeasured> measured(Gemm& gemm, const GemmPlace& place, const GemmMeasure& measure) {
  GemmMeasured out;
  out.run.wish = gemm.wish();
  out.run.processors = TRY(place.cuda.attribute(place.device, cuda::kMultiprocessors));
  const GemmCandidate candidate = TRY(chosen(gemm, out.run));
  out.run.chosen_seconds = candidate.seconds;
  out.run.algorithm = gemm.words(candidate);
  const int products = std::clamp(static_cast<int>(kBatchSeconds / candidate.seconds), 1, 2000);
  const CudaGraph batch = TRY(batch_of(gemm, place, candidate, products));
  out.run.flop_of_batch = products * gemm.wish().flop();
  if (measure.is_chosen) measure.is_chosen(out.run);
  Course course(out, measure);
  TRY(paced({place.cuda, place.stream, [&] { return batch.launch(place.stream); },
             [&](const PacedBatch& ended) -> Result<bool> { return course.takes(ended); }}));
  out.run.after = TRY(gemm.checked(candidate));
  return out;
}

}  // namespace gb10
