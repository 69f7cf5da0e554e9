#include "tune/persist.h"

#include <map>

#include <fmt/format.h>

#include "base/text.h"
#include "wheel/sha256.h"

namespace gb10 {

namespace {

constexpr std::string_view kFirst =
    "# Written by gb10 tune, which takes it back with: gb10 tune undo";
constexpr std::string_view kSum = "# SHA-256 of the lines below: ";

std::string sum_of(std::string_view text) {
  Sha256 sum;
  sum.add(std::as_bytes(std::span(text.data(), text.size())));
  return hex_text(sum.digest());
}

std::string with_head(const std::string& lines) {
  return fmt::format("{}\n{}{}\n{}", kFirst, kSum, sum_of(lines), lines);
}

std::string lines_in(const std::map<std::string, std::string>& lines) {
  std::string out;
  for (const auto& [name, line] : lines) out += line;
  return out;
}

}  // namespace

std::vector<PlannedFile> boot_files(const std::vector<PlanStep>& steps, const KnobTable& table) {
  std::map<std::string, std::string> sysctl, tmpfiles;  // the later steps count
  for (const PlanStep& step : steps) {
    const bool counts =
        step.state == PlanStep::State::change || step.state == PlanStep::State::same;
    const Knob* const knob = table.knob(step.knob);
    if (!counts || !knob) continue;
    for (const CellChange& cell : step.cells) {
      if (cell.wanted.empty()) continue;
      // A twin that an earlier step wanted would be set to 0 by this one, or this one by it.
      if (const KnobCell* const twin = knob->cell(cell.twin)) sysctl.erase(twin->name);
      if (knob->persists == "sysctl.d")
        sysctl[cell.cell] = fmt::format("{} = {}\n", cell.cell, cell.wanted);
      if (knob->persists == "tmpfiles.d")
        tmpfiles[cell.path] = fmt::format("w! {} - - - - {}\n", cell.path, cell.wanted);
    }
  }
  std::vector<PlannedFile> out;
  if (!sysctl.empty()) out.push_back({kSysctlFile, with_head(lines_in(sysctl)), {}});
  if (!tmpfiles.empty()) out.push_back({kTmpfilesFile, with_head(lines_in(tmpfiles)), {}});
  return out;
}

Ownership ownership(std::string_view content) {
  const std::size_t first = content.find('\n');
  if (content.substr(0, first) != kFirst || first == std::string_view::npos)
    return Ownership::foreign;
  const std::string_view rest = content.substr(first + 1);
  const std::size_t second = rest.find('\n');
  if (!rest.starts_with(kSum) || second == std::string_view::npos) return Ownership::changed;
  const std::string_view sum = rest.substr(kSum.size(), second - kSum.size());
  return sum == sum_of(rest.substr(second + 1)) ? Ownership::ours : Ownership::changed;
}

}  // namespace gb10
