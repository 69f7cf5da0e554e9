#include "host/redact_literals.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "host/redact_parts.h"

namespace gb10::redaction {

namespace {

using View = std::string_view;

constexpr std::size_t kMost = 4000, kMostBytes = 1U << 20U;
/// Literals are found by their first bytes; none is shorter.
constexpr std::size_t kHead = 3;

constexpr std::size_t kHeads = 1U << 16U;

/// The first bytes in lower case, as a number.
std::uint32_t head_of(View text) {
  std::uint32_t head = 0;
  for (std::size_t i = 0; i < kHead; ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    head = head << 8U | (c >= 'A' && c <= 'Z' ? c + 32U : c);
  }
  return head;
}

bool is_same_folded(char c, char folded) {
  return c == folded || (c >= 'A' && c <= 'Z' && c - 'A' + 'a' == folded);
}

bool stands_at(const Literal& literal, View text, std::size_t at) {
  const View found = text.substr(at, literal.text.size());
  const auto same = [](char c, char folded) { return is_same_folded(c, folded); };
  const bool equal = literal.fold ? std::equal(found.begin(), found.end(), literal.text.begin(),
                                               literal.text.end(), same)
                                  : found == literal.text;
  if (!equal) return false;
  return !literal.whole_word || is_whole_word(text, at, at + literal.text.size());
}

bool is_name(Secret kind) {
  return kind == Secret::user || kind == Secret::host || kind == Secret::person;
}

bool is_package_place(View path) {
  return path.find("/site-packages/") != View::npos || path.find("/dist-packages/") != View::npos ||
         path.starts_with("/var/lib/dpkg/") || path.starts_with("/var/lib/apt/");
}

/// True for the beginning of a path into what the system is made of.
bool is_system_tree(View path) {
  static constexpr std::array<View, 7> kTrees = {"/usr/",  "/lib/",  "/lib64/", "/bin/",
                                                 "/sbin/", "/proc/", "/sys/"};
  while (path.starts_with("//")) path.remove_prefix(1);
  const auto in = [&](View tree) { return path.starts_with(tree); };
  return is_package_place(path) || std::any_of(kTrees.begin(), kTrees.end(), in);
}

/// Words that the files of the system in /etc are called by. A machine called so keeps them there.
bool is_settings_word(View word) {
  static constexpr std::array<View, 40> kWords = {
      "alternatives", "bashrc",      "bindings", "cdi",     "conf",     "cron",    "daemon",
      "earlyoom",     "enabled",     "fonts",    "fstab",   "hostname", "hosts",   "hotplug",
      "initramfs",    "interfaces",  "issue",    "ld.so",   "ldconfig", "locale",  "localtime",
      "logind",       "logrotate",   "modprobe", "modules", "nccl",     "netplan", "optimize",
      "passwd",       "performance", "profile",  "resolv",  "rules",    "shells",  "sources",
      "sudoers",      "sysctl",      "timezone", "udev",    "wants"};
  return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

/// True for a name that stays where it stands: it is what the system is made of.
bool stays_at(const Literal& literal, View text, std::size_t at, const Place& place) {
  if (is_system_part(text, at, place)) return true;
  if (!is_settings_word(literal.text)) return false;
  const bool relative = place.kind == Place::Kind::path && !text.starts_with('/');
  const View path = relative ? place.name : path_before(text, at, place);
  return path.starts_with("/etc/");
}

}  // namespace

bool is_system_part(std::string_view text, std::size_t begin, const Place& place) {
  static constexpr std::array<View, 7> kPrograms = {"dpkg-query", "dpkg", "apt", "apt-cache",
                                                    "modinfo",    "pip",  "pip3"};
  if (place.kind == Place::Kind::file && is_package_place(place.name)) return true;
  if (place.kind == Place::Kind::output &&
      std::find(kPrograms.begin(), kPrograms.end(), place.last()) != kPrograms.end()) {
    return true;
  }
  const bool relative = place.kind == Place::Kind::path && !text.starts_with('/');
  if (relative && is_system_tree(place.name)) return true;
  return is_system_tree(path_before(text, begin, place));
}

std::string_view path_before(std::string_view text, std::size_t at, const Place& place) {
  if (place.kind == Place::Kind::path) return text.substr(0, at);
  constexpr std::size_t kLongest = 512;
  const std::size_t from = at > kLongest ? at - kLongest : 0;
  const View near = text.substr(from, at - from);
  const std::size_t end = near.find_last_of(kPathEnds);
  return end == View::npos ? near : near.substr(end + 1);
}

Literals::Literals(std::vector<Literal> all) {
  std::stable_sort(all.begin(), all.end(), [](const Literal& a, const Literal& b) {
    return a.text.size() > b.text.size();
  });
  std::size_t bytes = 0;
  // The names of people and machines come before the longest of the rest.
  std::stable_partition(all.begin(), all.end(), [](const Literal& a) { return is_name(a.kind); });
  for (Literal& literal : all) {
    if (literal.text.size() < kHead || all_.size() == kMost) continue;
    if (bytes + literal.text.size() > kMostBytes) continue;
    bytes += literal.text.size();
    const std::uint32_t head = head_of(literal.text);
    at_[head].push_back(all_.size());
    heads_.resize(kHeads);
    heads_[head % kHeads] = true;
    all_.push_back(std::move(literal));
  }
}

void Literals::find(std::string_view text, const Place& place, Spans& spans) const {
  if (at_.empty() || text.size() < kHead) return;
  for (std::size_t at = 0; at + kHead <= text.size(); ++at) {
    const std::uint32_t head = head_of(text.substr(at, kHead));
    if (!heads_[head % kHeads]) continue;
    const auto some = at_.find(head);
    if (some == at_.end()) continue;
    for (const std::size_t i : some->second) {
      const Literal& literal = all_[i];
      const std::size_t end = at + literal.text.size();
      if (!stands_at(literal, text, at)) continue;
      if (is_name(literal.kind) && stays_at(literal, text, at, place)) continue;
      if (literal.kind == Secret::part && !is_part_place(text, at, end, place)) continue;
      spans.push_back({at, end, literal.kind});
    }
  }
}

}  // namespace gb10::redaction
