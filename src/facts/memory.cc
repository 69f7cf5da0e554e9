#include "facts/memory.h"

#include <fmt/format.h>

#include "facts/identity.h"
#include "facts/meminfo.h"
#include "facts/topics.h"

namespace gb10 {

namespace {

constexpr FactSpec size_of(const char* pattern, const char* words) {
  return {pattern, Type::quantity, Unit::bytes, words};
}
constexpr FactSpec count_of(const char* pattern, const char* words) {
  return {pattern, Type::integer, Unit::none, words};
}

constexpr FactSpec kSpecs[] = {
    size_of("memory.installed", "memory on the board"),
    size_of("memory.total", "memory that Linux has"),
    size_of("memory.free", "memory that holds nothing"),
    size_of("memory.available", "memory that programs can get without swapping"),
    size_of("memory.buffers", "cache of block devices"),
    size_of("memory.cached", "page cache with shared memory"),
    size_of("memory.anonymous", "memory of programs"),
    size_of("memory.dirty", "cache that waits to be written"),
    size_of("memory.writeback", "cache that is being written"),
    size_of("memory.mapped", "file pages mapped by programs"),
    size_of("memory.shared", "shared memory and tmpfs"),
    size_of("memory.kernel_reclaimable", "kernel memory that can be given back"),
    size_of("memory.slab_reclaimable", "kernel objects that can be given back"),
    size_of("memory.slab_unreclaimable", "kernel objects that stay"),
    size_of("memory.kernel_stack", "stacks of the kernel"),
    size_of("memory.page_tables", "page tables"),
    size_of("memory.vmalloc_used", "kernel memory mapped piece by piece"),
    size_of("memory.percpu", "kernel memory per CPU"),
    size_of("memory.unevictable", "memory that cannot be reclaimed"),
    size_of("memory.locked", "memory locked by programs"),
    size_of("memory.cma_total", "area for contiguous allocations"),
    size_of("memory.cma_free", "free part of that area"),
    size_of("memory.swap_total", "swap space"),
    size_of("memory.swap_free", "free swap space"),
    size_of("memory.swap_used", "swap in use"),
    size_of("memory.swap_cached", "memory that is also in swap"),
    size_of("memory.huge_pages_bytes", "memory set aside for huge pages"),
    count_of("memory.huge_pages_total", "huge pages set aside"),
    size_of("memory.huge_page_size", "default size of a huge page"),
    size_of("memory.page_size", "size of a page"),
    count_of("memory.large_blocks", "free memory in blocks of 32 MiB or more, in units of 32 MiB"),
    size_of("memory.large_block_memory", "free memory in blocks of 32 MiB or more"),
    {"memory.free_blocks", Type::list, Unit::none, "free blocks by size"},
    count_of("memory.compact_stall", "allocations that waited for compaction since boot"),
    count_of("memory.compact_fail", "compactions without success since boot"),
    count_of("memory.oom_kills", "processes that the kernel killed for memory since boot"),
    {"memory.pressure_some", Type::quantity, Unit::ratio, "time some task waited for memory, 10 s"},
    {"memory.pressure_full", Type::quantity, Unit::ratio, "time all tasks waited for memory, 10 s"},
    {"memory.swap_devices", Type::list, Unit::none, "swap devices and files"},
    {"memory.swap_on_zram", Type::boolean, Unit::none, "whether swap lies in compressed memory"},
    {"memory.transparent_huge_pages", Type::text, Unit::none, "transparent huge pages"},
    {"memory.thp_size", Type::quantity, Unit::bytes, "size of a transparent huge page"},
    {"memory.huge_page_defrag", Type::text, Unit::none, "effort for transparent huge pages"},
    count_of("memory.swappiness", "vm.swappiness"),
    count_of("memory.dirty_ratio", "vm.dirty_ratio, percent"),
    count_of("memory.dirty_background_ratio", "vm.dirty_background_ratio, percent"),
    size_of("memory.dirty_bytes", "vm.dirty_bytes; 0 where the ratio counts"),
    size_of("memory.dirty_background_bytes", "vm.dirty_background_bytes; 0 where the ratio counts"),
    size_of("memory.min_free", "vm.min_free_kbytes"),
    {"memory.earlyoom", Type::text, Unit::none, "state of the service earlyoom"},
    {"memory.earlyoom_arguments", Type::text, Unit::none, "how earlyoom is started"},
};

/// Names of /proc/meminfo and of our facts.
struct Field {
  std::string_view name, fact;
  bool count = false;
};
constexpr Field kFields[] = {
    {"MemTotal", "total"},
    {"MemFree", "free"},
    {"MemAvailable", "available"},
    {"Buffers", "buffers"},
    {"Cached", "cached"},
    {"AnonPages", "anonymous"},
    {"Dirty", "dirty"},
    {"Writeback", "writeback"},
    {"Mapped", "mapped"},
    {"Shmem", "shared"},
    {"KReclaimable", "kernel_reclaimable"},
    {"SReclaimable", "slab_reclaimable"},
    {"SUnreclaim", "slab_unreclaimable"},
    {"KernelStack", "kernel_stack"},
    {"PageTables", "page_tables"},
    {"VmallocUsed", "vmalloc_used"},
    {"Percpu", "percpu"},
    {"Unevictable", "unevictable"},
    {"Mlocked", "locked"},
    {"CmaTotal", "cma_total"},
    {"CmaFree", "cma_free"},
    {"SwapTotal", "swap_total"},
    {"SwapFree", "swap_free"},
    {"SwapCached", "swap_cached"},
    {"Hugetlb", "huge_pages_bytes"},
    {"HugePages_Total", "huge_pages_total", true},
    {"Hugepagesize", "huge_page_size"},
};

Quantity of_bytes(std::int64_t count) { return bytes(static_cast<double>(count)); }

void put_meminfo(const HostView& host, Facts& facts) {
  const std::string source = "/proc/meminfo";
  const auto table = host.read(source).map(meminfo);
  for (const auto& [name, fact, count] : kFields) {
    const std::string key = fmt::format("memory.{}", fact);
    if (!table.ok()) {
      facts.unknown(key, table.error(), source);
      continue;
    }
    const auto at = table->find(name);
    if (at == table->end()) {
      facts.unknown(key, {Error::Kind::unsupported, fmt::format("{} has no {}", source, name)},
                    source);
    } else {
      facts.set(key, count ? Value(at->second) : Value(of_bytes(at->second)), source);
    }
  }
}

void put_swap_used(Facts& facts) {
  const auto* const total = facts.known<Quantity>("memory.swap_total");
  const auto* const free = facts.known<Quantity>("memory.swap_free");
  if (total && free && free->value <= total->value) {
    facts.set("memory.swap_used", bytes(total->value - free->value), "/proc/meminfo");
  } else {
    facts.unknown("memory.swap_used",
                  {Error::Kind::failed, "the sizes of total and free swap are not known"},
                  "/proc/meminfo");
  }
}

/// Every GB10 machine is sold with 128 GiB; no file that a user may read says how much is on a
/// board.
void put_installed(const HostView& host, Facts& facts) {
  const bool gb10 = facts.find("identity.gb10") ? facts.is_true("identity.gb10")
                                                : is_gb10(signals_of(host)).value_or(false);
  constexpr double kGb10 = 128.0 * 1024 * 1024 * 1024;
  if (gb10) {
    facts.set("memory.installed", bytes(kGb10), "every GB10 machine has 128 GiB");
  } else {
    facts.unknown("memory.installed",
                  {Error::Kind::unsupported, "only known for GB10 machines (128 GiB each)"},
                  "kind of machine");
  }
}

std::vector<Command> questions(const Self&) { return {memory::earlyoom_question()}; }

void collect(const Machine& machine, const CollectOptions&, Facts& facts) {
  put_meminfo(machine.host, facts);
  put_swap_used(facts);
  put_installed(machine.host, facts);
  memory::collect_blocks(machine.host, facts);
  memory::collect_pressure(machine.host, facts);
  memory::collect_swap(machine.host, facts);
  memory::collect_settings(machine.host, facts);
  memory::collect_earlyoom(machine.host, facts);
}

}  // namespace

Topic memory_topic() { return {"memory", "memory and swap", kSpecs, questions, collect}; }

}  // namespace gb10
