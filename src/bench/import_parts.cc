#include "bench/import_parts.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

constexpr std::size_t kLongestLine = 8192, kLongestNumber = 48;

bool names(std::string_view gpu, const GpuCeilings& ceilings) {
  // A "GB10" and no "GB100".
  const std::string all = lower(gpu), name = lower(ceilings.gpu);
  const std::size_t at = all.find(name);
  const std::size_t end = at + name.size();
  const auto is_of_word = [&](std::size_t place) {
    return place < all.size() && std::isalnum(static_cast<unsigned char>(all[place]));
  };
  return at != std::string::npos && !is_of_word(end) && (at == 0 || !is_of_word(at - 1));
}

void add(ImportedRow& row, Figure figure) {
  refuse(row, negative_figure(figure.name, figure.value));
  row.figures.push_back(std::move(figure));
}

}  // namespace

std::vector<std::string_view> short_lines(std::string_view text) {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
    const std::string_view line = text.substr(0, end);
    if (line.size() <= kLongestLine && !trimmed(line).empty()) out.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

std::optional<double> number_behind(std::string_view line, std::string_view key) {
  const std::size_t at = line.find(key);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = trimmed(line.substr(at + key.size()));
  const std::size_t end = std::min(rest.find_first_not_of("0123456789.,+-eE"), rest.size());
  if (end > kLongestNumber) return {};
  std::string digits(rest.substr(0, end));
  std::erase(digits, ',');
  while (!digits.empty() && (digits.back() < '0' || digits.back() > '9')) digits.pop_back();
  return decimal_number(digits);
}

double member_number(const Json& json, std::string_view key) {
  const Json* const member = json.find(key);
  if (!member) return kUnknownFigure;
  const std::string* const text = member->as_string();
  const std::optional<double> number = text ? decimal_number(*text) : member->as_number();
  return number && std::isfinite(*number) ? *number : kUnknownFigure;
}

void report(ImportedRow& row, std::string_view name, Quantity value, std::string_view source) {
  const bool is_known = std::isfinite(value.value);
  add(row, {std::string(name), value.unit, is_known ? value.value : kUnknownFigure, "reported",
            is_known ? std::string(source) : fmt::format("{}: the file has no number", source)});
}

void compute(ImportedRow& row, std::string_view name, Quantity value, std::string_view how) {
  const double known = std::isfinite(value.value) ? value.value : kUnknownFigure;
  add(row, {std::string(name), value.unit, known, "computed", std::string(how)});
}

void refuse(ImportedRow& row, std::optional<Objection> objection) {
  if (objection) row.invalid.push_back(*std::move(objection));
}

void doubt(ImportedRow& row, std::optional<Objection> objection) {
  if (objection) row.warnings.push_back(*std::move(objection));
}

void judge_decode(ImportedRow& row, const DecodeClaim& claim, const GpuCeilings& ceilings) {
  const auto impossible = decode_over_bandwidth(claim, ceilings.memory);
  if (impossible) return refuse(row, impossible);
  doubt(row, decode_over_bandwidth(claim, ceilings.memory_read));
}

std::string device_named(const std::vector<std::string_view>& lines) {
  constexpr std::string_view kKey = "Device 0: ";
  for (const std::string_view line : lines) {
    const std::size_t at = line.find(kKey);
    if (at == std::string_view::npos) continue;
    const std::string_view rest = line.substr(at + kKey.size());
    return printable(trimmed(rest.substr(0, rest.find_first_of(",("))), 80);
  }
  return {};
}

ImportOptions options_for(const ImportOptions& options, std::string_view gpu) {
  ImportOptions out = options;
  if (!gpu.empty() && !names(gpu, options.ceilings))
    out.ceilings = GpuCeilings{.gpu = printable(gpu, 80)};
  return out;
}

std::optional<Objection> other_gpu(const ImportOptions& options, std::string_view gpu) {
  if (gpu.empty() || names(gpu, options.ceilings)) return {};
  return Objection{"other-gpu",
                   fmt::format("measured on {}, not on a {}: not held against its ceilings",
                               printable(gpu, 80), options.ceilings.gpu)};
}

}  // namespace gb10
