#include <fmt/format.h>

#include "base/text.h"
#include "facts/ask.h"
#include "facts/storage.h"
#include "facts/value.h"

namespace gb10::storage {

namespace {

constexpr std::string_view kBlocks = "/sys/block";

/// Loops (a stock system has more than twenty for snaps), memory disks, and devices that only
/// stand for others.
bool is_disk(std::string_view name) {
  for (const std::string_view prefix :
       {"loop", "ram", "zram", "dm-", "md", "sr", "fd", "nbd", "zd"}) {
    if (name.starts_with(prefix)) return false;
  }
  return true;
}

/// How a disk is attached, by its name and by the path of its device.
Result<Value> transport(const HostView& host, std::string_view name) {
  if (name.starts_with("nvme")) return Value(std::string("nvme"));
  if (name.starts_with("vd")) return Value(std::string("virtio"));
  if (name.starts_with("mmcblk")) return Value(std::string("mmc"));
  const std::string path = TRY(host.link(fmt::format("{}/{}", kBlocks, name)));
  for (const std::string_view kind : {"usb", "ata", "virtio"}) {
    if (path.find(fmt::format("/{}", kind)) == std::string::npos) continue;
    return Value(std::string(kind == "ata" ? "sata" : kind));
  }
  return Value(std::string("scsi"));
}

/// The PCI device behind an NVMe disk. With several paths to one disk the disk belongs to a
/// subsystem, and only the class names the controller.
std::string pci_dir(const HostView& host, std::string_view name) {
  const std::string direct = fmt::format("{}/{}/device/device", kBlocks, name);
  if (host.info(direct + "/current_link_speed").ok()) return direct;
  return fmt::format("/sys/class/nvme/{}/device", name.substr(0, name.find('n', 4)));
}

void put_link(const HostView& host, std::string_view name, Facts& facts) {
  const std::string dir = pci_dir(host, name);
  const auto put = [&](std::string_view field, std::string_view file, bool speed) {
    const std::string path = fmt::format("{}/{}", dir, file);
    facts.put(key("block", name, field), speed ? link_speed(host, path) : number_value(host, path),
              path);
  };
  put("link_speed", "current_link_speed", true);
  put("link_speed_max", "max_link_speed", true);
  put("link_width", "current_link_width", false);
  put("link_width_max", "max_link_width", false);
}

void put_queue(const HostView& host, std::string_view name, Facts& facts) {
  const std::string queue = fmt::format("{}/{}/queue/", kBlocks, name);
  facts.put(
      key("block", name, "rotational"),
      as_value(ask::number(host, queue + "rotational").map([](std::int64_t n) { return n != 0; })),
      queue + "rotational");
  facts.put(key("block", name, "scheduler"), as_value(chosen_word(host, queue + "scheduler")),
            queue + "scheduler");
  facts.put(key("block", name, "read_ahead"),
            quantity_value(host, queue + "read_ahead_kb", kibibytes(1)), queue + "read_ahead_kb");
  facts.put(key("block", name, "requests"), number_value(host, queue + "nr_requests"),
            queue + "nr_requests");
}

void put_disk(const HostView& host, std::string_view name, Facts& facts) {
  const std::string dir = fmt::format("{}/{}/", kBlocks, name);
  // The kernel counts sectors of 512 bytes, whatever the disk's own are.
  constexpr Quantity kSector{512, Unit::bytes};
  const auto size = quantity_value(host, dir + "size", kSector);
  if (size.ok() && std::get<Quantity>(*size).value == 0) return;  // a card reader without a card
  facts.put(key("block", name, "size"), size, dir + "size");
  if (const auto model = text_value(host, dir + "device/model"); model.ok()) {
    facts.put(key("block", name, "model"), model, dir + "device/model");
  }
  facts.put(key("block", name, "transport"), transport(host, name), std::string(kBlocks));
  put_queue(host, name, facts);
  if (name.starts_with("nvme")) put_link(host, name, facts);
}

}  // namespace

Result<Value> link_speed(const HostView& host, std::string_view path) {
  const std::string text = TRY(ask::text(host, path));
  const auto parts = words(text);
  const auto speed = parts.empty() ? std::nullopt : decimal_number(parts[0]);
  if (!speed) return nonsense(path, text);
  return Value(*speed);
}

void collect_blocks(const HostView& host, Facts& facts) {
  const auto entries = host.list(kBlocks);
  if (!entries.ok()) return facts.unknown("storage.disks", entries.error(), std::string(kBlocks));
  std::int64_t disks = 0;
  for (const DirEntry& entry : *entries) {
    if (!is_disk(entry.name) || ask::instance(entry.name) != entry.name) continue;
    put_disk(host, entry.name, facts);
    ++disks;
  }
  facts.set("storage.disks", disks, std::string(kBlocks));
}

}  // namespace gb10::storage
