#include "cli/bench_gemm.h"

#include <algorithm>
#include <csignal>
#include <map>

#include <fmt/format.h>

#include "base/text.h"
#include "bench/gemm_measure.h"
#include "bench/library_places.h"
#include "bench/reference.h"
#include "cli/bench_wanted.h"
#include "cli/machine.h"
#include "cli/run_store.h"
#include "gpu/helper_gpu.h"
#include "gpu/host_memory.h"
#include "gpu/kernels.h"
#include "host/foreground.h"
#include "report/gemm.h"
#include "report/run_text.h"
#include "sampler/clock.h"
#include "sampler/gpu_feed.h"

namespace gb10 {

namespace {

constexpr std::uint64_t kFloor = 1ULL << 30U;  // bytes of memory that stay for others
constexpr double kHottest = 92;                // °C, where the driver tells no slowdown
constexpr double kHeatMargin = 3;              // °C below the slowdown

/// The GPU, and everything that works on it, in the order in which it must end.
struct OpenGpu {
  GpuInfo info;
  Cuda cuda;
  cuda::Device device;
  Context context;
  Module module;
  Stream stream;
  CublasLt library;
  std::vector<std::string> copies;
};

Result<GpuInfo> info_of(const HelperGpu& gpu, int index) {
  const auto all = TRY(gpu.list());
  for (const GpuInfo& each : all) {
    if (each.index == index) return each;
  }
  return Error{Error::Kind::unsupported, fmt::format("there is no GPU {}", index),
               "gb10 inspect gpu shows which there are"};
}

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

Result<OpenGpu> opened(const HelperGpu& gpu, const HostView& host, const GemmWanted& wanted) {
  if (bench_gemm_fatbin().empty())
    return Error{Error::Kind::unsupported, "built without device code",
                 "build gb10 on a machine with the CUDA toolkit (nvcc)"};
  // By hand: g++ 12 sees TRY free what is on the stack here, and is wrong.
  Result<GpuInfo> info = info_of(gpu, wanted.gpu);
  if (!info.ok()) return info.error();
  std::vector<std::string> copies = TRY(copies_of(host, wanted.environment));
  const auto bus_id = info->fields.known<std::string>("pci.bus_id");
  if (!bus_id)
    return Error{Error::Kind::unsupported, "the driver does not tell the GPU's PCI address"};
  Cuda cuda = TRY(Cuda::open());
  const std::int64_t status = TRY(cuda.init());
  if (status != cuda::kSuccess)
    return cuda_error(cuda.api(), "cuInit", static_cast<cuda::Status>(status));
  const cuda::Device device = TRY(cuda.device(*bus_id));
  Context context = TRY(cuda.context(device));
  Module module = TRY(cuda.module(bench_gemm_fatbin()));
  Stream stream = TRY(cuda.stream());
  CublasLt library = TRY(CublasLt::open(copies));
  return OpenGpu{*std::move(info),   std::move(cuda),   device,
                 std::move(context), std::move(module), std::move(stream),
                 std::move(library), std::move(copies)};
}

Result<std::vector<GpuReference>> references(const HostView& host) {
  const auto files = TRY(data_files(host, "gpus", {}));
  return gpu_references(files);
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

void tell_begin(const GemmWish& wish, const OpenGpu& gpu, const Io& io) {
  io.say(fmt::format("{} {}x{}x{} TN, {} data, cuBLASLt {}, {}\n", wish.type->name, wish.m, wish.n,
                     wish.k, wish.data == GemmWish::Data::random ? "random" : "zeros",
                     gpu.library.version(), printable(gpu.library.path(), 300)));
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

/// Why the work must end now: a signal, heat, or memory that others need.
GemmEnd must_end(TakenSignals& signals, const GemmRun* run, const GpuInfo& info) {
  if (signals.next()) return {GemmCut::interrupted, "interrupted"};
  const auto slowdown = info.fields.known<Quantity>("temperature.slowdown");
  const double most = slowdown ? slowdown->value - kHeatMargin : kHottest;
  if (run && !run->samples.empty() && run->samples.back().temperature.value_or(0) >= most)
    return {GemmCut::heat, fmt::format("ended early: the GPU came to {:.0f} °C",
                                       *run->samples.back().temperature)};
  const auto memory = host_memory();
  if (memory.ok() && memory->available < kFloor)
    return {GemmCut::memory,
            "ended early: less than 1 GiB of the machine's memory was left for others"};
  return {};
}

/// Processes that computed on the GPU before ours did, and once ours did; `unknown` says why the
/// driver does not tell.
struct Company {
  std::vector<std::int64_t> before, opened;
  std::string unknown = {};
};

/// Everything that one type needs of the session.
struct Session {
  const OpenGpu& gpu;
  const GpuReference* reference;
  GpuFeed& feed;
  TakenSignals& signals;
  const Arguments& arguments;
  const Io& io;
  const HelperGpu& helper;
  int number = 0;  // of the GPU
  Company company = {};
  std::map<std::string, std::string> fingerprint = {};
};

void add_machine(RunRecord& record, const Session& session, double seconds) {
  record.version = GB10_VERSION;
  record.command = {"gb10", "bench", "gemm"};
  for (const char* const name :
       {"--dtype", "--size", "--mnk", "--data", "--seconds", "--env", "--gpu"}) {
    if (!session.arguments.has(name)) continue;
    record.command.emplace_back(name);
    record.command.push_back(session.arguments.value(name));
  }
  const auto* const name = session.gpu.info.fields.known<std::string>("name");
  record.params["gpu.number"] = std::to_string(session.number);
  record.params["gpu"] = name ? *name : "not known";
  for (const auto& [key, value] : session.fingerprint) record.params[key] = value;
  record.params["seconds"] = fmt::format("{:g}", seconds);
  record.params["library"] = "cuBLASLt " + session.gpu.library.version();
  record.params["library.path"] = session.gpu.library.path();
  record.params["result.library.copies"] = joined(session.gpu.copies, " ");
}

/// What else two runs may differ in; what is not known is left out.
std::map<std::string, std::string> fingerprint_of(const HostView& host, const HelperGpu& gpu) {
  std::map<std::string, std::string> out;
  const auto driver = gpu.driver();
  if (driver.ok() && driver->driver_version.ok()) out["driver"] = *driver->driver_version;
  const auto kernel = host.read("/proc/sys/kernel/osrelease");
  if (kernel.ok()) out["kernel"] = trimmed(*kernel);
  if (std::string mark = machine_mark(host); !mark.empty()) out["machine"] = std::move(mark);
  return out;
}

/// Who computes on this GPU.
Result<std::vector<std::int64_t>> computing(const HelperGpu& gpu, int index) {
  const auto all = TRY(gpu.processes());
  std::vector<std::int64_t> out;
  for (const GpuProcess& each : all) {
    if (each.gpu == index && each.type == "compute") out.push_back(each.pid);
  }
  return out;
}

/// Those of `now` that were not there before, and those who were there from the begin. In a
/// container the driver calls this process by another number: it is one of those that came with the
/// context.
std::string others_of(const std::vector<std::int64_t>& now, const Company& company) {
  std::vector<std::string> out;
  for (const std::int64_t pid : company.before) out.push_back(std::to_string(pid));
  for (const std::int64_t pid : now) {
    const auto& known = company.opened;
    if (std::find(known.begin(), known.end(), pid) == known.end())
      out.push_back(std::to_string(pid));
  }
  return joined(out, ", ");
}

int code_of(const GemmVerdict& verdict, const GemmEnd& cut) {
  if (cut.why == GemmCut::interrupted) return kInterrupted;
  return verdict.verdict == "healthy" || verdict.verdict == "cannot tell" ? kFine : kAnswerIsNo;
}

/// The library or the GPU cannot do it; anything else is a failure.
bool is_refusal(const Error& error) { return error.kind == Error::Kind::unsupported; }

Result<int> one(const Session& session, const GemmWish& wish, double seconds) {
  const OpenGpu& gpu = session.gpu;
  const GemmPlace place{gpu.cuda, gpu.device, gpu.module, gpu.stream, gpu.library};
  RunRecord record;
  record.begun = wall_nanoseconds();
  record.id = fmt::format("{}-{}", run_id(record.begun), wish.type->name);
  const std::unique_ptr<Gemm> gemm = TRY(Gemm::make(place, wish));
  tell_begin(wish, gpu, session.io);
  std::uint64_t seen = 0;
  GemmMeasure measure{seconds};
  measure.sample = [&]() -> std::optional<GpuSample> {
    const GpuNews& news = session.feed.news(boot_seconds());
    if (!news.sample || news.number == seen) return std::nullopt;
    seen = news.number;
    return news.sample;
  };
  measure.is_chosen = [&](const GemmRun& run) { tell_chosen(run, session.io); };
  measure.window = [&](const GemmRun&, const GemmWindow& window) {
    tell_window(window, session.io);
  };
  measure.must_end = [&](const GemmRun* run) { return must_end(session.signals, run, gpu.info); };
  GemmRun run = TRY(measured(*gemm, place, measure));
  const auto now = computing(session.helper, session.number);
  run.others = others_of(now.value_or(std::vector<std::int64_t>()), session.company);
  const GemmSummary summary = summary_of(run, session.reference);
  const GemmVerdict verdict = verdict_of(run, summary, session.reference);
  add_machine(record, session, seconds);
  add_to(record, run, summary, verdict);
  const std::string& unknown = session.company.unknown;
  if (!unknown.empty() || !now.ok())
    record.notes.push_back("whether others worked on this GPU is not known: " +
                           (unknown.empty() ? now.error().what : unknown));
  if (session.arguments.has("--json"))
    session.io.print(to_text(to_json(record)) + "\n");
  else
    session.io.print(session.arguments.has("--markdown") ? run_markdown({&record, 1})
                                                         : gemm_text(record));
  keep_record(record, session.io);
  return code_of(verdict, run.cut);
}

}  // namespace

Result<int> bench_gemm(const Arguments& arguments, const Io& io) {
  const GemmWanted asked = TRY(gemm_wanted(arguments));
  const std::unique_ptr<Host> host = this_host(io);
  TakenSignals signals = TRY(TakenSignals::take({SIGINT, SIGTERM, SIGHUP}));
  const auto known = TRY(references(*host));
  const HelperGpu helper;
  helper.start();
  Company company;
  const auto before = computing(helper, asked.gpu);
  if (before.ok())
    company.before = *before;
  else
    company.unknown = before.error().what;
  if (!company.before.empty())
    io.say(fmt::format("gb10: others work on this GPU, process {}: the numbers are of both\n",
                       others_of({}, company)));
  const OpenGpu gpu = TRY(opened(helper, *host, asked));
  company.opened = computing(helper, asked.gpu).value_or(std::vector<std::int64_t>());
  const auto capability = gpu.info.fields.known<Version>("compute_capability");
  GpuFeed feed({.gpu = asked.gpu, .every = std::chrono::milliseconds(20)});
  const Session session{gpu,       capability ? reference_of(known, *capability) : nullptr,
                        feed,      signals,
                        arguments, io,
                        helper,    asked.gpu,
                        company,   fingerprint_of(*host, helper)};
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
