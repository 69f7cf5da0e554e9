#include "host/redact_fields.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/text.h"
#include "host/redact_rules.h"

namespace gb10::redaction {

namespace {

using View = std::string_view;

// Bounds for hostile text: no key and no value that matters is longer.
constexpr std::size_t kLongestKey = 200, kLongestValue = 8192;

bool in_key(char c) { return is_alnum(c) || c == '_' || c == '-'; }
bool is_quote(char c) { return c == '"' || c == '\'' || c == '\\'; }

/// The words to the left of a separator: its key and the one before.
struct Key {
  View key, before;
};

Key key_before(View text, std::size_t at) {
  const std::size_t first = at > kLongestKey ? at - kLongestKey : 0;
  const auto back = [&](std::size_t from, auto in) {
    while (from > first && in(text[from - 1])) --from;
    return from;
  };
  const std::size_t end = back(at, [](char c) { return is_quote(c) || is_blank(c); });
  const std::size_t begin = back(end, in_key);
  const std::size_t before_end = back(begin, [](char c) { return c == ' '; });
  const std::size_t before = back(before_end, in_key);
  return {text.substr(begin, end - begin), text.substr(before, before_end - before)};
}

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
  if (key.key.starts_with("--") && key.key.size() > 2) return true;
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

/// Where a value begins behind a separator, and what quotes it.
struct Opening {
  std::size_t at = 0;
  char quote = 0;
  bool nested = false;  // the quote is escaped: JSON inside of a JSON text
};

Opening opening(View text, std::size_t at) {
  const char separator = text[at];
  Opening out{at + 1};
  for (; out.at < text.size() && out.at < at + kLongestKey; ++out.at) {
    const char c = text[out.at];
    if (is_quote(c)) {
      if (out.quote != 0) break;
      if (c == '\\') out.nested = true;
      if (c != '\\') out.quote = c;
    } else if (!is_blank(c) && !(separator == ',' && c == '\n')) {
      break;
    }
  }
  return out;
}

/// The end of the value: its closing quote, or where the word ends.
std::size_t value_end(View text, const Opening& value, Field field) {
  const View rest = text.substr(0, value.at + kLongestValue);
  if (value.quote != 0) {
    for (std::size_t i = value.at; i < rest.size(); ++i) {
      if (rest[i] == value.quote || rest[i] == '\n' || (value.nested && rest[i] == '\\')) return i;
      if (rest[i] == '\\') ++i;
    }
    return rest.size();
  }
  // The name of a Wi-Fi network may have blanks in it.
  if (field == Field::network) return std::min(rest.find_first_of("\r\n", value.at), rest.size());
  constexpr View kEnds{" \t\r\n\0\"'\\", 8};
  std::size_t end = std::min(rest.find_first_of(kEnds, value.at), rest.size());
  if (field != Field::token && field != Field::password) {
    end = std::min(rest.find_first_of(View(",;)]}"), value.at), end);
  }
  while (end > value.at && View(",;)]}").find(rest[end - 1]) != View::npos) --end;
  return end;
}

void find_value(View text, std::size_t at, Spans& spans) {
  const char separator = text[at];
  const Key key = key_before(text, at);
  if (key.key.empty()) return;
  if (separator != ':' && separator != '=' && !separates(text, at, key)) return;
  const Field field = field_of(key.key, key.before, separator);
  if (field == Field::none) return;
  const Opening value = opening(text, at);
  const std::size_t end = value_end(text, value, field);
  if (const auto secret = secret_in(field, text.substr(value.at, end - value.at))) {
    spans.push_back({value.at + secret->begin, value.at + secret->end, secret->kind});
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
    std::size_t end = at;
    while (is_hex(char_at(text, end))) ++end;
    if (end - at == 32 && is_whole_word(text, at, end)) spans.push_back({at, end, Secret::hex});
    at = end + 1;
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
  for (std::size_t at = 1; at < text.size(); ++at) {
    const char c = text[at];
    if (c == ' ' && text[at - 1] == ' ') continue;
    if (c == ':' || c == '=' || c == ' ' || c == '\0' || c == ',') find_value(text, at, spans);
  }
  find_disks(text, spans);
  find_connections(text, spans);
  find_bare_ids(text, place, spans);
}

}  // namespace gb10::redaction
