#include "guard/policy.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/check.h"
#include "base/embedded.h"
#include "base/text.h"
#include "base/toml.h"
#include "ledger/amounts.h"
#include "model/quantity.h"

namespace gb10 {

namespace {

struct Setting {
  const char* key;
  Unit unit;
  double GuardPolicy::*place;
};

constexpr Setting kSettings[] = {
    {"act_below", Unit::bytes, &GuardPolicy::act_below},
    {"act_share", Unit::ratio, &GuardPolicy::act_share},
    {"floor", Unit::bytes, &GuardPolicy::floor},
    {"floor_share", Unit::ratio, &GuardPolicy::floor_share},
    {"ahead", Unit::seconds, &GuardPolicy::ahead},
    {"ahead_below", Unit::bytes, &GuardPolicy::ahead_below},
    {"ahead_share", Unit::ratio, &GuardPolicy::ahead_share},
    {"slope_window", Unit::seconds, &GuardPolicy::slope_window},
    {"slope_least", Unit::bytes, &GuardPolicy::slope_least},
    {"settle", Unit::seconds, &GuardPolicy::settle},
    {"margin", Unit::bytes, &GuardPolicy::margin},
    {"recovered", Unit::bytes, &GuardPolicy::recovered},
    {"recovered_share", Unit::ratio, &GuardPolicy::recovered_share},
    {"stall_share", Unit::ratio, &GuardPolicy::stall_share},
    {"stall_window", Unit::seconds, &GuardPolicy::stall_window},
    {"prepare_ahead", Unit::seconds, &GuardPolicy::prepare_ahead},
    {"cache_least", Unit::bytes, &GuardPolicy::cache_least},
    {"cache_again", Unit::seconds, &GuardPolicy::cache_again},
    {"blocks_least", Unit::bytes, &GuardPolicy::blocks_least},
    {"blocks_available", Unit::bytes, &GuardPolicy::blocks_available},
    {"blocks_again", Unit::seconds, &GuardPolicy::blocks_again},
    {"patience", Unit::seconds, &GuardPolicy::patience},
    {"floor_patience", Unit::seconds, &GuardPolicy::floor_patience},
    {"loop_count", Unit::none, &GuardPolicy::loop_count},
    {"loop_window", Unit::seconds, &GuardPolicy::loop_window},
};

Result<double> quantity_of(std::string_view text, const Setting& setting) {
  const auto quantity = setting.unit == Unit::bytes ? parse_amount(text) : parse_quantity(text);
  if (!quantity.ok()) return quantity.error();
  if (quantity->unit != setting.unit)
    return Error{Error::Kind::invalid,
                 fmt::format("{} wants {}, not \"{}\"", setting.key, word(setting.unit), text)};
  if (!(quantity->value > 0))
    return Error{Error::Kind::invalid, fmt::format("{} must be above 0", setting.key)};
  return quantity->value;
}

Result<double> amount(const toml::Node& node, const Setting& setting) {
  if (setting.unit == Unit::none) {
    const double count = TRY(node.number());
    if (!(count >= 1)) return node.wrong(fmt::format("{} must be 1 or more", setting.key));
    return count;
  }
  const std::string text = TRY(node.text());
  const auto value = quantity_of(text, setting);
  if (!value.ok()) return node.wrong(value.error().what);
  return value;
}

/// An amount that an owner sets counts on a machine of any size.
void set_level(GuardPolicy& policy, std::string_view key) {
  if (key == "act_below") policy.act_share = 1;
  if (key == "floor") policy.floor_share = 1;
  if (key == "ahead_below") policy.ahead_share = 1;
  if (key == "recovered") policy.recovered_share = 1;
}

Result<void> apply(const toml::Node& table, GuardPolicy& policy, bool is_own) {
  std::vector<std::string_view> known = {"never", "source", "date"};
  for (const Setting& setting : kSettings) known.emplace_back(setting.key);
  TRY(table.only(known));
  for (const Setting& setting : kSettings) {
    if (is_own && table.find(setting.key)) set_level(policy, setting.key);
  }
  for (const Setting& setting : kSettings) {
    if (const toml::Node* const node = table.find(setting.key))
      policy.*setting.place = TRY(amount(*node, setting));
  }
  for (const std::string& name : TRY(table.texts("never"))) policy.never.push_back(name);
  return {};
}

/// Whether the kernel's name of a process fits. It keeps 15 bytes: where it is as long, the name
/// may go on as the glob does.
bool fits_comm(std::string_view glob, std::string_view name) {
  constexpr std::size_t kKept = 15;
  if (fits_glob(glob, name)) return true;
  if (name.size() < kKept) return false;
  for (std::size_t size = 1; size < glob.size(); ++size) {
    if (glob[size - 1] != '*' && fits_glob(glob.substr(0, size), name)) return true;
  }
  return false;
}

}  // namespace

std::string contradiction(const GuardPolicy& policy) {
  constexpr double kLongest = 10;  // seconds that the watch remembers
  if (policy.slope_window > kLongest)
    return fmt::format("slope_window must be at most {:.0f} s", kLongest);
  if (policy.floor < policy.act_below) return {};
  return fmt::format("floor ({}) must be below act_below ({})", to_text(bytes(policy.floor)),
                     to_text(bytes(policy.act_below)));
}

GuardPolicy GuardPolicy::on(double total) const {
  GuardPolicy out = *this;
  out.act_below = std::min(act_below, act_share * total);
  out.floor = std::min(floor, floor_share * total);
  out.ahead_below = std::min(ahead_below, ahead_share * total);
  out.recovered = std::min(recovered, recovered_share * total);
  // What is small beside the levels of the usual machine stays small beside these.
  const double smaller = std::min(1.0, out.act_below / act_below);
  out.slope_least *= smaller;
  out.margin *= smaller;
  out.cache_least *= smaller;
  out.blocks_least *= smaller;
  out.blocks_available *= smaller;
  return out;
}

bool GuardPolicy::spares(std::string_view name) const {
  return std::any_of(never.begin(), never.end(),
                     [&](const std::string& glob) { return fits_comm(glob, name); });
}

Result<GuardPolicy> guard_policy(std::string_view changes, std::string_view file) {
  GuardPolicy policy;
  const auto text = embedded("guard/policy.toml");
  CHECK(text);
  const toml::Node built_in = TRY(toml::parse(*text, "guard/policy.toml"));
  for (const Setting& setting : kSettings) TRY(built_in.need(setting.key));
  TRY(apply(built_in, policy, false));
  if (changes.empty()) return policy;
  const toml::Node own = TRY(toml::parse(changes, file));
  TRY(apply(own, policy, true));
  if (const std::string wrong = contradiction(policy); !wrong.empty()) return own.wrong(wrong);
  return policy;
}

Result<void> set(GuardPolicy& policy, std::string_view key, std::string_view text) {
  for (const Setting& setting : kSettings) {
    if (key != setting.key) continue;
    policy.*setting.place = TRY(quantity_of(text, setting));
    set_level(policy, key);
    return {};
  }
  return Error{Error::Kind::invalid, fmt::format("the policy has no {}", key)};
}

}  // namespace gb10
