#include "compat/versions.h"

#include <array>
#include <optional>

#include "base/text.h"
#include "model/version.h"

namespace gb10 {

namespace {

enum class Comparison { at_least, at_most, not_equal, equal, less, greater };
struct Operator {
  std::string_view text;
  Comparison comparison;
};
// The longer ones first.
constexpr std::array<Operator, 6> kOperators = {{{">=", Comparison::at_least},
                                                 {"<=", Comparison::at_most},
                                                 {"!=", Comparison::not_equal},
                                                 {"==", Comparison::equal},
                                                 {"<", Comparison::less},
                                                 {">", Comparison::greater}}};

struct Bound {
  Comparison comparison = Comparison::equal;
  Version version;
  bool prefix = false;  // "==2.9.*"
};

std::optional<Bound> bound(std::string_view text) {
  for (const Operator& each : kOperators) {
    if (!text.starts_with(each.text)) continue;
    std::string_view version = trimmed(text.substr(each.text.size()));
    Bound out;
    out.comparison = each.comparison;
    out.prefix = version.ends_with(".*");
    if (out.prefix) version.remove_suffix(2);
    out.version.text = version;
    const bool equality =
        out.comparison == Comparison::equal || out.comparison == Comparison::not_equal;
    if (out.version.numbers().empty() || (out.prefix && !equality)) return std::nullopt;
    return out;
  }
  return std::nullopt;
}

bool begins_with(const Version& version, const Version& prefix) {
  const std::vector<long long> all = version.numbers(), first = prefix.numbers();
  for (std::size_t i = 0; i < first.size(); ++i) {
    if ((i < all.size() ? all[i] : 0) != first[i]) return false;
  }
  return true;
}

bool meets(const Version& version, const Bound& bound) {
  const int by = compared(version, bound.version);
  const bool equal = bound.prefix ? begins_with(version, bound.version) : by == 0;
  switch (bound.comparison) {
    case Comparison::at_least:
      return by >= 0;
    case Comparison::at_most:
      return by <= 0;
    case Comparison::less:
      return by < 0;
    case Comparison::greater:
      return by > 0;
    case Comparison::equal:
      return equal;
    case Comparison::not_equal:
      return !equal;
  }
  return false;
}

}  // namespace

bool are_specifiers(std::string_view text) {
  if (trimmed(text).empty()) return true;
  for (const std::string_view each : split(text, ',')) {
    if (!bound(trimmed(each))) return false;
  }
  return true;
}

bool holds(std::string_view specifiers, std::string_view version) {
  if (trimmed(specifiers).empty()) return true;
  const Version given{std::string(version)};
  if (given.numbers().empty()) return false;
  for (const std::string_view each : split(specifiers, ',')) {
    const std::optional<Bound> one = bound(trimmed(each));
    if (!one || !meets(given, *one)) return false;
  }
  return true;
}

}  // namespace gb10
