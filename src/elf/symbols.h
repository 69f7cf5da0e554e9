#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/blob.h"
#include "base/result.h"
#include "elf/elf.h"
#include "elf/window.h"

namespace gb10 {

/// Symbols that the file wants of others and that `keeps` accepts; weak ones may stay undefined and
/// are left out. Error `unsupported` for a file without a hash table of symbols, or without a
/// count of them where its table is empty.
Result<std::vector<std::string>> wanted_symbols(const Blob& blob, const ElfInfo& info,
                                                const std::function<bool(std::string_view)>& keeps);

/// Looks up which symbols a library defines, as the loader does: by their hash, one at a time.
class DefinedSymbols {
 public:
  /// `blob` outlives it. Error `unsupported` for a file without a hash table of symbols.
  static Result<DefinedSymbols> open(const Blob& blob, const ElfInfo& info);
  Result<bool> has(std::string_view name);

 private:
  explicit DefinedSymbols(const Blob& blob) : chains_(blob), names_(blob) {}
  Result<bool> is_defined_as(std::uint64_t index, std::string_view name);

  Window chains_, names_;
  ElfSymbolTables tables_;
  std::uint32_t buckets_ = 0, first_ = 0, shift_ = 0, filters_ = 0;
};

}  // namespace gb10
