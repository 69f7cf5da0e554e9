#include "facts/storage.h"

#include <fmt/format.h>

#include "base/text.h"
#include "facts/ask.h"
#include "facts/topics.h"
#include "facts/value.h"

namespace gb10 {

namespace {

constexpr FactSpec kSpecs[] = {
    {"block[*].model", Type::text, Unit::none, "model of the disk"},
    {"block[*].size", Type::quantity, Unit::bytes, "size of the disk"},
    {"block[*].rotational", Type::boolean, Unit::none, "whether it has turning plates"},
    {"block[*].scheduler", Type::text, Unit::none, "I/O scheduler"},
    {"block[*].read_ahead", Type::quantity, Unit::bytes, "read-ahead of buffered reads"},
    {"block[*].requests", Type::integer, Unit::none, "requests that may wait"},
    {"block[*].transport", Type::text, Unit::none, "how it is attached"},
    {"block[*].link_speed", Type::number, Unit::none, "PCIe speed now, GT/s"},
    {"block[*].link_speed_max", Type::number, Unit::none, "PCIe speed possible, GT/s"},
    {"block[*].link_width", Type::integer, Unit::none, "PCIe lanes now"},
    {"block[*].link_width_max", Type::integer, Unit::none, "PCIe lanes possible"},
    {"filesystem[*].type", Type::text, Unit::none, "kind of file system"},
    {"filesystem[*].read_only", Type::boolean, Unit::none, "whether nothing can be written there"},
    {"filesystem[*].device", Type::text, Unit::none, "where it lies"},
    {"filesystem[*].size", Type::quantity, Unit::bytes, "room in all"},
    {"filesystem[*].available", Type::quantity, Unit::bytes, "room that users may still fill"},
    {"filesystem[*].used", Type::quantity, Unit::ratio, "share that is taken"},
    {"storage.disks", Type::integer, Unit::none, "disks that the kernel shows"},
    {"storage.filesystems", Type::integer, Unit::none, "file systems on real devices"},
    {"storage.hf_cache", Type::quantity, Unit::bytes, "size of the Hugging Face cache"},
    {"storage.hf_cache_path", Type::text, Unit::none, "where that cache lies"},
    {"storage.ollama_models", Type::quantity, Unit::bytes, "size of Ollama's models"},
    {"storage.zfs_loaded", Type::boolean, Unit::none, "whether the module zfs is loaded"},
    {"storage.zfs_arc", Type::quantity, Unit::bytes, "memory that the ZFS cache takes"},
    {"storage.zfs_arc_max", Type::quantity, Unit::bytes, "memory that the ZFS cache may take"},
    {"storage.zfs_version", Type::version, Unit::none, "version of the module zfs"},
};

void collect(const Machine& machine, const CollectOptions&, Facts& facts) {
  storage::collect_blocks(machine.host, facts);
  storage::collect_filesystems(machine.host, facts);
  storage::collect_caches(machine.host, facts);
  storage::collect_zfs(machine.host, facts);
}

/// The third number of the line "size 4 123456" of ZFS's statistics.
Result<Value> arc_value(const HostView& host, const std::string& path, std::string_view name) {
  const std::string text = TRY(host.read(path));
  for (const std::string_view line : lines(text)) {
    const auto parts = words(line);
    if (parts.size() != 3 || parts[0] != name) continue;
    const auto value = whole_number(parts[2]);
    if (value) return Value(bytes(static_cast<double>(*value)));
  }
  return Error{Error::Kind::failed, fmt::format("{} has no {}", path, name)};
}

}  // namespace

void storage::collect_zfs(const HostView& host, Facts& facts) {
  const std::string module = "/sys/module/zfs", stats = "/proc/spl/kstat/zfs/arcstats";
  const auto loaded = ask::exists(host, module);
  facts.put("storage.zfs_loaded", as_value(loaded), module);
  if (!loaded.value_or(false)) {
    const Error why =
        loaded.ok() ? Error{Error::Kind::not_found, "zfs is not loaded"} : loaded.error();
    for (const char* name : {"zfs_arc", "zfs_arc_max", "zfs_version"}) {
      facts.unknown(fmt::format("storage.{}", name), why, module);
    }
    return;
  }
  facts.put("storage.zfs_arc", arc_value(host, stats, "size"), stats);
  facts.put("storage.zfs_arc_max", arc_value(host, stats, "c_max"), stats);
  const std::string version = module + "/version";
  facts.put("storage.zfs_version", ask::text(host, version).map([](const std::string& text) {
    return Value(Version{printable(text)});
  }),
            version);
}

Topic storage_topic() { return {"storage", "disks and file systems", kSpecs, nullptr, collect}; }

}  // namespace gb10
