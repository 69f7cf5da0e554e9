#include "report/gemm.h"

#include <cmath>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

double number(const RunRecord& record, std::string_view name) {
  const Figure* const figure = record.find(name);
  return figure ? figure->value : NAN;
}

std::string param(const RunRecord& record, const char* name) {
  const auto found = record.params.find(name);
  return found == record.params.end() ? std::string() : found->second;
}

/// "94.1 to 95.0": the second half's seconds.
std::string spread(const RunRecord& record) {
  return fmt::format("{:.1f} to {:.1f}", number(record, "gemm.rate.lowest") / 1e12,
                     number(record, "gemm.rate.highest") / 1e12);
}

std::string ceiling(const RunRecord& record) {
  const double top = number(record, "gemm.ceiling"), steady = number(record, "gemm.rate.steady");
  if (std::isnan(top)) return "its ceiling is not known";
  return fmt::format("{:.0f} % of {:.1f} TFLOP/s, the ceiling computed for the mean clock",
                     100 * steady / top, top / 1e12);
}

}  // namespace

std::string gemm_text(const RunRecord& record) {
  std::string out = fmt::format("{}: {:.1f} TFLOP/s steady ({})", param(record, "result.verdict"),
                                number(record, "gemm.rate.steady") / 1e12, spread(record));
  const std::string why = param(record, "result.verdict.why");
  out += why.empty() ? "\n" : fmt::format("; {}\n", why);
  const std::string remedy = param(record, "result.verdict.remedy");
  if (!remedy.empty()) out += fmt::format("  do: {}\n", remedy);
  const double decay = number(record, "gemm.decay"), energy = number(record, "gemm.energy");
  out += fmt::format("  {}", ceiling(record));
  if (decay >= 0.001) out += fmt::format("; {:.1f} % less than in the first 2 s", 100 * decay);
  if (!std::isnan(energy)) out += fmt::format("; {:.2f} J per 10¹² FLOP", energy);
  out += fmt::format("\n  {:.0f} results checked in FP64, {:.0f} wrong\n",
                     number(record, "gemm.checked"), number(record, "gemm.wrong"));
  const double asking = number(record, "telemetry.cpu");
  if (!std::isnan(asking))
    out += fmt::format("  asking the driver took {:.1f} % of one core\n", 100 * asking);
  for (const std::string& note : record.notes) out += fmt::format("  ! {}\n", note);
  return out;
}

}  // namespace gb10
