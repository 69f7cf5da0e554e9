#include "cli/bench_gpu.h"

#include <unistd.h>

#include <algorithm>
#include <csignal>

#include <fmt/format.h>

#include "base/text.h"
#include "cli/machine.h"
#include "cli/run_store.h"
#include "gpu/host_memory.h"
#include "sampler/clock.h"
#include "tune/journal.h"

namespace gb10 {

namespace {

constexpr std::uint64_t kFloor = 1ULL << 30U;  // bytes of memory that stay for others
constexpr double kHottest = 92;                // °C, where the driver tells no limit
constexpr double kHeatMargin = 3;              // °C below the limit
constexpr double kDay = 86400;                 // seconds
constexpr int kMostGpus = 64;

Result<GpuInfo> info_of(const HelperGpu& gpu, int index) {
  const auto all = TRY(gpu.list());
  for (const GpuInfo& each : all) {
    if (each.index == index) return each;
  }
  return Error{Error::Kind::unsupported, fmt::format("there is no GPU {}", index),
               "gb10 inspect gpu shows which there are"};
}

/// °C at which work ends: a little below where the driver lets the clocks fall.
double hottest(const Facts& gpu) {
  const auto slowdown = gpu.known<Quantity>("temperature.slowdown");
  if (slowdown) return slowdown->value - kHeatMargin;
  const auto now = gpu.known<Quantity>("temperature");
  const auto margin = gpu.known<Quantity>("temperature.margin");
  return now && margin ? now->value + margin->value - kHeatMargin : kHottest;
}

/// The settings that gb10 tune has in force, as it says them; "none" where it has set nothing.
std::optional<std::string> settings_in_force(const HostView& host) {
  const auto journal = Journal::open(host);
  if (!journal.ok()) return std::nullopt;  // only root may read it
  std::vector<std::string> out;
  for (const PlanStep& step : journal->in_force(boot_id(host))) out.push_back(step.knob);
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out.empty() ? "none" : joined(out, " ");
}

void add_gpu(RunRecord& record, const Facts& gpu) {
  const auto text = [&](const char* param, const char* field) {
    if (const auto* const value = gpu.known<std::string>(field)) record.params[param] = *value;
  };
  const auto amount = [&](const char* param, const char* field) {
    if (const auto* const value = gpu.known<Quantity>(field))
      record.params[param] = to_text(*value);
  };
  text("firmware.vbios", "vbios");
  text("firmware.gsp", "gsp_version");
  amount("limit.power", "power.enforced_limit");
  amount("limit.clock", "clock.max_sm");
}

}  // namespace

void add_fingerprint(RunRecord& record, const HostView& host, const GpuView& gpu) {
  if (const auto settings = settings_in_force(host)) record.params["settings"] = *settings;
  const auto driver = gpu.driver();
  if (driver.ok() && driver->driver_version.ok()) record.params["driver"] = *driver->driver_version;
  const auto kernel = host.read("/proc/sys/kernel/osrelease");
  if (kernel.ok()) record.params["kernel"] = trimmed(*kernel);
  if (std::string mark = machine_mark(host); !mark.empty())
    record.params["machine"] = std::move(mark);
}

Result<std::unique_ptr<BenchGpu>> BenchGpu::open(std::span<const std::byte> fatbin, int gpu,
                                                 const Io& io) {
  TakenSignals signals = TRY(TakenSignals::take({SIGINT, SIGTERM, SIGHUP}));
  std::unique_ptr<BenchGpu> out(new BenchGpu(this_host(io), std::move(signals), gpu));
  TRY(out->start(fatbin, io));
  return out;
}

Result<void> BenchGpu::start(std::span<const std::byte> fatbin, const Io& io) {
  const auto files = TRY(data_files(*host_, "gpus", {}));
  references_ = TRY(gpu_references(files));
  helper_.start();
  const auto before = computing();
  if (before.ok())
    company_.before = *before;
  else
    company_.unknown = before.error().what;
  if (!company_.before.empty())
    io.say(fmt::format("gb10: others work on this GPU, process {}: the numbers are of both\n",
                       others_of({})));
  auto opened_gpu = TRY(opened(fatbin));
  opened_.emplace(std::move(opened_gpu));
  company_.opened = computing().value_or(std::vector<std::int64_t>());
  feed_.emplace(GpuFeed::Settings{.gpu = number_, .every = std::chrono::milliseconds(20)});
  return {};
}

Result<BenchGpu::Opened> BenchGpu::opened(std::span<const std::byte> fatbin) const {
  if (fatbin.empty())
    return Error{Error::Kind::unsupported, "built without device code",
                 "build gb10 on a machine with the CUDA toolkit (nvcc)"};
  // By hand: g++ 12 sees TRY free what is on the stack here, and is wrong.
  Result<GpuInfo> info = info_of(helper_, number_);
  if (!info.ok()) return info.error();
  const auto bus_id = info->fields.known<std::string>("pci.bus_id");
  if (!bus_id)
    return Error{Error::Kind::unsupported, "the driver does not tell the GPU's PCI address"};
  Cuda cuda = TRY(Cuda::open());
  const std::int64_t status = TRY(cuda.init());
  if (status != cuda::kSuccess)
    return cuda_error(cuda.api(), "cuInit", static_cast<cuda::Status>(status));
  const cuda::Device device = TRY(cuda.device(*bus_id));
  Context context = TRY(cuda.context(device));
  Module module = TRY(cuda.module(fatbin));
  Stream stream = TRY(cuda.stream());
  return Opened{*std::move(info),   std::move(cuda),   device,
                std::move(context), std::move(module), std::move(stream)};
}

const GpuReference* BenchGpu::reference() const {
  const auto capability = info().fields.known<Version>("compute_capability");
  return capability ? reference_of(references_, *capability) : nullptr;
}

std::optional<GpuSample> BenchGpu::sample() {
  const GpuNews& news = feed_->news(boot_seconds());
  if (!news.sample || news.number == seen_) return std::nullopt;
  seen_ = news.number;
  return news.sample;
}

EarlyEnd BenchGpu::must_end(const std::optional<GpuSample>& last) {
  // A signal comes once, and whoever asks again is to hear of it too.
  if (end_.why == CutBy::no) end_ = now_must_end(last ? last : sample());
  return end_;
}

EarlyEnd BenchGpu::now_must_end(const std::optional<GpuSample>& last) {
  if (signals_.next()) return {CutBy::interrupted, "interrupted"};
  if (last && last->temperature.value_or(0) >= hottest(info().fields))
    return {CutBy::heat, fmt::format("ended early: the GPU came to {:.0f} °C", *last->temperature)};
  const auto memory = host_memory();
  if (memory.ok() && memory->available < kFloor)
    return {CutBy::memory,
            "ended early: less than 1 GiB of the machine's memory was left for others"};
  return {};
}

/// Who computes on this GPU, other than this process, which an earlier part of it may have opened.
Result<std::vector<std::int64_t>> BenchGpu::computing() const {
  const auto all = TRY(helper_.processes());
  std::vector<std::int64_t> out;
  for (const GpuProcess& each : all) {
    const bool is_other = each.pid != ::getpid();
    if (each.gpu == number_ && each.type == "compute" && is_other) out.push_back(each.pid);
  }
  return out;
}

/// Those of `now` that were not there before, and those who were there from the begin. In a
/// container the driver calls this process by another number: it is one of those that came with the
/// context.
std::string BenchGpu::others_of(const std::vector<std::int64_t>& now) const {
  std::vector<std::string> out;
  for (const std::int64_t pid : company_.before) out.push_back(std::to_string(pid));
  for (const std::int64_t pid : now) {
    const auto& known = company_.opened;
    if (std::find(known.begin(), known.end(), pid) == known.end())
      out.push_back(std::to_string(pid));
  }
  return joined(out, ", ");
}

std::string BenchGpu::others(RunRecord& record) const {
  const auto now = computing();
  const std::string& unknown = company_.unknown;
  if (!unknown.empty() || !now.ok())
    record.notes.push_back("whether others worked on this GPU is not known: " +
                           (unknown.empty() ? now.error().what : unknown));
  return others_of(now.value_or(std::vector<std::int64_t>()));
}

void BenchGpu::add_to(RunRecord& record) const {
  record.version = GB10_VERSION;
  const auto* const name = info().fields.known<std::string>("name");
  record.params["gpu.number"] = std::to_string(number_);
  record.params["gpu"] = name ? *name : "not known";
  add_gpu(record, info().fields);
  add_fingerprint(record, *host_, helper_);
}

Result<int> wanted_gpu(const Arguments& arguments) {
  const std::string gpu = arguments.has("--gpu") ? arguments.value("--gpu") : "0";
  const auto number = whole_number(gpu);
  if (number && *number >= 0 && *number < kMostGpus) return static_cast<int>(*number);
  return Error{Error::Kind::invalid, fmt::format("no GPU is \"{}\"", printable(gpu, 40))};
}

Result<double> wanted_seconds(const Arguments& arguments, double usual, double least) {
  if (!arguments.has("--seconds")) return usual;
  const auto value = decimal_number(arguments.value("--seconds"));
  if (value && *value >= least && *value <= kDay) return *value;
  return Error{Error::Kind::invalid,
               fmt::format("--seconds: \"{}\" is no number from {:g} to {:g}",
                           printable(arguments.value("--seconds"), 40), least, kDay)};
}

std::vector<std::string> command_of(const char* benchmark, const Arguments& arguments,
                                    const Io& io) {
  std::vector<std::string> out = {"gb10", "bench", benchmark};
  for (const auto& [name, values] : arguments.given) {
    const bool is_output = name == "--json" || name == "--markdown" || name == "--color";
    if (!name.starts_with('-') || is_output) continue;
    for (const std::string& value : values) {
      out.push_back(name);
      if (!value.empty()) out.push_back(value);
    }
  }
  return kept_words(io).words(out);
}

}  // namespace gb10
