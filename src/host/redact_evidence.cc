// "10.13.3.9" may be an address or the version of TensorRT. What stands around it decides.

#include <algorithm>
#include <array>

#include "base/text.h"
#include "host/redact_addresses.h"
#include "host/redact_shapes.h"

namespace gb10::redaction {

namespace {

using View = std::string_view;

template <std::size_t N>
bool is_one_of(View word, const std::array<View, N>& list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

/// Networks that no version looks like.
bool is_plainly_private(std::uint32_t address) {
  return address >> 16U == 0xc0a8 || address >> 20U == 0xac1 || address >> 16U == 0xa9fe ||
         address >> 22U == (100U << 2U | 1U);
}

/// True for the digits of another quad.
bool is_quad(View text, std::size_t at) {
  std::size_t end = at;
  while (is_digit(char_at(text, end)) || char_at(text, end) == '.') ++end;
  return address4(text.substr(at, end - at)).has_value();
}

/// "/24" or ":8080" behind a quad.
bool is_followed_like_address(View text, std::size_t end) {
  const char c = char_at(text, end);
  std::size_t digits = 0;
  while (is_digit(char_at(text, end + 1 + digits))) ++digits;
  const bool closed = !is_alnum(char_at(text, end + 1 + digits));
  if (c == '/') return closed && digits >= 1 && digits <= 2;
  return c == ':' && closed && digits >= 2 && digits <= 5;
}

/// "-1", "+cuda13.0", ".dist-info" behind a quad; "==", "v", "-" before it.
bool is_glued_like_version(View text, std::size_t begin, std::size_t end) {
  const char next = char_at(text, end), before = char_before(text, begin);
  if (next == '+' || next == '~' || next == '_') return true;
  if (next == '.' && is_alnum(char_at(text, end + 1))) return true;
  if (next == '-' && is_alnum(char_at(text, end + 1)) && !is_quad(text, end + 1)) return true;
  if (before == '-' || before == '_' || before == '+' || before == '~') return true;
  if (before == '>' || before == '<') return true;
  const View compared = begin >= 2 ? text.substr(begin - 2, 2) : View();
  return compared == "==" || compared == ">=" || compared == "<=" || compared == "~=" ||
         compared == "!=";
}

/// The last word before `begin` on its line, in lower case, with "_" and "-" as separators.
std::string word_before(View text, std::size_t begin) {
  const auto skipped = [](char c) { return c != 0 && c != '\n' && !is_alnum(c); };
  while (skipped(char_before(text, begin))) --begin;
  const std::size_t end = begin;
  while (is_alnum(char_before(text, begin))) --begin;
  return lower(text.substr(begin, end - begin));
}

Evidence word_evidence(View word) {
  static constexpr std::array<View, 16> kVersion = {
      "version", "ver",    "v",      "release", "rev",      "revision", "firmware", "fw",
      "bios",    "driver", "update", "vbios",   "versions", "upgrade",  "lowest",   "bootloader"};
  static constexpr std::array<View, 24> kAddress = {
      "inet",   "addr",    "address", "addresses", "ip",         "via",       "src",    "dst",
      "peer",   "gateway", "gw",      "dns",       "nameserver", "server",    "host",   "hosts",
      "listen", "bind",    "remote",  "local",     "brd",        "broadcast", "router", "endpoint"};
  if (is_one_of(word, kVersion) || word.find("version") != View::npos) return Evidence::version;
  if (is_one_of(word, kAddress) || word.ends_with("address") || word.ends_with("addr")) {
    return Evidence::address;
  }
  return Evidence::unclear;
}

/// What quads in such a file or such an answer usually are.
Evidence place_evidence(const Place& place) {
  static constexpr std::array<View, 14> kVersionPrograms = {
      "dpkg", "dpkg-query", "apt",     "apt-cache",  "apt-mark", "pip",   "pip3",
      "uv",   "fwupdmgr",   "modinfo", "nvidia-smi", "nvcc",     "ptxas", "snap"};
  static constexpr std::array<View, 8> kVersionFiles = {
      ".dist-info", ".egg-info", "/dpkg/", "bios", "version", "-release", "/dmi/", "/apt/"};
  static constexpr std::array<View, 7> kAddressPrograms = {"ip",       "ss",  "nmcli", "resolvectl",
                                                           "ifconfig", "arp", "route"};
  static constexpr std::array<View, 6> kAddressFiles = {"/hosts",     "resolv.conf", "netplan",
                                                        "interfaces", "/net/",       "nccl.conf"};
  const auto in_name = [&](View part) { return place.name.find(part) != View::npos; };
  if (place.kind == Place::Kind::output) {
    if (is_one_of(place.last(), kVersionPrograms)) return Evidence::version;
    return is_one_of(place.last(), kAddressPrograms) ? Evidence::address : Evidence::unclear;
  }
  if (place.kind == Place::Kind::file) {
    if (std::any_of(kVersionFiles.begin(), kVersionFiles.end(), in_name)) return Evidence::version;
    const bool addresses = std::any_of(kAddressFiles.begin(), kAddressFiles.end(), in_name);
    return addresses ? Evidence::address : Evidence::unclear;
  }
  const bool speaks = place.kind == Place::Kind::argument || place.kind == Place::Kind::variable;
  return speaks ? Evidence::unclear : Evidence::silent;
}

}  // namespace

Evidence quad_evidence(std::string_view text, const Span& quad, const Place& place) {
  const auto address = address4(text.substr(quad.begin, quad.end - quad.begin));
  if (address && is_plainly_private(*address)) return Evidence::address;
  if (is_glued_like_version(text, quad.begin, quad.end)) return Evidence::version;
  if (is_followed_like_address(text, quad.end)) return Evidence::address;
  const char before = char_before(text, quad.begin);
  const bool in_url = quad.begin >= 2 && text.substr(quad.begin - 2, 2) == "//";
  if (before == '@' || in_url) return Evidence::address;
  const Evidence word = word_evidence(word_before(text, quad.begin));
  if (word != Evidence::unclear) return word;
  // A version is the whole of a text there; within one, such as the reason of a failure, it need
  // not be.
  const bool whole = before == '"' && char_at(text, quad.end) == '"';
  return place.is_output_of("fwupdmgr") && !whole ? Evidence::unclear : place_evidence(place);
}

}  // namespace gb10::redaction
