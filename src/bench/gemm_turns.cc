#include "bench/gemm_turns.h"

#include <algorithm>

#include "gpu/graph.h"

namespace gb10 {

namespace {

constexpr double kGraphSeconds = 0.02;  // of the products that are started at once
constexpr double kMostProducts = 2000;

int products_of(const GemmSide& side) {
  return static_cast<int>(
      std::clamp(kGraphSeconds / std::max(side.seconds, 1e-7), 1.0, kMostProducts));
}

Result<CudaGraph> graph_of(const GemmSide& side) {
  return CudaGraph::captured(side.place.cuda, side.place.stream, [&]() -> Result<void> {
    for (int i = 0; i < products_of(side); ++i) {
      const auto set = static_cast<std::size_t>(i);
      if (side.first) TRY(side.first(set));
      TRY(side.enqueue(set));
    }
    return {};
  });
}

/// The blocks of one side as its run.
void take(GemmSide& side, const ProbeRun& turns, const EarlyEnd& cut) {
  GemmRun& run = side.run;
  run.wish = side.wish;
  run.took_turns = true;
  run.cut = cut;
  run.flop_of_batch = turns.work;
  for (std::size_t i = 0; i < turns.rates.size(); ++i) {
    run.batches.push_back({turns.at[i], turns.work / turns.rates[i]});
    if (turns.samples[i]) run.samples.push_back(*turns.samples[i]);
  }
}

}  // namespace

GemmSide side_of(const GemmPlace& place, Gemm& gemm, const GemmCandidate& candidate, GemmRun run) {
  GemmSide out{place, gemm.wish(), candidate.seconds};
  out.enqueue = [&gemm, candidate](std::size_t set) { return gemm.enqueue(candidate, set); };
  out.checked = [&gemm, candidate] { return gemm.checked(candidate); };
  out.run = std::move(run);
  return out;
}

GemmSide side_of(const GemmPlace& place, SparseGemm& sparse, const Gemm& gemm) {
  GemmSide out{place, gemm.wish(), sparse.seconds()};
  out.enqueue = [&sparse](std::size_t set) { return sparse.enqueue(set); };
  out.checked = [&sparse] { return sparse.checked(); };
  out.run.is_sparse = true;
  out.run.bytes_of_a = sparse.compressed_bytes();
  out.run.algorithm = sparse.words();
  out.run.candidates = sparse.configurations();
  return out;
}

Result<void> take_turns(std::vector<GemmSide>& sides, const ProbeMeasure& measure) {
  if (sides.empty()) return {};
  std::vector<CudaGraph> graphs;
  std::vector<Probe> probes;
  for (GemmSide& side : sides) {
    const GemmPlace& place = side.place;
    side.run.processors = TRY(place.cuda.attribute(place.device, cuda::kMultiprocessors));
    side.run.before = TRY(side.checked());
    CudaGraph graph = TRY(graph_of(side));
    graphs.push_back(std::move(graph));
    const std::size_t which = graphs.size() - 1;
    probes.push_back({"gemm.rate", Unit::flop_per_second, products_of(side) * side.wish.flop(),
                      [&, which] { return graphs[which].launch(sides[which].place.stream); },
                      side.begins});
  }
  const GemmPlace& first = sides.front().place;
  const ProbeRuns turns = TRY(probed(first.cuda, first.stream, probes, measure));
  for (std::size_t i = 0; i < sides.size(); ++i) {
    take(sides[i], turns.runs[i], turns.cut);
    sides[i].run.after = TRY(sides[i].checked());
  }
  return {};
}

}  // namespace gb10
