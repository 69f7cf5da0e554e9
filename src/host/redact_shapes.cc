#include "host/redact_shapes.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "host/redact_addresses.h"

namespace gb10::redaction {

namespace {

using View = std::string_view;

/// GUIDs that are the same on every machine: names of EFI variables and of kinds of partitions.
constexpr std::array kPublicGuids = {
    "8be4df61-93ca-11d2-aa0d-00e098032b8c", "d719b2cb-3d3a-4596-a3bc-dad00e67656f",
    "605dab50-e046-4300-abb6-3dd810dd8b23", "4a67b082-0a4c-41cf-b6c7-440b29bb8c4f",
    "c12a7328-f81f-11d2-ba4b-00a0c93ec93b", "0fc63daf-8483-4772-8e79-3d69d8477de4",
    "ebd0a0a2-b9e5-4433-87c0-68b6b72699c7", "0657fd6d-a4ab-43c4-84e5-0933c84b4f4f"};

/// The end of a run of `groups` groups of `width` hex digits with `separator` between them that
/// begins at `at`; 0 when there is none or it goes on.
std::size_t groups_end(View text, std::size_t at, std::size_t groups, std::size_t width,
                       char separator) {
  const std::size_t end = at + groups * (width + 1) - 1;
  if (end > text.size()) return 0;
  for (std::size_t i = at; i < end; ++i) {
    const bool between = (i - at) % (width + 1) == width;
    if (between ? text[i] != separator : !is_hex(text[i])) return 0;
  }
  if (is_alnum(char_at(text, end))) return 0;
  if (char_at(text, end) == separator && is_hex(char_at(text, end + 1))) return 0;
  return end;
}

/// True when a hex group and the separator stand before `at`: then a longer run goes on here.
bool goes_on(View text, std::size_t at, std::size_t width, char separator) {
  if (char_before(text, at) != separator || at < width + 1) return false;
  for (std::size_t i = at - width - 1; i < at - 1; ++i) {
    if (!is_hex(text[i])) return false;
  }
  return at == width + 1 || !is_alnum(text[at - width - 2]);
}

std::size_t uuid_end(View text, std::size_t at) {
  constexpr View kForm = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
  if (text.size() - at < kForm.size()) return 0;
  for (std::size_t i = 0; i < kForm.size(); ++i) {
    if (kForm[i] == 'x' ? !is_hex(text[at + i]) : text[at + i] != '-') return 0;
  }
  const std::size_t end = at + kForm.size();
  if (is_alnum(char_at(text, end))) return 0;
  const std::string form = lower(text.substr(at, kForm.size()));
  const bool open = std::find(kPublicGuids.begin(), kPublicGuids.end(), form) != kPublicGuids.end();
  return open ? 0 : end;
}

/// The end of a MAC in the head of a frame, which firewalls log whole: two MACs and two pairs for
/// the kind of frame. 0 where neither of the two begins at `at`.
std::size_t frame_address_end(View text, std::size_t at) {
  constexpr std::size_t kPairs = 14, kMac = 17;
  const bool first = !goes_on(text, at, 2, ':') && groups_end(text, at, kPairs, 2, ':') != 0;
  const std::size_t head = at - (kMac + 1);
  const bool second =
      at > kMac && !goes_on(text, head, 2, ':') && groups_end(text, head, kPairs, 2, ':') != 0;
  return first || second ? at + kMac : 0;
}

/// A MAC, a GUID of four groups, or the hardware address of InfiniBand's 20 pairs.
std::size_t hardware_end(View text, std::size_t at) {
  if (const std::size_t end = frame_address_end(text, at)) return end;
  if (!goes_on(text, at, 2, ':')) {
    if (const std::size_t end = groups_end(text, at, 6, 2, ':')) return end;
    if (const std::size_t end = groups_end(text, at, 20, 2, ':')) return end;
  }
  if (!goes_on(text, at, 4, ':')) return groups_end(text, at, 4, 4, ':');
  return 0;
}

/// Forms of MACs without colons: "enx0123456789ab" names an interface, "dev_01_23_…" a Bluetooth
/// device, "01-23-…" stands in the serial numbers of PCI devices.
Span bare_hardware(View text, std::size_t at) {
  const View rest = text.substr(at);
  if (rest.starts_with("enx") || rest.starts_with("wlx")) {
    const std::size_t end = groups_end(text, at + 3, 1, 12, ':');
    if (end != 0) return {at + 3, end, Secret::hex};
  }
  if (rest.starts_with("dev_")) {
    const std::size_t end = groups_end(text, at + 4, 6, 2, '_');
    if (end != 0) return {at + 4, end, Secret::hex};
  }
  if (goes_on(text, at, 2, '-')) return {};
  for (const std::size_t groups : {6U, 8U}) {
    const std::size_t end = groups_end(text, at, groups, 2, '-');
    const View found = text.substr(at, end == 0 ? 0 : end - at);
    if (std::any_of(found.begin(), found.end(), [](char c) { return is_hex(c) && !is_digit(c); })) {
      return {at, end, Secret::hex};
    }
  }
  return {};
}

Span address6_at(View text, std::size_t at) {
  std::size_t end = at;
  while (end - at < 48 && (is_hex(char_at(text, end)) || char_at(text, end) == ':')) ++end;
  if (std::count(text.begin() + static_cast<std::ptrdiff_t>(at),
                 text.begin() + static_cast<std::ptrdiff_t>(end), ':') < 2) {
    return {};
  }
  if (is_alnum(char_at(text, end))) return {};
  if (char_at(text, end) == '.' && is_digit(char_at(text, end + 1))) return {};
  View found = text.substr(at, end - at);
  if (found.ends_with(':') && !found.ends_with("::")) found.remove_suffix(1);
  const std::size_t first = found.find(':');
  const auto address = address6(found);
  if (!address) return {};
  const bool inner = mapped(*address).has_value();
  if (!inner && (first != 4 || !tells(*address))) return {};
  return {at, at + found.size(), Secret::address6};
}

Span address4_at(View text, std::size_t at, const Place& place) {
  std::size_t end = at;
  int dots = 0;
  while (is_digit(char_at(text, end)) ||
         (char_at(text, end) == '.' && is_digit(char_at(text, end + 1)) && dots++ < 3)) {
    ++end;
  }
  if (dots != 3 && dots != 4) return {};
  if (char_before(text, at) == '.' || is_alnum(char_at(text, end))) return {};
  if (char_at(text, end) == '.' && is_digit(char_at(text, end + 1))) return {};
  const auto address = address4(text.substr(at, end - at));
  if (!address || !tells(*address)) return {};
  Span span{at, end, Secret::address4};
  span.evidence = quad_evidence(text, span, place);
  return span;
}

/// "user@1000.service" is a unit, "git@github.com" is how everybody writes it, and our own
/// pseudonyms stay.
bool is_email(View left, View right) {
  constexpr std::array kUnits = {".service", ".socket", ".timer", ".slice",     ".scope", ".mount",
                                 ".target",  ".device", ".swap",  ".automount", ".path",  ".conf"};
  if (left.empty() || left == "git" || right.find('.') == View::npos) return false;
  const View last = right.substr(right.rfind('.') + 1);
  if (last.size() < 2 || std::any_of(last.begin(), last.end(), is_digit)) return false;
  return std::none_of(kUnits.begin(), kUnits.end(),
                      [&](View unit) { return right.ends_with(unit); });
}

/// The e-mail address around the "@" at `at` that does not reach before `first`.
Span email_at(View text, std::size_t at, std::size_t first) {
  const auto in = [](char c, View more) { return is_alnum(c) || more.find(c) != View::npos; };
  std::size_t begin = at, end = at + 1;
  while (begin > first && in(char_before(text, begin), "._%+-")) --begin;
  while (end < text.size() && in(text[end], ".-")) ++end;
  while (end > at + 1 && !is_alnum(text[end - 1])) --end;
  if (!is_email(text.substr(begin, at - begin), text.substr(at + 1, end - at - 1))) return {};
  return {begin, end, Secret::person};
}

/// The secret that begins at `at`, where a word begins.
Span shape_at(View text, std::size_t at, const Place& place) {
  const char c = text[at];
  if (is_hex(c)) {
    if (const std::size_t end = uuid_end(text, at)) return {at, end, Secret::hex};
    if (const std::size_t end = hardware_end(text, at)) return {at, end, Secret::hex};
  }
  if (is_hex(c) || c == 'w') {
    if (const Span span = bare_hardware(text, at); span.end != 0) return span;
  }
  if (is_hex(c) || c == ':') {
    if (const Span span = address6_at(text, at); span.end != 0) return span;
  }
  if (is_digit(c)) {
    if (const Span span = address4_at(text, at, place); span.end != 0) return span;
  }
  const TokenShape token = token_at(text, at);
  return {token.begin, token.end, token.kind};
}

/// The kernel's tables of sockets and routes write addresses as hex words, lowest byte first.
bool is_hex_table(const Place& place) {
  constexpr std::array kTables = {"tcp",  "udp",  "raw",      "route",     "tcp6",
                                  "udp6", "raw6", "if_inet6", "ipv6_route"};
  if (place.kind != Place::Kind::file || place.name.find("/net/") == View::npos) return false;
  return std::find(kTables.begin(), kTables.end(), place.last()) != kTables.end();
}

void find_hex_words(View text, Spans& spans) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = hex_end(text, at);
    const std::size_t size = end - at;
    if ((size == 8 || size == 32) && is_whole_word(text, at, end)) {
      spans.push_back({at, end, Secret::hex});
    }
    at = std::max(end, at + 1);
  }
}

}  // namespace

void find_shapes(std::string_view text, const Place& place, Spans& spans) {
  if (is_hex_table(place)) return find_hex_words(text, spans);
  const bool json = is_json(text);
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (json && char_before(text, at) == '\\' && is_in_escape(text, at)) continue;
    if (c == '@') {
      if (const Span span = email_at(text, at, spans.empty() ? 0 : spans.back().end); span.end != 0)
        spans.push_back(span);
      continue;
    }
    const bool url = c == ':' && text.substr(at, 3) == "://";
    if (!url && (is_alnum(char_before(text, at)) || (!is_alnum(c) && c != ':' && c != '-')))
      continue;
    const Span span = shape_at(text, at, place);
    if (span.end == 0) continue;
    spans.push_back(span);
    at = span.end - 1;
  }
}

}  // namespace gb10::redaction
