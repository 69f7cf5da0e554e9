#include "ledger/amounts.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

constexpr double kMost = 1e15;  // bytes; more is no memory of one machine

/// Bytes for one of a suffix, in lower case. What has no i is binary all the same unless it says B:
/// so do free, docker and ollama.
std::optional<double> factor_of(std::string_view suffix) {
  constexpr std::string_view kPrefixes = "kmgt";
  if (suffix.empty()) return std::pow(1024, 3);
  if (suffix == "b" || suffix == "byte" || suffix == "bytes") return 1;
  const std::size_t power = kPrefixes.find(suffix[0]);
  if (power == std::string_view::npos) return std::nullopt;
  const std::string_view rest = suffix.substr(1);
  if (rest == "b") return std::pow(1000, static_cast<double>(power) + 1);
  if (rest.empty() || rest == "i" || rest == "ib")
    return std::pow(1024, static_cast<double>(power) + 1);
  return std::nullopt;
}

Error no_amount(std::string_view text, std::string_view why) {
  return {Error::Kind::invalid, fmt::format("\"{}\" is {}", printable(text, 40), why),
          "write 90GiB, 90G or 90, which are the same, or 90GB (10^9 bytes each)"};
}

}  // namespace

Result<Quantity> parse_amount(std::string_view text) {
  const std::string all = lower(trimmed(text));
  const std::size_t end = std::min(all.find_first_not_of("0123456789.+-"), all.size());
  const std::optional<double> number = decimal_number(std::string_view(all).substr(0, end));
  const std::optional<double> factor = factor_of(trimmed(std::string_view(all).substr(end)));
  if (!number || !factor) return no_amount(text, "no amount of memory");
  if (*number < 0) return no_amount(text, "less than nothing");
  const double count = *number * *factor;
  if (count < 1) return no_amount(text, "no memory at all, which is always there");
  if (count > kMost) {
    Error error = no_amount(text, "more than any machine has");
    error.hint = "a number without a unit counts GiB; bytes have a B behind them";
    return error;
  }
  return bytes(count);
}

std::optional<std::int64_t> amount(const Facts& facts, std::string_view key) {
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
