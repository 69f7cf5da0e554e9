#include "cli/benchmarks.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"
#include "cli/gemm_session.h"
#include "cli/run_store.h"
#include "gpu/kernels.h"
#include "sampler/clock.h"

namespace gb10 {

namespace {

std::string reasons_text(const std::optional<std::uint64_t>& reasons) {
  if (!reasons) return "not known";
  const std::string text = joined(limiting_reasons(*reasons), ", ");
  return text.empty() ? "-" : text;
}

std::string optional_text(const std::optional<double>& value, double scale) {
  return value ? fmt::format("{:.0f}", *value / scale) : "not known";
}

void tell_window(const GemmWindow& window, const Io& io) {
  const std::string per_hertz =
      window.clock ? fmt::format("{:.1f}", window.rate / *window.clock / 1e3) : "not known";
  io.say(fmt::format("{:5.0f} s  {:8.1f}  {:>8}  {:>7}  {:>5}  {:>4}  {}\n", window.at,
                     window.rate / 1e12, per_hertz, optional_text(window.clock, 1e6),
                     optional_text(window.power, 1), optional_text(window.temperature, 1),
                     reasons_text(window.reasons)));
}

void tell_begin(const GemmWish& wish, const CublasLt& library, const Io& io) {
  io.say(fmt::format("{}, {} data, cuBLASLt {}, {}\n", product_words(wish), word(wish.data),
                     library.version(), printable(library.path(), 300)));
}

void tell_chosen(const GemmRun& run, const Io& io) {
  const std::string gain = run.default_seconds > 0
                               ? fmt::format(" ({:+.1f} % over its default)",
                                             100 * (run.default_seconds / run.chosen_seconds - 1))
                               : "";
  io.say(
      fmt::format("  fastest of {} candidates{}\n      t     TFLOP/s   per GHz   SM MHz      W  "
                  "  °C  limited by\n",
                  run.candidates, gain));
}

int code_of(const GemmVerdict& verdict, const EarlyEnd& cut) {
  if (cut.why == CutBy::interrupted) return kInterrupted;
  return verdict.verdict == "healthy" || verdict.verdict == "cannot tell" ? kFine : kAnswerIsNo;
}

/// The library or the GPU cannot do it; anything else is a failure.
bool is_refusal(const Error& error) { return error.kind == Error::Kind::unsupported; }

/// What asking the driver took of a core while the products ran; `before` as telemetry_seconds.
Figure telemetry_cost(const BenchGpu& gpu, double before, std::int64_t begun) {
  const double took = gpu.telemetry_seconds().value_or(NAN) - before;
  const double seconds = static_cast<double>(wall_nanoseconds() - begun) / 1e9;
  return {"telemetry.cpu", Unit::ratio, took >= 0 && seconds > 0 ? took / seconds : NAN, "measured",
          "of one core, to ask the driver 50 times a second"};
}

Result<int> one(const GemmSession& session, const GemmWish& wish) {
  if (session.wanted.turns != GemmTurns::none) return gemm_in_turns(session, wish);
  BenchGpu& gpu = session.gpu;
  RunRecord record = session.record(session.with, wish.type->name);
  const GemmPlace place = session.place(session.with);
  const std::unique_ptr<Gemm> gemm = TRY(Gemm::make(place, wish));
  tell_begin(wish, session.with.library, session.io);
  GemmMeasure measure = session.measure(session.with, wish);
  measure.is_chosen = [&](const GemmRun& run) { tell_chosen(run, session.io); };
  measure.window = [&](const GemmRun&, const GemmWindow& window) {
    tell_window(window, session.io);
  };
  const double cpu_before = gpu.telemetry_seconds().value_or(NAN);
  GemmRun run = TRY(measured(*gemm, place, measure));
  run.others = gpu.others(record);
  const GemmSummary summary = summary_of(run, gpu.reference());
  const GemmVerdict verdict = verdict_of(run, summary, gpu.reference());
  add_to(record, run, summary, verdict);
  record.results.push_back(telemetry_cost(gpu, cpu_before, record.begun));
  session.done(record);
  return code_of(verdict, run.cut);
}

}  // namespace

Result<int> bench_gemm(const Arguments& arguments, const Io& io, const RecordSink& done) {
  const GemmWanted wanted = TRY(gemm_wanted(arguments));
  const auto gpu = TRY(BenchGpu::open(bench_gemm_fatbin(), wanted.gpu, io));
  const GemmLibrary with = TRY(GemmLibrary::open(gpu->host(), wanted.environment));
  const GemmSession session{*gpu, with, wanted, arguments, io, done};
  int worst = kFine, ran = 0;
  for (const GemmWish& wish : wanted.wishes) {
    const Result<int> code = one(session, wish);
    if (!code.ok() && (wanted.wishes.size() == 1 || !is_refusal(code.error()))) return code.error();
    if (!code.ok())
      io.say(fmt::format("{}: refused: {}\n", wish.type->name, code.error().what));
    else
      worst = std::max(worst, *code);
    ran += code.ok() ? 1 : 0;
    if (worst == kInterrupted) break;
  }
  return ran == 0 ? int{kUnsupported} : worst;
}

}  // namespace gb10
