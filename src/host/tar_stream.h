#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "base/blob.h"
#include "base/result.h"

namespace gb10 {

/// What a stream may unpack to: so much, and beyond the first 64 MiB so many times what it takes
/// (a small archive may hold little but zeros).
constexpr std::uint64_t kTarBytes = std::uint64_t{200} << 30U;
constexpr std::uint64_t kTarMembers = 2'000'000;
constexpr std::uint64_t kTarRatio = 1032;
constexpr std::uint64_t kTarAllowance = 64U << 20U;

/// A member of a tar archive, its name as it is written there.
struct TarMember {
  enum class Kind { file, directory, symlink, hardlink, other };

  std::string name;
  Kind kind = Kind::other;
  std::uint64_t size = 0;  // bytes, of a file
  unsigned mode = 0;       // permission bits
  std::string target;      // of a link, as it is written
  /// Where a file's bytes begin in the unpacked stream; nothing where they do not lie there in one
  /// piece.
  std::optional<std::uint64_t> offset;
};

/// A tar archive, plain or packed by gzip or zstd, read once from its begin to its end. Nothing
/// is unpacked to disk, and nothing but the member at hand is kept.
class TarStream {
 public:
  /// `blob` outlives the stream. Error `invalid` when it is no such archive.
  static Result<TarStream> open(const Blob& blob);
  TarStream(TarStream&&) noexcept;
  TarStream& operator=(TarStream&&) noexcept;
  ~TarStream();

  /// False when the bytes of the members lie in the Blob as they are.
  bool is_packed() const;

  /// The next member, past what was not read of the last one; nothing at the end. Error `invalid`
  /// when the archive is cut off, makes no sense or is a bomb: nothing comes after that.
  Result<std::optional<TarMember>> next();
  /// Some of the bytes of the member at hand, in order; 0 at its end.
  Result<std::size_t> read(std::span<std::byte> into);
  /// All that is left of it, at most `limit` bytes.
  Result<std::string> bytes(std::uint64_t limit);

 private:
  struct State;
  explicit TarStream(std::unique_ptr<State> state);
  Result<void> pass_rest();
  Result<void> check_limits();

  std::unique_ptr<State> state_;
};

}  // namespace gb10
