#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/text.h"
#include "report/report.h"

namespace gb10 {

namespace {

constexpr std::string_view kBold = "\x1b[1m", kRed = "\x1b[31m", kYellow = "\x1b[33m",
                           kDim = "\x1b[2m", kPlain = "\x1b[0m";

std::string dressed(const Dress& dress, std::string_view how, std::string_view text) {
  return dress.color ? fmt::format("{}{}{}", how, text, kPlain) : std::string(text);
}

std::string_view color_of(Severity severity) {
  return severity == Severity::fault ? kRed : severity == Severity::warning ? kYellow : kDim;
}

char mark(Severity severity) {
  return severity == Severity::fault ? '!' : severity == Severity::warning ? '~' : '-';
}

std::string_view words_of(Impact impact) {
  constexpr std::array<std::string_view, 6> kWords = {"no restart",      "restart of the service",
                                                      "reboot",          "power off at the wall",
                                                      "firmware update", "return of the unit"};
  return kWords[static_cast<std::size_t>(impact)];
}

std::string_view words_of(Area area) {
  constexpr std::array<std::string_view, 6> kWords = {"GPU",     "memory",  "software",
                                                      "storage", "network", "heat"};
  return kWords[static_cast<std::size_t>(area)];
}

/// "    why     text", wrapped below its own column.
void add_block(std::string& out, std::string_view label, std::string_view text,
               const Dress& dress) {
  bool first = true;
  for (const std::string& line : wrapped(text, dress.width - 12)) {
    out += fmt::format("    {:<8}{}\n", first ? label : "", line);
    first = false;
  }
}

void add_finding(std::string& out, const Finding& finding, const Dress& dress) {
  const std::string name = finding.instance.empty()
                               ? finding.name
                               : fmt::format("{} [{}]", finding.name, finding.instance);
  const std::vector<std::string> message = wrapped(finding.message, dress.width - 2);
  for (std::size_t i = 0; i < message.size(); ++i) {
    std::string line = fmt::format("{} {}", i == 0 ? mark(finding.severity) : ' ', message[i]);
    out += dressed(dress, i == 0 && finding.severity != Severity::note ? kBold : "", line) + "\n";
  }
  out += fmt::format("    {}\n", dressed(dress, color_of(finding.severity),
                                         fmt::format("{}: {}", word(finding.severity), name)));
  for (std::size_t i = 0; i < finding.evidence.size(); ++i)
    add_block(out, i == 0 ? "seen" : "", finding.evidence[i], dress);
  add_block(out, "why", finding.why, dress);
  bool first = true;
  for (const Step& step : finding.remedy) {
    for (const std::string& line : lines_of(step, dress.width - 12)) {
      out += fmt::format("    {:<8}{}\n", first ? "do" : "", line);
      first = false;
    }
  }
  if (!finding.remedy.empty()) {
    out += fmt::format("            {}\n",
                       dressed(dress, kDim, fmt::format("[{}]", words_of(finding.impact))));
  }
  if (!finding.not_remedy.empty())
    add_block(out, "useless", joined(finding.not_remedy, "; "), dress);
  if (!finding.compat.empty()) add_block(out, "more", "gb10 compat " + finding.compat, dress);
  out += "\n";
}

void add_areas(std::string& out, const Diagnosis& diagnosis, const Dress& dress) {
  for (const AreaState& area : diagnosis.areas) {
    bool first = true;
    for (const std::string& line : wrapped(area.summary, dress.width - 28)) {
      out += fmt::format("  {:<10}{:<16}{}\n", first ? words_of(area.area) : "",
                         first ? word(area.verdict) : "", line);
      first = false;
    }
  }
  out += "\n";
}

/// What was not judged, folded by its reason.
void add_not_checked(std::string& out, const Diagnosis& diagnosis, const Dress& dress) {
  std::vector<std::pair<std::string, std::vector<std::string>>> by_reason;
  for (const NotChecked& each : diagnosis.not_checked) {
    auto at = by_reason.begin();
    while (at != by_reason.end() && at->first != each.reason) ++at;
    if (at == by_reason.end()) at = by_reason.insert(by_reason.end(), {each.reason, {}});
    at->second.push_back(each.instance.empty() ? each.name
                                               : fmt::format("{} [{}]", each.name, each.instance));
  }
  if (by_reason.empty()) return;
  out += dressed(dress, kBold, "not checked") + "\n";
  for (const auto& [reason, names] : by_reason) {
    add_block(out, "", fmt::format("{}: {}", reason, joined(names, ", ")), dress);
  }
  out += "\n";
}

/// The reasons that keep most checks open, for the first screen.
std::string unjudged_reasons(const Diagnosis& diagnosis) {
  std::vector<std::pair<int, std::string>> reasons;
  for (const NotChecked& each : diagnosis.not_checked) {
    auto at = reasons.begin();
    while (at != reasons.end() && at->second != each.reason) ++at;
    if (at == reasons.end()) at = reasons.insert(reasons.end(), {0, each.reason});
    ++at->first;
  }
  std::stable_sort(reasons.begin(), reasons.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < reasons.size() && i < 3; ++i) {
    shown.push_back(fmt::format("{} ({})", printable(reasons[i].second, 90), reasons[i].first));
  }
  if (reasons.size() > 3) shown.push_back(fmt::format("{} other reasons", reasons.size() - 3));
  return joined(shown, "; ");
}

std::string counts(const Diagnosis& diagnosis) {
  return fmt::format("{} of {} apply here: {} passed, {} could not be judged", diagnosis.checks,
                     counted(diagnosis.checks + diagnosis.not_applicable, "check"),
                     diagnosis.passed, diagnosis.unjudged);
}

void add_foot(std::string& out, const Diagnosis& diagnosis, const Dress& dress) {
  if (diagnosis.unjudged > 0 && !dress.all) {
    for (const std::string& line :
         wrapped("not judged: " + unjudged_reasons(diagnosis), dress.width - 2)) {
      out += fmt::format("  {}\n", dressed(dress, kDim, line));
    }
  }
  if (!diagnosis.harmless.empty()) {
    out += fmt::format("  {} that {} bad and {} not {} left out\n",
                       counted(static_cast<std::int64_t>(diagnosis.harmless.size()), "log line"),
                       diagnosis.harmless.size() == 1 ? "looks" : "look",
                       diagnosis.harmless.size() == 1 ? "is" : "are",
                       diagnosis.harmless.size() == 1 ? "was" : "were");
  }
  const std::string_view next =
      dress.all ? "for a forum (redacted):  gb10 doctor --markdown" : "gb10 doctor --all";
  const std::string whole = fmt::format("{}      {}", counts(diagnosis), next);
  if (columns(whole) + 2 <= dress.width) {
    out += fmt::format("  {}\n", whole);
    return;
  }
  for (const std::string& line : wrapped(counts(diagnosis), dress.width - 2))
    out += fmt::format("  {}\n", line);
  out += fmt::format("  {}\n", next);
}

/// The parts of `text`, which stand three blanks apart, in as few lines as hold them whole.
std::vector<std::string> in_rows(const std::string& text, std::size_t width) {
  constexpr std::string_view kGap = "   ";
  std::vector<std::string> rows;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(kGap, at), text.size());
    const std::string part = text.substr(at, end - at);
    if (rows.empty() || columns(rows.back()) + kGap.size() + columns(part) > width)
      rows.push_back(part);
    else
      rows.back() += std::string(kGap) + part;
    at = end + kGap.size();
  }
  return rows;
}

/// The verdict and what it is of; on one line when it fits. Where the machine is not this one, a
/// line says so.
void add_head(std::string& out, const Diagnosis& diagnosis, const Dress& dress) {
  const std::string whole = fmt::format("{}       {}", diagnosis.headline, diagnosis.machine);
  if (!diagnosis.machine.empty() && columns(whole) <= dress.width) {
    out += dressed(dress, kBold, whole) + "\n";
  } else {
    out += dressed(dress, kBold, diagnosis.headline) + "\n";
    for (const std::string& line : in_rows(diagnosis.machine, dress.width - 2)) {
      out += fmt::format("  {}\n", line);
    }
  }
  if (!diagnosis.live) out += fmt::format("  {}\n", diagnosis.origin);
  out += "\n";
}

}  // namespace

std::string text(const Diagnosis& diagnosis, const Dress& dress) {
  std::string out;
  add_head(out, diagnosis, dress);
  int notes = 0;
  for (const Finding& finding : diagnosis.findings) {
    if (finding.severity != Severity::note || dress.all)
      add_finding(out, finding, dress);
    else
      ++notes;
  }
  add_areas(out, diagnosis, dress);
  for (const Finding& finding : diagnosis.findings) {
    if (finding.severity != Severity::note || dress.all) continue;
    bool first = true;
    for (const std::string& line :
         wrapped(fmt::format("{}   {}", finding.message, finding.name), dress.width - 4)) {
      out += fmt::format("  {} {}\n", first ? '-' : ' ', line);
      first = false;
    }
  }
  if (notes > 0) out += "\n";
  if (dress.all) add_not_checked(out, diagnosis, dress);
  if (dress.all) {
    for (const std::string& line : diagnosis.harmless) add_block(out, "benign", line, dress);
  }
  add_foot(out, diagnosis, dress);
  return out;
}

std::string in_markdown(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("\\`*|<").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string markdown(const Diagnosis& diagnosis) {
  std::string out = fmt::format("**{}**  \n{}", diagnosis.headline, diagnosis.machine);
  if (!diagnosis.live) out += fmt::format(" ({})", diagnosis.origin);
  out += "\n\n| part | state | seen |\n|---|---|---|\n";
  for (const AreaState& area : diagnosis.areas) {
    out += fmt::format("| {} | {} | {} |\n", words_of(area.area), word(area.verdict),
                       in_markdown(area.summary));
  }
  for (const Finding& finding : diagnosis.findings) {
    out += fmt::format("\n**{}: {}** `{}`\n\n", word(finding.severity),
                       in_markdown(finding.message), finding.name);
    for (const std::string& line : finding.evidence)
      out += fmt::format("- seen: {}\n", in_markdown(line));
    if (!finding.why.empty()) out += fmt::format("- why: {}\n", in_markdown(finding.why));
    for (const Step& step : finding.remedy) out += fmt::format("- do: {}\n", in_markdown(step));
    out += fmt::format("- cost: {}; source: {} ({})\n", words_of(finding.impact), finding.source,
                       finding.date);
  }
  out += fmt::format("\n{}.", counts(diagnosis));
  if (diagnosis.unjudged > 0) out += fmt::format(" Not judged: {}.", unjudged_reasons(diagnosis));
  return out + "\n";
}

}  // namespace gb10
