#include "host/redact_addresses.h"

#include <arpa/inet.h>

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10::redaction {

namespace {

// "gb10" in ASCII marks our pseudonyms.
constexpr std::uint64_t kOwnNetwork = 0xfd67'6231'3000'0000;
constexpr std::uint64_t kOwnInterface = 0x6762'3130'0000'0000;
constexpr std::uint64_t kLinkLocal = 0xfe80'0000'0000'0000;

constexpr std::uint32_t kFirstPseudonym = 240, kLastPseudonym = 254;

bool is_link_local(std::uint32_t address) { return address >> 16U == 0xa9fe; }

std::uint64_t half(const Address6& address, int which) {
  std::uint64_t out = 0;
  for (int i = 0; i < 8; ++i) out = out << 8U | address[static_cast<std::size_t>(which * 8 + i)];
  return out;
}

bool is_link_local(const Address6& address) { return half(address, 0) >> 54U == 0x3fa; }
bool is_own(const Address6& address) {
  if (is_link_local(address)) return half(address, 1) >> 32U == kOwnInterface >> 32U;
  return half(address, 0) >> 16U == kOwnNetwork >> 16U;
}

std::uint64_t branch_key(std::uint32_t address, unsigned bits) {
  return std::uint64_t{bits} << 32U | address >> (32U - bits);
}

/// The smallest number above 0 that is not in `used`.
std::uint32_t next_free(const std::set<std::uint32_t>& used) {
  std::uint32_t next = 1;
  for (const std::uint32_t one : used) {
    if (one == next) ++next;
  }
  return next;
}

}  // namespace

std::optional<std::uint32_t> address4(std::string_view text) {
  const auto parts = split(text, '.');
  if (parts.size() != 4) return std::nullopt;
  std::uint32_t out = 0;
  for (const std::string_view part : parts) {
    if (part.empty() || part.size() > 3 || (part.size() > 1 && part[0] == '0')) return std::nullopt;
    if (!std::all_of(part.begin(), part.end(), is_digit)) return std::nullopt;
    const auto octet = whole_number(part);
    if (!octet || *octet > 255) return std::nullopt;
    out = out << 8U | static_cast<std::uint32_t>(*octet);
  }
  return out;
}

std::string dotted(std::uint32_t address) {
  return fmt::format("{}.{}.{}.{}", address >> 24U, address >> 16U & 255U, address >> 8U & 255U,
                     address & 255U);
}

bool tells(std::uint32_t address) {
  const std::uint32_t first = address >> 24U;
  return first != 0 && first != 127 && first != 255 && (first < 224 || first >= 240);
}

std::optional<Address6> address6(std::string_view text) {
  Address6 out;
  if (::inet_pton(AF_INET6, std::string(text).c_str(), out.data()) != 1) return std::nullopt;
  return out;
}

void AddressMap::add(std::uint32_t address, Evidence evidence) {
  if (address >> 24U >= kFirstPseudonym) {
    taken_.insert(address >> 24U);
    return;
  }
  if (!tells(address)) return;
  Seen& seen = seen_[address];
  if (evidence == Evidence::address) seen.as_address = true;
  if (evidence == Evidence::version) seen.as_version = true;
  if (evidence == Evidence::unclear) seen.as_unclear = true;
}

/// Puts an address into the tree of prefixes. They come in rising order, so the lower branch of
/// every fork is the first one; it is the one that gets 0.
void AddressMap::place(std::uint32_t address) {
  const unsigned begin = is_link_local(address) ? 16 : 8;
  for (unsigned bits = begin; bits < 24; ++bits) {
    branch_.emplace(branch_key(address, bits), (address >> (31U - bits) & 1U) != 0);
  }
  const std::uint32_t first = address >> 24U;
  if (is_link_local(address) || first_.count(first) != 0) return;
  std::uint32_t next = kFirstPseudonym;
  while (next < kLastPseudonym && taken_.count(next) != 0) ++next;
  if (next < kLastPseudonym) {
    taken_.insert(next);
    first_.emplace(first, next);
  } else {
    extra_.emplace(address >> 8U,
                   static_cast<std::uint32_t>(std::min<std::size_t>(extra_.size(), 0xffff)));
  }
}

void AddressMap::settle() {
  std::erase_if(seen_, [](const auto& one) {
    const Seen& seen = one.second;
    return !seen.as_address && (seen.as_version || !seen.as_unclear);
  });
  for (const auto& [address, seen] : seen_) place(address);
}

std::optional<std::uint32_t> AddressMap::of(std::uint32_t address) const {
  if (seen_.count(address) == 0) return std::nullopt;
  const std::uint32_t host = address & 255U;
  const auto extra = extra_.find(address >> 8U);
  if (extra != extra_.end()) return kLastPseudonym << 24U | extra->second << 8U | host;
  const unsigned begin = is_link_local(address) ? 16 : 8;
  std::uint32_t out = begin == 16 ? address >> 16U : first_.at(address >> 24U);
  for (unsigned bits = begin; bits < 24; ++bits) {
    const std::uint32_t bit = address >> (31U - bits) & 1U;
    out = out << 1U | (bit ^ (branch_.at(branch_key(address, bits)) ? 1U : 0U));
  }
  return out << 8U | host;
}

bool tells(const Address6& address) {
  const std::uint64_t high = half(address, 0);
  const std::uint64_t top = high >> 56U;
  return (top >= 0x20 && top <= 0x3f) || top == 0xfc || top == 0xfd ||
         (is_link_local(address) && half(address, 1) != 0);
}

std::optional<std::uint32_t> mapped(const Address6& address) {
  if (half(address, 0) != 0 || half(address, 1) >> 32U != 0xffff) return std::nullopt;
  return static_cast<std::uint32_t>(half(address, 1));
}

void AddressMap6::add(const Address6& address) {
  numbers_.emplace(address, 0);
  if (!is_link_local(address)) networks_.emplace(half(address, 0), 0);
}

void AddressMap6::settle() {
  std::set<std::uint32_t> used_numbers, used_networks;
  for (auto& [address, number] : numbers_) {
    if (!is_own(address)) continue;
    number = static_cast<std::uint32_t>(half(address, 1));
    used_numbers.insert(number);
  }
  for (auto& [network, number] : networks_) {
    if (network >> 16U != kOwnNetwork >> 16U) continue;
    number = static_cast<std::uint32_t>(network & 0xffffU);
    used_networks.insert(number);
  }
  const auto fill = [](auto& numbers, std::set<std::uint32_t>& used) {
    std::uint32_t next = next_free(used);
    for (auto& [key, number] : numbers) {
      if (number != 0) continue;
      number = next;
      do ++next;
      while (used.count(next) != 0);
    }
  };
  fill(numbers_, used_numbers);
  fill(networks_, used_networks);
}

std::string AddressMap6::of(const Address6& address, std::string_view text) const {
  const auto known = numbers_.find(address);
  if (known == numbers_.end() || is_own(address)) return std::string(text);
  const bool local = is_link_local(address);
  const std::uint64_t high =
      local ? kLinkLocal : kOwnNetwork | (networks_.at(half(address, 0)) & 0xffffU);
  const std::uint64_t low = (local ? kOwnInterface : 0) | known->second;
  if (text.size() == 39) {
    std::string out;
    for (const std::uint64_t part : {high, low}) {
      for (int shift = 48; shift >= 0; shift -= 16)
        out += fmt::format("{:04x}:", part >> shift & 0xffffU);
    }
    out.pop_back();
    return out;
  }
  const std::uint64_t upper = low >> 16U & 0xffffU, lower = low & 0xffffU;
  if (local) return fmt::format("fe80::6762:3130:{:x}:{:x}", upper, lower);
  if (upper == 0) return fmt::format("fd67:6231:3000:{:x}::{:x}", high & 0xffffU, lower);
  return fmt::format("fd67:6231:3000:{:x}::{:x}:{:x}", high & 0xffffU, upper, lower);
}

std::string mapped_text(std::uint32_t address, std::string_view text) {
  const std::uint32_t high = address >> 16U, low = address & 0xffffU;
  if (text.size() == 39) {
    return fmt::format("0000:0000:0000:0000:0000:ffff:{:04x}:{:04x}", high, low);
  }
  return fmt::format("::ffff:{:x}:{:x}", high, low);
}

}  // namespace gb10::redaction
