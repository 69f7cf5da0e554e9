#include <fmt/format.h>

#include "base/text.h"
#include "ledger/amounts.h"
#include "ledger/ledger.h"

namespace gb10 {

namespace {

/// A number in its column and words behind it, which go on below themselves.
std::string entry(const std::string& number, const std::string& words, std::size_t width) {
  const std::string indent(10, ' ');
  std::string text;
  for (const std::string& line : wrapped(words, width - indent.size())) {
    text += text.empty() ? fmt::format("  {:>5}   {}\n", number, line)
                         : fmt::format("{}{}\n", indent, line);
  }
  return text;
}

std::string paragraph(const std::string& words, std::size_t width) {
  std::string text;
  for (const std::string& line : wrapped(words, width - 2)) text += fmt::format("  {}\n", line);
  return text;
}

std::string total_line(const Ledger& ledger, std::size_t width) {
  const std::string whole = ledger.whole_board ? "installed" : "all that Linux has";
  std::string words = fmt::format("{} (GiB)", whole);
  if (ledger.swap_used && ledger.swap_total) {
    words += ledger.swap_total->value == 0
                 ? ";  no swap"
                 : fmt::format(";  swap {} of {}", gib(ledger.swap_used->value),
                               gib(ledger.swap_total->value));
  }
  return entry(gib(ledger.sum.value), words, width);
}

/// What CUDA takes for free is less than what the kernel could give: the reason why servers refuse
/// to start beside a full page cache.
std::string two_views(const Ledger& ledger) {
  if (!ledger.free || !ledger.available) return {};
  const std::string free = gib(ledger.free->value), available = gib(ledger.available->value);
  if (!ledger.whole_board) {
    return fmt::format("{} free; {} available (free + what the kernel can take back)", free,
                       available);
  }
  return fmt::format(
      "CUDA's own query would say {} (free); the kernel says {} (free + what it can take back)",
      free, available);
}

std::string blocks_line(const Ledger& ledger) {
  if (!ledger.large_blocks) return {};
  const std::string amount = gib(ledger.large_blocks->value);
  if (ledger.fragmented) {
    return fmt::format("fragmented: only {} GiB is free in blocks of 32 MiB or more", amount);
  }
  return fmt::format("{} GiB is free in blocks of 32 MiB or more", amount);
}

}  // namespace

std::string to_text(const Ledger& ledger, std::size_t width) {
  std::string text;
  for (const Line& line : ledger.lines) {
    const std::string note = line.note.empty() ? "" : fmt::format(" ({})", line.note);
    text += entry(gib(line.amount.value), line.label + note, width);
  }
  text += total_line(ledger, width) + "\n";
  text += paragraph(two_views(ledger), width) + paragraph(blocks_line(ledger), width);
  if (!ledger.free_blocks.empty())
    text += paragraph("free blocks by size: " + joined(ledger.free_blocks, ", "), width);
  for (const std::string& note : ledger.notes) text += paragraph(note, width);
  return text;
}

Json to_json(const Ledger& ledger) {
  Json lines = Json::array();
  for (const Line& line : ledger.lines) {
    Json object = Json::object();
    object.set("kind", word(line.kind)).set("amount", json_of(line.amount));
    object.set("label", line.label);
    if (!line.note.empty()) object.set("note", line.note);
    if (line.pid != 0) object.set("pid", line.pid);
    lines.push(std::move(object));
  }
  Json json = Json::object();
  json.set("lines", std::move(lines)).set("sum", json_of(ledger.sum));
  json.set("whole_board", ledger.whole_board).set("overlap", json_of(ledger.overlap));
  json.set("free", json_of(ledger.free));
  json.set("available", json_of(ledger.available));
  json.set("clean_cache", json_of(ledger.clean_cache));
  json.set("large_blocks", json_of(ledger.large_blocks)).set("fragmented", ledger.fragmented);
  json.set("free_blocks", Json::list(ledger.free_blocks));
  json.set("swap_used", json_of(ledger.swap_used)).set("swap_total", json_of(ledger.swap_total));
  json.set("notes", Json::list(ledger.notes));
  return json;
}

}  // namespace gb10
