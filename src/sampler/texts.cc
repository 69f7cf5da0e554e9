#include "sampler/texts.h"

#include <algorithm>
#include <charconv>

#include "sampler/metrics.h"

namespace gb10::texts {

namespace {

std::string_view without_blanks(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t:");
  return begin == std::string_view::npos ? std::string_view() : text.substr(begin);
}

/// Cuts the first line off `text`.
std::string_view next_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  return line;
}

/// Cuts the first word off `text`. In /proc/net/dev a colon may end a name.
std::string_view next_word(std::string_view& text) {
  text = without_blanks(text);
  const std::size_t end = std::min(text.find_first_of(" \t:"), text.size());
  const std::string_view word = text.substr(0, end);
  text = text.substr(end);
  return word;
}

}  // namespace

double number(std::string_view text) {
  double value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  // "nan" and "inf" are numbers to from_chars.
  return code == std::errc() && std::isfinite(value) ? value : kNotKnown;
}

double after(std::string_view text, std::string_view key) {
  while (!text.empty()) {
    const std::string_view line = next_line(text);
    if (!line.starts_with(key) || line.size() == key.size()) continue;
    if (line[key.size()] == ':' || line[key.size()] == ' ')
      return number(without_blanks(line.substr(key.size())));
  }
  return kNotKnown;
}

double pressure(std::string_view text, std::string_view key) {
  const std::size_t blank = key.find(' ');
  const std::string_view kind = key.substr(0, blank), field = key.substr(blank + 1);
  while (!text.empty()) {
    std::string_view line = next_line(text);
    if (next_word(line) != kind) continue;
    while (!line.empty()) {
      const std::string_view word = next_word(line);
      if (word.size() > field.size() && word.starts_with(field) && word[field.size()] == '=')
        return number(word.substr(field.size() + 1));
    }
  }
  return kNotKnown;
}

double in_blocks(std::string_view text, double least, double page) {
  double total = 0;
  bool is_known = false;
  while (!text.empty()) {
    std::string_view line = next_line(text);
    const std::size_t zone = line.find("zone");
    if (zone == std::string_view::npos) continue;
    line = line.substr(zone + 4);
    next_word(line);
    double size = page;
    for (line = without_blanks(line); !line.empty(); line = without_blanks(line), size *= 2) {
      const double count = number(next_word(line));
      if (size < least || std::isnan(count)) continue;
      total += count * size;
      is_known = true;
    }
  }
  return is_known ? total : kNotKnown;
}

CpuTime cpu_time(std::string_view text) {
  std::string_view line = next_line(text);
  if (next_word(line) != "cpu") return {kNotKnown, kNotKnown};
  CpuTime out;
  // user nice system idle iowait irq softirq steal; guests count in user already.
  for (int column = 0; column < 8; ++column) {
    const double ticks = number(next_word(line));
    if (std::isnan(ticks)) break;
    out.all += ticks;
    if (column != 3 && column != 4) out.busy += ticks;
  }
  return out;
}

double sum(std::string_view text, std::span<const std::string> names, int name_at, int column) {
  double total = 0;
  bool is_known = false;
  while (!text.empty()) {
    std::string_view line = next_line(text);
    for (int i = 0; i < name_at; ++i) next_word(line);
    const std::string_view name = next_word(line);
    if (std::find(names.begin(), names.end(), name) == names.end()) continue;
    for (int i = 0; i < column; ++i) next_word(line);
    const double value = number(next_word(line));
    if (std::isnan(value)) continue;
    total += value;
    is_known = true;
  }
  return is_known ? total : kNotKnown;
}

}  // namespace gb10::texts
