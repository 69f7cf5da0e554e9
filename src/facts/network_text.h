#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

/// Readers of what the kernel and `ip` say of networks. They survive any bytes.
namespace gb10::network_text {

struct Address {
  std::string interface;
  std::string text;                   // "169.254.7.1/16"
  std::optional<std::uint32_t> ipv4;  // nothing for IPv6
  int prefix = 0;
};

/// The addresses of `ip -j addr show`, in its order.
Result<std::vector<Address>> addresses(std::string_view json);

/// The number behind a dotted IPv4 address.
std::optional<std::uint32_t> ipv4_number(std::string_view text);

/// The subnet that both addresses lie in ("192.0.2.0/24"); nothing when they lie in different ones.
std::optional<std::string> common_subnet(const Address& a, const Address& b);

/// Where a PCI function sits: "0002:01:00.1".
struct PciPlace {
  unsigned domain = 0, bus = 0, device = 0, function = 0;
};
std::optional<PciPlace> pci_place(std::string_view text);

/// The two halves of one ConnectX-7 port of a GB10 have the same place in different PCI domains.
bool are_twins(const PciPlace& a, const PciPlace& b);

/// "15b3:1021" of the files `vendor` and `device` ("0x15b3\n", "0x1021\n").
std::optional<std::string> pci_id(std::string_view vendor, std::string_view device);

/// 32 of "32.0 GT/s PCIe".
std::optional<double> transfers(std::string_view text);

/// Bits per second of "200 Gb/sec (4X HDR)".
std::optional<double> rate(std::string_view text);

/// "ACTIVE" of "4: ACTIVE".
std::string state_word(std::string_view text);

/// True for a GID that carries an IPv4 address ("0000:0000:0000:0000:0000:ffff:a9fe:0701").
bool carries_ipv4(std::string_view gid);
/// True for the GID of an entry that is not in use.
bool is_empty_gid(std::string_view gid);

/// The lines of a file of settings without comments and blank ones.
std::vector<std::string> settings(std::string_view text);

}  // namespace gb10::network_text
