#include "doctor/summary.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

/// The fact for people, or `otherwise`.
std::string shown(const Facts& facts, std::string_view key,
                  std::string_view otherwise = "not known") {
  const Fact* const fact = facts.find(key);
  return fact && fact->value.ok() ? printable(to_text(*fact->value), 80) : std::string(otherwise);
}

bool has(const Facts& facts, std::string_view key) {
  const Fact* const fact = facts.find(key);
  return fact && fact->value.ok();
}

/// The parts that are known, joined.
class Parts {
 public:
  explicit Parts(const Facts& facts) : facts_(facts) {}
  /// Adds `before` value `behind` when the fact is known.
  Parts& add(std::string_view key, std::string_view before = "", std::string_view behind = "") {
    if (has(facts_, key))
      parts_.push_back(fmt::format("{}{}{}", before, shown(facts_, key), behind));
    return *this;
  }
  Parts& say(std::string text) {
    if (!text.empty()) parts_.push_back(std::move(text));
    return *this;
  }
  std::string joined_by(std::string_view separator) const { return joined(parts_, separator); }
  bool empty() const { return parts_.empty(); }

 private:
  const Facts& facts_;
  std::vector<std::string> parts_;
};

/// "680 to 695 MHz", "35 W" where both ends read alike.
std::string range(const Facts& facts, std::string_view low, std::string_view high) {
  const std::string from = shown(facts, low), to = shown(facts, high);
  if (from == to) return from;
  const std::size_t unit = from.rfind(' ');
  const bool same = unit != std::string::npos && to.ends_with(from.substr(unit));
  return fmt::format("{} to {}", same ? from.substr(0, unit) : from, to);
}

std::string loaded_summary(const Facts& facts) {
  Parts parts(facts);
  parts.say(range(facts, "gpu[0].load.sm_clock_min", "gpu[0].load.sm_clock_max"));
  parts.say(range(facts, "gpu[0].load.power_min", "gpu[0].load.power_max"));
  parts.add("gpu[0].load.read_bandwidth", "reads ");
  return "tested under load: " + parts.joined_by(", ");
}

std::string gpu_summary(const Facts& facts) {
  if (const Fact* const name = facts.find("gpu[0].name"); name && !name->value.ok())
    return "GPU 0 does not answer: " + printable(name->value.error().what, 90);
  if (!has(facts, "gpu[0].name")) {
    const Fact* const count = facts.find("gpu.count");
    const auto* const on_pci = facts.known<std::vector<std::string>>("identity.gpu_pci_ids");
    if (!count || count->value.ok() || (on_pci && on_pci->empty()))
      return "no NVIDIA GPU was found";
    return printable(count->value.error().what, 90);
  }
  Parts parts(facts);
  const auto* const busy = facts.known<Quantity>("gpu[0].utilization.gpu");
  if (facts.is_true("gpu[0].load.tested")) return loaded_summary(facts);
  parts.say(busy ? (busy->value < 0.05 ? "idle" : fmt::format("{} busy", to_text(*busy))) : "");
  parts.add("gpu[0].pstate", "P").add("gpu[0].clock.sm").add("gpu[0].power.draw");
  std::string out = parts.joined_by(", ");
  const Fact* const tested = facts.find("gpu[0].load.tested");
  if (tested && !tested->value.ok())
    return fmt::format("{}; not tested: {}", out, printable(tested->value.error().what, 120));
  return out + (busy && busy->value >= 0.9
                    ? "; judge it:  gb10 doctor --watch 10"
                    : ": a low clock shows only under load; test it:  gb10 doctor --load");
}

std::string memory_summary(const Facts& facts) {
  Parts parts(facts);
  if (has(facts, "memory.available") && has(facts, "memory.total")) {
    parts.say(fmt::format("{} of {} available", shown(facts, "memory.available"),
                          shown(facts, "memory.total")));
  }
  parts.add("memory.large_blocks", "", " free blocks of 32 MiB");
  const auto* const swap = facts.known<Quantity>("memory.swap_total");
  if (swap && swap->value == 0) parts.say("no swap");
  if (swap && swap->value > 0) {
    parts.say(fmt::format("swap {} of {}", shown(facts, "memory.swap_used"),
                          shown(facts, "memory.swap_total")));
  }
  return parts.empty() ? "not known" : parts.joined_by("; ");
}

std::string python_summary(const Facts& facts) {
  const std::vector<std::string> environments = facts.instances("python");
  for (const std::string& path : environments) {
    const std::string torch = key("python", path, "torch");
    if (has(facts, torch))
      return fmt::format("{}: torch {}", printable(path, 40), shown(facts, torch));
  }
  return environments.empty()
             ? "no Python environment"
             : counted(static_cast<std::int64_t>(environments.size()), "Python environment") +
                   ", none with torch";
}

std::string software_summary(const Facts& facts) {
  Parts parts(facts);
  parts.add("gpu.driver", "driver ")
      .add("cuda.default", "CUDA toolkit ")
      .say(python_summary(facts));
  if (facts.is_true("docker.installed")) {
    const Fact* const runtime = facts.find("docker.nvidia_runtime");
    if (runtime && runtime->value.ok())
      parts.say(facts.is_true("docker.nvidia_runtime") ? "Docker with the NVIDIA runtime"
                                                       : "Docker without the NVIDIA runtime");
    else
      parts.say("Docker");
  }
  return parts.joined_by("; ");
}

/// The reason why `key` is not known; empty when it is.
std::string reason(const Facts& facts, std::string_view key) {
  const Fact* const fact = facts.find(key);
  if (!fact || fact->value.ok()) return {};
  return "not known: " + printable(fact->value.error().what, 90);
}

std::string storage_summary(const Facts& facts) {
  Parts parts(facts);
  for (const std::string& disk : facts.instances("block")) {
    if (!has(facts, key("block", disk, "size"))) continue;
    std::string text = fmt::format("{} {}", disk, shown(facts, key("block", disk, "size")));
    if (has(facts, key("block", disk, "link_width"))) {
      text += fmt::format(", {} GT/s x{}", shown(facts, key("block", disk, "link_speed")),
                          shown(facts, key("block", disk, "link_width")));
    }
    parts.say(text);
    break;
  }
  const std::string used = key("filesystem", "/", "used");
  if (has(facts, used)) parts.say(fmt::format("/ {} used", shown(facts, used)));
  if (!parts.empty()) return parts.joined_by("; ");
  const std::string why = reason(facts, "storage.disks");
  return why.empty() ? "not known" : why;
}

std::string network_summary(const Facts& facts) {
  if (const std::string why = reason(facts, "net.interfaces"); !why.empty()) return why;
  Parts parts(facts);
  for (const std::string& name : facts.instances("net")) {
    const auto* const kind = facts.known<std::string>(key("net", name, "kind"));
    const auto* const state = facts.known<std::string>(key("net", name, "state"));
    if (!kind || !state || *state != "up" || *kind == "virtual" || *kind == "connectx") continue;
    parts.say(
        has(facts, key("net", name, "speed"))
            ? fmt::format("{} {}", printable(name, 20), shown(facts, key("net", name, "speed")))
            : fmt::format("{} up", printable(name, 20)));
  }
  if (const auto* const cabled = facts.known<std::vector<std::string>>("fabric.cabled")) {
    const auto* const functions = facts.known<std::int64_t>("fabric.functions");
    if (functions && *functions > 0)
      parts.say(cabled->empty() ? "ConnectX-7: no cable"
                                : "ConnectX-7: " + printable(joined(*cabled, ", "), 100));
  }
  return parts.empty() ? "no link is up" : parts.joined_by("; ");
}

std::string thermal_summary(const Facts& facts) {
  Parts parts(facts);
  if (has(facts, "gpu[0].load.temperature_max"))
    parts.add("gpu[0].load.temperature_max", "GPU ", " under load");
  else
    parts.add("gpu[0].temperature", "GPU ");
  if (has(facts, "thermal.hottest")) {
    parts.say(fmt::format("hottest zone {} ({})", shown(facts, "thermal.hottest"),
                          shown(facts, "thermal.hottest_zone")));
  }
  parts.add("gpu[0].counter.hw_thermal", "",
            " of thermal slowdown by hardware since the driver started");
  return parts.empty() ? "not known" : parts.joined_by("; ");
}

std::string without_fault(const Diagnosis& diagnosis, Speed speed) {
  if (diagnosis.verdict == Verdict::healthy) return "healthy";
  if (diagnosis.verdict == Verdict::cannot_tell) return "cannot tell: no NVIDIA GPU answers here";
  if (speed == Speed::untested) return "no fault found; GPU speed not tested";
  if (speed == Speed::unknown)
    return "no fault found; how fast this GPU should be is known for a GB10 only";
  if (diagnosis.unjudged == 0) return "no fault found; not every part could be judged";
  return "no fault found; " + counted(diagnosis.unjudged, "check") + " could not be judged";
}

}  // namespace

std::string headline(const Diagnosis& diagnosis, Speed speed) {
  const auto count = [&](Severity severity) {
    return std::count_if(diagnosis.findings.begin(), diagnosis.findings.end(),
                         [&](const Finding& each) { return each.severity == severity; });
  };
  const auto faults = count(Severity::fault), warnings = count(Severity::warning);
  if (faults == 0 && warnings == 0) return without_fault(diagnosis, speed);
  if (warnings == 0) return counted(faults, "fault");
  if (faults == 0) return counted(warnings, "warning");
  return fmt::format("{}, {}", counted(faults, "fault"), counted(warnings, "warning"));
}

std::string machine_line(const Facts& facts) {
  Parts parts(facts);
  if (has(facts, "identity.product"))
    parts.add("identity.product");
  else
    parts.add("identity.product_name").add("gpu[0].name");
  if (has(facts, "os.dgx_version"))
    parts.add("os.dgx_version", "DGX OS ");
  else
    parts.add("os.name");
  parts.add("os.kernel", "kernel ").add("gpu.driver", "driver ");
  const auto* const gb10 = facts.known<bool>("identity.gb10");
  if (gb10 && !*gb10) parts.say("not a GB10");
  return parts.joined_by("   ");
}

std::string area_summary(Area area, const Facts& facts) {
  switch (area) {
    case Area::gpu:
      return gpu_summary(facts);
    case Area::memory:
      return memory_summary(facts);
    case Area::software:
      return software_summary(facts);
    case Area::storage:
      return storage_summary(facts);
    case Area::network:
      return network_summary(facts);
    case Area::thermal:
      return thermal_summary(facts);
  }
  return {};
}

}  // namespace gb10
