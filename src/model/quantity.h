#pragma once
// model/ holds the plain values that flow through the program: facts, findings, quantities,
// versions, samples. It refuses anything that acts: no file is opened here and no clock is read.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace gb10 {

/// What a number counts. Values are held in the base unit: bytes, hertz, watts, °C, seconds, bytes
/// per second, bits per second, a ratio (1 = 100 %), joules, FLOP per second, a plain count.
enum class Unit {
  none,
  bytes,
  hertz,
  watts,
  celsius,
  seconds,
  bytes_per_second,
  bits_per_second,
  ratio,
  joules,
  flop_per_second
};

/// The word for `unit` in JSON and in tables of facts ("bytes_per_second").
const char* word(Unit unit);
std::optional<Unit> unit(std::string_view word);

/// A number with its unit. Quantities of different units never compare equal and have no order.
struct Quantity {
  double value = 0;
  Unit unit = Unit::none;

  friend bool operator==(const Quantity&, const Quantity&) = default;
};

/// Reads "64 MiB", "1.4 GHz", "30 W", "86 °C" (or "86 C"), "10 s", "5 ms", "12 us", "90 %", "200
/// Gb/s", "231 GB/s", "2 h", "3 d", "12". Decimal and binary prefixes are what they say: 1 kB =
/// 1000 B, 1 KiB = 1024 B; "kB" of /proc files is given as KiB by the readers. Error `invalid`.
Result<Quantity> parse_quantity(std::string_view text);

/// For people: bytes in binary units with one decimal, clocks in MHz below 10 GHz, ratios in
/// percent.
std::string to_text(const Quantity& quantity);

constexpr Quantity bytes(double n) { return {n, Unit::bytes}; }
constexpr Quantity kibibytes(double n) { return {n * 1024, Unit::bytes}; }
constexpr Quantity megahertz(double n) { return {n * 1e6, Unit::hertz}; }
constexpr Quantity watts(double n) { return {n, Unit::watts}; }
constexpr Quantity celsius(double n) { return {n, Unit::celsius}; }
constexpr Quantity seconds(double n) { return {n, Unit::seconds}; }
constexpr Quantity percent(double n) { return {n / 100, Unit::ratio}; }

}  // namespace gb10
