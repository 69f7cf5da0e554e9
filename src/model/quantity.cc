#include "model/quantity.h"

#include <array>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

constexpr std::array<const char*, 11> kUnits = {"none",
                                                "bytes",
                                                "hertz",
                                                "watts",
                                                "celsius",
                                                "seconds",
                                                "bytes_per_second",
                                                "bits_per_second",
                                                "ratio",
                                                "joules",
                                                "flop_per_second"};

struct Suffix {
  std::string_view text;
  double factor;
  Unit unit;
};

constexpr double kKi = 1024, kMi = kKi * 1024, kGi = kMi * 1024, kTi = kGi * 1024;
constexpr std::array<Suffix, 46> kSuffixes = {{
    {"", 1, Unit::none},
    {"B", 1, Unit::bytes},
    {"KiB", kKi, Unit::bytes},
    {"MiB", kMi, Unit::bytes},
    {"GiB", kGi, Unit::bytes},
    {"TiB", kTi, Unit::bytes},
    {"kB", 1e3, Unit::bytes},
    {"MB", 1e6, Unit::bytes},
    {"GB", 1e9, Unit::bytes},
    {"TB", 1e12, Unit::bytes},
    {"Hz", 1, Unit::hertz},
    {"kHz", 1e3, Unit::hertz},
    {"MHz", 1e6, Unit::hertz},
    {"GHz", 1e9, Unit::hertz},
    {"mW", 1e-3, Unit::watts},
    {"W", 1, Unit::watts},
    {"°C", 1, Unit::celsius},
    {"C", 1, Unit::celsius},
    {"ns", 1e-9, Unit::seconds},
    {"us", 1e-6, Unit::seconds},
    {"µs", 1e-6, Unit::seconds},
    {"ms", 1e-3, Unit::seconds},
    {"s", 1, Unit::seconds},
    {"min", 60, Unit::seconds},
    {"h", 3600, Unit::seconds},
    {"d", 86400, Unit::seconds},
    {"B/s", 1, Unit::bytes_per_second},
    {"kB/s", 1e3, Unit::bytes_per_second},
    {"MB/s", 1e6, Unit::bytes_per_second},
    {"GB/s", 1e9, Unit::bytes_per_second},
    {"TB/s", 1e12, Unit::bytes_per_second},
    {"KiB/s", kKi, Unit::bytes_per_second},
    {"MiB/s", kMi, Unit::bytes_per_second},
    {"GiB/s", kGi, Unit::bytes_per_second},
    {"b/s", 1, Unit::bits_per_second},
    {"kb/s", 1e3, Unit::bits_per_second},
    {"Mb/s", 1e6, Unit::bits_per_second},
    {"Gb/s", 1e9, Unit::bits_per_second},
    {"Tb/s", 1e12, Unit::bits_per_second},
    {"%", 0.01, Unit::ratio},
    {"J", 1, Unit::joules},
    {"kJ", 1e3, Unit::joules},
    {"Wh", 3600, Unit::joules},
    {"GFLOP/s", 1e9, Unit::flop_per_second},
    {"TFLOP/s", 1e12, Unit::flop_per_second},
    {"PFLOP/s", 1e15, Unit::flop_per_second},
}};

/// One decimal, none when it is a whole number of at least three digits.
std::string number_text(double value) {
  if (std::fabs(value) >= 100 || value == std::floor(value)) return fmt::format("{:.0f}", value);
  return fmt::format("{:.1f}", value);
}

struct Step {
  double factor;
  const char* suffix;
};

std::string scaled(double value, std::initializer_list<Step> steps, const char* smallest) {
  for (const Step& step : steps) {
    if (std::fabs(value) >= step.factor)
      return fmt::format("{} {}", number_text(value / step.factor), step.suffix);
  }
  return fmt::format("{} {}", number_text(value), smallest);
}

std::string bytes_text(double value) {
  // Gibibytes always show a decimal: 118.0 of 121.6 GiB is read as a measurement, 118 is not.
  if (std::fabs(value) >= kTi) return fmt::format("{:.1f} TiB", value / kTi);
  if (std::fabs(value) >= kGi) return fmt::format("{:.1f} GiB", value / kGi);
  return scaled(value, {{kMi, "MiB"}, {kKi, "KiB"}}, "B");
}

std::string seconds_text(double value) {
  if (value >= 2 * 86400) return fmt::format("{} d", number_text(value / 86400));
  if (value >= 2 * 3600) return fmt::format("{} h", number_text(value / 3600));
  if (value >= 120) return fmt::format("{} min", number_text(value / 60));
  if (value >= 1 || value == 0) return fmt::format("{} s", number_text(value));
  if (value >= 1e-3) return fmt::format("{} ms", number_text(value * 1e3));
  return value >= 1e-6 ? fmt::format("{} us", number_text(value * 1e6))
                       : fmt::format("{} ns", number_text(value * 1e9));
}

}  // namespace

const char* word(Unit unit) { return kUnits[static_cast<std::size_t>(unit)]; }

std::optional<Unit> unit(std::string_view word) {
  for (std::size_t i = 0; i < kUnits.size(); ++i) {
    if (word == kUnits[i]) return static_cast<Unit>(i);
  }
  return std::nullopt;
}

Result<Quantity> parse_quantity(std::string_view text) {
  const std::string_view all = trimmed(text);
  const std::size_t end = std::min(all.find_first_not_of("0123456789.+-eE"), all.size());
  std::size_t digits = end;
  // "5 e" is no number: an exponent counts only with digits behind it.
  while (digits > 0 && (all[digits - 1] == 'e' || all[digits - 1] == 'E')) --digits;
  const std::optional<double> number = decimal_number(all.substr(0, digits));
  const std::string_view suffix = trimmed(all.substr(digits));
  for (const Suffix& known : kSuffixes) {
    if (number && known.text == suffix) return Quantity{*number * known.factor, known.unit};
  }
  return Error{
      Error::Kind::invalid, fmt::format("\"{}\" is no quantity", printable(text, 60)),
      "write a number and a unit, such as \"64 MiB\", \"1400 MHz\", \"30 W\", \"10 s\", \"90 %\""};
}

std::string to_text(const Quantity& quantity) {
  const double value = quantity.value;
  switch (quantity.unit) {
    case Unit::none:
      return fmt::format("{:g}", value);
    case Unit::bytes:
      return bytes_text(value);
    case Unit::hertz:
      return fmt::format("{:.0f} MHz", value / 1e6);
    case Unit::watts:
      return fmt::format("{} W", number_text(value));
    case Unit::celsius:
      return fmt::format("{} °C", number_text(value));
    case Unit::seconds:
      return seconds_text(value);
    case Unit::bytes_per_second:
      return scaled(value, {{1e12, "TB/s"}, {1e9, "GB/s"}, {1e6, "MB/s"}, {1e3, "kB/s"}}, "B/s");
    case Unit::bits_per_second:
      return scaled(value, {{1e9, "Gb/s"}, {1e6, "Mb/s"}, {1e3, "kb/s"}}, "b/s");
    case Unit::ratio:
      return fmt::format("{} %", number_text(std::round(value * 1000) / 10));
    case Unit::joules:
      return scaled(value, {{1e6, "MJ"}, {1e3, "kJ"}}, "J");
    case Unit::flop_per_second:
      return scaled(value, {{1e12, "TFLOP/s"}, {1e9, "GFLOP/s"}}, "FLOP/s");
  }
  return {};
}

}  // namespace gb10
