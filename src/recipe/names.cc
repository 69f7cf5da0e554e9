#include "recipe/names.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

/// A piece of a text: what stands there, or a name in braces.
struct Piece {
  bool is_name = false;
  std::string_view text;
};

Result<std::vector<Piece>> pieces_of(std::string_view text) {
  std::vector<Piece> out;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t brace = std::min(text.find_first_of("{}", at), text.size());
    if (brace > at) out.push_back({false, text.substr(at, brace - at)});
    if (brace == text.size()) break;
    if (brace + 1 < text.size() && text[brace + 1] == text[brace]) {
      out.push_back({false, text.substr(brace, 2)});
      at = brace + 2;
      continue;
    }
    const std::size_t end = text.find_first_of("{}", brace + 1);
    if (text[brace] == '}' || end == std::string_view::npos || text[end] == '{')
      return Error{
          Error::Kind::invalid,
          fmt::format("a brace stands alone in \"{}\": write it twice", printable(text, 80))};
    out.push_back({true, text.substr(brace + 1, end - brace - 1)});
    at = end + 1;
  }
  return out;
}

}  // namespace

Result<std::vector<std::string>> names_in(std::string_view text) {
  const std::vector<Piece> pieces = TRY(pieces_of(text));
  std::vector<std::string> out;
  for (const Piece& piece : pieces) {
    if (piece.is_name) out.emplace_back(piece.text);
  }
  return out;
}

std::string filled_names(std::string_view text, const RecipeNames& names) {
  const Result<std::vector<Piece>> pieces = pieces_of(text);
  if (!pieces.ok()) return std::string(text);
  std::string out;
  for (const Piece& piece : *pieces) {
    const auto known = piece.is_name ? names.find(piece.text) : names.end();
    if (known != names.end())
      // A brace in a path is no name.
      out += replaced(replaced(known->second, "{", "{{"), "}", "}}");
    else
      out += piece.is_name ? fmt::format("{{{}}}", piece.text) : std::string(piece.text);
  }
  return out;
}

std::string plain_braces(std::string_view text) {
  return replaced(replaced(text, "{{", "{"), "}}", "}");
}

RecipeNames arch_names(std::string_view arch) {
  if (arch.empty()) return {};
  const std::string number = replaced(arch, ".", "");
  return {{"arch.torch", std::string(arch)},
          {"arch.number", number},
          {"arch.cmake", number + "-real"},
          {"arch.sm", "sm_" + number},
          {"arch.gencode", fmt::format("-gencode=arch=compute_{0},code=sm_{0}", number)}};
}

bool is_arch(std::string_view text) {
  if (text.ends_with('a') || text.ends_with('f')) text.remove_suffix(1);
  const std::size_t dot = text.find('.');
  if (dot == std::string_view::npos || dot == 0 || dot > 2 || text.size() != dot + 2) return false;
  return std::all_of(text.begin(), text.end(),
                     [](char each) { return each == '.' || (each >= '0' && each <= '9'); });
}

bool is_plain_name(std::string_view text) {
  return !text.empty() && text.size() <= 60 && text.front() != '-' &&
         std::all_of(text.begin(), text.end(), [](char each) {
           return (each >= 'a' && each <= 'z') || (each >= '0' && each <= '9') || each == '-';
         });
}

bool is_inner_path(std::string_view text) {
  if (text.empty() || text.front() == '/' || text.find('\0') != std::string_view::npos)
    return false;
  const std::vector<std::string_view> parts = split(text, '/');
  return std::none_of(parts.begin(), parts.end(), [](std::string_view part) {
    return part == ".." || part == "." || part.empty();
  });
}

}  // namespace gb10
