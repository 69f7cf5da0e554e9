#include "tune/cells.h"

#include <fmt/format.h>

#include "base/text.h"
#include "tune/swaps.h"

namespace gb10 {

namespace {

Error no_form(std::string_view text, const char* form) {
  return {Error::Kind::invalid, fmt::format("\"{}\" is no {}", printable(text, 60), form)};
}

std::string bracketed(std::string_view text) {
  const std::size_t begin = text.find('['), end = text.find(']');
  if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) return {};
  return std::string(text.substr(begin + 1, end - begin - 1));
}

}  // namespace

Result<std::string> canonical(CellForm form, std::string_view text) {
  const std::string_view plain = trimmed(text);
  switch (form) {
    case CellForm::integer: {
      const auto number = whole_number(plain);
      if (!number) return no_form(plain, "whole number");
      return std::to_string(*number);
    }
    case CellForm::word: {
      const std::string chosen = bracketed(plain);
      if (!chosen.empty()) return chosen;
      if (plain.empty() || plain.find_first_of(" \t\n[]") != std::string_view::npos)
        return no_form(plain, "single word");
      return std::string(plain);
    }
    case CellForm::latency: {
      const auto number = whole_number(plain);
      if (number) return std::to_string(*number);
      if (plain == "n/a") return std::string(plain);
      return no_form(plain, "latency");
    }
    case CellForm::numbers:
      break;
  }
  std::vector<std::string> parts;
  for (const std::string_view part : words(plain)) {
    const auto number = whole_number(part);
    if (!number) return no_form(plain, "list of whole numbers");
    parts.push_back(std::to_string(*number));
  }
  if (parts.empty()) return no_form(plain, "list of whole numbers");
  return joined(parts, " ");
}

bool says(std::string_view text, std::string_view value) {
  for (const CellForm form :
       {CellForm::integer, CellForm::word, CellForm::numbers, CellForm::latency}) {
    if (canonical(form, text).value_or("") == value) return true;
  }
  return false;
}

Result<std::string> cell_value(const HostView& host, const std::string& path, CellForm form) {
  const std::string text = TRY(host.read(path));
  Result<std::string> value = canonical(form, text);
  if (value.ok()) return value;
  return Error{value.error().kind, fmt::format("{}: {}", path, value.error().what)};
}

std::string cell_path(const KnobCell& cell, std::string_view instance) {
  return replaced(replaced(cell.path, "{}", instance), "{unit}", unit_name(instance));
}

}  // namespace gb10
