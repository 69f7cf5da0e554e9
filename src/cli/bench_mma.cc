#include "cli/benchmarks.h"

#include <algorithm>
#include <map>
#include <random>

#include <fmt/format.h>

#include "base/median.h"
#include "base/nearest.h"
#include "base/text.h"
#include "bench/mma_result.h"
#include "cli/bench_gpu.h"
#include "cli/run_store.h"
#include "gpu/kernels.h"
#include "sampler/clock.h"

namespace gb10 {

namespace {

constexpr double kUsualSeconds = 2, kLeastSeconds = 0.5;
constexpr int kBlocks = 12;

/// What was asked for.
struct MmaWanted {
  std::vector<const MmaKernel*> kernels;
  double seconds = kUsualSeconds;
  int gpu = 0;
};

std::vector<std::string> type_names() {
  std::vector<std::string> out;
  for (const MmaType& type : mma_types()) out.emplace_back(type.name);
  return out;
}

Result<std::vector<const MmaKernel*>> wanted_kernels(const Arguments& arguments) {
  const std::string text = arguments.has("--dtype") ? arguments.value("--dtype") : "all";
  std::vector<const MmaKernel*> out;
  for (const std::string_view typed : split(text, ',')) {
    const std::string_view name = typed == "fp8" ? "fp8-e4m3" : typed;
    const std::size_t before = out.size();
    for (const MmaKernel& kernel : mma_kernels()) {
      const bool is_new = std::find(out.begin(), out.end(), &kernel) == out.end();
      if (is_new && (name == "all" || name == kernel.type->name)) out.push_back(&kernel);
    }
    const auto names = type_names();
    const bool is_known =
        name == "all" || std::find(names.begin(), names.end(), name) != names.end();
    if (out.size() == before && !is_known)
      return Error{Error::Kind::invalid,
                   fmt::format("no type is called \"{}\"", printable(typed, 40)),
                   did_you_mean(typed, names, "known: " + joined(names, ", "))};
  }
  return out;
}

Result<MmaWanted> wanted(const Arguments& arguments) {
  MmaWanted out;
  out.kernels = TRY(wanted_kernels(arguments));
  out.seconds = TRY(wanted_seconds(arguments, kUsualSeconds, kLeastSeconds));
  out.gpu = TRY(wanted_gpu(arguments));
  return out;
}

/// The program's device code as modules of this GPU, each loaded when first asked for.
class MmaModules {
 public:
  explicit MmaModules(const BenchGpu& gpu) : gpu_(gpu) {}

  /// Error: why there is none.
  Result<const Module*> of(MmaCode code) {
    if (code == MmaCode::common) return &gpu_.module();
    auto found = loaded_.find(code);
    if (found == loaded_.end())
      found = loaded_.emplace(code, gpu_.cuda().module(fatbin_of(code))).first;
    if (!found->second.ok()) return found->second.error();
    return &*found->second;
  }

 private:
  const BenchGpu& gpu_;
  std::map<MmaCode, Result<Module>> loaded_;
};

const char* target_of(MmaCode code) {
  switch (code) {
    case MmaCode::hopper:
      return "sm_90a";
    case MmaCode::of_120f:
      return "sm_120f";
    case MmaCode::of_121a:
      return "sm_121a";
    case MmaCode::common:
      break;
  }
  return "every GPU";
}

/// Kernels that are ready, and why others are not.
struct Prepared {
  std::vector<std::unique_ptr<MmaRun>> runs;
  std::vector<std::pair<std::string, std::string>> refused;  // why; what

  /// A line for each reason, with all that it is of.
  std::vector<std::string> refusals() const {
    std::vector<std::string> out, reasons;
    for (const auto& [why, what] : refused) {
      if (std::find(reasons.begin(), reasons.end(), why) != reasons.end()) continue;
      reasons.push_back(why);
      std::vector<std::string> names;
      for (const auto& [of, name] : refused) {
        if (of == why) names.push_back(name);
      }
      out.push_back(fmt::format("{}: {}", joined(names, ", "), why));
    }
    return out;
  }
};

Result<void> prepare(Prepared& into, const MmaKernel& kernel, MmaModules& modules,
                     const BenchGpu& gpu, std::uint64_t seed) {
  const auto refuse = [&](const std::string& why) {
    into.refused.emplace_back(why, fmt::format("{} by {}", kernel.type->name, kernel.path));
  };
  const Result<const Module*> module = modules.of(kernel.code);
  if (!module.ok()) {
    if (module.error().kind != Error::Kind::unsupported) return module.error();
    refuse(fmt::format("this GPU runs no code for {} ({})", target_of(kernel.code),
                       module.error().what));
    return {};
  }
  const int processors = TRY(gpu.cuda().attribute(gpu.device(), cuda::kMultiprocessors));
  auto run = MmaRun::make({gpu.cuda(), **module, gpu.stream(), processors}, kernel, seed);
  if (run.ok()) {
    into.runs.push_back(*std::move(run));
    return {};
  }
  if (run.error().kind != Error::Kind::unsupported) return run.error();
  refuse(run.error().what);
  return {};
}

/// All that this GPU can run of what was asked for, with random data.
Result<Prepared> prepared_of(const MmaWanted& asked, MmaModules& modules, const BenchGpu& gpu,
                             RunRecord& record) {
  std::random_device random;
  const std::uint64_t seed = std::uint64_t{random()} << 32U | random();
  record.params["result.seed"] = std::to_string(seed);
  Prepared out;
  for (const MmaKernel* const kernel : asked.kernels)
    TRY(prepare(out, *kernel, modules, gpu, seed));
  if (out.runs.empty())
    return Error{Error::Kind::unsupported,
                 "nothing of this can run on this GPU: " + joined(out.refusals(), "; ")};
  return out;
}

void tell_done(const ProbeRun& run, const Io& io) {
  if (run.rates.size() != kBlocks) return;
  io.say(fmt::format("{:<22} {:>9} TFLOP/s\n", run.name, rate_words(run.rates, 1e12)));
}

Result<ProbeRuns> measured(const Prepared& prepared, const MmaWanted& asked, BenchGpu& gpu,
                           const Io& io) {
  std::vector<Probe> probes;
  for (const auto& run : prepared.runs) probes.push_back(run->probe());
  ProbeMeasure measure{.blocks = kBlocks, .block_seconds = asked.seconds / kBlocks};
  measure.sample = [&] { return gpu.sample(); };
  measure.must_end = [&](const std::optional<GpuSample>& last) { return gpu.must_end(last); };
  measure.told = [&](const ProbeRun& run) { tell_done(run, io); };
  return probed(gpu.cuda(), gpu.stream(), probes, measure);
}

/// Hopper's mma.sync has no FP8.
void add_notes(RunRecord& record, const BenchGpu& gpu, std::span<const MmaOutcome> outcomes) {
  const auto capability = gpu.info().fields.known<Version>("compute_capability");
  if (!capability || capability->text != "9.0") return;
  for (const MmaOutcome& each : outcomes) {
    const MmaFormat format = each.kernel->type->format;
    if (each.kernel->code == MmaCode::common &&
        (format == MmaFormat::e4m3 || format == MmaFormat::e5m2)) {
      record.notes.push_back(
          "FP8 by sync: mma.sync of this GPU has none, and FP16 instructions do it: wgmma counts");
      return;
    }
  }
}

Result<std::vector<MmaOutcome>> outcomes_of(const Prepared& prepared, const ProbeRuns& runs) {
  std::vector<MmaOutcome> out;
  for (std::size_t i = 0; i < prepared.runs.size(); ++i) {
    const MmaCheck check = TRY(prepared.runs[i]->check());
    out.push_back({&prepared.runs[i]->kernel(), runs.runs[i], check});
  }
  return out;
}

}  // namespace

Result<int> bench_mma(const Arguments& arguments, const Io& io, const RecordSink& done) {
  const MmaWanted asked = TRY(wanted(arguments));
  const auto gpu = TRY(BenchGpu::open(bench_mma_fatbin(), asked.gpu, io));
  RunRecord record;
  record.begun = wall_nanoseconds();
  record.id = run_id(record.begun);
  record.command = command_of("mma", arguments, io);
  record.params["seconds"] = fmt::format("{:g}", asked.seconds);
  MmaModules modules(*gpu);
  const Prepared prepared = TRY(prepared_of(asked, modules, *gpu, record));
  const ProbeRuns runs = TRY(measured(prepared, asked, *gpu, io));
  const auto outcomes = TRY(outcomes_of(prepared, runs));
  const std::string others = gpu->others(record);
  if (!others.empty())
    record.notes.push_back("others worked on this GPU meanwhile, process " + others);
  const int processors = TRY(gpu->cuda().attribute(gpu->device(), cuda::kMultiprocessors));
  const bool is_invalid =
      add_to(record, {outcomes, runs, processors, gpu->reference(), prepared.refusals()});
  add_notes(record, *gpu, outcomes);
  gpu->add_to(record);
  done(record);
  if (runs.cut.why == CutBy::interrupted) return int{kInterrupted};
  return is_invalid ? int{kAnswerIsNo} : int{kFine};
}

}  // namespace gb10
