#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/text.h"
#include "model/audit.h"
#include "report/audit.h"

namespace gb10 {

namespace {

constexpr std::string_view kBold = "\x1b[1m", kRed = "\x1b[31m", kYellow = "\x1b[33m",
                           kGreen = "\x1b[32m", kPlain = "\x1b[0m";
constexpr std::size_t kLabel = 14, kLeft = 16;  // columns of the words, and where texts begin
constexpr std::size_t kRunsShown = 12, kCausesShown = 4;

std::string dressed(const Dress& dress, std::string_view how, std::string_view text) {
  return dress.color && !how.empty() ? fmt::format("{}{}{}", how, text, kPlain) : std::string(text);
}

/// What people read instead of the verdict's word.
const char* label(AuditVerdict verdict) {
  switch (verdict) {
    case AuditVerdict::cannot_load:
      return "cannot load";
    case AuditVerdict::partly:
      return "partly";
    case AuditVerdict::cpu_only:
      return "CPU only";
    case AuditVerdict::jit:
      return "compiled";
    case AuditVerdict::runs:
      return "runs";
    case AuditVerdict::no_gpu_code:
      return "no GPU code";
    case AuditVerdict::not_judged:
      break;
  }
  return "not judged";
}

std::string_view colour(AuditVerdict verdict) {
  switch (verdict) {
    case AuditVerdict::cannot_load:
      return kRed;
    case AuditVerdict::partly:
    case AuditVerdict::cpu_only:
    case AuditVerdict::not_judged:
      return kYellow;
    case AuditVerdict::jit:
    case AuditVerdict::runs:
      return kGreen;
    case AuditVerdict::no_gpu_code:
      break;
  }
  return {};
}

std::int64_t count(const Audit& audit, AuditVerdict verdict) {
  return std::count_if(audit.items.begin(), audit.items.end(),
                       [&](const AuditItem& item) { return item.verdict == verdict; });
}

std::string named(const AuditItem& item) {
  return item.version.empty() ? printable(item.name, 200)
                              : printable(fmt::format("{} {}", item.name, item.version), 200);
}

/// One sentence says it of all.
bool is_foreign(const Audit& audit) { return !audit.foreign.empty() && audit.items.size() > 1; }

/// "cannot be loaded", "runs": the answer for one item.
std::string sentence(const AuditItem& item) {
  switch (item.verdict) {
    case AuditVerdict::cannot_load:
      return named(item) + " cannot load";
    case AuditVerdict::partly:
      return named(item) + " runs in part";
    case AuditVerdict::cpu_only:
      return named(item) + " runs on the CPU only";
    case AuditVerdict::jit:
      return named(item) + " runs, once the driver has compiled it";
    case AuditVerdict::runs:
      return named(item) + " runs";
    case AuditVerdict::no_gpu_code:
      return named(item) + (item.modules > 0 ? " has no code for this GPU, and none is asked for"
                                             : " holds no GPU code");
    case AuditVerdict::not_judged:
      break;
  }
  return named(item) + " could not be judged";
}

/// The answer for all of what could be read.
std::string answer(const Audit& audit) {
  if (is_foreign(audit))
    return fmt::format("built for {}, the target has another processor: {} of {} cannot load",
                       audit.foreign, count(audit, AuditVerdict::cannot_load),
                       counted(static_cast<std::int64_t>(audit.items.size()), audit.unit));
  if (audit.items.empty()) return "nothing here could be judged";
  if (audit.items.size() == 1) return sentence(audit.items.front());
  const auto all = static_cast<std::int64_t>(audit.items.size());
  std::vector<std::string> parts;
  const auto add = [&](AuditVerdict verdict, const char* words) {
    const std::int64_t found = count(audit, verdict);
    if (found > 0)
      parts.push_back(parts.empty()
                          ? fmt::format("{} of {} {}", found, counted(all, audit.unit), words)
                          : fmt::format("{} {}", found, words));
  };
  add(AuditVerdict::cannot_load, "cannot load");
  add(AuditVerdict::partly, "in part without code for this GPU");
  add(AuditVerdict::cpu_only, "on the CPU only");
  add(AuditVerdict::not_judged, "could not be judged");
  if (!parts.empty()) return joined(parts, ", ");
  return fmt::format("nothing here is kept from loading ({})", counted(all, audit.unit));
}

std::string sentence(const Audit& audit) {
  const std::string all = answer(audit);
  return audit.unread.empty() || audit.items.empty() ? all : all + "; not all could be read";
}

void add_block(std::string& out, std::string_view label, std::string_view text,
               const Dress& dress) {
  bool first = true;
  for (const std::string& line : wrapped(text, dress.width - kLeft - 2)) {
    out += fmt::format("  {:<{}}{}\n", first ? label : "", kLeft, line);
    first = false;
  }
}

std::string cause_text(const AuditCause& cause) {
  // What stands in files is shown as one line, whatever it holds.
  if (cause.file.empty()) return printable(cause.what, 1000);
  return fmt::format("{}: {}", printable(cause.file, 300), printable(cause.what, 1000));
}

void add_item(std::string& out, const AuditItem& item, const Dress& dress) {
  const std::string head =
      dressed(dress, colour(item.verdict), fmt::format("{:<{}}", label(item.verdict), kLabel));
  out += fmt::format("  {}  {}", head, dressed(dress, kBold, named(item)));
  const bool fits = columns(named(item)) + columns(item.note) + kLeft + 6 <= dress.width;
  if (!item.note.empty() && fits) out += "  " + item.note;
  out += "\n";
  if (!item.note.empty() && !fits) add_block(out, "", item.note, dress);
  const bool is_fine = item.verdict == AuditVerdict::jit || item.verdict == AuditVerdict::runs ||
                       item.verdict == AuditVerdict::no_gpu_code;
  const std::size_t most = is_fine ? 1 : kCausesShown;
  const std::size_t shown = dress.all ? item.causes.size() : std::min(item.causes.size(), most);
  for (std::size_t i = 0; i < shown; ++i) add_block(out, "", cause_text(item.causes[i]), dress);
  if (shown < item.causes.size())
    add_block(out, "", fmt::format("and {} more (--all)", item.causes.size() - shown), dress);
  bool first = true;
  for (const Step& step : item.remedy) {
    for (const std::string& line : lines_of(step, dress.width - kLeft - 6)) {
      out += fmt::format("  {:<{}}{:<4}{}\n", "", kLeft, first ? "do" : "", line);
      first = false;
    }
  }
  if (!item.row.empty()) add_block(out, "", fmt::format("gb10 compat {}", item.row), dress);
}

bool is_quiet(const AuditItem& item) {
  return item.verdict == AuditVerdict::no_gpu_code && item.causes.empty();
}

void add_rest(std::string& out, std::int64_t runs, std::int64_t none) {
  if (runs > 0) out += fmt::format("  {:<{}}{} more\n", "runs", kLeft, runs);
  if (none > 0) out += fmt::format("  {:<{}}{}\n", "no GPU code", kLeft, none);
}

void add_foot(std::string& out, const Audit& audit, const Dress& dress) {
  for (const std::string& note : audit.notes) add_block(out, "note", printable(note, 1000), dress);
  for (const AuditCause& danger : audit.dangers)
    add_block(out, "danger", printable(danger.what, 1000), dress);
  const std::size_t shown =
      dress.all ? audit.unread.size() : std::min<std::size_t>(audit.unread.size(), 5);
  for (std::size_t i = 0; i < shown; ++i)
    add_block(out, "not read", cause_text(audit.unread[i]), dress);
  if (shown < audit.unread.size())
    add_block(out, "not read", fmt::format("and {} more (--all)", audit.unread.size() - shown),
              dress);
  for (const std::string& each : audit.not_known) add_block(out, "not known", each, dress);
}

std::string markdown_cell(const AuditItem& item) {
  std::vector<std::string> parts;
  if (!item.note.empty()) parts.push_back(in_markdown(item.note));
  for (const AuditCause& cause : item.causes) parts.push_back(in_markdown(cause_text(cause)));
  return replaced(joined(parts, "<br>"), "|", "\\|");
}

}  // namespace

std::string text(const Audit& audit, const Dress& dress) {
  std::string out = dressed(dress, kBold, sentence(audit)) + "\n";
  add_block(out, "for", audit.target, dress);
  add_block(out, "looked at",
            fmt::format("{}; {}, nothing imported", printable(audit.subject, 300),
                        counted(audit.libraries, "library", "libraries")),
            dress);
  out += "\n";
  if (is_foreign(audit) && !dress.all) {
    add_block(out, "do", "make a new one on the machine itself, and install there", dress);
    add_block(out, "", "--all lists every item", dress);
    add_foot(out, audit, dress);
    return out;
  }
  std::int64_t more_runs = 0, quiet = 0;
  std::size_t runs = 0;
  const bool few = audit.items.size() <= kRunsShown;
  for (const AuditItem& item : audit.items) {
    const bool fine = item.causes.empty() && item.verdict == AuditVerdict::runs;
    if (!dress.all && !few && is_quiet(item)) {
      ++quiet;
    } else if (!dress.all && fine && ++runs > kRunsShown) {
      ++more_runs;
    } else {
      add_item(out, item, dress);
    }
  }
  add_rest(out, more_runs, quiet);
  add_foot(out, audit, dress);
  return out;
}

std::string markdown(const Audit& audit) {
  std::string out =
      fmt::format("**{}**\n\nFor {}; {}, nothing imported.\n\n", in_markdown(sentence(audit)),
                  in_markdown(audit.target), counted(audit.libraries, "library", "libraries"));
  out += "| what | verdict | why |\n|---|---|---|\n";
  std::int64_t quiet = 0;
  for (const AuditItem& item : audit.items) {
    if (is_quiet(item)) {
      ++quiet;
      continue;
    }
    out += fmt::format("| {} | {} | {} |\n", in_markdown(named(item)), word(item.verdict),
                       markdown_cell(item));
  }
  if (quiet > 0) out += fmt::format("\n{} without GPU code.\n", counted(quiet, audit.unit));
  for (const AuditItem& item : audit.items) {
    if (item.remedy.empty()) continue;
    out += fmt::format("\n{}:\n\n", in_markdown(named(item)));
    for (const Step& step : item.remedy) out += fmt::format("- {}\n", in_markdown(step));
  }
  for (const std::string& note : audit.notes) out += fmt::format("\n- {}", in_markdown(note));
  for (const AuditCause& danger : audit.dangers)
    out += fmt::format("\n- {}", in_markdown(danger.what));
  for (const AuditCause& cause : audit.unread)
    out += fmt::format("\n- not read: {}", in_markdown(cause_text(cause)));
  for (const std::string& each : audit.not_known)
    out += fmt::format("\n- not known: {}", in_markdown(each));
  return out.ends_with('\n') ? out : out + "\n";
}

}  // namespace gb10
