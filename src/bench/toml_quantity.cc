#include "bench/toml_quantity.h"

namespace gb10 {

Result<double> quantity_in(const toml::Node& node, Unit unit) {
  const std::string text = TRY(node.text());
  const auto value = parse_quantity(text);
  if (!value.ok() || value->unit != unit || value->value <= 0)
    return node.wrong("\"" + text + "\" is no " + word(unit));
  return value->value;
}

Result<std::pair<double, double>> range_in(const toml::Node& node, Unit unit) {
  if (node.items.size() != 2) return node.wrong("a range has two ends");
  std::pair<double, double> out;
  out.first = TRY(quantity_in(node.items[0], unit));
  out.second = TRY(quantity_in(node.items[1], unit));
  if (out.second < out.first) return node.wrong("the end lies before the begin");
  return out;
}

}  // namespace gb10
