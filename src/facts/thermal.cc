#include <optional>

#include <fmt/format.h>

#include "base/text.h"
#include "facts/ask.h"
#include "facts/topics.h"
#include "facts/value.h"

namespace gb10 {

namespace {

constexpr std::string_view kThermal = "/sys/class/thermal";

constexpr FactSpec kSpecs[] = {
    {"thermal.hottest", Type::quantity, Unit::celsius, "highest temperature of all zones"},
    {"thermal.hottest_zone", Type::text, Unit::none, "the zone with that temperature"},
    {"thermal[*].type", Type::text, Unit::none, "what the kernel calls the zone"},
    {"thermal[*].name", Type::text, Unit::none, "what the firmware calls the zone"},
    {"thermal[*].temperature", Type::quantity, Unit::celsius, "temperature now"},
    {"thermal[*].critical", Type::quantity, Unit::celsius, "temperature at which it switches off"},
};

/// Thousandths of a degree. A sensor without a reading says absolute zero or the like.
Result<Quantity> temperature_in(const HostView& host, const std::string& path) {
  const std::int64_t thousandths = TRY(ask::number(host, path));
  constexpr std::int64_t kLowest = -100'000, kHighest = 300'000;
  if (thousandths <= kLowest || thousandths >= kHighest) {
    return Error{Error::Kind::failed,
                 fmt::format("{} holds no temperature: {}", path, thousandths)};
  }
  return celsius(static_cast<double>(thousandths) / 1000);
}

/// The last part of an ACPI path, "TSOC" of "\_SB_.TSOC"; nothing for a zone that ACPI has no part
/// in.
std::optional<std::string> firmware_name(const HostView& host, const std::string& dir) {
  const std::string path = ask::text(host, dir + "device/path").value_or("");
  const std::string name = path.substr(path.rfind('.') + 1);
  if (name.empty()) return std::nullopt;
  return printable(name);
}

/// The zone's trip points are numbered; the critical one is known by its type.
Result<Value> critical(const HostView& host, const std::string& dir) {
  constexpr int kMost = 16;
  for (int point = 0; point < kMost; ++point) {
    const std::string stem = fmt::format("{}trip_point_{}_", dir, point);
    const auto type = ask::text(host, stem + "type");
    if (!type.ok()) break;
    if (*type == "critical") return as_value(temperature_in(host, stem + "temp"));
  }
  return Error{Error::Kind::not_found, "this zone has no critical temperature"};
}

struct Hottest {
  std::optional<Quantity> temperature;
  std::string zone, source;
  std::optional<Error> why;  // the first zone that did not answer
};

void collect_zone(const HostView& host, const std::string& zone, Facts& facts, Hottest& hottest) {
  const std::string dir = fmt::format("{}/{}/", kThermal, zone);
  const std::string instance = ask::instance(zone);
  facts.put(key("thermal", instance, "type"), text_value(host, dir + "type"), dir + "type");
  const auto name = firmware_name(host, dir);
  if (name) facts.set(key("thermal", instance, "name"), *name, dir + "device/path");
  const auto temperature = temperature_in(host, dir + "temp");
  facts.put(key("thermal", instance, "temperature"), as_value(temperature), dir + "temp");
  facts.put(key("thermal", instance, "critical"), critical(host, dir), dir + "trip_point_*");
  if (!temperature.ok()) {
    if (!hottest.why) hottest.why = temperature.error();
  } else if (!hottest.temperature || temperature->value > hottest.temperature->value) {
    // Every firmware zone has the type "acpitz"; elsewhere the type is the name.
    const std::string type = ask::text(host, dir + "type").value_or("acpitz");
    const std::string known = type == "acpitz" ? instance : printable(type, 40);
    hottest = {*temperature, name.value_or(known), dir + "temp", hottest.why};
  }
}

void put_hottest(const Hottest& hottest, Facts& facts) {
  if (hottest.temperature) {
    facts.set("thermal.hottest", *hottest.temperature, hottest.source);
    facts.set("thermal.hottest_zone", hottest.zone, hottest.source);
    return;
  }
  const Error why =
      hottest.why.value_or(Error{Error::Kind::not_found, "there are no thermal zones"});
  facts.unknown("thermal.hottest", why, std::string(kThermal));
  facts.unknown("thermal.hottest_zone", why, std::string(kThermal));
}

void collect(const Machine& machine, const CollectOptions&, Facts& facts) {
  Hottest hottest;
  const auto entries = machine.host.list(kThermal);
  if (!entries.ok()) hottest.why = entries.error();
  for (const DirEntry& entry : entries.value_or(std::vector<DirEntry>{})) {
    if (!entry.name.starts_with("thermal_zone")) continue;
    collect_zone(machine.host, entry.name, facts, hottest);
  }
  put_hottest(hottest, facts);
}

}  // namespace

Topic thermal_topic() { return {"thermal", "temperatures", kSpecs, nullptr, collect}; }

}  // namespace gb10
