#include "wheel/pep440.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

constexpr std::size_t kLongestVersion = 1024, kMostDigits = 18;

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }
bool is_letter(char letter) { return letter >= 'a' && letter <= 'z'; }
bool is_separator(char letter) { return letter == '.' || letter == '-' || letter == '_'; }

/// Walks over the lower-case text of a version. It refuses nothing by itself: what is left over at
/// the end makes the text no version.
class VersionReader {
 public:
  explicit VersionReader(std::string_view lowered) : rest_(lowered) {}

  bool done() const { return rest_.empty(); }

  bool take(std::string_view word) {
    if (rest_.substr(0, word.size()) != word) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

  std::optional<std::int64_t> number() {
    std::size_t length = 0;
    while (length < rest_.size() && is_digit(rest_[length])) ++length;
    if (length == 0 || length > kMostDigits) return std::nullopt;
    const auto value = whole_number(rest_.substr(0, length));
    rest_.remove_prefix(length);
    return value;
  }

  /// [-_.]? word [-_.]? number?; a missing number is 0. Nothing moves where the word is not there.
  std::optional<std::int64_t> labelled(std::string_view word) {
    const std::string_view before = rest_;
    if (!rest_.empty() && is_separator(rest_[0])) rest_.remove_prefix(1);
    if (!take(word)) {
      rest_ = before;
      return std::nullopt;
    }
    if (rest_.size() > 1 && is_separator(rest_[0]) && is_digit(rest_[1])) rest_.remove_prefix(1);
    // What makes no number here stays, and is left over at the end.
    return number().value_or(0);
  }

  bool release(PepVersion& out) {
    std::optional<std::int64_t> first = number();
    if (first && take("!")) {
      out.epoch = *first;
      first = number();
    }
    if (!first) return false;
    out.release.push_back(*first);
    while (rest_.size() > 1 && rest_[0] == '.' && is_digit(rest_[1])) {
      rest_.remove_prefix(1);
      const auto next = number();
      if (!next) return false;
      out.release.push_back(*next);
    }
    return true;
  }

  void pre(PepVersion& out) {
    using Phase = PepVersion::Phase;
    // A longer word before the one that it begins with.
    constexpr std::pair<std::string_view, Phase> kWords[] = {
        {"alpha", Phase::alpha},  {"a", Phase::alpha},           {"beta", Phase::beta},
        {"b", Phase::beta},       {"preview", Phase::candidate}, {"pre", Phase::candidate},
        {"rc", Phase::candidate}, {"c", Phase::candidate},
    };
    for (const auto& [word, phase] : kWords) {
      const auto number = labelled(word);
      if (!number) continue;
      out.pre = {phase, *number};
      return;
    }
  }

  void post(PepVersion& out) {
    if (rest_.size() > 1 && rest_[0] == '-' && is_digit(rest_[1])) {
      rest_.remove_prefix(1);
      out.post = number();
      return;
    }
    for (const std::string_view word : {"post", "rev", "r"}) {
      if ((out.post = labelled(word))) return;
    }
  }

  void dev(PepVersion& out) { out.dev = labelled("dev"); }

  bool local(PepVersion& out) {
    if (!take("+")) return true;
    do {
      PepVersion::LocalPart part{true, {}};
      while (!rest_.empty() && (is_digit(rest_[0]) || is_letter(rest_[0]))) {
        part.is_number = part.is_number && is_digit(rest_[0]);
        part.text += rest_[0];
        rest_.remove_prefix(1);
      }
      if (part.text.empty()) return false;
      if (part.is_number)
        part.text.erase(0, std::min(part.text.find_first_not_of('0'), part.text.size() - 1));
      out.local.push_back(std::move(part));
    } while (take(".") || take("-") || take("_"));
    return true;
  }

 private:
  std::string_view rest_;
};

template <class T>
int order(const T& a, const T& b) {
  return a < b ? -1 : b < a ? 1 : 0;
}

int order_of_releases(const PepVersion& a, const PepVersion& b) {
  for (std::size_t i = 0; i < std::max(a.release.size(), b.release.size()); ++i) {
    const std::int64_t left = i < a.release.size() ? a.release[i] : 0;
    const std::int64_t right = i < b.release.size() ? b.release[i] : 0;
    if (left != right) return order(left, right);
  }
  return 0;
}

/// Where the pre-release stands: a lone ".devN" before "a", no pre-release behind "rc".
std::pair<int, std::int64_t> pre_rank(const PepVersion& version) {
  if (version.pre) return {static_cast<int>(version.pre->first), version.pre->second};
  const bool before_all = !version.post && version.dev;
  return {before_all ? -1 : 3, 0};
}

int order_of_parts(const PepVersion::LocalPart& a, const PepVersion::LocalPart& b) {
  if (a.is_number != b.is_number) return a.is_number ? 1 : -1;
  if (a.is_number && a.text.size() != b.text.size()) return order(a.text.size(), b.text.size());
  return order(a.text, b.text);
}

int order_of_locals(const PepVersion& a, const PepVersion& b) {
  for (std::size_t i = 0; i < std::min(a.local.size(), b.local.size()); ++i) {
    if (const int part = order_of_parts(a.local[i], b.local[i])) return part;
  }
  return order(a.local.size(), b.local.size());
}

}  // namespace

std::string PepVersion::local_text() const {
  std::string out;
  for (const LocalPart& part : local) out += (out.empty() ? "" : ".") + part.text;
  return out;
}

Result<PepVersion> pep_version(std::string_view text) {
  const std::string_view bare = trimmed(text);
  const Error wrong{Error::Kind::invalid,
                    fmt::format("\"{}\" is no version of PEP 440", printable(text, 80))};
  if (bare.size() > kLongestVersion) return wrong;
  const std::string lowered = lower(bare);
  VersionReader reader(lowered);
  PepVersion out;
  out.written = bare;
  reader.take("v");
  if (!reader.release(out)) return wrong;
  reader.pre(out);
  reader.post(out);
  reader.dev(out);
  if (!reader.local(out) || !reader.done()) return wrong;
  return out;
}

int compared_public(const PepVersion& a, const PepVersion& b) {
  if (const int epoch = order(a.epoch, b.epoch)) return epoch;
  if (const int release = order_of_releases(a, b)) return release;
  if (const int pre = order(pre_rank(a), pre_rank(b))) return pre;
  if (const int post = order(a.post.value_or(-1), b.post.value_or(-1))) return post;
  if (a.dev.has_value() != b.dev.has_value()) return a.dev ? -1 : 1;
  return order(a.dev.value_or(0), b.dev.value_or(0));
}

int compared(const PepVersion& a, const PepVersion& b) {
  if (const int order = compared_public(a, b)) return order;
  return order_of_locals(a, b);
}

std::string to_text(const PepVersion& version) {
  constexpr const char* kPhases[] = {"a", "b", "rc"};
  std::string out = version.epoch > 0 ? fmt::format("{}!", version.epoch) : std::string();
  for (std::size_t i = 0; i < version.release.size(); ++i)
    out += fmt::format("{}{}", i > 0 ? "." : "", version.release[i]);
  if (version.pre)
    out += fmt::format("{}{}", kPhases[static_cast<int>(version.pre->first)], version.pre->second);
  if (version.post) out += fmt::format(".post{}", *version.post);
  if (version.dev) out += fmt::format(".dev{}", *version.dev);
  if (!version.local.empty()) out += "+" + version.local_text();
  return out;
}

std::string normalised_name(std::string_view name) {
  std::string out;
  for (const char letter : lower(name)) {
    if (!is_separator(letter))
      out += letter;
    else if (out.empty() || out.back() != '-')
      out += '-';
  }
  return out;
}

bool is_package_name(std::string_view name) {
  const auto alone = [](char letter) {
    return is_digit(letter) || (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
  };
  if (name.empty() || name.size() > 200 || !alone(name.front()) || !alone(name.back()))
    return false;
  return std::all_of(name.begin(), name.end(),
                     [&](char letter) { return alone(letter) || is_separator(letter); });
}

}  // namespace gb10
