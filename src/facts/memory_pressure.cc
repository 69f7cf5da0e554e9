#include <optional>

#include <fmt/format.h>

#include "base/text.h"
#include "facts/ask.h"
#include "facts/memory.h"
#include "facts/value.h"

namespace gb10::memory {

namespace {

void put_counters(const HostView& host, Facts& facts) {
  constexpr std::pair<std::string_view, const char*> kCounters[] = {
      {"compact_stall", "memory.compact_stall"},
      {"compact_fail", "memory.compact_fail"},
      {"oom_kill", "memory.oom_kills"}};
  const std::string source = "/proc/vmstat";
  const auto text = host.read(source);
  for (const auto& [name, fact] : kCounters) {
    const auto said = text.ok() ? value_of(*text, name, ' ') : std::nullopt;
    const auto count = said ? whole_number(*said) : std::nullopt;
    if (count) {
      facts.set(fact, *count, source);
    } else {
      facts.unknown(fact,
                    text.ok()
                        ? Error{Error::Kind::unsupported, fmt::format("{} has no {}", source, name)}
                        : text.error(),
                    source);
    }
  }
}

/// The share of the last ten seconds in the line "some avg10=0.12 avg60=…", in percent there.
Result<Value> pressure(const Result<std::string>& text, std::string_view kind) {
  if (!text.ok()) return text.error();
  for (const std::string_view line : lines(*text)) {
    const auto parts = words(line);
    if (parts.size() < 2 || parts[0] != kind || !parts[1].starts_with("avg10=")) continue;
    if (const auto share = decimal_number(parts[1].substr(6))) return Value(percent(*share));
  }
  return nonsense("/proc/pressure/memory", *text);
}

/// The names in /proc/swaps have blanks and the like as octal numbers.
std::string plain_name(std::string_view name) { return replaced(printable(name), "\\040", " "); }

}  // namespace

void collect_pressure(const HostView& host, Facts& facts) {
  put_counters(host, facts);
  const std::string source = "/proc/pressure/memory";
  const auto text = host.read(source);
  facts.put("memory.pressure_some", pressure(text, "some"), source);
  facts.put("memory.pressure_full", pressure(text, "full"), source);
}

void collect_swap(const HostView& host, Facts& facts) {
  const std::string source = "/proc/swaps";
  const auto text = host.read(source);
  if (!text.ok()) {
    facts.unknown("memory.swap_devices", text.error(), source);
    facts.unknown("memory.swap_on_zram", text.error(), source);
    return;
  }
  std::vector<std::string> devices;
  bool zram = false;
  for (const std::string_view line : lines(*text)) {
    const auto parts = words(line);
    if (parts.size() < 3 || !parts[0].starts_with('/')) continue;
    const auto size = whole_number(parts[2]);
    zram = zram || parts[0].starts_with("/dev/zram");
    devices.push_back(size ? fmt::format("{} {}", plain_name(parts[0]),
                                         to_text(kibibytes(static_cast<double>(*size))))
                           : plain_name(parts[0]));
  }
  facts.set("memory.swap_devices", devices, source);
  facts.set("memory.swap_on_zram", zram, source);
}

}  // namespace gb10::memory
