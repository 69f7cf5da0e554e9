#include "facts/network_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/json.h"
#include "base/text.h"

namespace gb10::network_text {

namespace {

std::optional<Address> address_from(const Json& json, std::string_view interface) {
  const std::string local = printable(json.text("local"), 80);
  const Json* const prefix = json.find("prefixlen");
  if (local.empty() || !prefix || !prefix->as_int()) return std::nullopt;
  const std::int64_t bits = *prefix->as_int();
  const bool is_ipv4 = json.text("family") == "inet";
  if (bits < 0 || bits > (is_ipv4 ? 32 : 128)) return std::nullopt;
  return Address{.interface = std::string(interface),
                 .text = fmt::format("{}/{}", local, bits),
                 .ipv4 = is_ipv4 ? ipv4_number(local) : std::nullopt,
                 .prefix = static_cast<int>(bits)};
}

std::uint32_t mask(int prefix) { return prefix == 0 ? 0 : ~std::uint32_t{0} << (32 - prefix); }

std::optional<unsigned> hex_field(std::string_view text, std::size_t digits) {
  const bool fits = text.size() == digits &&
                    text.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
  const auto number = fits ? whole_number(text, 16) : std::nullopt;
  return number ? std::optional<unsigned>(static_cast<unsigned>(*number)) : std::nullopt;
}

std::string gid_digits(std::string_view gid) { return replaced(lower(trimmed(gid)), ":", ""); }

}  // namespace

Result<std::vector<Address>> addresses(std::string_view text) {
  const Json json = TRY(parse_json(trimmed(text)));
  const Json::Array* const interfaces = json.as_array();
  if (!interfaces) return Error{Error::Kind::failed, "ip printed no list of interfaces"};
  std::vector<Address> found;
  for (const Json& interface : *interfaces) {
    const Json* const list = interface.find("addr_info");
    if (!list || !list->as_array()) continue;
    for (const Json& one : *list->as_array()) {
      auto address = address_from(one, interface.text("ifname"));
      if (address) found.push_back(*std::move(address));
    }
  }
  return found;
}

std::optional<std::uint32_t> ipv4_number(std::string_view text) {
  const auto parts = split(text, '.');
  if (parts.size() != 4) return std::nullopt;
  std::uint32_t number = 0;
  for (const std::string_view part : parts) {
    const auto byte = whole_number(part);
    if (!byte || *byte < 0 || *byte > 255) return std::nullopt;
    number = number << 8U | static_cast<std::uint32_t>(*byte);
  }
  return number;
}

std::optional<std::string> common_subnet(const Address& a, const Address& b) {
  if (!a.ipv4 || !b.ipv4) return std::nullopt;
  const int prefix = std::min(a.prefix, b.prefix);
  const std::uint32_t net = *a.ipv4 & mask(prefix);
  if (net != (*b.ipv4 & mask(prefix))) return std::nullopt;
  return fmt::format("{}.{}.{}.{}/{}", net >> 24U, net >> 16U & 255U, net >> 8U & 255U, net & 255U,
                     prefix);
}

std::optional<PciPlace> pci_place(std::string_view text) {
  if (text.size() != 12 || text[4] != ':' || text[7] != ':' || text[10] != '.') return std::nullopt;
  const auto domain = hex_field(text.substr(0, 4), 4);
  const auto bus = hex_field(text.substr(5, 2), 2);
  const auto device = hex_field(text.substr(8, 2), 2);
  const auto function = hex_field(text.substr(11, 1), 1);
  if (!domain || !bus || !device || !function) return std::nullopt;
  return PciPlace{*domain, *bus, *device, *function};
}

bool are_twins(const PciPlace& a, const PciPlace& b) {
  return a.domain != b.domain && a.bus == b.bus && a.device == b.device && a.function == b.function;
}

std::optional<std::string> pci_id(std::string_view vendor, std::string_view device) {
  const auto first = whole_number(vendor, 16);
  const auto second = whole_number(device, 16);
  if (!first || !second || *first < 0 || *first > 0xffff || *second < 0 || *second > 0xffff) {
    return std::nullopt;
  }
  return fmt::format("{:04x}:{:04x}", *first, *second);
}

std::optional<double> transfers(std::string_view text) {
  const auto parts = words(text);
  if (parts.size() < 2 || parts[1] != "GT/s") return std::nullopt;
  return decimal_number(parts[0]);
}

std::optional<double> rate(std::string_view text) {
  const auto parts = words(text);
  const auto number = parts.size() < 2 ? std::nullopt : decimal_number(parts[0]);
  if (!number || parts[1] != "Gb/sec") return std::nullopt;
  return *number * 1e9;
}

std::string state_word(std::string_view text) {
  return printable(trimmed(text.substr(text.find(':') + 1)), 40);
}

bool carries_ipv4(std::string_view gid) {
  const std::string digits = gid_digits(gid);
  return digits.size() == 32 && digits.starts_with("00000000000000000000ffff");
}

bool is_empty_gid(std::string_view gid) {
  return gid_digits(gid).find_first_not_of('0') == std::string::npos;
}

std::vector<std::string> settings(std::string_view text) {
  std::vector<std::string> kept;
  for (const std::string_view line : lines(text)) {
    const std::string_view setting = trimmed(line);
    if (!setting.empty() && setting.front() != '#') kept.push_back(printable(setting, 200));
  }
  return kept;
}

}  // namespace gb10::network_text
