#pragma once
// ledger/ tells where the memory went: pure functions of facts, and one act, giving clean cache
// back. It refuses to guess: a part that no fact shows is not in the ledger, and what is left over
// is called left over.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "model/fact.h"

namespace gb10 {

/// One part of the memory. The lines of a ledger do not overlap.
struct Line {
  enum class Kind {
    firmware,
    gpu_process,
    driver,
    processes,
    huge_pages,
    kernel,
    zfs,
    cache,
    contiguous,
    free,
  };
  Kind kind = Kind::free;
  Quantity amount;
  std::string label;     // "page cache, 35.9 GiB of it clean"
  std::string note;      // where the number comes from or what it leaves out; may be empty
  std::int64_t pid = 0;  // of a GPU process
};
const char* word(Line::Kind kind);

/// Where the memory went.
struct Ledger {
  std::vector<Line> lines;   // not one of them below zero; they add up to `sum` to the byte
  Quantity sum;              // what is installed on a GB10, elsewhere what Linux has
  bool whole_board = false;  // true when `sum` is what is installed
  /// Parts that the kernel or the driver counts twice; taken off, so that the sum is right.
  Quantity overlap{0, Unit::bytes};
  std::vector<std::string> notes;

  /// The kernel's free memory, without what it could take back: on a GB10 CUDA's own query answers
  /// so (reported; it is not asked, because a context takes hundreds of MiB).
  std::optional<Quantity> free;
  std::optional<Quantity> available;     // free and what the kernel can take back
  std::optional<Quantity> clean_cache;   // at least this much the kernel can drop at once
  std::optional<Quantity> large_blocks;  // free memory in blocks of 32 MiB or more
  std::vector<std::string> free_blocks;  // by size: "32 MiB: 782"
  bool fragmented = false;               // as is_fragmented() judges
  std::optional<Quantity> swap_used, swap_total;
};

/// Error where not even the whole and the free memory are known.
Result<Ledger> ledger(const Facts& facts);

/// True when more of the contiguous area is free than there is of it: the mark of kernels that keep
/// memory for kexec handover (reported).
bool has_broken_contiguous_area(const Facts& facts);

/// True where a kernel is known to keep memory for kexec handover, and is not told to leave that
/// off.
bool keeps_handover_memory(const Facts& facts);

/// True when much is free and hardly any of it in large blocks.
bool is_fragmented(const Facts& facts);

/// Page cache that is neither dirty nor mapped nor shared memory: at least so much goes at once.
std::optional<Quantity> clean_cache(const Facts& facts);

/// For a screen of `width` columns.
std::string to_text(const Ledger& ledger, std::size_t width = 100);
Json to_json(const Ledger& ledger);

}  // namespace gb10
