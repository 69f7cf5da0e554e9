#include "report/storage_bench.h"

#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

constexpr std::array kSizes = {std::pair{"4k", "4 KiB"}, std::pair{"64k", "64 KiB"},
                               std::pair{"256k", "256 KiB"}, std::pair{"1m", "1 MiB"}};
constexpr std::array kDepths = {1, 4, 16, 64, 128};

struct Way {
  const char* name;  // "storage.gpu.NAME.cold" and ".warm"
  const char* words;
};
constexpr Way kWays[] = {
    {"gpu.direct-pinned", "O_DIRECT into pinned, copied"},
    {"gpu.direct-in-place", "O_DIRECT, GPU reads there"},
    {"gpu.pinned", "page cache, pinned, copied"},
    {"gpu.pageable", "page cache, pageable, copied"},
    {"gpu.mmap-in-place", "mapped, GPU reads there"},
    {"gpu.mmap", "mapped, then copied"},
    {"gpu.cufile", "cuFile"},
    {"buffered", "without GPU: page cache"},
};

double value_of(const RunRecord& record, std::string_view name) {
  const Figure* const figure = record.find(name);
  return figure ? figure->value : NAN;
}

std::string param(const RunRecord& record, const char* name) {
  const auto found = record.params.find(name);
  return found == record.params.end() ? std::string() : found->second;
}

std::string giga(double rate) { return std::isnan(rate) ? "-" : fmt::format("{:.2f}", rate / 1e9); }

std::string micro(double seconds) {
  return std::isnan(seconds) ? "-" : fmt::format("{:.0f} µs", seconds * 1e6);
}

std::string ladder_rows(const RunRecord& record, const char* order) {
  std::string out;
  for (const auto& [size, words] : kSizes) {
    std::string row = fmt::format("  {:<12}{:>8}", out.empty() ? order : "", words);
    for (const int depth : kDepths)
      row += fmt::format(
          "{:>8}",
          giga(value_of(record, fmt::format("storage.read.{}.{}.qd{}", order, size, depth))));
    out += row + "\n";
  }
  return out;
}

std::string ladder_table(const RunRecord& record) {
  std::string head = fmt::format("  {:<12}{:>8}", "GB/s", "at once");
  for (const int depth : kDepths) head += fmt::format("{:>8}", depth);
  return head + "\n" + ladder_rows(record, "random") + ladder_rows(record, "sequential");
}

std::string latency_line(const RunRecord& record) {
  const auto of = [&](const char* share) {
    return micro(value_of(record, fmt::format("storage.latency.random.4k.qd1.{}", share)));
  };
  if (of("p50") == "-") return {};
  return fmt::format("  4 KiB, one at a time: half within {}, 99 % {}, 99.9 % {}, the slowest {}\n",
                     of("p50"), of("p99"), of("p99.9"), of("most"));
}

/// Cold is what was not in the page cache; what was read past it counts as cold.
std::string way_rows(const RunRecord& record) {
  std::string out;
  for (const Way& way : kWays) {
    const double cold = value_of(record, fmt::format("storage.{}.cold", way.name));
    const double warm = value_of(record, fmt::format("storage.{}.warm", way.name));
    if (std::isnan(cold) && std::isnan(warm)) continue;
    out += fmt::format("  {:<30}{:>8}{:>8}\n", way.words, giga(cold), giga(warm));
  }
  if (out.empty()) return out;
  const bool copies =
      out.find("GPU reads") != std::string::npos || out.find("copied") != std::string::npos;
  return fmt::format("  {:<30}{:>8}{:>8}\n", copies ? "file to GPU, GB/s" : "GB/s", "cold",
                     "warm") +
         out;
}

}  // namespace

std::string storage_text(const RunRecord& record) {
  std::string out =
      fmt::format("{}: {}\n", param(record, "result.verdict"), param(record, "result.verdict.why"));
  const std::string remedy = param(record, "result.verdict.remedy");
  if (!remedy.empty()) out += fmt::format("  do: {}\n", remedy);
  out +=
      fmt::format("  {}; {} through {}; {}\n", param(record, "result.where"),
                  param(record, "reads"), param(record, "engine"), param(record, "result.chosen"));
  out += ladder_table(record) + latency_line(record) + way_rows(record);
  out += fmt::format("  {:.0f} blocks of 4 KiB looked at, {:.0f} wrong\n",
                     value_of(record, "storage.checked"), value_of(record, "storage.wrong"));
  const std::string advice = param(record, "result.advice");
  for (const std::string_view line : lines(advice)) out += fmt::format("  load: {}\n", line);
  for (const std::string& note : record.notes) out += fmt::format("  ! {}\n", note);
  return out;
}

}  // namespace gb10
