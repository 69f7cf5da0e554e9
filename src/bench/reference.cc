#include "bench/reference.h"

#include "base/toml.h"
#include "model/quantity.h"

namespace gb10 {

namespace {

Result<double> quantity(const toml::Node& node, Unit unit) {
  const std::string text = TRY(node.text());
  const auto value = parse_quantity(text);
  if (!value.ok() || value->unit != unit) return node.wrong("\"" + text + "\" is no " + word(unit));
  return value->value;
}

/// Two of one unit, the second not below the first.
Result<std::pair<double, double>> range(const toml::Node& node, Unit unit) {
  if (node.items.size() != 2) return node.wrong("a range has two ends");
  std::pair<double, double> out;
  out.first = unit == Unit::none ? TRY(node.items[0].number()) : TRY(quantity(node.items[0], unit));
  out.second =
      unit == Unit::none ? TRY(node.items[1].number()) : TRY(quantity(node.items[1], unit));
  if (out.second < out.first) return node.wrong("the end lies before the begin");
  return out;
}

Result<GemmReference> read_type(const toml::Node& node) {
  constexpr double kTera = 1e12;
  TRY(node.only({"name", "flop_per_clock", "healthy"}));
  GemmReference out;
  out.type = TRY(node.text("name"));
  const toml::Node* const rate = TRY(node.need("flop_per_clock"));
  out.flop_per_clock = TRY(rate->number());
  if (const toml::Node* const healthy = node.find("healthy")) {
    const auto found = TRY(range(*healthy, Unit::none));
    out.healthy = {found.first * kTera, found.second * kTera};
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
  out.clock = TRY(range(*clock, Unit::hertz));
  out.power = TRY(range(*power, Unit::watts));
  out.sick_clock = TRY(quantity(*sick_clock, Unit::hertz));
  out.sick_power = TRY(quantity(*sick_power, Unit::watts));
  out.remedy = TRY(node.text("remedy"));
  out.source = TRY(node.text("source"));
  out.date = TRY(node.text("date"));
  return out;
}

}  // namespace

const GemmReference* GpuReference::type(std::string_view name) const {
  for (const GemmReference& each : types) {
    if (each.type == name) return &each;
  }
  return nullptr;
}

Result<GpuReference> read_gpu_reference(const DataFile& file) {
  const toml::Node root = TRY(toml::parse(file.text, file.name));
  TRY(root.only({"name", "title", "capability", "source", "date", "state", "type"}));
  GpuReference out;
  out.name = TRY(root.text("name"));
  out.title = TRY(root.text("title"));
  out.source = TRY(root.text("source"));
  out.date = TRY(root.text("date"));
  out.capability.text = TRY(root.text("capability"));
  if (const toml::Node* const state = root.find("state")) {
    GpuStateReference found = TRY(read_state(*state));
    out.state = std::move(found);
  }
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

const GpuReference* reference_of(std::span<const GpuReference> all, const Version& capability) {
  for (const GpuReference& each : all) {
    if (each.capability == capability) return &each;
  }
  return nullptr;
}

}  // namespace gb10
