#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "host/redact_span.h"

namespace gb10::redaction {

/// The address that the dotted quad says, as a number; nothing for what is none, such as octets
/// over 255 or with leading zeros.
std::optional<std::uint32_t> address4(std::string_view text);
std::string dotted(std::uint32_t address);

/// False for addresses that tell nothing of a machine: loopback, 0.0.0.0, masks, multicast.
bool tells(std::uint32_t address);

using Address6 = std::array<std::uint8_t, 16>;
std::optional<Address6> address6(std::string_view text);

/// Gives IPv4 addresses pseudonyms in 240.0.0.0/4, which no machine has, such that two addresses
/// share their first n bits, 8 <= n <= 32, exactly when their pseudonyms do: what lies in one
/// network stays in one network. Link-local addresses stay link-local. Applied to its own
/// pseudonyms it changes nothing.
class AddressMap {
 public:
  void add(std::uint32_t address, Evidence evidence);
  /// After this, of() answers.
  void settle();
  /// The pseudonym; nothing for what is no secret address.
  std::optional<std::uint32_t> of(std::uint32_t address) const;

 private:
  void place(std::uint32_t address);

  struct Seen {
    bool as_address = false, as_version = false, as_unclear = false;
  };
  std::map<std::uint32_t, Seen> seen_;
  std::set<std::uint32_t> taken_;                 // first octets of pseudonyms that came in
  std::map<std::uint32_t, std::uint32_t> first_;  // first octet -> that of the pseudonym
  std::map<std::uint32_t, std::uint32_t> extra_;  // networks of first octets for which none is left
  std::map<std::uint64_t, bool> branch_;          // length and prefix -> the lower next bit
};

/// The same for IPv6: equal /64 networks stay equal, link-local stays link-local.
class AddressMap6 {
 public:
  void add(const Address6& address);
  void settle();
  /// The pseudonym in the style of `text`.
  std::string of(const Address6& address, std::string_view text) const;

 private:
  std::map<Address6, std::uint32_t> numbers_;
  std::map<std::uint64_t, std::uint32_t> networks_;
};

/// False for addresses that tell nothing of a machine: loopback, multicast, bare prefixes.
bool tells(const Address6& address);
/// The IPv4 address inside ::ffff:0:0/96.
std::optional<std::uint32_t> mapped(const Address6& address);
/// ::ffff:a.b.c.d in the style of `text`.
std::string mapped_text(std::uint32_t address, std::string_view text);

}  // namespace gb10::redaction
