#include "report/record.h"

#include <cmath>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

/// The number named `name` for people; empty where it is not known.
std::string shown(const RunRecord& record, std::string_view name) {
  const Figure* const figure = record.find(name);
  if (!figure || std::isnan(figure->value)) return {};
  return to_text(Quantity{figure->value, figure->unit});
}

bool is_known(const RunRecord& record, std::string_view name) {
  return !shown(record, name).empty();
}

/// A part of a line: words around a number, left out where it is not known.
struct Piece {
  std::string_view before, name, after;
};

std::string line_of(const RunRecord& record, std::initializer_list<Piece> pieces) {
  std::vector<std::string> parts;
  for (const auto& [before, name, after] : pieces) {
    const std::string number = shown(record, name);
    if (!number.empty()) parts.push_back(fmt::format("{}{}{}", before, number, after));
  }
  return joined(parts, ", ");
}

bool is_more_than_nothing(const RunRecord& record, std::string_view name) {
  const Figure* const figure = record.find(name);
  return figure && figure->value > 0;
}

std::string energy(const RunRecord& record) {
  const Figure* const figure = record.find("gpu.energy");
  if (!figure) return {};
  const std::string joules = shown(record, "gpu.energy");
  if (joules.empty()) return "not known: " + figure->how;
  std::string out = fmt::format("{} ({}: {})", joules, figure->evidence, figure->how);
  const Figure* const counter = record.find("gpu.energy_counter");
  if (counter && is_known(record, "gpu.energy_counter"))
    out += fmt::format("; {} says {}", counter->how, shown(record, "gpu.energy_counter"));
  return out;
}

std::string memory(const RunRecord& record) {
  std::string out = line_of(record, {{"at least ", "memory.available.min", " available"},
                                     {"programs up to ", "memory.anonymous.max", ""},
                                     {"shared up to ", "memory.shared.max", ""},
                                     {"kernel up to ", "memory.kernel.max", ""}});
  if (is_more_than_nothing(record, "memory.swap_out.total"))
    out += fmt::format(", {} went to swap", shown(record, "memory.swap_out.total"));
  if (is_more_than_nothing(record, "memory.oom_kills.grown"))
    out +=
        fmt::format(", the kernel killed {} for memory", shown(record, "memory.oom_kills.grown"));
  return out;
}

std::string cost(const RunRecord& record) {
  const Figure* const figure = record.find("sampler.cpu");
  if (!figure || std::isnan(figure->value)) return {};
  const Figure* const duration = record.find("run.duration");
  if (!duration || std::isnan(duration->value)) return {};
  std::string out = fmt::format("{} of CPU time, {:.2f} % of one core, for {} readings",
                                to_text(seconds(figure->value * duration->value)),
                                figure->value * 100, shown(record, "sampler.readings"));
  const auto rate = record.params.find("rate");
  if (rate != record.params.end()) out += fmt::format(" at {}", rate->second);
  return out;
}

std::string headline(const RunRecord& record) {
  std::vector<std::string> words;
  for (const std::string& each : record.command) words.push_back(shell_quoted(printable(each, 60)));
  const std::string what = words.empty() ? "this machine" : printable(joined(words, " "), 120);
  std::string out = fmt::format("{}: {}", what, shown(record, "run.duration"));
  if (const Figure* const code = record.find("run.exit"))
    out += fmt::format(", exit code {:.0f}", code->value);
  return out;
}

}  // namespace

std::string text(const RunRecord& record, const Dress& dress) {
  std::vector<std::vector<std::string>> rows;
  const auto row = [&](const char* name, std::string words) {
    if (!words.empty()) rows.push_back({fmt::format("  {}", name), std::move(words)});
  };
  row("energy", energy(record));
  row("power", line_of(record, {{"mean ", "gpu.power.mean", ""}, {"peak ", "gpu.power.max", ""}}));
  row("clock", line_of(record, {{"mean ", "gpu.sm_clock.mean", ""},
                                {"lowest ", "gpu.sm_clock.min", ""},
                                {"", "gpu.utilization.mean", " of the time in use"}}));
  row("heat", line_of(record, {{"GPU up to ", "gpu.temperature.max", ""},
                               {"hottest zone up to ", "thermal.hottest.max", ""}}));
  row("memory", memory(record));
  row("waiting", line_of(record, {{"", "pressure.memory_some.mean", " of the time for memory"}}));
  row("CPU", line_of(record, {{"", "cpu.busy.mean", " of all cores"}}));
  row("disk",
      line_of(record, {{"", "disk.read.total", " read"}, {"", "disk.written.total", " written"}}));
  row("network", line_of(record, {{"", "network.received.total", " received"},
                                  {"", "network.sent.total", " sent"}}));
  row("cost", cost(record));
  for (const std::string& note : record.notes) row("note", printable(note, 300));
  const std::string head = joined(wrapped(headline(record), dress.width), "\n");
  return fmt::format("{}\n{}", head, table(rows, dress));
}

}  // namespace gb10
