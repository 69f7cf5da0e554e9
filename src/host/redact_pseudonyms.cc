#include "host/redact_pseudonyms.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "host/redact_names.h"

namespace gb10::redaction {

namespace {

constexpr std::size_t kMacDigits = 12;

/// The first digits of our own pseudonyms: "gb10" in ASCII; for a MAC behind 06, which marks it as
/// made up.
std::string_view own_prefix(std::size_t digits) {
  if (digits == kMacDigits) return "06676231";
  return digits >= 16 ? "67623130" : "6762";
}

const char* prefix(Secret kind) {
  switch (kind) {
    case Secret::serial:
      return "serial-";
    case Secret::host:
      return "host-";
    case Secret::user:
      return "user-";
    case Secret::person:
      return "person-";
    case Secret::token:
      return "token-";
    case Secret::key:
      return "key-";
    case Secret::network:
      return "wifi-";
    case Secret::device:
      return "device-";
    case Secret::part:
      return "name-";
    default:
      return "word-";
  }
}

/// An e-mail address stays one.
const char* suffix(Secret kind, std::string_view text) {
  return kind == Secret::person && text.find('@') != std::string_view::npos ? "@mail.invalid" : "";
}

/// The number in one of our own pseudonyms without its suffix; 0 for anything else.
std::uint64_t own_number_bare(Secret kind, std::string_view text) {
  const std::string_view before = prefix(kind);
  if (!text.starts_with(before) || text.size() <= before.size()) return 0;
  const auto middle = text.substr(before.size());
  if (!std::all_of(middle.begin(), middle.end(), is_digit) || middle[0] == '0') return 0;
  return static_cast<std::uint64_t>(whole_number(middle).value_or(0));
}

/// The number in one of our own pseudonyms; 0 for anything else.
std::uint64_t own_number(Secret kind, std::string_view text) {
  const std::string_view behind = suffix(kind, text);
  if (!text.ends_with(behind)) return 0;
  return own_number_bare(kind, text.substr(0, text.size() - behind.size()));
}

std::uint64_t own_number_hex(std::string_view digits) {
  const std::string_view before = own_prefix(digits.size());
  if (!digits.starts_with(before)) return 0;
  const auto number = whole_number(digits.substr(before.size()), 16);
  return static_cast<std::uint64_t>(number.value_or(0));
}

/// Numbers or letters that are no secret: all the same.
bool is_blank_number(std::string_view digits) {
  return std::all_of(digits.begin(), digits.end(), [&](char c) { return c == digits[0]; });
}

/// `text` with `digits` in the place of its hex digits.
std::string with_digits(std::string_view text, std::string_view digits) {
  std::string out(text);
  std::size_t next = 0;
  const bool upper =
      std::any_of(text.begin(), text.end(), [](char c) { return c >= 'A' && c <= 'F'; });
  for (std::size_t i = text.starts_with("0x") ? 2 : 0; i < out.size() && next < digits.size();
       ++i) {
    if (!is_hex(out[i])) continue;
    const char digit = digits[next++];
    out[i] = upper && digit >= 'a' ? static_cast<char>(digit - 'a' + 'A') : digit;
  }
  return out;
}

constexpr Secret kNamed[] = {Secret::serial, Secret::host, Secret::user,    Secret::person,
                             Secret::token,  Secret::key,  Secret::network, Secret::device,
                             Secret::part,   Secret::word};

/// True for a pseudonym of another kind: what stands in a user's place may be a person's.
bool is_of_another_kind(Secret kind, std::string_view text) {
  for (const Secret other : kNamed) {
    if (own_number(other, text) != 0) return other != kind;
  }
  const auto in_digits = [](char c) { return is_hex(c) || c == '-' || c == ':'; };
  if (std::all_of(text.begin(), text.end(), in_digits)) {
    const std::string digits = digits_of(text);
    return digits.size() >= 8 && own_number_hex(digits) != 0;
  }
  const auto address = address4(text);
  return address && *address >> 28U == 15;
}

std::string canonical(Secret kind, std::string_view text) {
  const bool folded = kind == Secret::host || kind == Secret::person || kind == Secret::user;
  return folded ? lower(text) : std::string(text);
}

bool has_digit(std::string_view text) { return std::any_of(text.begin(), text.end(), is_digit); }
bool all_digits(std::string_view text) { return std::all_of(text.begin(), text.end(), is_digit); }

}  // namespace

bool is_peculiar(Secret kind, std::string_view text) {
  switch (kind) {
    case Secret::host:
      return text.size() >= 4 && !is_ordinary(text);
    case Secret::user:
      return text.size() >= 3 && !is_ordinary(text) && !all_digits(text);
    case Secret::network:
    case Secret::person:
      return text.size() >= 4 && !is_ordinary(text);
    case Secret::serial:
      return text.size() >= 6 && (has_digit(text) || text.size() >= 10) && !is_ordinary(text);
    case Secret::token:
      return text.size() >= 16 || (text.size() >= 8 && has_digit(text));
    case Secret::word:
      return text.size() >= 6 && !is_ordinary(text);
    case Secret::device:
      return text.size() >= 8 && text.find(' ') != std::string_view::npos;
    default:
      return true;
  }
}

bool is_pseudonym(std::string_view word) {
  for (const std::string_view begin : {"folder-", "file-"}) {
    if (word.starts_with(begin) && whole_number(word.substr(begin.size())).value_or(0) > 0) {
      return true;
    }
  }
  return is_of_another_kind(Secret::hex, word);
}

std::vector<OwnName> own_names(std::string_view text) {
  std::vector<OwnName> out;
  for (std::size_t dash = text.find('-'); dash != std::string_view::npos;
       dash = text.find('-', dash + 1)) {
    std::size_t begin = dash, end = dash + 1;
    while (dash - begin < 8 && begin > 0 && text[begin - 1] >= 'a' && text[begin - 1] <= 'z' &&
           !is_behind_escape(text, begin)) {
      --begin;
    }
    while (end - dash < 20 && is_digit(char_at(text, end))) ++end;
    const std::string_view found = text.substr(begin, end - begin);
    if (end == dash + 1 || !is_whole_word(text, begin, end)) continue;
    for (const Secret kind : kNamed) {
      const std::uint64_t number =
          found.starts_with(prefix(kind)) ? own_number_bare(kind, found) : 0;
      if (number != 0) out.push_back({begin, end, kind, number});
    }
  }
  return out;
}

std::string digits_of(std::string_view text) {
  if (text.starts_with("0x")) text.remove_prefix(2);
  std::string out;
  for (const char c : lower(text)) {
    if (is_hex(c)) out += c;
  }
  return out;
}

void Pseudonyms::add(std::string_view text, const Span& span) {
  const std::string_view secret = text.substr(span.begin, span.end - span.begin);
  if (span.kind == Secret::address4) {
    if (const auto address = address4(secret)) addresses_.add(*address, span.evidence);
  } else if (span.kind == Secret::address6) {
    const auto address = address6(secret);
    const auto inner = address ? mapped(*address) : std::nullopt;
    if (inner) {
      addresses_.add(*inner, Evidence::address);
    } else if (address) {
      addresses6_.add(*address);
    }
  } else if (span.kind == Secret::hex) {
    const std::string digits = digits_of(secret);
    if (digits.size() >= 8 && !is_blank_number(digits))
      hex_[digits.size()].numbers.emplace(digits, 0);
  } else if (!secret.empty() && !is_of_another_kind(span.kind, secret)) {
    const std::string name = canonical(span.kind, secret);
    named_[span.kind].numbers.emplace(name, 0);
    if (span.spreads) spread_.insert(name);
  }
}

void Pseudonyms::settle() {
  addresses_.settle();
  addresses6_.settle();
  const auto fill = [](Named& named, std::set<std::uint64_t> used, auto own) {
    for (auto& [text, number] : named.numbers) used.insert(number = own(text));
    std::uint64_t next = 0;
    for (auto& [text, number] : named.numbers) {
      if (number != 0) continue;
      do ++next;
      while (used.count(next) != 0);
      number = next;
    }
  };
  for (auto& [digits, named] : hex_) fill(named, {}, own_number_hex);
  for (auto& [kind, named] : named_) {
    const Secret of = kind;
    fill(named, reserved_[kind], [of](std::string_view text) { return own_number(of, text); });
  }
}

std::string Pseudonyms::of_address6(std::string_view secret) const {
  const auto address = address6(secret);
  if (!address) return std::string(secret);
  const auto inner = mapped(*address);
  if (!inner) return addresses6_.of(*address, secret);
  const auto pseudonym = addresses_.of(*inner);
  return pseudonym ? mapped_text(*pseudonym, secret) : std::string(secret);
}

std::string Pseudonyms::of_digits(std::string_view secret) const {
  const std::string digits = digits_of(secret);
  const auto size = hex_.find(digits.size());
  if (size == hex_.end()) return std::string(secret);
  const auto known = size->second.numbers.find(digits);
  if (known == size->second.numbers.end()) return std::string(secret);
  const std::string_view before = own_prefix(digits.size());
  const std::size_t room = digits.size() - before.size();
  return with_digits(secret, fmt::format("{}{:0{}x}", before, known->second, room));
}

std::string Pseudonyms::of(Secret kind, std::string_view secret) const {
  if (kind == Secret::address4) {
    const auto address = address4(secret);
    const auto pseudonym = address ? addresses_.of(*address) : std::nullopt;
    return pseudonym ? dotted(*pseudonym) : std::string(secret);
  }
  if (kind == Secret::address6) return of_address6(secret);
  if (kind == Secret::hex) return of_digits(secret);
  const auto named = named_.find(kind);
  if (named == named_.end()) return std::string(secret);
  const auto known = named->second.numbers.find(canonical(kind, secret));
  if (known == named->second.numbers.end()) return std::string(secret);
  return fmt::format("{}{}{}", prefix(kind), known->second, suffix(kind, secret));
}

std::vector<Literal> Pseudonyms::literals() const {
  std::vector<Literal> out;
  for (const auto& [kind, named] : named_) {
    // E-mail addresses are found by their form.
    if (kind == Secret::user || kind == Secret::person) continue;
    for (const auto& [text, number] : named.numbers) {
      if (kind == Secret::host && spread_.find(text) == spread_.end()) continue;
      if (own_number(kind, text) != 0 || !is_peculiar(kind, text)) continue;
      const bool loose = (kind == Secret::serial && text.size() >= 8 && !all_digits(text)) ||
                         kind == Secret::token || kind == Secret::key;
      out.push_back({text, kind, !loose, kind == Secret::host});
    }
  }
  return out;
}

bool Pseudonyms::knows_digits(std::string_view digits) const {
  const auto size = hex_.find(digits.size());
  return size != hex_.end() &&
         size->second.numbers.find(lower(digits)) != size->second.numbers.end();
}

}  // namespace gb10::redaction
