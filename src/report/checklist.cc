#include "report/checklist.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

/// "3 can, 2 cannot, 1 not known"; what nothing is of is left out. The headline stands before it.
std::string counts(const Checklist& list) {
  std::vector<std::string> out;
  for (const Settled each : {Settled::yes, Settled::no, Settled::unknown}) {
    if (list.count(each) > 0)
      out.push_back(fmt::format("{} {}", list.count(each), word(list, each)));
  }
  const std::string all = out.empty() ? "nothing to judge" : joined(out, ", ");
  return list.headline.empty() ? all : fmt::format("{}; in all {}", list.headline, all);
}

std::size_t widest_word(const Checklist& list) {
  return std::max({columns(list.words.yes), columns(list.words.no), columns(list.words.unknown)});
}

/// Indented by the column of answers, with `label` in front of the first line.
std::string block(std::string_view label, std::string_view text, std::size_t indent,
                  const Dress& dress) {
  std::string out;
  for (const std::string& line : wrapped(text, dress.width - indent - 6)) {
    out += fmt::format("{:{}}{:<6}{}\n", "", indent, out.empty() ? label : "", line);
  }
  return out;
}

std::string item_text(const Checklist& list, const ChecklistItem& item, const Dress& dress) {
  const std::string& answer = word(list, item.is);
  const std::size_t wide = widest_word(list), indent = wide + 4;
  std::string out =
      fmt::format("  {}{:{}}  {}\n", answer, "", wide - columns(answer), printable(item.title));
  out += block("", printable(item.says, 1000), indent - 6, dress);
  for (const std::string& each : item.evidence)
    out += block("seen", printable(each, 400), indent, dress);
  bool first = true;
  for (const Step& step : item.remedy) {
    for (const std::string& line : lines_of(step, dress.width - indent - 6)) {
      out += fmt::format("{:{}}{:<6}{}\n", "", indent, first ? "do" : "", line);
      first = false;
    }
  }
  if (!dress.all) return out;
  for (const std::string& each : item.sources)
    out += block("known", printable(each, 1000), indent, dress);
  return out;
}

std::string cell(std::string_view text) { return replaced(in_markdown(text), "\n", " "); }

}  // namespace

std::string text(const Checklist& list, const Dress& dress) {
  std::string out = counts(list) + "\n";
  for (const std::string& line : wrapped(printable(list.subject, 1000), dress.width - 2))
    out += "  " + line + "\n";
  for (const ChecklistItem& item : list.items) {
    if (item.needed) out += "\n" + item_text(list, item, dress);
  }
  for (const Settled answer : list.order) {
    for (const ChecklistItem& item : list.items) {
      if (item.is == answer && !item.needed) out += "\n" + item_text(list, item, dress);
    }
  }
  if (!list.notes.empty()) out += "\n";
  for (const std::string& note : list.notes) out += block("note", printable(note, 1000), 2, dress);
  return out;
}

std::string markdown(const Checklist& list) {
  std::string out = fmt::format("**{}**\n\n{}\n\n| what | answer | why | seen | next |\n",
                                counts(list), in_markdown(list.subject));
  out += "|---|---|---|---|---|\n";
  for (const ChecklistItem& item : list.items) {
    std::vector<std::string> steps, seen;
    for (const Step& step : item.remedy) steps.push_back(in_markdown(step));
    for (const std::string& each : item.evidence) seen.push_back(cell(each));
    out += fmt::format("| {} | {} | {} | {} | {} |\n", cell(item.title), word(list, item.is),
                       cell(item.says), joined(seen, "<br>"), joined(steps, "<br>"));
  }
  if (!list.notes.empty()) out += "\n";
  for (const std::string& note : list.notes) out += fmt::format("- {}\n", in_markdown(note));
  return out;
}

}  // namespace gb10
