#include "wheel/marker.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/text.h"
#include "wheel/pep440.h"

namespace gb10 {

namespace {

constexpr std::size_t kLongestMarker = 16 * 1024;
constexpr int kDeepest = 32;

constexpr std::string_view kVariables[] = {
    "os_name",
    "sys_platform",
    "platform_machine",
    "platform_release",
    "platform_system",
    "platform_version",
    "python_version",
    "python_full_version",
    "platform_python_implementation",
    "extra",
    "implementation_name",
    "implementation_version",
};

/// Spellings from before the standard, which installers still read.
constexpr std::pair<std::string_view, std::string_view> kOldVariables[] = {
    {"os.name", "os_name"},
    {"sys.platform", "sys_platform"},
    {"platform.version", "platform_version"},
    {"platform.machine", "platform_machine"},
    {"platform.python_implementation", "platform_python_implementation"},
    {"python_implementation", "platform_python_implementation"},
};

/// Those that are compared as versions; all others as texts.
constexpr std::string_view kVersions[] = {"python_version", "python_full_version",
                                          "implementation_version", "platform_release"};

template <class Names>
bool is_among(const Names& names, std::string_view text) {
  return std::find(std::begin(names), std::end(names), text) != std::end(names);
}

bool is_blank(char letter) { return letter == ' ' || letter == '\t'; }
bool is_word(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || letter == '_' ||
         letter == '.';
}

/// Reads from left to right; "or" binds less than "and".
class MarkerReader {
 public:
  explicit MarkerReader(std::string_view text) : rest_(text) {}

  Result<Marker> whole() {
    Marker out = TRY(chain("or", Marker::Kind::any_of, 0));
    skip();
    if (!rest_.empty()) return wrong();
    return out;
  }

 private:
  // NOLINTNEXTLINE(misc-no-recursion): bounded by kDeepest
  Result<Marker> chain(std::string_view word, Marker::Kind kind, int depth) {
    if (depth > kDeepest)
      return Error{Error::Kind::invalid,
                   fmt::format("a marker is nested deeper than {}", kDeepest)};
    Marker out;
    out.kind = kind;
    do {
      Marker part = TRY(kind == Marker::Kind::any_of ? chain("and", Marker::Kind::all_of, depth)
                                                     : atom(depth));
      out.parts.push_back(std::move(part));
    } while (take_word(word));
    if (out.parts.size() > 1) return out;
    Marker only = std::move(out.parts.front());
    return only;
  }

  // NOLINTNEXTLINE(misc-no-recursion): bounded by kDeepest
  Result<Marker> atom(int depth) {
    skip();
    if (!take('(')) return comparison();
    Marker out = TRY(chain("or", Marker::Kind::any_of, depth + 1));
    skip();
    if (!take(')')) return wrong();
    return out;
  }

  Result<Marker> comparison() {
    Marker out;
    out.left = TRY(side());
    out.op = TRY(op());
    out.right = TRY(side());
    return out;
  }

  Result<Marker::Side> side() {
    skip();
    if (!rest_.empty() && (rest_[0] == '\'' || rest_[0] == '"')) {
      const std::size_t end = rest_.find(rest_[0], 1);
      if (end == std::string_view::npos) return wrong();
      Marker::Side out{false, std::string(rest_.substr(1, end - 1))};
      rest_.remove_prefix(end + 1);
      return out;
    }
    const std::string_view word = leading_word();
    if (word.empty()) return wrong();
    std::string_view name = word;
    for (const auto& [old, now] : kOldVariables) name = old == word ? now : name;
    if (!is_among(kVariables, name))
      return Error{Error::Kind::invalid,
                   fmt::format("\"{}\" is no variable of markers", printable(word, 60)),
                   "texts stand in quotes"};
    rest_.remove_prefix(word.size());
    return Marker::Side{true, std::string(name)};
  }

  Result<std::string> op() {
    skip();
    if (take_word("in")) return std::string("in");
    if (take_word("not")) {
      if (!take_word("in")) return wrong();
      return std::string("not in");
    }
    for (const char* const each : {"===", "==", "~=", "!=", "<=", ">=", "<", ">"}) {
      const std::string_view symbol = each;
      if (rest_.substr(0, symbol.size()) != symbol) continue;
      rest_.remove_prefix(symbol.size());
      return std::string(symbol);
    }
    return wrong();
  }

  std::string_view leading_word() const {
    std::size_t length = 0;
    while (length < rest_.size() && is_word(rest_[length])) ++length;
    return rest_.substr(0, length);
  }

  void skip() {
    while (!rest_.empty() && is_blank(rest_[0])) rest_.remove_prefix(1);
  }
  bool take(char letter) {
    if (rest_.empty() || rest_[0] != letter) return false;
    rest_.remove_prefix(1);
    return true;
  }
  bool take_word(std::string_view word) {
    skip();
    if (leading_word() != word) return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  Error wrong() const {
    return {Error::Kind::invalid,
            rest_.empty() ? std::string("a marker ends too early")
                          : fmt::format("a marker makes no sense at \"{}\"", printable(rest_, 40))};
  }

  std::string_view rest_;
};

bool holds_in_order(std::string_view op, int order) {
  if (op == "<") return order < 0;
  if (op == "<=") return order <= 0;
  if (op == ">") return order > 0;
  if (op == ">=") return order >= 0;
  return op == "!=" ? order != 0 : order == 0;
}

bool compared_texts(std::string_view left, std::string_view op, std::string_view right) {
  if (op == "in") return right.find(left) != std::string_view::npos;
  if (op == "not in") return right.find(left) == std::string_view::npos;
  return holds_in_order(op, left.compare(right));
}

bool compared_values(const Marker& marker, const std::string& left, const std::string& right) {
  const std::string& variable = marker.left.is_variable ? marker.left.text : marker.right.text;
  if (is_among(kVersions, variable) && marker.op.find("in") == std::string::npos) {
    const auto clause = specifiers(marker.op + right);
    const auto version = pep_version(left);
    if (clause.ok() && version.ok()) return clause->matches(*version, true);
  }
  return compared_texts(left, marker.op, right);
}

/// `extra == "x"`: true when one of the extras that are asked for is x.
bool extra_holds(const Marker& marker, const MarkerEnvironment& environment) {
  const std::string wanted =
      normalised_name(marker.left.is_variable ? marker.right.text : marker.left.text);
  const auto is_it = [&](const std::string& extra) { return normalised_name(extra) == wanted; };
  const bool is_asked = std::any_of(environment.extras.begin(), environment.extras.end(), is_it);
  return marker.op == "!=" || marker.op == "not in" ? !is_asked : is_asked;
}

std::optional<std::string> value_of_side(const Marker::Side& side,
                                         const MarkerEnvironment& environment) {
  if (!side.is_variable) return side.text;
  const auto at = environment.values.find(side.text);
  if (at == environment.values.end()) return std::nullopt;
  return at->second;
}

/// The answer that a version between the environment's and `highest` gives, whichever it is.
std::optional<bool> holds_in_range(const Marker& marker, const MarkerEnvironment& environment,
                                   const std::string& highest) {
  const std::string& variable = marker.left.is_variable ? marker.left.text : marker.right.text;
  const Marker::Side& other = marker.left.is_variable ? marker.right : marker.left;
  // What a list holds is no version that lies somewhere.
  const bool is_list = marker.op == "in" || marker.op == "not in";
  if (other.is_variable || is_list) return std::nullopt;
  const std::string& lowest = environment.values.find(variable)->second;
  const auto answer = [&](const std::string& value) {
    return marker.left.is_variable ? compared_values(marker, value, other.text)
                                   : compared_values(marker, other.text, value);
  };
  const bool first = answer(lowest);
  if (answer(highest) != first) return std::nullopt;
  const auto low = pep_version(lowest), high = pep_version(highest),
             named = pep_version(other.text);
  const bool is_between = named.ok() && low.ok() && high.ok() && compared(*low, *named) <= 0 &&
                          compared(*named, *high) <= 0;
  if (is_between && answer(other.text) != first) return std::nullopt;
  return first;
}

}  // namespace

MarkerEnvironment linux_environment(std::string_view machine, std::string_view python) {
  const std::string lowest = fmt::format("{}.0", python), highest = fmt::format("{}.9999", python);
  return {{{"os_name", "posix"},
           {"sys_platform", "linux"},
           {"platform_machine", std::string(machine)},
           {"platform_system", "Linux"},
           {"platform_python_implementation", "CPython"},
           {"python_version", std::string(python)},
           {"python_full_version", lowest},
           {"implementation_name", "cpython"},
           {"implementation_version", lowest}},
          {{"python_full_version", highest}, {"implementation_version", highest}},
          {}};
}

// NOLINTNEXTLINE(misc-no-recursion): bounded by kDeepest
std::optional<bool> Marker::holds(const MarkerEnvironment& environment) const {
  if (kind == Kind::comparison) {
    const bool is_extra =
        (left.is_variable && left.text == "extra") || (right.is_variable && right.text == "extra");
    if (is_extra) return extra_holds(*this, environment);
    const Marker::Side& variable = left.is_variable ? left : right;
    const auto range = environment.highest.find(variable.text);
    if (variable.is_variable && range != environment.highest.end())
      return holds_in_range(*this, environment, range->second);
    const auto left_value = value_of_side(left, environment);
    const auto right_value = value_of_side(right, environment);
    if (!left_value || !right_value) return std::nullopt;
    return compared_values(*this, *left_value, *right_value);
  }
  // One part may decide, whatever the others are.
  const bool deciding = kind == Kind::any_of;
  bool is_open = false;
  for (const Marker& part : parts) {
    const std::optional<bool> answer = part.holds(environment);
    if (answer == deciding) return deciding;
    is_open = is_open || !answer;
  }
  if (is_open) return std::nullopt;
  return !deciding;
}

// NOLINTNEXTLINE(misc-no-recursion): bounded by kDeepest
bool Marker::mentions(std::string_view variable) const {
  if (kind != Kind::comparison)
    return std::any_of(parts.begin(), parts.end(),
                       [&](const Marker& part) { return part.mentions(variable); });
  return (left.is_variable && left.text == variable) ||
         (right.is_variable && right.text == variable);
}

Result<Marker> marker(std::string_view text) {
  if (text.size() > kLongestMarker)
    return Error{Error::Kind::invalid, fmt::format("a marker of {} bytes", text.size())};
  return MarkerReader(text).whole();
}

}  // namespace gb10
