#include "report/run_html.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

Error invalid(std::string what) { return {Error::Kind::invalid, std::move(what)}; }

/// One record a line, so that the page can hand each back as it was written. JSON may write "<" as
/// an escape everywhere: without it no tag and no comment of HTML can begin or end in a text.
std::string block(std::span<const RunRecord> records) {
  std::vector<std::string> rows;
  for (const RunRecord& record : records)
    rows.push_back(replaced(to_text(to_json(record)), "<", "\\u003c"));
  return fmt::format("[\n{}\n]", joined(rows, ",\n"));
}

std::uint64_t mixed(std::uint64_t state, std::string_view text) {
  // FNV-1a: quick, and the same on every machine.
  for (const char c : text) state = (state ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return state;
}

/// The same for the same content, so that a page can be made again byte for byte.
std::string nonce_of(std::string_view records, const ReportParts& parts) {
  if (!parts.nonce.empty()) return std::string(parts.nonce);
  std::string out;
  for (const std::uint64_t seed : {0xcbf29ce484222325, 0x9e3779b97f4a7c15}) {
    std::uint64_t state = mixed(seed, records);
    for (const std::string_view part : {parts.page, parts.style, parts.script, parts.charts})
      state = mixed(state, part);
    out += fmt::format("{:016x}", state);
  }
  return out;
}

bool is_plain(std::string_view nonce) {
  return std::all_of(nonce.begin(), nonce.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  });
}

/// What stands inside a tag must not end it.
Result<void> check_inside(std::string_view name, std::string_view text) {
  const std::string small = lower(text);
  for (const std::string_view end : {"</script", "</style", "<!--"}) {
    if (small.find(end) != std::string::npos)
      return invalid(fmt::format("the report's {} holds \"{}\", which would end it", name, end));
  }
  if (trimmed(text).empty()) return invalid(fmt::format("the report's {} is empty", name));
  return {};
}

struct Piece {
  std::string_view name, text;
  int used = 0;
};

/// The page with its pieces. They are put in once, from front to back: what looks like a place in a
/// piece stays as it is.
Result<std::string> filled(std::string_view page, std::span<Piece> pieces) {
  std::string out;
  while (true) {
    const std::size_t begin = page.find("{{");
    out += page.substr(0, begin);
    if (begin == std::string_view::npos) break;
    const std::size_t end = page.find("}}", begin);
    if (end == std::string_view::npos) return invalid("a place in the report's page has no end");
    const std::string_view name = page.substr(begin + 2, end - begin - 2);
    const auto found = std::find_if(pieces.begin(), pieces.end(),
                                    [&](const Piece& piece) { return piece.name == name; });
    if (found == pieces.end())
      return invalid(fmt::format("the report's page asks for \"{}\"", printable(name, 40)));
    ++found->used;
    out += found->text;
    page.remove_prefix(end + 2);
  }
  for (const Piece& piece : pieces) {
    if (piece.used == 0)
      return invalid(fmt::format("the report's page has no place for \"{}\"", piece.name));
  }
  return out;
}

}  // namespace

Result<std::string> run_html(std::span<const RunRecord> records, const ReportParts& parts) {
  if (records.empty()) return invalid("there is no record to report");
  TRY(check_inside("style", parts.style));
  TRY(check_inside("chart library", parts.charts));
  TRY(check_inside("script", parts.script));
  const std::string data = block(records);
  const std::string nonce = nonce_of(data, parts);
  if (!is_plain(nonce)) return invalid("a nonce has letters and digits only");
  std::array<Piece, 5> pieces = {{{"style", parts.style},
                                  {"charts", parts.charts},
                                  {"script", parts.script},
                                  {"records", data},
                                  {"nonce", nonce}}};
  return filled(parts.page, pieces);
}

}  // namespace gb10
