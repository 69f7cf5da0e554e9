#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "report/report.h"

namespace gb10 {

namespace {

constexpr std::string_view kBold = "\x1b[1m", kRed = "\x1b[31m", kDim = "\x1b[2m",
                           kPlain = "\x1b[0m";

std::string dressed(const Dress& dress, std::string_view how, std::string_view text) {
  return dress.color ? fmt::format("{}{}{}", how, text, kPlain) : std::string(text);
}

/// "  why     text", wrapped below its own column.
void add_block(std::string& out, std::string_view label, std::string_view text,
               const Dress& dress) {
  bool first = true;
  for (const std::string& line : wrapped(text, dress.width - 10)) {
    out += fmt::format("  {:<8}{}\n", first ? label : "", line);
    first = false;
  }
}

/// How many bytes of `text` fit into `width` columns; no character is cut.
std::size_t fitting_bytes(std::string_view text, std::size_t width) {
  std::size_t fits = 0;
  for (std::size_t end = 1; end <= text.size(); ++end) {
    const bool whole =
        end == text.size() || (static_cast<unsigned char>(text[end]) & 0xC0U) != 0x80;
    if (!whole) continue;
    if (columns(text.substr(0, end)) > width) break;
    fits = end;
  }
  return fits;
}

/// The part of `text` that fits into `width` columns.
std::string fitting(const std::string& text, std::size_t width) {
  if (columns(text) <= width) return text;
  return text.substr(0, fitting_bytes(text, width - 1)) + "…";
}

/// `text` broken into lines of `width` columns, at blanks where there are some, every blank kept:
/// it is evidence.
std::vector<std::string> folded(std::string_view text, std::size_t width) {
  std::vector<std::string> out;
  while (columns(text) > width) {
    std::size_t end = std::max<std::size_t>(fitting_bytes(text, width), 1);
    const std::size_t blank = text.rfind(' ', end);
    if (blank != std::string_view::npos && blank > end / 2) end = blank;
    out.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
    while (text.starts_with(' ')) text.remove_prefix(1);
  }
  out.emplace_back(text);
  return out;
}

/// The evidence with the lines around it, numbered.
void add_evidence(std::string& out, const LogEvidence& evidence, const Dress& dress) {
  std::int64_t last = evidence.line;
  if (!evidence.after.empty()) last = evidence.after.back().first;
  const std::size_t digits = fmt::format("{}", last).size();
  const std::size_t room = dress.width - digits - 6;
  const auto line = [&](char mark, std::int64_t number, const std::string& text) {
    return fmt::format(" {} {:>{}} | {}", mark, number, digits, fitting(text, room));
  };
  for (const auto& [number, text] : evidence.before)
    out += dressed(dress, kDim, line(' ', number, text)) + "\n";
  // What matters is never cut.
  bool first = true;
  for (const std::string& part : folded(evidence.text, room)) {
    out += first ? fmt::format(" > {:>{}} | {}\n", evidence.line, digits, part)
                 : fmt::format("   {:>{}} | {}\n", "", digits, part);
    first = false;
  }
  for (const auto& [number, text] : evidence.after)
    out += dressed(dress, kDim, line(' ', number, text)) + "\n";
}

std::string line_word(const Explanation& explanation, const Known& known) {
  return explanation.lines > 1 ? fmt::format("line {}: ", known.evidence.line) : std::string();
}

/// The title and, where it fits, the name at the right.
std::string headline(const std::string& title, const std::string& name, const Dress& dress) {
  const std::vector<std::string> parts = wrapped(title, dress.width);
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    out += dressed(dress, kBold, parts[i]);
    const bool last = i + 1 == parts.size();
    const std::size_t taken = columns(parts[i]) + columns(name) + 3;
    if (last && taken <= dress.width)
      out += std::string(dress.width - taken + 3, ' ') + dressed(dress, kRed, name);
    else if (last)
      out += "\n  " + dressed(dress, kRed, name);
    out += '\n';
  }
  return out;
}

void add_advice(std::string& out, const Known& known, const Dress& dress) {
  if (!known.why.empty()) add_block(out, "why", known.why, dress);
  for (std::size_t i = 0; i < known.here.size(); ++i)
    add_block(out, i == 0 ? "here" : "", known.here[i], dress);
  bool first = true;
  for (const Step& step : known.remedy) {
    for (const std::string& line : lines_of(step, dress.width - 10)) {
      out += fmt::format("  {:<8}{}\n", first ? "do" : "", line);
      first = false;
    }
  }
  if (!known.not_remedy.empty()) add_block(out, "useless", joined(known.not_remedy, "; "), dress);
  if (!known.applies.empty()) add_block(out, "seen", known.applies, dress);
  if (!known.fixed.empty()) add_block(out, "fixed", known.fixed, dress);
}

std::string count_of(const Known& known) {
  if (known.count < 2) return {};
  return fmt::format(", {}{}", known.count_is_least ? "at least " : "",
                     counted(known.count, "line"));
}

void add_cause(std::string& out, const Explanation& explanation, const Known& known,
               const Dress& dress) {
  out += headline(line_word(explanation, known) + known.title, known.name, dress);
  if (explanation.lines > 1) {
    out += '\n';
    add_evidence(out, known.evidence, dress);
    out += '\n';
  }
  add_advice(out, known, dress);
}

std::int64_t line_count(const std::vector<Known>& all) {
  std::int64_t out = 0;
  for (const Known& known : all) out += known.count;
  return out;
}

/// A line for each: "  line 12  title  name".
void add_list(std::string& out, std::string_view heading, const std::vector<Known>& all,
              const Dress& dress) {
  if (all.empty()) return;
  out += fmt::format("\n{}\n", dressed(dress, kBold, heading));
  for (const Known& known : all) {
    const std::string text = fmt::format("line {}{}: {}   {}", known.evidence.line, count_of(known),
                                         known.title, known.name);
    bool first = true;
    for (const std::string& part : wrapped(text, dress.width - 4)) {
      out += fmt::format("  {} {}\n", first ? '-' : ' ', part);
      first = false;
    }
  }
}

/// "3 lines follow from it, 4 are harmless".
std::string counts(const Explanation& explanation) {
  std::vector<std::string> parts;
  const std::int64_t follow = line_count(explanation.consequences);
  const std::int64_t harmless = line_count(explanation.harmless);
  if (follow > 0 && !explanation.causes.empty())
    parts.push_back(fmt::format("{} from {}", counted(follow, "line follows", "lines follow"),
                                explanation.causes.size() > 1 ? "them" : "it"));
  if (harmless > 0)
    parts.push_back(fmt::format("{} {} bad and {} not", counted(harmless, "line"),
                                harmless == 1 ? "looks" : "look", harmless == 1 ? "is" : "are"));
  return joined(parts, ", ");
}

/// What is said where not even an error is in the log.
void add_nothing(std::string& out, const Explanation& explanation, const Dress& dress) {
  if (explanation.lines > 1) {
    out += dressed(dress, kBold, "nothing wrong found") +
           fmt::format(" in {}: none is a failure that is known, or says that something failed\n",
                       counted(explanation.lines, "line"));
    return;
  }
  const bool is_empty = explanation.bytes == 0;
  out +=
      dressed(dress, kBold, is_empty ? "the log is empty" : "nothing is known of this line") + "\n";
}

bool is_among(const FirstError& error, const std::vector<Known>& all) {
  return std::any_of(all.begin(), all.end(), [&](const Known& known) {
    return known.evidence.line == error.evidence.line;
  });
}

/// What is said where no cause is known.
void add_no_cause(std::string& out, const Explanation& explanation, const Dress& dress) {
  if (!explanation.not_this_machine.empty() && !explanation.withheld.empty()) {
    const Known& other = explanation.not_this_machine.front();
    out += headline(other.title + ": no advice for a GB10 is given", other.name, dress) + "\n";
    add_evidence(out, other.evidence, dress);
    out += "\n";
    // Its title and its advice are written for a GB10.
    const Known& withheld = explanation.withheld.front();
    add_block(out, "known",
              fmt::format("line {}: looks like {}, which gb10 show explains for a GB10",
                          withheld.evidence.line, withheld.name),
              dress);
    return;
  }
  const bool only_follows =
      !explanation.consequences.empty() &&
      (!explanation.first_error || is_among(*explanation.first_error, explanation.consequences));
  if (only_follows || !explanation.first_error) {
    if (only_follows) {
      const Known& first = explanation.consequences.front();
      out +=
          headline("no cause is in this log, only what follows from one", first.name, dress) + "\n";
      add_evidence(out, first.evidence, dress);
      out += "\n";
      add_block(out, "",
                first.why.empty() ? "Look above its first line, or in the log of another "
                                    "process or machine."
                                  : first.why,
                dress);
      return;
    }
    add_nothing(out, explanation, dress);
    return;
  }
  const FirstError& first = *explanation.first_error;
  out += dressed(dress, kBold, "no cause that is known") +
         fmt::format(" in {}; the first error is {}\n\n", counted(explanation.lines, "line"),
                     first.kind);
  add_evidence(out, first.evidence, dress);
}

void add_head_of_other(std::string& out, const Explanation& explanation, const Dress& dress) {
  if (explanation.not_this_machine.empty() || explanation.causes.empty()) return;
  add_block(out, "note",
            fmt::format("line {}: {}", explanation.not_this_machine.front().evidence.line,
                        explanation.not_this_machine.front().title),
            dress);
}

}  // namespace

std::string text(const Explanation& explanation, const Dress& dress) {
  std::string out;
  if (explanation.causes.empty()) add_no_cause(out, explanation, dress);
  for (std::size_t i = 0; i < explanation.causes.size(); ++i) {
    if (i > 0) out += "\n";
    const Known& cause = explanation.causes[i];
    const bool same_line = i > 0 && cause.evidence.line == explanation.causes[i - 1].evidence.line;
    if (same_line && !dress.all)
      add_block(out, "also", fmt::format("{}   {}", cause.title, cause.name), dress);
    else
      add_cause(out, explanation, cause, dress);
  }
  add_head_of_other(out, explanation, dress);
  if (dress.all) {
    add_list(out, "follows from it", explanation.consequences, dress);
    add_list(out, "harmless", explanation.harmless, dress);
    add_list(out, "what these lines would be on a GB10; the log is of another machine",
             explanation.withheld, dress);
  }
  const std::string tail = counts(explanation);
  if (!dress.all && !tail.empty()) {
    out += fmt::format("\n  {}      gb10 explain --all\n", tail);
  }
  return out;
}

namespace {

/// What a log says must not become a link, an image or a call of somebody's name.
std::string plain_in_markdown(std::string_view text) {
  std::string out = replaced(in_markdown(text), "[", "\\[");
  out = replaced(replaced(out, "://", "&#58;//"), "@", "&#64;");
  return replaced(out, "www.", "www&#46;");
}

}  // namespace

std::string markdown(const Explanation& explanation) {
  std::string out;
  if (explanation.causes.empty()) {
    Dress plain;
    std::string words;
    add_no_cause(words, explanation, plain);
    out += fmt::format("```\n{}```\n", replaced(words, "```", "'''"));
  }
  for (const Known& known : explanation.causes) {
    out += fmt::format("**{}{}** `{}`\n\n```\n", line_word(explanation, known),
                       plain_in_markdown(known.title), known.name);
    std::string lines;
    add_evidence(lines, known.evidence, {});
    out += replaced(lines, "```", "'''") + "```\n";
    out += fmt::format("- why: {}\n", plain_in_markdown(known.why));
    for (const std::string& line : known.here)
      out += fmt::format("- here: {}\n", in_markdown(line));
    for (const Step& step : known.remedy) out += fmt::format("- do: {}\n", in_markdown(step));
    for (const std::string& line : known.not_remedy)
      out += fmt::format("- useless: {}\n", plain_in_markdown(line));
    if (!known.applies.empty())
      out += fmt::format("- seen: {}\n", plain_in_markdown(known.applies));
    if (!known.fixed.empty()) out += fmt::format("- fixed: {}\n", plain_in_markdown(known.fixed));
    out += fmt::format("- source: {} ({})\n\n", in_markdown(known.source), known.date);
  }
  if (!explanation.causes.empty() && !explanation.not_this_machine.empty()) {
    const Known& other = explanation.not_this_machine.front();
    out +=
        fmt::format("Note: line {}: {}\n\n", other.evidence.line, plain_in_markdown(other.title));
  }
  const std::string tail = counts(explanation);
  if (!tail.empty()) out += tail + ".\n";
  return out + "The lines are as in the log: look through them before you post them.\n";
}

}  // namespace gb10
