#include "report/mma.h"

#include <cmath>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

double number(const RunRecord& record, const std::string& name) {
  const Figure* const figure = record.find(name);
  return figure ? figure->value : NAN;
}

std::string param(const RunRecord& record, const std::string& name) {
  const auto found = record.params.find(name);
  return found == record.params.end() ? std::string() : found->second;
}

std::string text(double value, double scale, int digits) {
  return std::isnan(value) ? "not known" : fmt::format("{:.{}f}", value / scale, digits);
}

/// The driver's clock; where it tells none, the one that the counters come to.
double clock(const RunRecord& record, const std::string& name) {
  const double told = number(record, name + ".clock");
  return std::isnan(told) ? number(record, name + ".clock.counted") : told;
}

std::string row(const RunRecord& record, const std::string& name) {
  // "mma.fp16.wgmma"
  const auto words = split(name, '.');
  const std::string type(words.size() > 1 ? words[1] : ""), path(words.size() > 2 ? words[2] : "");
  const std::string verdict = param(record, "result.verdict." + name);
  if (verdict != "measured")
    return fmt::format("{:<13} {:<6}  {}: {}\n", type, path, verdict,
                       param(record, "result.verdict.why." + name));
  const std::string spread =
      fmt::format("({} to {})", text(number(record, name + ".lowest"), 1e12, 1),
                  text(number(record, name + ".highest"), 1e12, 1));
  return fmt::format("{:<13} {:<6} {:>9}  {:<20} {:>9}  {:>9}  {:>9}\n", type, path,
                     text(number(record, name), 1e12, 1), spread, text(clock(record, name), 1e6, 0),
                     text(number(record, name + ".flop_per_clock"), 1, 0),
                     text(number(record, name + ".peak_share"), 0.01, 1));
}

double checked(const RunRecord& record, const std::vector<std::string_view>& names,
               const char* which) {
  double sum = 0;
  for (const std::string_view name : names) {
    const double value = number(record, std::string(name) + which);
    if (!std::isnan(value)) sum += value;
  }
  return sum;
}

}  // namespace

std::string mma_text(const RunRecord& record) {
  const std::string kernels = param(record, "result.kernels");
  const std::vector<std::string_view> names = words(kernels);
  std::string out;
  if (!names.empty())
    out = fmt::format("{:<13} {:<6} {:>9}  {:<20} {:>9}  {:>9}  {:>9}\n", "type", "by", "TFLOP/s",
                      "blocks", "MHz", "FLOP/clk", "% of peak");
  for (const std::string_view name : names) out += row(record, std::string(name));
  const double compared = checked(record, names, ".checked");
  if (compared > 0)
    out += fmt::format(
        "  sync: mma.sync; wgmma: Hopper's own; 120f, 121a: mma.sync in code for these targets\n"
        "  FLOP/clk: of one of {} multiprocessors, by its own counter; sparse ones count the "
        "zeros\n"
        "  {:.0f} accumulators and chains over all rounds compared exactly, {:.0f} wrong\n",
        param(record, "result.processors"), compared, checked(record, names, ".wrong"));
  for (const std::string& note : record.notes) out += fmt::format("  ! {}\n", note);
  return out;
}

}  // namespace gb10
