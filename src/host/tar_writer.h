#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "base/result.h"

namespace gb10 {

/// Writes a tar archive packed by zstd, piece by piece. The same members give the same bytes on
/// every machine, however many threads pack: no times, no users, one level.
class TarWriter {
 public:
  /// Takes the bytes of the archive as they come.
  using Sink = std::function<Result<void>(std::span<const std::byte>)>;
  static Result<TarWriter> open(Sink sink);
  TarWriter(TarWriter&&) noexcept;
  TarWriter& operator=(TarWriter&&) noexcept;
  ~TarWriter();

  /// A plain file that holds `size` bytes, which `write` gives in order.
  Result<void> begin(const std::string& name, std::uint64_t size);
  Result<void> write(std::span<const std::byte> bytes);
  /// Ends the archive. Error `invalid` where a member got fewer bytes than it was to have.
  Result<void> finish();

 private:
  struct State;
  explicit TarWriter(std::unique_ptr<State> state);
  Result<void> check_whole() const;

  std::unique_ptr<State> state_;
};

}  // namespace gb10
