#include "cli/benchmarks.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "bench/gemm_measure.h"
#include "bench/library_places.h"
#include "cli/bench_gpu.h"
#include "cli/bench_wanted.h"
#include "cli/run_store.h"
#include "gpu/kernels.h"
#include "report/gemm.h"
#include "sampler/clock.h"

namespace gb10 {

namespace {

/// The library whose products are measured, and where all its copies lie.
struct OpenLibrary {
  CublasLt library;
  std::vector<std::string> copies;
};

Result<std::vector<std::string>> copies_of(const HostView& host, const std::string& environment) {
  std::vector<std::string> out;
  for (const char* const soname : {"libcublasLt.so.13", "libcublasLt.so.12"}) {
    for (std::string& path : library_copies(host, soname, environment))
      out.push_back(std::move(path));
  }
  if (!out.empty()) return out;
  if (environment.empty())
    return std::vector<std::string>{"libcublasLt.so.13", "libcublasLt.so.12"};
  return Error{Error::Kind::unsupported,
               fmt::format("no libcublasLt.so.13 or .12 in {}", printable(environment, 300)),
               "name the folder of a Python environment that has NVIDIA's wheels"};
}

Result<OpenLibrary> opened(const HostView& host, const std::string& environment) {
  std::vector<std::string> copies = TRY(copies_of(host, environment));
  CublasLt library = TRY(CublasLt::open(copies));
  return OpenLibrary{std::move(library), std::move(copies)};
}

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
  io.say(fmt::format("{} {}x{}x{} {}, {} data, cuBLASLt {}, {}\n", wish.type->name, wish.m, wish.n,
                     wish.k, word(wish.layout), word(wish.data), library.version(),
                     printable(library.path(), 300)));
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

/// Everything that one type needs of the session.
struct Session {
  BenchGpu& gpu;
  const OpenLibrary& with;
  const Arguments& arguments;
  const Io& io;
};

void add_machine(RunRecord& record, const Session& session, double seconds) {
  session.gpu.add_to(record);
  record.command = command_of("gemm", session.arguments);
  record.params["seconds"] = fmt::format("{:g}", seconds);
  record.params["library"] = "cuBLASLt " + session.with.library.version();
  record.params["library.path"] = session.with.library.path();
  record.params["result.library.copies"] = joined(session.with.copies, " ");
}

int code_of(const GemmVerdict& verdict, const EarlyEnd& cut) {
  if (cut.why == CutBy::interrupted) return kInterrupted;
  return verdict.verdict == "healthy" || verdict.verdict == "cannot tell" ? kFine : kAnswerIsNo;
}

/// The library or the GPU cannot do it; anything else is a failure.
bool is_refusal(const Error& error) { return error.kind == Error::Kind::unsupported; }

Result<int> one(const Session& session, const GemmWish& wish, double seconds) {
  BenchGpu& gpu = session.gpu;
  const GemmPlace place{gpu.cuda(), gpu.device(), gpu.module(), gpu.stream(), session.with.library};
  RunRecord record;
  record.begun = wall_nanoseconds();
  record.id = fmt::format("{}-{}", run_id(record.begun), wish.type->name);
  const std::unique_ptr<Gemm> gemm = TRY(Gemm::make(place, wish));
  tell_begin(wish, session.with.library, session.io);
  GemmMeasure measure{seconds};
  measure.sample = [&] { return gpu.sample(); };
  measure.is_chosen = [&](const GemmRun& run) { tell_chosen(run, session.io); };
  measure.window = [&](const GemmRun&, const GemmWindow& window) {
    tell_window(window, session.io);
  };
  measure.must_end = [&](const GemmRun* run) {
    const bool has = run && !run->samples.empty();
    return gpu.must_end(has ? std::optional(run->samples.back()) : std::nullopt);
  };
  GemmRun run = TRY(measured(*gemm, place, measure));
  run.others = gpu.others(record);
  const GemmSummary summary = summary_of(run, gpu.reference());
  const GemmVerdict verdict = verdict_of(run, summary, gpu.reference());
  add_machine(record, session, seconds);
  add_to(record, run, summary, verdict);
  tell_record(record, gemm_text, session.arguments, session.io);
  return code_of(verdict, run.cut);
}

}  // namespace

Result<int> bench_gemm(const Arguments& arguments, const Io& io) {
  const GemmWanted asked = TRY(gemm_wanted(arguments));
  const auto gpu = TRY(BenchGpu::open(bench_gemm_fatbin(), asked.gpu, io));
  const OpenLibrary with = TRY(opened(gpu->host(), asked.environment));
  const Session session{*gpu, with, arguments, io};
  int worst = kFine, ran = 0;
  for (const GemmWish& wish : asked.wishes) {
    const Result<int> code = one(session, wish, asked.seconds);
    if (!code.ok() && (asked.wishes.size() == 1 || !is_refusal(code.error()))) return code.error();
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
