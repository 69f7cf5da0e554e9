#include "report/knob.h"

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

using Rows = std::vector<std::vector<std::string>>;

std::string values_of(const KnobCell& cell) {
  if (cell.form == CellForm::word) return joined(cell.words, ", ");
  return cell.lowest ? fmt::format("{} to {}", *cell.lowest, *cell.highest) : "";
}

void add_cells(const Knob& knob, Rows& rows) {
  for (const KnobCell& cell : knob.cells) {
    rows.push_back({"  cell", fmt::format("{}: {}", cell.path, values_of(cell))});
    if (!cell.twin.empty()) rows.push_back({"", fmt::format("sets {} to 0", cell.twin)});
    for (const std::string_view line : lines(cell.content)) rows.push_back({"", std::string(line)});
  }
}

}  // namespace

std::string text(const Knob& knob, const Dress& dress) {
  Rows rows = {{"  advice", fmt::format("{}, risk {}", word(knob.advice), knob.risk)},
               {"  usual", knob.usual}};
  add_cells(knob, rows);
  if (!knob.folder.empty())
    rows.push_back(
        {"  each of", fmt::format("{}/{}{}", knob.folder, knob.match,
                                  knob.driver.empty() ? "" : ", driver " + knob.driver)});
  if (!knob.needs.empty()) rows.push_back({"  needs", knob.needs});
  rows.push_back({"  kept by", knob.persists});
  if (!knob.counts.empty()) rows.push_back({"", knob.counts});
  rows.push_back({"  why", knob.why});
  for (const SeedClaim& claim : knob.seed) {
    rows.push_back(
        {"  scripts", fmt::format("{} ({}): {}", claim.sets, claim.items, claim.verdict)});
    if (!claim.says.empty()) rows.push_back({"", claim.says});
  }
  for (const KnobEvidence& each : knob.evidence)
    rows.push_back(
        {"  known", fmt::format("{}: {}; {} ({})", each.kind, each.says, each.source, each.date)});
  rows.push_back({"  in force", knob.origin});
  return fmt::format("{}: {}\n{}", knob.name, knob.title, table(rows, dress));
}

std::string text(const Profile& profile, const Dress& dress) {
  Rows rows = {{"  price", profile.price}};
  for (const Profile::Want& want : profile.wants) {
    std::vector<std::string> values;
    for (const Setting& each : want.values)
      values.push_back(fmt::format("{} = {}", each.cell, each.value));
    rows.push_back({"  sets", fmt::format("{}{}: {}", want.knob,
                                          want.instance.empty() ? "" : " " + want.instance,
                                          joined(values, ", "))});
    rows.push_back({"", want.why});
  }
  rows.push_back({"  in force", profile.origin});
  return fmt::format("{}: {}\n{}", profile.name, profile.title, table(rows, dress));
}

}  // namespace gb10
