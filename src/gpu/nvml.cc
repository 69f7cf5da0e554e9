#include "gpu/nvml.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "gpu/nvml_call.h"
#include "gpu/nvml_fields.h"

namespace gb10 {

namespace {

// The second and third are where containers and WSL put the driver without telling the loader.
const std::vector<std::string>& library_names() {
  static const std::vector<std::string> kNames = {"libnvidia-ml.so.1",
                                                  "/usr/local/nvidia/lib64/libnvidia-ml.so.1",
                                                  "/usr/lib/wsl/lib/libnvidia-ml.so.1"};
  return kNames;
}

using TextFunction = Symbol<nvml::Status(char*, unsigned)>;

Result<std::string> text(const nvml::Api& api, const TextFunction& function) {
  std::array<char, nvml::kVersionSize + 1> buffer{};
  TRY(call(api, function, buffer.data(), nvml::kVersionSize));
  if (!buffer[0]) return Error{Error::Kind::unsupported, "the driver answers an empty text"};
  return std::string(buffer.data());
}

using ListFunction = Symbol<nvml::Status(nvml::Device, unsigned*, nvml::Process*)>;

/// The processes that `function` lists. The list can grow while we ask, so there is more room on
/// each try.
Result<std::vector<nvml::Process>> listed(const nvml::Api& api, const ListFunction& function,
                                          nvml::Device device) {
  if (!function.function) return nvml_missing(function.name);
  for (std::size_t room : {64, 1024, 65536}) {
    std::vector<nvml::Process> found(room);
    unsigned count = static_cast<unsigned>(room);
    const nvml::Status status = function.function(device, &count, found.data());
    if (status == nvml::kInsufficientSize) continue;
    if (status != nvml::kSuccess) return nvml_error(api, status);
    found.resize(std::min<std::size_t>(count, room));
    return found;
  }
  return Error{Error::Kind::failed, "more processes than can be listed"};
}

void add(std::vector<GpuProcess>& into, int gpu, const std::vector<nvml::Process>& found,
         const char* type) {
  for (const nvml::Process& process : found) {
    const auto same = [&](const GpuProcess& known) {
      return known.gpu == gpu && known.pid == process.pid;
    };
    if (std::any_of(into.begin(), into.end(), same)) continue;
    GpuProcess& added = into.emplace_back();
    added.gpu = gpu;
    added.pid = process.pid;
    if (process.memory != ~0ULL) added.memory = process.memory;
    added.type = type;
  }
}

}  // namespace

Result<Nvml> Nvml::open() {
  Library library = TRY(Library::open(
      library_names(), "it comes with the NVIDIA driver; without one no GPU can be judged"));
  const nvml::Api api = nvml::bound(library);
  return with(api, std::move(library));
}

Result<Nvml> Nvml::with(nvml::Api api, std::optional<Library> library) {
  const Result<void> started = call(api, api.nvmlInit_v2);
  if (started.ok()) return Nvml(api, std::move(library));
  return Error{started.error().kind, fmt::format("NVML does not start: {}", started.error().what)};
}

Nvml::Nvml(Nvml&& other) noexcept
    : library_(std::move(other.library_)),
      api_(other.api_),
      started_(std::exchange(other.started_, false)) {}

Nvml::~Nvml() {
  if (started_ && api_.nvmlShutdown.function) api_.nvmlShutdown.function();
}

Result<std::string> Nvml::driver_version() const {
  return text(api_, api_.nvmlSystemGetDriverVersion);
}

Result<std::string> Nvml::nvml_version() const { return text(api_, api_.nvmlSystemGetNVMLVersion); }

Result<std::int64_t> Nvml::cuda_version() const {
  int version = 0;
  TRY(call(api_, api_.nvmlSystemGetCudaDriverVersion_v2, &version));
  return std::int64_t{version};
}

Result<int> Nvml::count() const {
  unsigned count = 0;
  TRY(call(api_, api_.nvmlDeviceGetCount_v2, &count));
  return static_cast<int>(count);
}

Result<nvml::Device> Nvml::device(int gpu) const {
  const int known = TRY(count());
  if (gpu < 0 || gpu >= known) {
    return Error{Error::Kind::not_found, fmt::format("there is no GPU {}", gpu)};
  }
  nvml::Device device = nullptr;
  TRY(call(api_, api_.nvmlDeviceGetHandleByIndex_v2, static_cast<unsigned>(gpu), &device));
  return device;
}

Result<std::vector<GpuInfo>> Nvml::list() const {
  const int known = TRY(count());
  std::vector<GpuInfo> gpus;
  for (int gpu = 0; gpu < known; ++gpu) {
    const Result<nvml::Device> opened = device(gpu);
    gpus.push_back(
        {gpu, opened.ok() ? nvml_fields(api_, *opened) : nvml_fields_unknown(opened.error())});
  }
  return gpus;
}

Result<std::vector<GpuProcess>> Nvml::processes() const {
  const int known = TRY(count());
  std::vector<GpuProcess> all;
  for (int gpu = 0; gpu < known; ++gpu) {
    const nvml::Device opened = TRY(device(gpu));
    const auto computing = TRY(listed(api_, api_.nvmlDeviceGetComputeRunningProcesses_v3, opened));
    add(all, gpu, computing, "compute");
    // A GPU without a display part may know no graphics processes; that is an empty list.
    const auto drawing = listed(api_, api_.nvmlDeviceGetGraphicsRunningProcesses_v3, opened);
    if (drawing.ok()) add(all, gpu, *drawing, "graphics");
  }
  return all;
}

std::optional<double> Nvml::energy(int gpu, nvml::Device opened) const {
  const auto now = std::chrono::steady_clock::now();
  const auto asked = energy_asked_.find(gpu);
  if (asked != energy_asked_.end() && now < asked->second + std::chrono::milliseconds(990))
    return std::nullopt;
  energy_asked_[gpu] = now;
  unsigned long long energy = 0;  // mJ
  const auto answered = call(api_, api_.nvmlDeviceGetTotalEnergyConsumption, opened, &energy);
  if (!answered.ok() || energy == 0) return std::nullopt;
  return static_cast<double>(energy) / 1000;
}

Result<GpuSample> Nvml::sample(int gpu) const {
  const nvml::Device opened = TRY(device(gpu));
  GpuSample sample;
  nvml::Utilization use{};
  const Result<void> used = call(api_, api_.nvmlDeviceGetUtilizationRates, opened, &use);
  if (used.ok() && use.gpu <= 100) sample.utilization = use.gpu / 100.0;
  unsigned value = 0;
  if (call(api_, api_.nvmlDeviceGetClockInfo, opened, nvml::kClockSm, &value).ok() && value > 0) {
    sample.sm_clock = value * 1e6;
  }
  if (call(api_, api_.nvmlDeviceGetPowerUsage, opened, &value).ok() && value > 0) {
    sample.power = value / 1000.0;
  }
  if (call(api_, api_.nvmlDeviceGetTemperature, opened, nvml::kSensorGpu, &value).ok()) {
    sample.temperature = value;
  }
  sample.energy = energy(gpu, opened);
  sample.reasons = event_reasons(api_, opened).known();
  if (sample == GpuSample{} && !used.ok()) return used.error();
  return sample;
}

Result<std::string> Nvml::bus_id(int gpu) const {
  const nvml::Device opened = TRY(device(gpu));
  nvml::Pci pci{};
  TRY(call(api_, api_.nvmlDeviceGetPciInfo_v3, opened, &pci));
  return pci_bus_id(pci);
}

Result<void> Nvml::lock_clocks(int gpu, unsigned lowest, unsigned highest) const {
  const nvml::Device opened = TRY(device(gpu));
  return call(api_, api_.nvmlDeviceSetGpuLockedClocks, opened, lowest, highest);
}

Result<void> Nvml::reset_clocks(int gpu) const {
  const nvml::Device opened = TRY(device(gpu));
  return call(api_, api_.nvmlDeviceResetGpuLockedClocks, opened);
}

Result<bool> Nvml::is_on(int gpu, GpuSwitch which) const {
  const nvml::Device opened = TRY(device(gpu));
  int on = 0;
  TRY(call(api_,
           which == GpuSwitch::persistence ? api_.nvmlDeviceGetPersistenceMode
                                           : api_.nvmlDeviceGetAccountingMode,
           opened, &on));
  return on != 0;
}

Result<void> Nvml::turn(int gpu, GpuSwitch which, bool on) const {
  const nvml::Device opened = TRY(device(gpu));
  return call(api_,
              which == GpuSwitch::persistence ? api_.nvmlDeviceSetPersistenceMode
                                              : api_.nvmlDeviceSetAccountingMode,
              opened, on ? 1 : 0);
}

}  // namespace gb10
