#include "host/redact_fields.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/text.h"
#include "host/redact_rules.h"
#include "host/redact_values.h"

namespace gb10::redaction {

namespace {

using View = std::string_view;

/// True when a serial number seems to begin at `at`: capitals and digits, 8 of them at least.
bool looks_like_serial(View text, std::size_t at) {
  std::size_t end = at, digits = 0;
  for (; is_alnum(char_at(text, end)); ++end) {
    if (text[end] >= 'a' && text[end] <= 'z') return false;
    if (is_digit(text[end])) ++digits;
  }
  return end - at >= 8 && digits > 0;
}

/// True when the blank, zero byte or comma at `at` stands between an option and its value, or
/// between a key that is written so ("ssid NAME", "-- Boot 0123…", "serial ABCD1234") and its
/// value.
bool separates(View text, std::size_t at, const Key& key) {
  if (key.is_option()) return true;
  if (text[at] != ' ') return false;
  const std::string low = lower(key.key);
  if (low == "serial" || (lower(key.before) == "serial" && (low == "number" || low == "no"))) {
    return looks_like_serial(text, at + 1);
  }
  if (key.key == "Boot") return text.substr(0, at).ends_with("-- Boot");
  if (key.key == "SSID") return is_quote(char_at(text, at + 1));
  if (key.key != "ssid") return false;
  const View line = text.substr(0, at - key.key.size());
  return trimmed(line.substr(line.rfind('\n') + 1)).empty();
}

/// True where what follows an option's value may be more values: in a command line, not in prose.
bool has_arguments(char separator, const Place& place) {
  return separator == '\0' || separator == ',' || place.is_output_of("systemctl");
}

/// The values that follow the first one of an option; where the last one ends.
std::size_t find_more_values(View text, std::size_t end, char separator, Spans& spans) {
  for (;;) {
    std::size_t at = end;
    while (is_quote(char_at(text, at))) ++at;
    if (at >= text.size() || text[at] != separator) return end;
    const Opening value = opening(text, at);
    const std::size_t stop = value_end(text, value, Field::token);
    const View word = text.substr(value.at, stop - value.at);
    if (word.empty() || View("-;}").find(word[0]) != View::npos) return end;
    if (separator == ',' && value.quote == 0) return end;
    if (const auto secret = secret_in(Field::argument, word)) {
      spans.push_back({value.at + secret->begin, value.at + secret->end, secret->kind});
    }
    end = stop;
  }
}

/// Finds the value behind the separator at `at`. Where to look on: nothing within a secret is one.
std::size_t find_value(View text, std::size_t at, const Place& place, Spans& spans) {
  const char separator = text[at];
  const Key key = key_before(text, at);
  if (key.key.empty()) return at + 1;
  const bool plain = separator == ':' || separator == '=';
  if (!plain && !separates(text, at, key)) return at + 1;
  Field field = field_of(key.key, key.before, separator);
  if (field == Field::none) return at + 1;
  const Opening value = plain ? enclosed(text, opening(text, at), key, place) : opening(text, at);
  if (kTemplateBegins.find(char_at(text, value.at)) != View::npos) return at + 1;
  const std::size_t end = value_end(text, value, field);
  const bool secretive = field == Field::token || field == Field::password;
  const bool more = secretive && !plain && key.is_option() && has_arguments(separator, place);
  if (more && field == Field::token) field = Field::argument;
  const auto secret = secret_in(field, text.substr(value.at, end - value.at));
  if (!secret) return at + 1;
  spans.push_back({value.at + secret->begin, value.at + secret->end, secret->kind});
  return std::max(at + 1, more ? find_more_values(text, end, separator, spans) : end);
}

/// Where the value of the short option at `at` ends; `at` begins it.
std::size_t short_value_end(View text, std::size_t at) {
  constexpr View kEnds{" \t\r\n\0\"'\\", 8};
  return std::min(text.find_first_of(kEnds, at), text.size());
}

/// What stands for a password behind "-p" of a command line: no port, no path, letters and digits.
bool is_short_password(View value) {
  const auto is_letter = [](char c) { return is_alnum(c) && !is_digit(c); };
  return value.size() >= 6 && value.find_first_of("/:") == View::npos &&
         std::any_of(value.begin(), value.end(), is_digit) &&
         std::any_of(value.begin(), value.end(), is_letter);
}

/// "-u NAME:PASSWORD", as curl has it, and in a command line "-p PASSWORD".
void find_short_options(View text, const Place& place, Spans& spans) {
  const bool line = place.kind == Place::Kind::file && place.last() == "cmdline";
  for (std::size_t at = text.find("-"); at != View::npos; at = text.find("-", at + 1)) {
    const char option = char_at(text, at + 1), separator = char_at(text, at + 2);
    const bool alone =
        at == 0 || text[at - 1] == ' ' || text[at - 1] == '\0' || is_quote(text[at - 1]);
    if (!alone || (separator != ' ' && separator != '\0') || at + 3 >= text.size()) continue;
    const std::size_t begin = at + 3, end = short_value_end(text, begin);
    const View value = text.substr(begin, end - begin);
    const std::size_t colon = value.find(':');
    const bool numbers = value.find_first_not_of("0123456789:") == View::npos;
    if (option == 'u' && colon != View::npos && colon > 0 && colon + 1 < value.size() && !numbers)
      spans.push_back({begin + colon + 1, end, Secret::token});
    if (option == 'p' && line && is_short_password(value))
      spans.push_back({begin, end, Secret::token});
  }
}

/// "--user NAME:PASSWORD" and its like.
void find_user_options(View text, Spans& spans) {
  for (const View mark : {View("--user"), View("--proxy-user"), View("--gradio-auth"),
                          View("--basic-auth"), View("--http-auth")}) {
    for (std::size_t at = text.find(mark); at != View::npos; at = text.find(mark, at + 1)) {
      const std::size_t begin = at + mark.size() + 1;
      const char separator = char_at(text, begin - 1);
      if ((separator != ' ' && separator != '\0' && separator != '=') || begin >= text.size())
        continue;
      const std::size_t end = short_value_end(text, begin);
      const View value = text.substr(begin, end - begin);
      const std::size_t colon = value.find(':');
      const bool numbers = value.find_first_not_of("0123456789:") == View::npos;
      if (colon != View::npos && colon > 0 && colon + 1 < value.size() && !numbers)
        spans.push_back({begin + colon + 1, end, Secret::token});
    }
  }
}

/// Hex digits behind "eui.", "wwn-0x" or "nvme-0x" in the name of a disk; false when it has none.
bool find_disk_digits(View name, std::size_t begin, Spans& spans) {
  for (const View mark : {View("eui."), View("-0x"), View("naa.")}) {
    const std::size_t at = name.find(mark);
    if (at == View::npos) continue;
    const View digits = name.substr(at + mark.size());
    if (digits.empty() || !std::all_of(digits.begin(), digits.end(), is_hex)) return false;
    begin += at + mark.size();
    spans.push_back({begin, begin + digits.size(), Secret::hex});
    return true;
  }
  return false;
}

/// The serial number in the name of a disk: "nvme-MODEL_SERIAL_1-part2", "nvme-eui.0123…",
/// "usb-Maker_Model_SERIAL-0:0".
void find_disk_name(View text, std::size_t begin, Spans& spans) {
  constexpr View kEnds{" \t\r\n\0\"',/;", 10};
  const std::size_t end = std::min(text.find_first_of(kEnds, begin), text.size());
  View name = text.substr(begin, std::min(end - begin, kLongestKey));
  name = name.substr(0, name.rfind("-part"));
  if (name.ends_with(":0")) name = name.substr(0, name.rfind('-'));
  if (find_disk_digits(name, begin, spans)) return;
  if (name.size() > 2 && name[name.size() - 2] == '_') name.remove_suffix(2);
  const std::size_t serial = name.rfind('_');
  if (serial == View::npos || name.size() - serial < 5) return;
  spans.push_back({begin + serial + 1, begin + name.size(), Secret::serial});
}

/// NetworkManager names its files after the networks.
void find_connections(View text, Spans& spans) {
  constexpr View kDir = "/system-connections/", kEnd = ".nmconnection";
  for (std::size_t at = text.find(kDir); at != View::npos; at = text.find(kDir, at + 1)) {
    const std::size_t begin = at + kDir.size();
    const std::size_t end = text.substr(0, begin + kLongestKey).find(kEnd, begin);
    if (end != View::npos && end > begin) spans.push_back({begin, end, Secret::network});
  }
}

void find_disks(View text, Spans& spans) {
  constexpr View kById = "/by-id/";
  for (std::size_t at = text.find(kById); at != View::npos; at = text.find(kById, at + 1)) {
    find_disk_name(text, at + kById.size(), spans);
  }
  for (const View dir : {View("/by-uuid/"), View("/by-partuuid/")}) {
    for (std::size_t at = text.find(dir); at != View::npos; at = text.find(dir, at + 1)) {
      const std::size_t begin = at + dir.size();
      std::size_t end = begin;
      while (is_hex(char_at(text, end)) || char_at(text, end) == '-') ++end;
      if (end - begin >= 9) spans.push_back({begin, end, Secret::hex});
    }
  }
}

/// journalctl and hostnamectl write ids of machines and boots as bare words of 32 digits.
void find_bare_ids(View text, const Place& place, Spans& spans) {
  if (!place.is_output_of("journalctl") && !place.is_output_of("hostnamectl")) return;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = hex_end(text, at);
    if (end - at == 32 && is_whole_word(text, at, end)) spans.push_back({at, end, Secret::hex});
    at = std::max(end, at + 1);
  }
}

/// The whole content, as what it looks like.
void find_whole(View text, Spans& spans) {
  static constexpr std::array<View, 5> kUnset = {"default string", "to be filled", "not specified",
                                                 "not applicable", "system serial"};
  const View value = trimmed(text);
  if (value.size() < 4 || is_placeholder(value)) return;
  const std::string low = lower(value);
  const auto begins = [&](View unset) { return low.starts_with(unset); };
  if (std::any_of(kUnset.begin(), kUnset.end(), begins)) return;
  // The serial number of a USB hub is the PCI address of its controller.
  if (value.find(':') != View::npos && !low.starts_with("nqn.")) return;
  const auto begin = static_cast<std::size_t>(value.data() - text.data());
  const std::size_t skip = value.starts_with("eui.") ? 4 : 0;
  const View rest = value.substr(skip);
  const auto in_id = [](char c) { return is_hex(c) || c == '-'; };
  const bool id = std::all_of(rest.begin(), rest.end(), in_id) && (skip != 0 || rest.size() >= 32);
  spans.push_back(
      {begin + (id ? skip : 0), begin + value.size(), id ? Secret::hex : Secret::serial});
}

}  // namespace

bool is_secret_file(std::string_view path) {
  static constexpr std::array<View, 20> kNames = {
      "product_serial",    "board_serial", "chassis_serial", "product_uuid",  "board_asset_tag",
      "chassis_asset_tag", "serial",       "serial_number",  "serial-number", "machine-id",
      "boot_id",           "uuid",         "wwid",           "nguid",         "eui",
      "subsysnqn",         "hostnqn",      "hostid",         "unique_id",     "phys_switch_id"};
  const View last = path.substr(path.rfind('/') + 1);
  return std::find(kNames.begin(), kNames.end(), last) != kNames.end();
}

void find_fields(std::string_view text, const Place& place, Spans& spans) {
  if (place.kind == Place::Kind::file && is_secret_file(place.name)) find_whole(text, spans);
  for (std::size_t at = 1; at < text.size();) {
    const char c = text[at];
    const bool separator = c == ':' || c == '=' || c == ' ' || c == '\0' || c == ',';
    const bool blank = c == ' ' && text[at - 1] == ' ';
    at = separator && !blank ? find_value(text, at, place, spans) : at + 1;
  }
  find_short_options(text, place, spans);
  find_user_options(text, spans);
  find_disks(text, spans);
  find_connections(text, spans);
  find_bare_ids(text, place, spans);
}

}  // namespace gb10::redaction
