#include "report/requirements.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

constexpr std::size_t kLabel = 12;
constexpr std::size_t kMostUnread = 20;

bool is_shown(const LineFinding& finding, bool all) {
  return all || finding.verdict < LineVerdict::unknown;
}

std::string_view file_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

/// "requirements.txt:3", or "line 3" in the file that was named.
std::string place(const RequirementAudit& audit, const std::string& file, int line) {
  std::string out = file == audit.subject ? std::string() : printable(file_name(file), 60);
  if (line == 0) return out.empty() ? "the file" : out;
  return out.empty() ? fmt::format("line {}", line) : fmt::format("{}:{}", out, line);
}

const char* phrase(LineVerdict verdict) {
  switch (verdict) {
    case LineVerdict::breaks:
      return "breaks";
    case LineVerdict::not_here:
      return "leave it out here";
    case LineVerdict::cpu_build:
      return "CPU build";
    case LineVerdict::replaces_torch:
      return "replaces torch";
    case LineVerdict::second_cuda:
      return "another CUDA";
    case LineVerdict::may_break:
      return "may break";
    case LineVerdict::needs_build:
      return "compiles here";
    case LineVerdict::cpu_only:
      return "CPU only";
    case LineVerdict::works_with:
      return "on a condition";
    case LineVerdict::unknown:
      return "not known";
    case LineVerdict::elsewhere:
      return "not for here";
    case LineVerdict::fine:
      break;
  }
  return "fine";
}

/// "2 lines break, 1 line installs a CPU build": what the first line answers.
std::string answer(const RequirementAudit& audit) {
  std::map<LineVerdict, std::int64_t> counts;
  for (const LineFinding& finding : audit.findings) ++counts[finding.verdict];
  const auto part = [&](LineVerdict verdict, const char* one, const char* many) {
    const std::int64_t count = counts[verdict];
    return count == 0 ? std::string()
                      : fmt::format("{} {}", counted(count, "line"), count == 1 ? one : many);
  };
  std::vector<std::string> parts = {
      part(LineVerdict::breaks, "breaks", "break"),
      part(LineVerdict::not_here, "does not belong here", "do not belong here"),
      part(LineVerdict::cpu_build, "installs a CPU build", "install CPU builds"),
      part(LineVerdict::replaces_torch, "replaces torch", "replace torch")};
  std::erase(parts, "");
  if (!parts.empty()) return joined(parts, ", ");
  const std::int64_t known = std::count_if(
      audit.findings.begin(), audit.findings.end(),
      [](const LineFinding& finding) { return finding.verdict != LineVerdict::unknown; });
  if (known == 0)
    return fmt::format("nothing is known against {}", counted(std::ssize(audit.findings), "line"));
  const std::int64_t noted = std::count_if(
      audit.findings.begin(), audit.findings.end(),
      [](const LineFinding& finding) { return finding.verdict < LineVerdict::unknown; });
  return fmt::format("no line breaks here{}; {} of {} judged",
                     noted > 0 ? fmt::format(", {} to look at", noted) : "", known,
                     counted(std::ssize(audit.findings), "line"));
}

void add_block(std::string& out, std::string_view label, std::string_view words,
               const Dress& dress) {
  if (words.empty()) return;
  bool first = true;
  for (const std::string& line : wrapped(printable(words, 2000), dress.width - kLabel)) {
    out += fmt::format("    {:<8}{}\n", first ? label : "", line);
    first = false;
  }
}

/// What is to be copied is never broken.
void add_code(std::string& out, std::string_view label, const std::vector<std::string>& lines) {
  bool first = true;
  for (const std::string& line : lines) {
    out += fmt::format("    {:<8}{}", first ? label : "", printable(line, 4000));
    out.erase(out.find_last_not_of(' ') + 1);
    out += "\n";
    first = false;
  }
}

std::string head(const RequirementAudit& audit, const LineFinding& finding, const Dress& dress) {
  const char mark = is_breaking(finding.verdict) ? '!' : '~';
  std::string out =
      fmt::format("{} {:<12}  {:<18}  {}", finding.verdict < LineVerdict::unknown ? mark : ' ',
                  place(audit, finding.file, finding.line), phrase(finding.verdict),
                  printable(finding.written, 200));
  if (!finding.scope.empty()) out += fmt::format("   [{}]", finding.scope);
  const bool has_room = columns(out) + columns(finding.row) + 3 <= dress.width;
  if (!finding.row.empty() && has_room)
    out += std::string(dress.width - columns(out) - columns(finding.row), ' ') + finding.row;
  return out + "\n";
}

std::string unread(const RequirementAudit& audit, const Dress& dress) {
  std::string out;
  for (std::size_t i = 0; i < audit.unread.size(); ++i) {
    if (i >= kMostUnread && !dress.all) {
      out += fmt::format("    {} more: --all\n", audit.unread.size() - i);
      break;
    }
    const UnreadPart& part = audit.unread[i];
    out += fmt::format("  not read   {}: {}\n", place(audit, part.file, part.line),
                       printable(part.what, 300));
  }
  return out.empty() ? out : "\n" + out;
}

std::string tail(const RequirementAudit& audit, const Dress& dress) {
  std::map<LineVerdict, std::int64_t> counts;
  for (const LineFinding& finding : audit.findings) ++counts[finding.verdict];
  std::vector<std::string> parts;
  const auto add = [&](LineVerdict verdict, const char* words) {
    if (counts[verdict] > 0) parts.push_back(fmt::format("{} {}", counts[verdict], words));
  };
  add(LineVerdict::fine, "fine");
  add(LineVerdict::elsewhere, "for other machines");
  add(LineVerdict::unknown, "not known to the matrix");
  if (parts.empty() || dress.all) return {};
  return fmt::format("\n  {}      gb10 audit {} --all\n", joined(parts, ", "),
                     shell_quoted(printable(audit.subject, 200)));
}

}  // namespace

std::string text(const RequirementAudit& audit, const Dress& dress) {
  const std::string first = answer(audit);
  std::string out = dress.color ? fmt::format("\x1b[1m{}\x1b[0m", first) : first;
  out += fmt::format("      {}, for {}\n", printable(file_name(audit.subject), 100), audit.target);
  for (const LineFinding& finding : audit.findings) {
    if (!is_shown(finding, dress.all)) continue;
    out += (finding.verdict < LineVerdict::unknown ? "\n" : "") + head(audit, finding, dress);
    // What is not known, is fine or for others needs no reason.
    if (finding.verdict >= LineVerdict::unknown) continue;
    add_block(out, "why", finding.why, dress);
    add_code(out, "write", finding.instead);
    add_block(out, "do", finding.by_hand, dress);
  }
  for (const LinesToAdd& added : audit.to_add) {
    out += fmt::format("\n+ {}{}\n",
                       added.file == audit.subject ? "" : fmt::format("{}, ", added.file),
                       added.place);
    add_code(out, "add", added.lines);
    add_block(out, "why", added.why, dress);
  }
  return out + unread(audit, dress) + tail(audit, dress);
}

std::string markdown(const RequirementAudit& audit) {
  std::string out = fmt::format("**{}** ({}, for {})\n", in_markdown(answer(audit)),
                                in_markdown(file_name(audit.subject)), audit.target);
  bool is_first = true;
  for (const LineFinding& finding : audit.findings) {
    if (!is_shown(finding, false)) continue;
    if (is_first)
      out += "\n| where | verdict | requirement | why | write |\n|---|---|---|---|---|\n";
    is_first = false;
    std::vector<std::string> instead;
    for (const std::string& line : finding.instead) instead.push_back(in_markdown(line));
    if (!finding.by_hand.empty()) instead.push_back(in_markdown(finding.by_hand));
    out += fmt::format("| {} | {} | {} | {} | {} |\n",
                       in_markdown(place(audit, finding.file, finding.line)),
                       phrase(finding.verdict), in_markdown(finding.written),
                       in_markdown(finding.why), joined(instead, "<br>"));
  }
  for (const LinesToAdd& added : audit.to_add) {
    out += fmt::format("\n{}:\n\n", in_markdown(added.place));
    for (const std::string& line : added.lines) out += fmt::format("    {}\n", printable(line));
  }
  for (const UnreadPart& part : audit.unread)
    out += fmt::format("\n- not read: {}: {}\n", in_markdown(place(audit, part.file, part.line)),
                       in_markdown(part.what));
  return out;
}

}  // namespace gb10
