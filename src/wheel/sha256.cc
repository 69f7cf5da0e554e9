#include "wheel/sha256.h"

// The plain functions, not EVP, which OpenSSL prefers since 3.0: EVP links every cipher there is,
// 3.8 MB of program for the sake of one hash.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>

#include <fmt/format.h>

namespace gb10 {

struct Sha256::State {
  SHA256_CTX context;
};

Sha256::Sha256() : state_(std::make_unique<State>()) { SHA256_Init(&state_->context); }
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;
Sha256::~Sha256() = default;

void Sha256::add(std::span<const std::byte> bytes) {
  SHA256_Update(&state_->context, bytes.data(), bytes.size());
}

Sha256Digest Sha256::digest() {
  Sha256Digest out;
  SHA256_Final(reinterpret_cast<unsigned char*>(out.data()), &state_->context);
  return out;
}

Result<Sha256Digest> sha256(const Blob& blob, std::span<std::byte> room) {
  CHECK(!room.empty());
  Sha256 sum;
  const std::uint64_t size = blob.size();
  for (std::uint64_t at = 0; at < size;) {
    const std::size_t wanted = std::min<std::uint64_t>(room.size(), size - at);
    const std::size_t got = TRY(blob.read_at(at, room.first(wanted)));
    if (got != wanted) return Error{Error::Kind::invalid, "it became shorter while it was read"};
    sum.add(room.first(got));
    at += got;
  }
  return sum.digest();
}

std::string base64_text(const Sha256Digest& digest) {
  constexpr std::string_view kLetters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::string out;
  unsigned held = 0;
  int bits = 0;
  for (const std::byte byte : digest) {
    held = (held << 8U) | static_cast<unsigned>(byte);
    for (bits += 8; bits >= 6; bits -= 6) {
      out.push_back(kLetters[(held >> static_cast<unsigned>(bits - 6)) & 63U]);
    }
    held &= 63U;
  }
  out.push_back(kLetters[(held << static_cast<unsigned>(6 - bits)) & 63U]);
  return out;
}

std::string hex_text(const Sha256Digest& digest) {
  std::string out;
  for (const std::byte byte : digest) out += fmt::format("{:02x}", static_cast<unsigned>(byte));
  return out;
}

}  // namespace gb10
