#include "facts/firmware_text.h"

#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/format.h>

#include "base/json.h"
#include "base/text.h"

namespace gb10::firmware_text {

namespace {

/// fwupd 1.x writes the number of FwupdUpdateState (libfwupd/fwupd-enums.h), 2.x its word.
std::string state_from(const Json* state) {
  constexpr std::array kWords = {"",       "pending",      "success",
                                 "failed", "needs-reboot", "failed-transient"};
  if (!state) return {};
  if (const std::int64_t* const number = state->as_int()) {
    const bool known = *number >= 0 && *number < static_cast<std::int64_t>(kWords.size());
    return known ? kWords[static_cast<std::size_t>(*number)] : std::string();
  }
  const std::string* const word = state->as_string();
  return word && *word != "unknown" ? printable(*word, 40) : std::string();
}

Device device_from(const Json& json) {
  Device device;
  device.name = printable(json.text("Name"), 100);
  device.summary = printable(json.text("Summary"), 100);
  device.raw = printable(json.text("Version"), 60);
  device.version = dotted(device.raw);
  device.state = state_from(json.find("UpdateState"));
  device.error = printable(trimmed(json.text("UpdateError")), 300);
  return device;
}

/// True when `word` stands in `text` with no letter or digit beside it.
bool has_word(std::string_view text, std::string_view word) {
  const auto is_beside = [&](std::size_t at) {
    return at < text.size() && std::isalnum(static_cast<unsigned char>(text[at])) != 0;
  };
  for (std::size_t at = 0; (at = text.find(word, at)) != std::string_view::npos; ++at) {
    if (!is_beside(at + word.size()) && (at == 0 || !is_beside(at - 1))) return true;
  }
  return false;
}

bool is_part(std::string_view text, Part part) {
  const std::string words = lower(text);
  const auto has = [&](std::string_view word) { return has_word(words, word); };
  switch (part) {
    case Part::ec:
      return has("embedded controller") || has("ec");
    case Part::uefi:
      // "UEFI dbx" and the like are lists of keys, not firmware.
      return (has("uefi") || has("system firmware")) && !has("dbx") && !has("db") && !has("kek") &&
             !has("ca") && !has("pk");
    case Part::usb_pd:
      return has("usb pd") || has("usb-pd") || has("pd") || has("power delivery");
    case Part::soc:
      return has("soc");
  }
  return false;
}

}  // namespace

Result<std::vector<Device>> devices(std::string_view text) {
  // fwupdmgr may warn of something before it prints.
  const std::size_t begin = std::min(text.find('{'), text.size());
  const Json json = TRY(parse_json(trimmed(text.substr(begin))));
  const Json* const list = json.find("Devices");
  if (!list || !list->as_array()) {
    return Error{Error::Kind::failed, "fwupdmgr printed no list of devices"};
  }
  std::vector<Device> found;
  for (const Json& one : *list->as_array()) {
    if (one.as_object()) found.push_back(device_from(one));
  }
  return found;
}

std::string dotted(std::string_view version) {
  const std::string_view text = trimmed(version);
  const bool is_hex = text.size() == 10 && (text.starts_with("0x") || text.starts_with("0X"));
  const auto number = is_hex ? whole_number(text, 16) : std::nullopt;
  if (!number || *number < 0) return std::string(text);
  const std::int64_t n = *number;
  return fmt::format("{}.{}.{}", n >> 24, n >> 8 & 0xffff, n & 0xff);
}

const Device* part_of(const std::vector<Device>& devices, Part part) {
  for (const auto member : {&Device::name, &Device::summary}) {
    for (const Device& device : devices) {
      if (!device.version.empty() && is_part(device.*member, part)) return &device;
    }
  }
  return nullptr;
}

}  // namespace gb10::firmware_text
