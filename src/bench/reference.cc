#include "bench/reference.h"

#include "bench/toml_quantity.h"

namespace gb10 {

namespace {

Result<std::optional<double>> perhaps(const toml::Node& root, const char* name, Unit unit) {
  const toml::Node* const node = root.find(name);
  if (!node) return std::optional<double>();
  const double value = TRY(quantity_in(*node, unit));
  return std::optional<double>(value);
}

Result<GemmReference> read_type(const toml::Node& node) {
  TRY(node.only({"name", "flop_per_clock", "healthy", "reported_by"}));
  GemmReference out;
  out.type = TRY(node.text("name"));
  const toml::Node* const rate = TRY(node.need("flop_per_clock"));
  out.flop_per_clock = TRY(rate->number());
  if (const toml::Node* const healthy = node.find("healthy")) {
    out.healthy = TRY(range_in(*healthy, Unit::flop_per_second));
    out.reported_by = TRY(node.text("reported_by"));
  }
  return out;
}

Result<GpuStateReference> read_state(const toml::Node& node) {
  TRY(node.only({"clock", "sick_clock", "power", "sick_power", "remedy", "source", "date"}));
  GpuStateReference out;
  const toml::Node* const clock = TRY(node.need("clock"));
  const toml::Node* const power = TRY(node.need("power"));
  const toml::Node* const sick_clock = TRY(node.need("sick_clock"));
  const toml::Node* const sick_power = TRY(node.need("sick_power"));
  out.clock = TRY(range_in(*clock, Unit::hertz));
  out.power = TRY(range_in(*power, Unit::watts));
  out.sick_clock = TRY(quantity_in(*sick_clock, Unit::hertz));
  out.sick_power = TRY(quantity_in(*sick_power, Unit::watts));
  out.remedy = TRY(node.text("remedy"));
  out.source = TRY(node.text("source"));
  out.date = TRY(node.text("date"));
  return out;
}

Result<RateReference> read_rate(const toml::Node& node) {
  TRY(node.only({"name", "healthy", "sick", "least", "source", "date"}));
  RateReference out;
  out.name = TRY(node.text("name"));
  const toml::Node* const healthy = TRY(node.need("healthy"));
  const toml::Node* const sick = TRY(node.need("sick"));
  out.healthy = TRY(range_in(*healthy, Unit::bytes_per_second));
  out.sick = TRY(quantity_in(*sick, Unit::bytes_per_second));
  out.least = TRY(perhaps(node, "least", Unit::bytes));
  if (out.sick > out.healthy.first) return node.wrong("sick lies above the lower end of healthy");
  out.source = TRY(node.text("source"));
  out.date = TRY(node.text("date"));
  return out;
}

Result<HiddenStateReference> read_hidden_state(const toml::Node& node) {
  TRY(node.only({"matrix_vector_to_copy", "sick_ratio", "report", "source", "date"}));
  HiddenStateReference out;
  const toml::Node* const healthy = TRY(node.need("matrix_vector_to_copy"));
  const toml::Node* const sick = TRY(node.need("sick_ratio"));
  if (healthy->items.size() != 2) return healthy->wrong("a range has two ends");
  out.healthy.first = TRY(healthy->items[0].number());
  out.healthy.second = TRY(healthy->items[1].number());
  out.sick_ratio = TRY(sick->number());
  if (out.sick_ratio >= out.healthy.first || out.healthy.second < out.healthy.first)
    return node.wrong("sick_ratio and the ends of matrix_vector_to_copy are to rise");
  out.report = TRY(node.text("report"));
  out.source = TRY(node.text("source"));
  out.date = TRY(node.text("date"));
  return out;
}

/// What is known of the memory's work.
Result<void> read_memory_work(const toml::Node& root, GpuReference& out) {
  if (const toml::Node* const hidden = root.find("hidden_state")) {
    HiddenStateReference found = TRY(read_hidden_state(*hidden));
    out.hidden_state = std::move(found);
  }
  const toml::Node* const rates = root.find("rate");
  if (!rates) return {};
  for (const toml::Node& node : rates->items) {
    RateReference rate = TRY(read_rate(node));
    out.rates.push_back(std::move(rate));
  }
  return {};
}

}  // namespace

const GemmReference* GpuReference::type(std::string_view name) const {
  const GemmReference* out = nullptr;
  for (const GemmReference& each : types) {
    if (name == each.type) return &each;
    if (!out && is_of_format(name, each.type)) out = &each;
  }
  return out;
}

Result<GpuReference> read_gpu_reference(const DataFile& file) {
  const toml::Node root = TRY(toml::parse(file.text, file.name));
  TRY(root.only({"name", "title", "capability", "source", "date", "processors", "clock", "memory",
                 "memory_read", "other_caches", "state", "hidden_state", "rate", "type"}));
  GpuReference out;
  out.name = TRY(root.text("name"));
  out.title = TRY(root.text("title"));
  out.source = TRY(root.text("source"));
  out.date = TRY(root.text("date"));
  out.capability.text = TRY(root.text("capability"));
  if (const toml::Node* const processors = root.find("processors")) {
    const double count = TRY(processors->number());
    out.processors = static_cast<int>(count);
  }
  out.clock = TRY(perhaps(root, "clock", Unit::hertz));
  out.memory = TRY(perhaps(root, "memory", Unit::bytes_per_second));
  out.memory_read = TRY(perhaps(root, "memory_read", Unit::bytes_per_second));
  out.other_caches = TRY(perhaps(root, "other_caches", Unit::bytes));
  if (const toml::Node* const state = root.find("state")) {
    GpuStateReference found = TRY(read_state(*state));
    out.state = std::move(found);
  }
  TRY(read_memory_work(root, out));
  const toml::Node* const types = TRY(root.need("type"));
  for (const toml::Node& node : types->items) {
    GemmReference type = TRY(read_type(node));
    out.types.push_back(std::move(type));
  }
  return out;
}

Result<std::vector<GpuReference>> gpu_references(std::span<const DataFile> files) {
  std::vector<GpuReference> out;
  for (const DataFile& file : files) {
    GpuReference one = TRY(read_gpu_reference(file));
    out.push_back(std::move(one));
  }
  return out;
}

GpuCeilings ceilings_of(const GpuReference& gpu) {
  constexpr std::string_view kMaker = "NVIDIA ";
  GpuCeilings out;
  out.gpu = gpu.title.starts_with(kMaker) ? gpu.title.substr(kMaker.size()) : gpu.title;
  out.sms = gpu.processors.value_or(0);
  out.clock = gpu.clock.value_or(out.clock);
  out.memory = gpu.memory.value_or(out.memory);
  out.memory_read = gpu.memory_read.value_or(out.memory_read);
  for (const GemmReference& type : gpu.types) out.rates.push_back({type.type, type.flop_per_clock});
  return out;
}

const GpuReference* reference_of(std::span<const GpuReference> all, const Version& capability) {
  for (const GpuReference& each : all) {
    if (each.capability == capability) return &each;
  }
  return nullptr;
}

}  // namespace gb10
