#include "ledger/ledger.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "ledger/amounts.h"

namespace gb10 {

namespace {

constexpr std::int64_t kMib = 1 << 20, kGib = 1 << 30;

Quantity in_bytes(std::int64_t count) { return bytes(static_cast<double>(count)); }

/// Hands out a whole in parts. A part never gets more than what is left: the counters are read one
/// after the other and some count the same page twice, and neither may make a line negative.
class Whole {
 public:
  explicit Whole(std::int64_t left) : left_(left) {}
  std::int64_t take(std::int64_t wanted) {
    const std::int64_t taken = std::min(std::max<std::int64_t>(wanted, 0), left_);
    left_ -= taken;
    missing_ += std::max<std::int64_t>(wanted, 0) - taken;
    return taken;
  }
  std::int64_t left() const { return left_; }
  std::int64_t missing() const { return missing_; }

 private:
  std::int64_t left_ = 0, missing_ = 0;
};

/// The lines, gathered in the order in which parts are sure and shown in the order of Line::Kind.
class Lines {
 public:
  void add(Line line) {
    if (line.amount.value > 0 || line.kind == Line::Kind::free) lines_.push_back(std::move(line));
  }
  std::vector<Line> sorted() {
    std::stable_sort(lines_.begin(), lines_.end(),
                     [](const Line& a, const Line& b) { return a.kind < b.kind; });
    return std::move(lines_);
  }

 private:
  std::vector<Line> lines_;
};

/// Kernel stacks lie in vmalloc'ed memory (CONFIG_VMAP_STACK, on for arm64 and x86-64), so the two
/// counters count the same pages: the larger of them stands for both. Some of the reclaimable
/// kernel memory is slab, so likewise.
std::int64_t kernel_memory(const Facts& facts) {
  return std::max(part(facts, "memory.kernel_reclaimable"),
                  part(facts, "memory.slab_reclaimable")) +
         part(facts, "memory.slab_unreclaimable") +
         std::max(part(facts, "memory.kernel_stack"), part(facts, "memory.vmalloc_used")) +
         part(facts, "memory.page_tables") + part(facts, "memory.percpu");
}

/// What of it is worth a word: known, and more than a rounding.
std::string kernel_note(const Facts& facts) {
  struct Counter {
    std::string_view key, words;
  };
  constexpr Counter kCounters[] = {{"memory.kernel_reclaimable", "reclaimable"},
                                   {"memory.slab_unreclaimable", "other slab"},
                                   {"memory.page_tables", "page tables"},
                                   {"memory.vmalloc_used", "vmalloc with stacks"},
                                   {"memory.percpu", "per CPU"}};
  std::vector<std::string> parts;
  for (const auto& [key, words] : kCounters) {
    const std::int64_t count = part(facts, key);
    if (count < 100 * kMib) continue;
    parts.push_back(fmt::format("{} {}", words, gib(static_cast<double>(count))));
  }
  return joined(parts, ", ");
}

/// The kernel keeps 64 bytes of notes for each page (struct page), in memory that MemTotal leaves
/// out.
std::string firmware_label(const Facts& facts, std::int64_t installed) {
  const auto page = amount(facts, "memory.page_size");
  if (!page || *page < 64) return "never reaches Linux (firmware and the kernel's page map)";
  const double map = static_cast<double>(installed) / static_cast<double>(*page) * 64;
  return fmt::format(
      "never reaches Linux (firmware; about {} of it the kernel's page map, computed)", gib(map));
}

void add_free(const Facts& facts, Whole& whole, Lines& lines) {
  // The free part of the contiguous area is counted as free by the kernel, but only movable pages
  // may use it, and the driver's are not.
  const std::int64_t all_free = part(facts, "memory.free");
  const std::int64_t reserved = std::min(part(facts, "memory.cma_free"), all_free);
  lines.add({Line::Kind::free, in_bytes(whole.take(all_free - reserved)), "free", {}});
  lines.add({Line::Kind::contiguous,
             in_bytes(whole.take(reserved)),
             "free in the contiguous area (CMA), which the driver's pinned memory cannot use",
             {}});
}

void add_programs(const Facts& facts, Whole& whole, Lines& lines) {
  lines.add({Line::Kind::huge_pages, in_bytes(whole.take(part(facts, "memory.huge_pages_bytes"))),
             "huge pages set aside", "used or not, nobody else can have them"});
  const std::int64_t shared = part(facts, "memory.shared");
  const std::int64_t taken = whole.take(part(facts, "memory.anonymous") + shared);
  lines.add({Line::Kind::processes, in_bytes(taken), "processes",
             shared < 100 * kMib ? std::string()
                                 : fmt::format("{} of it shared memory and tmpfs",
                                               gib(static_cast<double>(shared)))});
}

void add_cache(const Facts& facts, Whole& whole, Lines& lines) {
  const std::int64_t cache =
      part(facts, "memory.cached") + part(facts, "memory.buffers") - part(facts, "memory.shared");
  const auto clean = clean_cache(facts);
  const std::string label =
      clean ? fmt::format("page cache, {} clean", gib(clean->value)) : "page cache";
  lines.add({Line::Kind::cache, in_bytes(whole.take(cache)), label, {}});
  lines.add({Line::Kind::kernel, in_bytes(whole.take(kernel_memory(facts))), "kernel",
             kernel_note(facts)});
}

/// Programs on the GPU: the driver pins their memory for them, so no counter of the kernel shows
/// it; it comes out of what the counters leave over.
void add_holders(const Facts& facts, Whole& whole, Lines& lines) {
  for (const Holder& holder : holders(facts)) {
    const std::int64_t taken = whole.take(holder.bytes);
    const std::string gone = holder.orphan ? ", whose parent is gone" : "";
    const std::string note = taken == holder.bytes
                                 ? "from NVML; not in any process's RSS"
                                 : fmt::format("NVML says {}; the rest is counted elsewhere",
                                               gib(static_cast<double>(holder.bytes)));
    Line line{Line::Kind::gpu_process, in_bytes(taken),
              fmt::format("GPU memory of {}, pid {}{}", holder.name, holder.pid, gone), note};
    line.pid = holder.pid;
    lines.add(std::move(line));
  }
}

/// Nearly all of the ZFS cache lies in pages of its own, which no counter of /proc/meminfo shows;
/// its headers are in slab as well, which the part that is left over then lacks.
void add_zfs_cache(const Facts& facts, Whole& whole, Lines& lines) {
  const auto most = amount(facts, "storage.zfs_arc_max");
  lines.add({Line::Kind::zfs, in_bytes(whole.take(part(facts, "storage.zfs_arc"))), "ZFS cache",
             fmt::format("Linux does not count it as available; it may grow to {}",
                         most ? gib(static_cast<double>(*most)) : "an amount that is not known")});
}

void add_rest(const Facts& facts, Whole& whole, Lines& lines) {
  const bool gb10 = facts.is_true("identity.gb10");
  lines.add({Line::Kind::driver, in_bytes(whole.take(whole.left())),
             gb10 ? "pinned by the driver or used by the kernel, counted nowhere else"
                  : "used by drivers and the kernel, counted nowhere else",
             "what is left over"});
}

void add_notes(const Facts& facts, Ledger& ledger) {
  const auto total = part(facts, "memory.total");
  const auto installed = amount(facts, "memory.installed");
  if (installed && total > *installed) {
    ledger.notes.push_back("Linux has more than the 128 GiB of a GB10: its own total is used");
  }
  if (ledger.overlap.value > 0) {
    ledger.notes.push_back(fmt::format("some memory is counted twice ({}); it is in the sum once",
                                       to_text(ledger.overlap)));
  }
  if (has_broken_contiguous_area(facts)) {
    ledger.notes.push_back(
        keeps_handover_memory(facts)
            ? "more of the contiguous area (CMA) is free than there is of it: seen with kernel "
              "7.0.0-1019-nvidia, where kho=off on the command line gives the memory back, about 9 "
              "GiB (reported):  gb10 show memory.cma-broken"
            : "more of the contiguous area (CMA) is free than there is of it, although kho=off is "
              "set");
  }
  constexpr std::int64_t kMuch = 4 * kGib;
  const auto rest = std::find_if(ledger.lines.begin(), ledger.lines.end(),
                                 [](const Line& line) { return line.kind == Line::Kind::driver; });
  if (facts.is_true("identity.gb10") && rest != ledger.lines.end() &&
      rest->amount.value > static_cast<double>(kMuch) && holders(facts).empty()) {
    ledger.notes.push_back(
        "no program on the GPU is known that holds the driver's part; after a stopped server it "
        "comes back within a minute or with a reboot (reported)");
  }
}

void add_sides(const Facts& facts, Ledger& ledger) {
  ledger.free = quantity_of(amount(facts, "memory.free"));
  ledger.available = quantity_of(amount(facts, "memory.available"));
  ledger.clean_cache = clean_cache(facts);
  ledger.large_blocks = quantity_of(amount(facts, "memory.large_block_memory"));
  ledger.swap_used = quantity_of(amount(facts, "memory.swap_used"));
  ledger.swap_total = quantity_of(amount(facts, "memory.swap_total"));
  ledger.fragmented = is_fragmented(facts);
  const auto* const blocks = facts.known<std::vector<std::string>>("memory.free_blocks");
  if (blocks) ledger.free_blocks = *blocks;
}

}  // namespace

const char* word(Line::Kind kind) {
  constexpr const char* kWords[] = {"firmware", "gpu_process", "driver", "processes",  "huge_pages",
                                    "kernel",   "zfs_cache",   "cache",  "contiguous", "free"};
  return kWords[static_cast<std::size_t>(kind)];
}

std::optional<Quantity> clean_cache(const Facts& facts) {
  std::int64_t clean = 0;
  for (const char* key : {"memory.cached", "memory.buffers"}) {
    const auto known = amount(facts, key);
    if (!known) return std::nullopt;
    clean += *known;
  }
  for (const char* key : {"memory.shared", "memory.dirty", "memory.writeback", "memory.mapped"}) {
    const auto known = amount(facts, key);
    if (!known) return std::nullopt;
    clean -= *known;
  }
  return in_bytes(std::max<std::int64_t>(clean, 0));
}

bool is_fragmented(const Facts& facts) {
  // 200 blocks of 32 MiB is what one fleet asks for before it loads a model (reported); free memory
  // that could not hold twice as much says nothing about fragments.
  constexpr std::int64_t kWanted = 200 * 32 * kMib;
  const auto free = amount(facts, "memory.free");
  const auto large = amount(facts, "memory.large_block_memory");
  return free && large && *free >= 2 * kWanted && *large < kWanted;
}

bool has_broken_contiguous_area(const Facts& facts) {
  const auto whole = amount(facts, "memory.cma_total");
  return whole && part(facts, "memory.cma_free") > *whole;
}

bool keeps_handover_memory(const Facts& facts) {
  const auto* const options = facts.known<std::vector<std::string>>("os.options");
  if (options && std::find(options->begin(), options->end(), "kho=off") != options->end())
    return false;
  const auto* const kernel = facts.known<Version>("os.kernel");
  const bool known =
      kernel && (kernel->text == "7.0.0-1019-nvidia" || kernel->text == "7.0.0-31-generic");
  return known || has_broken_contiguous_area(facts);
}

Result<Ledger> ledger(const Facts& facts) {
  for (const char* key : {"memory.total", "memory.free"}) {
    if (amount(facts, key)) continue;
    const Fact* const fact = facts.find(key);
    if (fact && !fact->value.ok()) return fact->value.error();
    return Error{Error::Kind::not_found, fmt::format("{} is not known", key)};
  }
  const std::int64_t total = part(facts, "memory.total");
  const auto installed = amount(facts, "memory.installed");
  Ledger ledger;
  ledger.whole_board = facts.is_true("identity.gb10") && installed && *installed >= total;
  const std::int64_t sum = ledger.whole_board ? *installed : total;
  ledger.sum = in_bytes(sum);
  Whole whole(total);
  Lines lines;
  if (ledger.whole_board) {
    lines.add({Line::Kind::firmware, in_bytes(sum - total), firmware_label(facts, sum), {}});
  }
  add_free(facts, whole, lines);
  add_programs(facts, whole, lines);
  add_cache(facts, whole, lines);
  add_holders(facts, whole, lines);
  add_zfs_cache(facts, whole, lines);
  ledger.overlap = in_bytes(whole.missing());
  add_rest(facts, whole, lines);
  ledger.lines = lines.sorted();
  add_sides(facts, ledger);
  add_notes(facts, ledger);
  return ledger;
}

}  // namespace gb10
