// Names of machines in networks that are somebody's own: "nas.fritz.box", "x.tail1a2b3.ts.net".

#include <algorithm>
#include <array>

#include "base/text.h"
#include "host/redact_literals.h"
#include "host/redact_names.h"
#include "host/redact_pseudonyms.h"

namespace gb10::redaction {

namespace {

using View = std::string_view;

/// What the names of such networks end with. A faint one also ends names of files and modules.
struct Suffix {
  View text;
  bool faint = false;
};
constexpr std::array kSuffixes = {
    Suffix{"home.arpa"},     Suffix{"fritz.box"},   Suffix{"easy.box"},    Suffix{"o2.box"},
    Suffix{"speedport.ip"},  Suffix{"ts.net"},      Suffix{"lan"},         Suffix{"intranet"},
    Suffix{"corp"},          Suffix{"localdomain"}, Suffix{"local", true}, Suffix{"home", true},
    Suffix{"internal", true}};

/// A name that such a suffix follows.
struct Found {
  std::size_t begin = 0, end = 0;  // without the suffix
  std::size_t stop = 0;            // the end of the suffix
  bool faint = false;
};

bool in_label(char c) { return is_alnum(c) && static_cast<unsigned char>(c) < 0x80; }
bool in_host(char c) { return in_label(c) || c == '-' || c == '.'; }

/// True when the name ends at `stop`: what goes on is another.
bool ends_at(View text, std::size_t stop) {
  const char next = char_at(text, stop);
  if (is_alnum(next) || next == '-' || next == '_' || next == '@') return false;
  return next != '.' || !is_alnum(char_at(text, stop + 1));
}

Found name_before(View text, std::size_t dot, const Suffix& suffix) {
  constexpr std::size_t kLongest = 255;
  std::size_t begin = dot;
  while (begin > 0 && dot - begin < kLongest && in_host(text[begin - 1]) &&
         !is_behind_escape(text, begin)) {
    --begin;
  }
  while (begin < dot && !in_label(text[begin])) ++begin;
  return {begin, dot, dot + 1 + suffix.text.size(), suffix.faint};
}

/// What stands before a name and makes it none.
bool is_cut(View text, const Found& found) {
  const char before = char_before(text, found.begin);
  return before == '_' || before == '$' || before == '.' || before == '~' || is_alnum(before);
}

/// Names that are the same on every machine.
bool is_public(View name, View suffix) {
  static constexpr std::array<View, 8> kDocker = {
      "docker", "host.docker",     "gateway.docker",    "metadata",
      "google", "metadata.google", "kubernetes.docker", "vm.docker"};
  if (name == "localhost" || name == "localhost4" || name == "localhost6") return true;
  if (suffix == "internal") return std::find(kDocker.begin(), kDocker.end(), name) != kDocker.end();
  if (suffix == "ts.net") return name == "login" || name == "controlplane";
  return suffix == "local" && (name == "cluster" || name.ends_with(".cluster"));
}

/// The word before `at` on its line, of letters only.
View word_before(View text, std::size_t at) {
  while (at > 0 && View(" '\"`").find(text[at - 1]) != View::npos) --at;
  const std::size_t end = at;
  while (at > 0 && end - at < 20 && in_label(text[at - 1])) --at;
  return text.substr(at, end - at);
}

bool is_one_of(View word, std::initializer_list<View> list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

/// True for names of modules, fields and files that end as faintly.
bool is_code(View text, const Found& found) {
  const View name = text.substr(found.begin, found.end - found.begin);
  const View first = name.substr(0, name.find('.'));
  if (first.starts_with("lib") || first.find_first_not_of("0123456789") == View::npos) return true;
  if (is_one_of(lower(first),
                {"user",   "java", "sun",      "self",   "this",   "thread", "threading",
                 "window", "std",  "torch",    "numpy",  "google", "pkg",    "system",
                 "rc",     "jail", "settings", "config", "module", "app",    "env",
                 "global", "org",  "com",      "io",     "net",    "node",   "py"})) {
    return true;
  }
  if (is_one_of(word_before(text, found.begin), {"import", "module", "package", "named", "class"}))
    return true;
  const View behind = text.substr(found.stop, 8);
  const std::size_t next = std::min(behind.find_first_not_of(" \""), behind.size());
  return behind.starts_with('(') || behind.starts_with("\":") || behind.starts_with(" import") ||
         char_at(behind, next) == '=';
}

/// True when the "/" before the name is that of an address, not that of a path.
bool is_in_path(View text, std::size_t begin) {
  return char_before(text, begin) == '/' && !text.substr(0, begin).ends_with("//");
}

void add_label(std::size_t begin, View label, Spans& spans) {
  if (is_public_host(lower(label)) || is_pseudonym(label)) return;
  Span span{begin, begin + label.size(), Secret::host};
  // "printer" is no secret without its domain.
  const bool plain = label.find_first_of("0123456789-") == View::npos;
  span.spreads = !plain && is_peculiar(Secret::host, label);
  spans.push_back(span);
}

/// The machine and what lies between it and the suffix; before "ts.net" the network comes last.
void add_name(View text, const Found& found, View suffix, Spans& spans) {
  const View name = text.substr(found.begin, found.end - found.begin);
  const std::size_t dot = name.find('.');
  add_label(found.begin, name.substr(0, dot), spans);
  if (dot == View::npos) return;
  const std::size_t last = suffix == "ts.net" ? name.rfind('.') : dot;
  if (last != dot) add_label(found.begin + dot + 1, name.substr(dot + 1, last - dot - 1), spans);
  add_label(found.begin + last + 1, name.substr(last + 1), spans);
}

/// The suffix that `rest`, what follows a dot, begins with.
const Suffix* suffix_at(View rest) {
  for (const Suffix& one : kSuffixes) {
    if (rest.starts_with(one.text) && ends_at(rest, one.text.size())) return &one;
  }
  return nullptr;
}

}  // namespace

std::string_view without_private_suffix(std::string_view domain) {
  for (const Suffix& one : kSuffixes) {
    if (domain == one.text) return {};
    const View head = domain.substr(0, domain.size() - std::min(domain.size(), one.text.size()));
    if (domain.ends_with(one.text) && head.ends_with('.')) return head.substr(0, head.size() - 1);
  }
  return domain;
}

bool is_private_domain(std::string_view domain) {
  return std::any_of(kSuffixes.begin(), kSuffixes.end(), [&](const Suffix& one) {
    return !one.faint && domain.ends_with(one.text) &&
           without_private_suffix(domain).size() < domain.size();
  });
}

void find_domains(std::string_view text, const Place& place, Spans& spans) {
  const std::string low = lower(text);
  const View all = low;
  for (std::size_t dot = all.find('.'); dot != View::npos; dot = all.find('.', dot + 1)) {
    const Suffix* const suffix = suffix_at(all.substr(dot + 1, 16));
    if (suffix == nullptr) continue;
    const Found found = name_before(all, dot, *suffix);
    const View name = all.substr(found.begin, found.end - found.begin);
    if (name.empty() || is_cut(text, found) || is_public(name, suffix->text)) continue;
    if (found.faint && (is_code(all, found) || is_in_path(all, found.begin))) continue;
    if (is_system_part(text, found.begin, place)) continue;
    add_name(all, found, suffix->text, spans);
  }
}

}  // namespace gb10::redaction
