#include "report/memory.h"

#include <cmath>

#include <fmt/format.h>

#include "base/text.h"
#include "report/report.h"

namespace gb10 {

namespace {

using Cells = std::vector<std::string>;

constexpr std::string_view kGroup = "cpu.group.";
constexpr std::string_view kLatency = "memory.gpu.latency.";
constexpr std::string_view kLadder = "memory.ladder.";

double number(const RunRecord& record, const std::string& name) {
  const Figure* const figure = record.find(name);
  return figure ? figure->value : NAN;
}

std::string param(const RunRecord& record, const std::string& name) {
  const auto found = record.params.find(name);
  return found == record.params.end() ? std::string() : found->second;
}

/// GB/s; "-" where there is none.
std::string rate(double value) {
  if (!std::isfinite(value)) return "-";
  const double giga = value / 1e9;
  return fmt::format("{:.{}f}", giga, giga >= 100 ? 0 : giga >= 1 ? 1 : 3);
}

std::string nanoseconds(double seconds) {
  return std::isfinite(seconds) ? fmt::format("{:.1f}", seconds * 1e9) : "-";
}

/// The groups of CPUs of the record, "all" first.
Cells groups(const RunRecord& record) {
  Cells out;
  for (const auto& [key, value] : record.params) {
    if (!key.starts_with(kGroup)) continue;
    const std::string name = key.substr(kGroup.size());
    out.insert(name == "all" ? out.begin() : out.end(), name);
  }
  return out;
}

std::string group_words(const RunRecord& record, const std::string& group) {
  return fmt::format("CPU {} ({})", group, param(record, std::string(kGroup) + group));
}

std::string rates(const RunRecord& record) {
  std::vector<Cells> rows = {
      {"  GB/s", "read", "write", "past caches", "copy", "by driver", "triad", "GEMV"}};
  const auto cell = [&](const std::string& name) { return rate(number(record, name)); };
  if (record.find("memory.gpu.read"))
    rows.push_back({"  GPU", cell("memory.gpu.read"), cell("memory.gpu.write"), "-",
                    cell("memory.gpu.copy"), cell("memory.gpu.copy_driver"), "-",
                    cell("memory.gpu.matrix_vector")});
  for (const std::string& group : groups(record)) {
    const std::string of = "memory.cpu." + group + ".";
    rows.push_back({"  " + group_words(record, group), cell(of + "read"), cell(of + "write"),
                    cell(of + "write_streaming"), cell(of + "copy"), "-", cell(of + "triad"), "-"});
  }
  return table(rows, {});
}

std::string latencies(const RunRecord& record) {
  std::string out;
  for (const std::string& group : groups(record)) {
    const std::string of = "memory.cpu." + group + ".latency.";
    const double base = number(record, of + "base_pages"), huge = number(record, of + "huge_pages");
    if (!std::isfinite(base) && !std::isfinite(huge)) continue;
    out += fmt::format("  latency of CPU {}: {} ns in pages of {}, {} ns in huge pages\n", group,
                       nanoseconds(base), param(record, "page.size"), nanoseconds(huge));
  }
  Cells of_gpu;
  for (const Figure& figure : record.results) {
    if (!figure.name.starts_with(kLatency) || figure.name.ends_with("est")) continue;
    of_gpu.push_back(fmt::format("{} {} ns",
                                 replaced(figure.name.substr(kLatency.size()), ".", " "),
                                 nanoseconds(figure.value)));
  }
  if (!of_gpu.empty()) out += fmt::format("  latency of the GPU: {}\n", joined(of_gpu, ", "));
  return out;
}

std::string together(const RunRecord& record) {
  std::vector<Cells> rows;
  const auto row = [&](const std::string& words, const std::string& name) {
    const double alone = number(record, name + "_alone"), both = number(record, name);
    if (!std::isfinite(alone) || !std::isfinite(both)) return;
    rows.push_back({"  " + words, rate(alone), rate(both),
                    fmt::format("{:+.1f} %", 100 * (both / alone - 1))});
  };
  for (const char* const work : {"read", "write"}) {
    const std::string of = fmt::format("memory.together.cpu_{}.", work);
    row(fmt::format("GPU reads, CPU {}s: GPU", work), of + "gpu");
    row(fmt::format("GPU reads, CPU {}s: CPU", work), of + "cpu");
  }
  if (rows.empty()) return {};
  rows.insert(rows.begin(), {"  both at once, GB/s", "alone", "together", "change"});
  return "\n" + table(rows, {});
}

/// The size in the name of the last figure "memory.ladder.KIND.first_touch.SIZE".
std::string largest(const RunRecord& record, const std::string& of) {
  std::string out;
  for (const Figure& figure : record.results) {
    const std::string start = of + "first_touch.";
    if (figure.name.starts_with(start)) out = figure.name.substr(start.size());
  }
  return out;
}

std::string ladder(const RunRecord& record) {
  std::vector<Cells> rows;
  for (const char* const kind : {"device", "managed", "pinned", "pageable", "file"}) {
    const std::string of = fmt::format("{}{}.", kLadder, kind), size = largest(record, of);
    if (size.empty()) continue;
    const auto cell = [&](const char* feat) {
      return rate(number(record, fmt::format("{}{}.{}", of, feat, size)));
    };
    rows.push_back({fmt::format("  {} {}", kind, size), cell("first_touch"), cell("gpu_first"),
                    cell("gpu_read"), cell("cpu_read"), cell("h2d"), cell("d2h")});
  }
  if (rows.empty()) return {};
  rows.insert(rows.begin(), {"  ladder, GB/s", "first touch", "GPU first", "GPU again", "one core",
                             "to GPU", "from GPU"});
  return "\n" + table(rows, {});
}

std::string allocations(const RunRecord& record) {
  constexpr std::string_view kName = "memory.allocation.";
  Cells out;
  for (const Figure& figure : record.results) {
    if (figure.name.starts_with(kName))
      out.push_back(fmt::format("{} {}", figure.name.substr(kName.size()), rate(figure.value)));
  }
  if (out.empty()) return {};
  return fmt::format("  asked for at once and written, GB/s: {}\n", joined(out, ", "));
}

/// What a kind of memory or the driver refused.
std::string refusals(const RunRecord& record) {
  std::string out;
  for (const Figure& figure : record.results) {
    if (figure.name.starts_with(kLadder) && !std::isfinite(figure.value))
      out += fmt::format("  {}: {}\n", figure.name.substr(kLadder.size()), figure.how);
  }
  return out;
}

}  // namespace

std::string memory_text(const RunRecord& record) {
  const std::string why = param(record, "result.verdict.why"),
                    remedy = param(record, "result.verdict.remedy");
  std::string out = param(record, "result.verdict") + (why.empty() ? "" : ": " + why) + "\n";
  if (!remedy.empty()) out += fmt::format("  do: {}\n", remedy);
  out += "\n" + rates(record) + latencies(record) + together(record) + ladder(record) +
         allocations(record) + refusals(record);
  out += fmt::format(
      "  {:.0f} results checked, {:.0f} wrong; bytes that the program moves, lines "
      "that a plain store fetches first are not counted\n",
      number(record, "memory.checked"), number(record, "memory.wrong"));
  for (const std::string& note : record.notes) out += fmt::format("  ! {}\n", note);
  return out;
}

}  // namespace gb10
