#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/median.h"
#include "base/text.h"
#include "bench/comparison.h"
#include "bench/gemm_search.h"
#include "bench/gemm_turns.h"
#include "bench/quantise.h"
#include "cli/gemm_memory.h"
#include "cli/gemm_session.h"
#include "cli/run_store.h"
#include "report/run_text.h"

namespace gb10 {

namespace {

constexpr int kBlocks = 12;  // of each side
constexpr const char* kSparsity = "sparsity";
constexpr double kLeastBlock = 0.1;  // seconds

/// What takes turns, and all that it needs to live.
struct Turns {
  std::string by;  // the parameter in which the sides differ
  std::vector<std::string> values;
  std::vector<const GemmLibrary*> libraries;  // of each side
  std::unique_ptr<GemmLibrary> other;
  std::unique_ptr<CusparseLt> sparse_library;
  std::vector<std::unique_ptr<Gemm>> gemms;
  std::unique_ptr<SparseGemm> sparse;
  std::unique_ptr<Quantiser> quantiser;
  std::vector<GemmSide> sides;
  std::optional<GemmCandidate> winner;  // of a search

  void add(std::string value, const GemmLibrary& library, GemmSide side) {
    values.push_back(std::move(value));
    libraries.push_back(&library);
    sides.push_back(std::move(side));
  }
};

/// A product and the fastest candidate of its library.
struct BestProduct {
  Gemm* gemm = nullptr;
  GemmCandidate candidate;
  GemmRun run;
};

Result<BestProduct> best_product(const GemmSession& session, const GemmLibrary& library,
                                 const GemmWish& wish, Turns& turns) {
  auto gemm = TRY(Gemm::make(session.place(library), wish));
  BestProduct out{gemm.get(), {}, {}};
  out.candidate = TRY(chosen(*gemm, session.measure(library, wish), out.run));
  turns.gemms.push_back(std::move(gemm));
  return out;
}

Result<GemmSide> best_side(const GemmSession& session, const GemmLibrary& library,
                           const GemmWish& wish, Turns& turns) {
  const BestProduct best = TRY(best_product(session, library, wish, turns));
  return side_of(session.place(library), *best.gemm, best.candidate, best.run);
}

/// One kernel with all kinds of data: the one that is the fastest with random numbers.
Result<void> add_data(const GemmSession& session, GemmWish wish, Turns& turns) {
  turns.by = "data";
  wish.data = GemmData::random;
  const GemmPlace place = session.place(session.with);
  const BestProduct best = TRY(best_product(session, session.with, wish, turns));
  turns.add(word(wish.data), session.with, side_of(place, *best.gemm, best.candidate, best.run));
  for (const GemmData data : kAllGemmData) {
    if (data == GemmData::random) continue;
    wish.data = data;
    auto gemm = TRY(Gemm::make(place, wish));
    turns.add(word(data), session.with, side_of(place, *gemm, best.candidate, best.run));
    turns.gemms.push_back(std::move(gemm));
  }
  return {};
}

Result<void> add_libraries(const GemmSession& session, const GemmWish& wish, Turns& turns) {
  turns.by = "library";
  GemmLibrary other = TRY(GemmLibrary::open(session.gpu.host(), session.wanted.against));
  turns.other = std::make_unique<GemmLibrary>(std::move(other));
  const GemmLibrary* const both[] = {&session.with, turns.other.get()};
  for (const GemmLibrary* const library : both) {
    const GemmSide side = TRY(best_side(session, *library, wish, turns));
    turns.add(library->library.version(), *library, side);
  }
  return {};
}

Result<void> add_telemetry(const GemmSession& session, const GemmWish& wish, Turns& turns) {
  turns.by = "telemetry";
  GemmSide side = TRY(best_side(session, session.with, wish, turns));
  side.begins = [&session] { session.gpu.pause_telemetry(true); };
  turns.add("off", session.with, side);
  side.begins = [&session] { session.gpu.pause_telemetry(false); };
  turns.add("50 Hz", session.with, side);
  return {};
}

/// Products alone, and with A made of BF16 numbers in the timed part.
Result<void> add_quantising(const GemmSession& session, const GemmWish& wish, Turns& turns) {
  turns.by = "quantising";
  GemmSide side = TRY(best_side(session, session.with, wish, turns));
  auto quantiser = TRY(Quantiser::make(session.place(session.with), *turns.gemms.back()));
  turns.quantiser = std::make_unique<Quantiser>(std::move(quantiser));
  const GemmCheck check = TRY(turns.quantiser->checked());
  session.io.say(fmt::format("  {} bytes that were made small compared with the CPU's, {} wrong\n",
                             check.checked, check.wrong));
  if (!check.passed())
    return Error{Error::Kind::failed,
                 fmt::format("{} of {} bytes of A are not as the CPU makes them", check.wrong,
                             check.checked)};
  turns.add("outside", session.with, side);
  side.first = [quantiser = turns.quantiser.get()](std::size_t set) {
    return quantiser->enqueue(set);
  };
  turns.add("inside", session.with, side);
  return {};
}

constexpr double kSearchSeconds = 60;

/// Leaves out, from the fastest on, what computes other than it should.
Result<void> drop_wrong(Gemm& gemm, std::vector<GemmCandidate>& all) {
  while (!all.empty()) {
    const GemmCheck check = TRY(gemm.checked(all.front()));
    if (check.passed()) return {};
    all.erase(all.begin());
  }
  return Error{Error::Kind::failed, "all that the library proposes gives wrong results"};
}

/// The library's favourite, the fastest that it proposes, and the fastest that a search finds.
Result<void> add_choices(const GemmSession& session, const GemmWish& wish, Turns& turns) {
  turns.by = "choice";
  auto gemm = TRY(Gemm::make(session.place(session.with), wish));
  const auto goes_on = [&] { return session.gpu.must_end({}).why == CutBy::no; };
  std::vector<GemmCandidate> all = TRY(gemm->candidates(goes_on));
  const auto favourite =
      std::find_if(all.begin(), all.end(), [](const auto& each) { return each.rank == 0; });
  const auto first = favourite == all.end() ? std::nullopt : std::optional(*favourite);
  TRY(drop_wrong(*gemm, all));
  const GemmSearch found = TRY(searched(*gemm, all, {kSearchSeconds, 3, goes_on}));
  if (!goes_on()) return Error{Error::Kind::cancelled, session.gpu.must_end({}).says};
  session.io.say(
      fmt::format("  {} more candidates tried, {} of them fast and wrong; the fastest: {}\n",
                  found.tried, found.wrong, gemm->words(found.best)));
  const auto add = [&](const char* name, const GemmCandidate& candidate) {
    GemmSide side = side_of(session.place(session.with), *gemm, candidate);
    side.run.algorithm = gemm->words(candidate);
    side.run.candidates = static_cast<int>(all.size()) + found.tried;
    turns.add(name, session.with, std::move(side));
  };
  if (first)
    add("default", *first);
  else
    session.io.say("  the library's own favourite does not run here\n");
  add("proposed", all.front());
  add("searched", found.best);
  turns.winner = found.best;
  turns.gemms.push_back(std::move(gemm));
  return {};
}

double middle_rate(const GemmRun& run) {
  std::vector<double> rates;
  for (const PacedBatch& batch : run.batches) rates.push_back(run.flop_of_batch / batch.seconds);
  return median(rates).value_or(0);
}

/// Keeps the winner of the search for later runs, if the turns bore it out.
Result<void> remember_winner(const GemmSession& session, const GemmWish& wish, const Turns& turns) {
  if (!turns.winner) return {};
  const GemmRun& searched = turns.sides.back().run;
  const GemmRun& proposed = turns.sides[turns.sides.size() - 2].run;
  const bool is_right = searched.before.passed() && searched.after.passed();
  if (!is_right || searched.cut.why != CutBy::no || middle_rate(searched) < middle_rate(proposed))
    return {};
  return remember_choice(choice_key(session.gpu, session.with.library.version(), wish),
                         *turns.winner, session.io);
}

/// A dense and a sparse product of the same matrices, of which A is pruned.
Result<void> add_sparsity(const GemmSession& session, GemmWish wish, Turns& turns) {
  turns.by = kSparsity;
  wish.is_pruned = true;
  // What is missing is told before the search.
  const auto paths =
      TRY(library_paths(session.gpu.host(), session.wanted.environment, {"libcusparseLt.so.0"}));
  CusparseLt library = TRY(CusparseLt::open(paths));
  turns.sparse_library = std::make_unique<CusparseLt>(std::move(library));
  const GemmPlace place = session.place(session.with);
  const BestProduct best = TRY(best_product(session, session.with, wish, turns));
  turns.sparse = TRY(SparseGemm::make(place, *turns.sparse_library, *best.gemm));
  const SparseGemm& sparse = *turns.sparse;
  const double share = static_cast<double>(sparse.compressed_bytes()) /
                       static_cast<double>(wish.type->a->bytes(wish.m * wish.k));
  session.io.say(fmt::format(
      "  cuSPARSELt {}, {}: the fastest of {} is {}; A is 2:4, compressed to {:.1f} % of it\n",
      turns.sparse_library->version(), printable(turns.sparse_library->path(), 300),
      sparse.configurations(), sparse.words(), 100 * share));
  turns.add("dense", session.with, side_of(place, *best.gemm, best.candidate, best.run));
  turns.add("sparse", session.with, side_of(place, *turns.sparse, *best.gemm));
  return {};
}

Result<Turns> turns_of(const GemmSession& session, const GemmWish& wish) {
  Turns out;
  switch (session.wanted.turns) {
    case GemmTurns::data:
      TRY(add_data(session, wish, out));
      break;
    case GemmTurns::libraries:
      TRY(add_libraries(session, wish, out));
      break;
    case GemmTurns::telemetry:
      TRY(add_telemetry(session, wish, out));
      break;
    case GemmTurns::quantising:
      TRY(add_quantising(session, wish, out));
      break;
    case GemmTurns::choices:
      TRY(add_choices(session, wish, out));
      break;
    case GemmTurns::sparsity:
      TRY(add_sparsity(session, wish, out));
      break;
    case GemmTurns::none:
      break;
  }
  return out;
}

/// One line of a side: what it got, at which clock and power, and how its results came out.
std::string side_line(const std::string& value, const GemmRun& run) {
  std::vector<double> rates, clocks, powers;
  for (const PacedBatch& batch : run.batches) rates.push_back(run.flop_of_batch / batch.seconds);
  for (const GpuSample& sample : run.samples) {
    if (sample.sm_clock) clocks.push_back(*sample.sm_clock);
    if (sample.power) powers.push_back(*sample.power);
  }
  const auto middle = [](const std::vector<double>& all, double scale) {
    const auto found = median(all);
    return found ? fmt::format("{:.0f}", *found / scale) : std::string("not known");
  };
  return fmt::format("  {:<12}{:<28}{:>9}{:>10}   {} checked, {} wrong\n", value,
                     rate_words(rates, 1e12), middle(clocks, 1e6), middle(powers, 1),
                     run.before.checked + run.after.checked, run.before.wrong + run.after.wrong);
}

/// Each side's own library, as a part of what is meant to differ, and what went otherwise.
void name_sparse_library(RunRecord& record, const Turns& turns, const GemmRun& run, const Io& io) {
  const std::string dense = record.params["library"], at = record.params["library.path"];
  for (const char* const name : {"library", "library.path", "result.library.copies"})
    record.params.erase(name);
  const CusparseLt& sparse = *turns.sparse_library;
  record.params["sparsity.library"] = run.is_sparse ? "cuSPARSELt " + sparse.version() : dense;
  record.params["sparsity.library.path"] = run.is_sparse ? kept_words(io).path(sparse.path()) : at;
  if (!run.is_sparse) return;
  for (const std::string& note : turns.sparse->notes()) record.notes.push_back(note);
}

/// How many times as fast the sparse side is, with the interval of the shift of its blocks.
void add_speed_up(RunRecord& record, const RunComparison& found) {
  for (const MetricComparison& metric : found.metrics) {
    if (metric.metric != "gemm.rate") continue;
    const auto& interval = metric.shift.interval;
    record.results.push_back(
        {"gemm.speedup", Unit::none, 1 + metric.shift.size, "measured",
         interval ? fmt::format("over the dense product of the same matrices, in turns; {:.3f} to "
                                "{:.3f} with 95 % confidence",
                                1 + interval->low, 1 + interval->high)
                  : std::string("over the dense product; too few blocks for an interval")});
  }
}

/// What is to be said of the two sides together: the speed-up and what the sparse one may reach.
std::string sparse_words(const RunRecord& sparse) {
  const Figure* const gain = sparse.find("gemm.speedup");
  const Figure* const ceiling = sparse.find("gemm.ceiling");
  std::string out;
  if (gain) out += fmt::format("speed-up {:.3f} {}\n", gain->value, gain->how);
  out +=
      ceiling && std::isfinite(ceiling->value)
          ? fmt::format(
                "sparse ceiling, computed: {:.1f} TFLOP/s, twice the dense peak; both sides count "
                "2MNK\n",
                ceiling->value / 1e12)
          : std::string("sparse ceiling: not known\n");
  for (const std::string& note : sparse.notes) out += fmt::format("  ! {}\n", note);
  return out;
}

/// "sparse: cannot tell: no 2:4 fp16 figures of good units are known".
std::string verdicts(const std::vector<RunRecord>& records, const Turns& turns) {
  std::string out;
  for (std::size_t i = 0; i < records.size(); ++i)
    out += fmt::format("{}: {}: {}\n", turns.values[i], records[i].params.at("result.verdict"),
                       records[i].params.at("result.verdict.why"));
  return out;
}

/// The sides as records, in their order.
std::vector<RunRecord> records_of(const GemmSession& session, Turns& turns) {
  std::vector<RunRecord> out;
  for (std::size_t i = 0; i < turns.sides.size(); ++i) {
    GemmRun& run = turns.sides[i].run;
    RunRecord record = session.record(
        *turns.libraries[i], fmt::format("{}-{}", run.wish.type->name, static_cast<char>('a' + i)));
    run.others = session.gpu.others(record);
    const GemmSummary summary = summary_of(run, session.gpu.reference());
    add_to(record, run, summary, verdict_of(run, summary, session.gpu.reference()));
    if (turns.by != "library") record.params[turns.by] = turns.values[i];
    if (turns.by == kSparsity) name_sparse_library(record, turns, run, session.io);
    out.push_back(std::move(record));
  }
  return out;
}

/// "-0.1 % (-0.3 to +0.1 %)": of the median, with its interval where there are blocks enough.
std::string shift_words(const RunComparison& found) {
  if (found.metrics.empty()) return "not known";
  const BlockShift& shift = found.metrics.front().shift;
  const std::string size = fmt::format("{:+.2f} %", 100 * shift.size);
  if (!shift.interval) return size;
  return fmt::format("{} ({:+.2f} to {:+.2f} %)", size, 100 * shift.interval->low,
                     100 * shift.interval->high);
}

/// Each side against the first; those that cannot be compared say why.
std::string comparisons(std::vector<RunRecord>& records, const Turns& turns, Json& json) {
  std::string out;
  for (std::size_t i = 1; i < records.size(); ++i) {
    const auto found = compared(records.front(), records[i], {.by = turns.by});
    out +=
        fmt::format("{} against {}: {}\n", turns.values[i], turns.values.front(),
                    found.ok() ? shift_words(*found) + "; " + found->headline : found.error().what);
    json.push(found.ok() ? to_json(*found) : Json::object().set("error", found.error().what));
    if (found.ok() && turns.by == kSparsity) add_speed_up(records[i], *found);
  }
  if (turns.by == kSparsity) out += sparse_words(records.back()) + verdicts(records, turns);
  return out;
}

int code_of(const std::vector<RunRecord>& records, const Turns& turns) {
  int out = kFine;
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (turns.sides[i].run.cut.why == CutBy::interrupted) return kInterrupted;
    if (records[i].params.at("result.verdict") == "invalid") out = kAnswerIsNo;
  }
  return out;
}

}  // namespace

Result<int> gemm_in_turns(const GemmSession& session, const GemmWish& wish) {
  Turns turns = TRY(turns_of(session, wish));
  const double each = session.wanted.seconds / static_cast<double>(kBlocks * turns.sides.size());
  ProbeMeasure measure{.blocks = kBlocks, .block_seconds = std::max(each, kLeastBlock)};
  measure.sample = [&] { return session.gpu.sample(); };
  measure.must_end = [&](const auto& sample) { return session.gpu.must_end(sample); };
  session.io.say(fmt::format("{}: {} sides in turns, {} blocks of {:.1f} s each\n",
                             product_words(wish), turns.sides.size(), kBlocks,
                             measure.block_seconds));
  const Result<void> done = take_turns(turns.sides, measure);
  session.gpu.pause_telemetry(false);
  if (!done.ok()) return done.error();
  TRY(remember_winner(session, wish, turns));
  std::vector<RunRecord> records = records_of(session, turns);
  Json all = Json::array(), found = Json::array();
  std::string text = fmt::format("  {:<12}{:<28}{:>9}{:>10}   results\n", turns.by,
                                 "TFLOP/s (95 %)", "SM MHz", "W");
  const std::string headlines = comparisons(records, turns, found);
  for (std::size_t i = 0; i < records.size(); ++i) {
    all.push(to_json(records[i]));
    text += side_line(turns.values[i], turns.sides[i].run);
  }
  if (session.arguments.has("--json"))
    session.io.print(
        to_text(Json::object().set("runs", std::move(all)).set("comparisons", std::move(found))) +
        "\n");
  else
    session.io.print(session.arguments.has("--markdown") ? run_markdown(records)
                                                         : headlines + text);
  for (const RunRecord& record : records) keep_record(record, session.io);
  return code_of(records, turns);
}

}  // namespace gb10
