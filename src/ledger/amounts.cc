#include "ledger/amounts.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

std::optional<std::int64_t> amount(const Facts& facts, std::string_view key) {
  constexpr double kMost = 1e15;
  const auto* const quantity = facts.known<Quantity>(key);
  if (!quantity || quantity->unit != Unit::bytes) return std::nullopt;
  if (!(quantity->value >= 0) || quantity->value > kMost) return std::nullopt;
  return static_cast<std::int64_t>(std::llround(quantity->value));
}

std::int64_t part(const Facts& facts, std::string_view key) {
  return amount(facts, key).value_or(0);
}

std::optional<Quantity> quantity_of(const std::optional<std::int64_t>& amount) {
  if (!amount) return std::nullopt;
  return bytes(static_cast<double>(*amount));
}

std::string gib(double bytes) {
  const double value = bytes / (1024.0 * 1024 * 1024);
  return value > 0 && value < 0.05 ? "<0.1" : fmt::format("{:.1f}", value);
}

std::vector<Holder> holders(const Facts& facts) {
  std::vector<Holder> all;
  if (!facts.is_true("identity.gb10")) return all;
  for (const std::string& instance : facts.instances("gpu_process")) {
    const auto pid = whole_number(instance);
    const auto held = amount(facts, key("gpu_process", instance, "memory"));
    if (!pid || !held || *held == 0) continue;
    const auto* const name = facts.known<std::string>(key("gpu_process", instance, "name"));
    const auto* const type = facts.known<std::string>(key("gpu_process", instance, "type"));
    all.push_back({*pid, name ? *name : "a program", *held,
                   facts.is_true(key("gpu_process", instance, "orphan")),
                   type && *type == "graphics"});
  }
  std::stable_sort(all.begin(), all.end(), [](const Holder& a, const Holder& b) {
    return a.orphan != b.orphan ? a.orphan : a.bytes > b.bytes;
  });
  return all;
}

Json json_of(const std::optional<Quantity>& quantity) {
  if (!quantity) return nullptr;
  return to_json(Value(*quantity));
}

}  // namespace gb10
