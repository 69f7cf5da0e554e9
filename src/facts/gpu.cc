#include <deque>
#include <optional>

#include <fmt/format.h>

#include "facts/gpu_parts.h"
#include "facts/topics.h"
#include "facts/value.h"

namespace gb10 {

namespace {

constexpr FactSpec kSpecs[] = {
    {"gpu.count", Type::integer, Unit::none, "GPUs that the driver shows"},
    {"gpu.answers", Type::boolean, Unit::none, "whether the driver answers in time"},
    {"gpu.driver", Type::version, Unit::none, "version of the driver"},
    {"gpu.nvml", Type::version, Unit::none, "version of its management library"},
    {"gpu.cuda_driver", Type::version, Unit::none, "CUDA version that the driver knows"},
    {"gpu.cu_init", Type::integer, Unit::none, "answer of cuInit; 0 when the GPU can compute"},
    {"gpu.kernel_module", Type::version, Unit::none, "version of the loaded kernel module"},
    {"gpu.module_flavour", Type::text, Unit::none, "kind of kernel module: open or proprietary"},
    {"gpu.module_loaded", Type::boolean, Unit::none, "whether the kernel module is loaded"},
    {"gpu.module_on_disk", Type::version, Unit::none, "version that this kernel would load"},
    {"gpu.userland", Type::version, Unit::none, "version of the driver's libraries"},
    {"gpu.gsp_firmware", Type::list, Unit::none, "versions of GPU firmware on disk"},
    {"gpu.device_nodes", Type::list, Unit::none, "device nodes of the driver"},
    {"gpu.processes", Type::integer, Unit::none, "processes that hold memory of a GPU"},
    {"gpu_process[*].memory", Type::quantity, Unit::bytes, "GPU memory that the process holds"},
    {"gpu_process[*].name", Type::text, Unit::none, "name of the process"},
    {"gpu_process[*].command", Type::text, Unit::none, "its program and harmless options"},
    {"gpu_process[*].parent", Type::integer, Unit::none, "its parent's number"},
    {"gpu_process[*].orphan", Type::boolean, Unit::none, "whether its server is gone and left it"},
    {"gpu_process[*].type", Type::text, Unit::none, "what it uses the GPU for"},
    {"gpu_process[*].engine", Type::text, Unit::none, "model server that it belongs to"},
    {"gpu[*].load.fma_rate", Type::number, Unit::none, "arithmetic under own load, FLOP/s"},
    {"gpu[*].load.read_bandwidth", Type::quantity, Unit::bytes_per_second,
     "memory bandwidth under own load, reading"},
    {"gpu[*].load.copy_bandwidth", Type::quantity, Unit::bytes_per_second,
     "memory bandwidth under own load, copying"},
    {"gpu[*].load.verified", Type::boolean, Unit::none,
     "whether the results of the load are right"},
    {"gpu[*].load.origin", Type::text, Unit::none, "whose load it was: own, watched or recorded"},
    {"gpu[*].load.tested", Type::boolean, Unit::none, "whether the load was long and high enough"},
};

/// The table above and, for each GPU, what the driver's table of fields offers.
struct Specs {
  std::deque<std::string> patterns;  // keeps its strings where they are
  std::vector<FactSpec> all;

  Specs() : all(std::begin(kSpecs), std::end(kSpecs)) {
    for (const FactSpec& field : gpu_fields()) {
      patterns.push_back(fmt::format("gpu[*].{}", field.pattern));
      all.push_back({patterns.back().c_str(), field.type, field.unit, field.words});
    }
  }
};

std::span<const FactSpec> specs() {
  static const Specs kAll;
  return kAll.all;
}

std::vector<Command> questions(const Self&) { return {gpu_parts::module_question()}; }

/// 13000 is 13.0.
Value cuda_version(std::int64_t number) {
  return Version{fmt::format("{}.{}", number / 1000, number % 1000 / 10)};
}

Value version(const std::string& text) { return Version{text}; }
Value number(std::int64_t value) { return value; }

void set_driver(const GpuDriver& driver, Facts& facts) {
  facts.put("gpu.driver", driver.driver_version.map(version), "NVML");
  facts.put("gpu.nvml", driver.nvml_version.map(version), "NVML");
  facts.put("gpu.cuda_driver", driver.cuda_version.map(cuda_version), "CUDA driver");
  facts.put("gpu.cu_init", driver.cu_init.map(number), "cuInit");
}

void set_driver_unknown(const Error& why, Facts& facts) {
  for (const char* const key : {"gpu.driver", "gpu.nvml", "gpu.cuda_driver", "gpu.cu_init"}) {
    facts.unknown(key, why, "GPU driver");
  }
}

void set_gpus(const Result<std::vector<GpuInfo>>& gpus, Facts& facts) {
  if (!gpus.ok()) return facts.unknown("gpu.count", gpus.error(), "NVML");
  facts.set("gpu.count", static_cast<std::int64_t>(gpus->size()), "NVML");
  for (const GpuInfo& gpu : *gpus) {
    for (const auto& [field, fact] : gpu.fields.all()) {
      facts.put(key("gpu", fmt::format("{}", gpu.index), field), fact.value, fact.source);
    }
  }
}

using MaybeError = std::optional<Error>;

template <class T>
MaybeError error_of(const Result<T>& result) {
  return result.ok() ? MaybeError() : MaybeError(result.error());
}

bool timed_out(const MaybeError& error) { return error && error->kind == Error::Kind::timeout; }

/// Without a driver each part of the answer says that its library is not there.
template <class T>
bool says_none(const Result<T>& part) {
  return !part.ok() && part.error().kind == Error::Kind::unsupported;
}

/// True once the driver said anything, were it a refusal; false when its time ran out. A driver
/// that hangs may do so in one member of its answer only. Where the process that asks it died,
/// nobody knows.
Result<Value> answers(const Result<GpuDriver>& driver, const MaybeError& hangs) {
  if (hangs || (driver.ok() && (timed_out(error_of(driver->cu_init)) ||
                                timed_out(error_of(driver->driver_version))))) {
    return Value(false);
  }
  const bool nobody =
      driver.ok() && says_none(driver->driver_version) && says_none(driver->cu_init);
  if (nobody) return driver->driver_version.error();
  if (driver.ok() || driver.error().kind == Error::Kind::failed) return Value(true);
  return driver.error();
}

void collect(const Machine& machine, const CollectOptions&, Facts& facts) {
  gpu_parts::collect_module(machine.host, facts);
  // The list comes first: asking the driver starts CUDA, which wakes an idle GPU.
  const auto gpus = machine.gpu.list();
  set_gpus(gpus, facts);
  // Whoever hangs is not asked again: each question would take its whole deadline.
  MaybeError hangs = timed_out(error_of(gpus)) ? error_of(gpus) : MaybeError();
  const auto driver = hangs ? Result<GpuDriver>(*hangs) : machine.gpu.driver();
  if (driver.ok()) {
    set_driver(*driver, facts);
  } else {
    set_driver_unknown(driver.error(), facts);
  }
  if (timed_out(error_of(driver))) hangs = driver.error();
  gpu_parts::collect_processes(machine, hangs, facts);
  facts.put("gpu.answers", answers(driver, hangs), "GPU driver");
}

}  // namespace

Topic gpu_topic() {
  return {.name = "gpu",
          .words = "the GPU, its driver and who holds its memory",
          .specs = specs(),
          .questions = questions,
          .collect = collect};
}

}  // namespace gb10
