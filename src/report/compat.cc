#include "report/compat.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

using Rows = std::vector<std::vector<std::string>>;

std::string versions_of(const CompatRange& range) {
  return range.versions.empty() ? "any" : range.versions;
}

/// "2026-10 reported" of the leading evidence; with a star where the row is stale.
std::string dated(const DatedRow& dated) {
  const CompatEvidence& leading = dated.row.evidence.front();
  return fmt::format("{}{} {}", leading.date, dated.is_stale ? "*" : "", word(leading.proof));
}

/// A first column of one width, so that the commands below the table stand in line with it.
std::string label(std::string_view text) { return fmt::format("  {:<11}", text); }

/// How many rows have each status: "31 works, 12 works-with".
std::string counts(std::span<const DatedRow> rows) {
  std::vector<std::string> out;
  for (int i = 0; i <= static_cast<int>(CompatStatus::unknown); ++i) {
    const auto status = static_cast<CompatStatus>(i);
    const auto many = std::count_if(rows.begin(), rows.end(), [&](const DatedRow& each) {
      return each.row.main.status == status;
    });
    if (many > 0) out.push_back(fmt::format("{} {}", many, word(status)));
  }
  return joined(out, ", ");
}

/// What the words of the statuses mean, a row each.
Rows meanings() {
  Rows out;
  for (int i = 0; i <= static_cast<int>(CompatStatus::unknown); ++i) {
    const auto status = static_cast<CompatStatus>(i);
    out.push_back({fmt::format("  {}", word(status)), meaning(status)});
  }
  return out;
}

/// The steps of a remedy, whose commands are never broken.
std::string steps_text(std::span<const Step> steps, const Dress& dress) {
  std::string out;
  for (const Step& step : steps) {
    for (const std::string& line : lines_of(step, dress.width - 15))
      out += fmt::format("{}  {}\n", label(out.empty() ? "do" : ""), line);
  }
  return out;
}

std::string heading(const DatedRow& dated) {
  const CompatRow& row = dated.row;
  const std::string version =
      printable(dated.version.empty() ? row.main.versions : dated.version, 60);
  return fmt::format("{}{}{}: {}, {}\n", row.name, version.empty() ? "" : " ", version,
                     word(dated.status()), meaning(dated.status()));
}

/// What is known of the version that was asked for, else of all.
Rows range_rows(const DatedRow& dated) {
  const CompatRow& row = dated.row;
  Rows out;
  if (dated.of_version) out.push_back({label("why"), dated.of_version->why});
  const auto add = [&](const CompatRange& range) {
    out.push_back(
        {label(word(range.status)), fmt::format("{}: {}", versions_of(range), range.why)});
  };
  add(row.main);
  if (dated.version.empty()) std::for_each(row.ranges.begin(), row.ranges.end(), add);
  return out;
}

Rows detail_rows(const DatedRow& dated) {
  const CompatRow& row = dated.row;
  Rows out;
  for (const std::string& each : row.not_remedy) out.push_back({label("useless"), each});
  for (const std::string& each : row.depends) out.push_back({label("needs"), each});
  if (!row.packages.empty()) out.push_back({label("packages"), joined(row.packages, ", ")});
  if (row.install && !row.install->requirement.empty())
    out.push_back({label("in a file"), row.install->requirement});
  for (const CompatEvidence& each : row.evidence) {
    out.push_back(
        {label(word(each.proof)), fmt::format("{}: {} ({})", each.date, each.says, each.source)});
  }
  out.push_back(
      {label("holds"), fmt::format("until {}{}", row.expires,
                                   dated.is_stale ? ": stale, look for newer sources" : "")});
  out.push_back({label("in force"), row.origin});
  return out;
}

/// The sentences of a row, with the steps in code.
std::string remedy_markdown(const CompatRow& row) {
  std::vector<std::string> out;
  for (const Step& step : row.remedy) out.push_back(in_markdown(step));
  return joined(out, "; ");
}

std::string cell(std::string_view text) { return replaced(in_markdown(text), "\n", " "); }

std::string markdown_row(const DatedRow& dated) {
  const CompatRow& row = dated.row;
  std::string ranges = fmt::format("**{}** {}: {}", word(row.main.status),
                                   cell(versions_of(row.main)), cell(row.main.why));
  for (const CompatRange& range : row.ranges)
    ranges +=
        fmt::format("<br>**{}** {}: {}", word(range.status), cell(range.versions), cell(range.why));
  std::string evidence;
  for (const CompatEvidence& each : row.evidence)
    evidence += fmt::format("{}{} {}: {} ({})", evidence.empty() ? "" : "<br>", each.date,
                            word(each.proof), cell(each.says), cell(each.source));
  return fmt::format("| `{}` | {} | {} | {} | {}{} |\n", row.name, ranges, remedy_markdown(row),
                     evidence, row.expires, dated.is_stale ? " **stale**" : "");
}

std::string named(const CompatCheck& check) {
  return check.instance.empty() ? check.row
                                : fmt::format("{} [{}]", check.row, printable(check.instance, 200));
}

std::string said(const CompatCheck& check) {
  std::string out = word(check.answer);
  if (!check.breaks.empty()) out += ": " + check.breaks;
  if (!check.reason.empty()) out += ": " + printable(check.reason, 300);
  return out;
}

std::int64_t count(const CompatReport& report, CompatAnswer answer) {
  return std::count_if(report.checks.begin(), report.checks.end(),
                       [&](const CompatCheck& check) { return check.answer == answer; });
}

std::string verdict(const CompatReport& report) {
  if (!report.nothing_tested.empty())
    return fmt::format("nothing here could be tested: {}", report.nothing_tested);
  const auto breaking =
      std::count_if(report.checks.begin(), report.checks.end(),
                    [](const CompatCheck& check) { return !check.breaks.empty(); });
  return fmt::format("{} here; {} disagree, {} agree, {} not known",
                     breaking > 0 ? counted(breaking, "thing") + " will not work"
                                  : std::string("nothing known to fail"),
                     count(report, CompatAnswer::disagrees), count(report, CompatAnswer::agrees),
                     count(report, CompatAnswer::unknown));
}

/// The names of the rows that are about nothing on this machine.
std::string not_here(const CompatReport& report) {
  std::vector<std::string> out;
  for (const CompatCheck& check : report.checks) {
    if (check.answer == CompatAnswer::not_present) out.push_back(check.row);
  }
  return joined(out, ", ");
}

std::string evidence_text(const CompatCheck& check) {
  return printable(joined(check.evidence, "; "), 2000);
}

/// What is installed and what the matrix knows of these versions; nothing where nothing is.
std::string installed_text(const CompatReport& report, const Dress& dress) {
  if (report.installed.empty()) return {};
  Rows rows;
  for (const CompatInstalled& each : report.installed) {
    rows.push_back({fmt::format("  {}", word(each.status)),
                    fmt::format("{} {}", each.package, printable(each.version, 60)),
                    printable(each.environment, 200)});
  }
  return "installed, and what the matrix knows of these versions\n" + table(rows, dress) + "\n";
}

/// A row that this machine does not agree with, and what was seen.
std::string remark(const CompatCheck& check, const Dress& dress) {
  std::string out = fmt::format("{} {}\n", check.breaks.empty() ? '~' : '!', named(check));
  for (const std::string& line : wrapped(said(check), dress.width - 4)) out += "    " + line + "\n";
  Rows seen;
  for (const std::string& line : check.evidence)
    seen.push_back({seen.empty() ? "    seen" : "", printable(line, 400)});
  out += table(seen, dress);
  return out + fmt::format("    do    gb10 compat {}\n\n", check.row);
}

}  // namespace

std::string text(std::span<const DatedRow> rows, const Dress& dress) {
  Rows lines;
  std::int64_t old = 0;
  for (const DatedRow& each : rows) {
    lines.push_back({word(each.row.main.status), each.row.name, each.row.main.versions, dated(each),
                     each.row.title});
    old += each.is_stale ? 1 : 0;
  }
  std::string out = table(lines, dress);
  out += fmt::format("\n{}: {}\n", counted(static_cast<std::int64_t>(rows.size()), "row"),
                     counts(rows));
  out += table(meanings(), dress);
  if (old > 0) out += fmt::format("  {} stale: older than their sources may be trusted\n", old);
  return out +
         "  gb10 compat NAME shows one with its evidence; gb10 compat check tests them here\n";
}

std::string markdown(std::span<const DatedRow> rows) {
  std::string out =
      "| name | on a GB10 | what to do | evidence | holds until |\n|---|---|---|---|---|\n";
  for (const DatedRow& each : rows) out += markdown_row(each);
  out += fmt::format("\n{}: {}.\n\n", counted(static_cast<std::int64_t>(rows.size()), "row"),
                     counts(rows));
  for (const std::vector<std::string>& each : meanings())
    out += fmt::format("- **{}**: {}\n", trimmed(each[0]), each[1]);
  return out;
}

std::string text(const DatedRow& dated, const Dress& dress) {
  return heading(dated) + table(range_rows(dated), dress) + steps_text(dated.row.remedy, dress) +
         table(detail_rows(dated), dress);
}

std::string text(const CompatReport& report, const std::string& origin, const Dress& dress) {
  std::string out = fmt::format("{}\n  {}\n\n", verdict(report), origin);
  Rows agreed;
  for (const CompatCheck& check : report.checks) {
    if (check.answer == CompatAnswer::disagrees) out += remark(check, dress);
    if (check.answer == CompatAnswer::agrees)
      agreed.push_back({fmt::format("= {}", check.row), evidence_text(check)});
    if (check.answer == CompatAnswer::unknown)
      agreed.push_back({fmt::format("? {}", check.row), said(check)});
  }
  out += table(agreed, dress) + (agreed.empty() ? "" : "\n");
  out += installed_text(report, dress);
  Rows rest;
  if (const std::string names = not_here(report); !names.empty())
    rest.push_back({"  not here", names});
  if (!report.untested.empty())
    rest.push_back({"  cannot be tested here", joined(report.untested, ", ")});
  return out + table(rest, dress);
}

std::string markdown(const CompatReport& report, const std::string& origin) {
  std::string out = fmt::format("{} ({})\n\n| row | answer | seen |\n|---|---|---|\n",
                                cell(verdict(report)), cell(origin));
  for (const CompatCheck& check : report.checks) {
    if (check.answer == CompatAnswer::not_present) continue;
    out += fmt::format("| {} | {} | {} |\n", cell(named(check)), cell(said(check)),
                       cell(evidence_text(check)));
  }
  for (const CompatInstalled& each : report.installed) {
    out +=
        fmt::format("| {} | {} | {} in {} |\n", cell(each.row), word(each.status),
                    cell(fmt::format("{} {}", each.package, each.version)), cell(each.environment));
  }
  return out + fmt::format("\nNot here: {}.\n\nCannot be tested here: {}.\n",
                           cell(not_here(report)), cell(joined(report.untested, ", ")));
}

}  // namespace gb10
