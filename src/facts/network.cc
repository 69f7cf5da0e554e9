#include "facts/network.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "facts/ask.h"
#include "facts/topics.h"
#include "facts/value.h"

namespace gb10 {

namespace {

using Kind = Error::Kind;
using network::Addresses;
using network::Interface;
using network::PciFunction;

constexpr FactSpec kSpecs[] = {
    {"net[*].state", Type::text, Unit::none, "state of the interface"},
    {"net[*].carrier", Type::boolean, Unit::none, "whether it has a link"},
    {"net[*].speed", Type::quantity, Unit::bits_per_second, "speed of its link"},
    {"net[*].mtu", Type::integer, Unit::none, "largest packet it sends, bytes"},
    {"net[*].driver", Type::text, Unit::none, "driver of the interface"},
    {"net[*].addresses", Type::list, Unit::none, "addresses of the interface"},
    {"net[*].pci", Type::text, Unit::none, "PCI function of the interface"},
    {"net[*].pci_id", Type::text, Unit::none, "PCI vendor and device of the interface"},
    {"net[*].link_width", Type::integer, Unit::none, "PCIe lanes in use"},
    {"net[*].link_width_max", Type::integer, Unit::none, "PCIe lanes it could use"},
    {"net[*].link_speed", Type::number, Unit::none, "PCIe transfers, GT/s"},
    {"net[*].kind", Type::text, Unit::none, "connectx, ethernet, wifi, virtual or other"},
    {"net.interfaces", Type::integer, Unit::none, "network interfaces that are shown"},
    {"net.wifi_log", Type::list, Unit::none, "what wpa_supplicant says of keys since the boot"},
    {"net.r8127_bound", Type::boolean, Unit::none, "whether r8127 drives the 10 GbE port"},
    {"net.r8169_bound", Type::boolean, Unit::none, "whether r8169 drives the 10 GbE port"},
    {"net.ten_gig_present", Type::boolean, Unit::none, "whether the 10 GbE port is on PCI"},
    {"fabric.functions", Type::integer, Unit::none, "PCI functions of the ConnectX-7"},
    {"fabric.interfaces", Type::list, Unit::none, "network interfaces of the ConnectX-7"},
    {"fabric.cabled", Type::list, Unit::none, "those of them with a link"},
    {"fabric.twins_without_address", Type::list, Unit::none,
     "cabled halves of a port without an IPv4 address whose other half has one"},
    {"fabric.small_mtu", Type::list, Unit::none, "cabled ConnectX-7 interfaces below MTU 9000"},
    {"fabric.narrow_functions", Type::list, Unit::none, "ConnectX-7 functions with lanes missing"},
    {"fabric.twins_in_one_subnet", Type::list, Unit::none, "halves of a port in the same subnet"},
    {"fabric.ports_in_one_subnet", Type::list, Unit::none, "different ports in the same subnet"},
    {"fabric.hotplug_marker", Type::boolean, Unit::none, "whether the NIC is hidden uncabled"},
    {"fabric.nccl_conf", Type::list, Unit::none, "settings in /etc/nccl.conf"},
    {"fabric.infiniband_devices", Type::boolean, Unit::none, "whether /dev/infiniband is there"},
    {"rdma.devices", Type::integer, Unit::none, "RDMA devices"},
    {"rdma[*].netdev", Type::text, Unit::none, "network interface of the RDMA device"},
    {"rdma[*].state", Type::text, Unit::none, "state of its port (ACTIVE, DOWN)"},
    {"rdma[*].rate", Type::quantity, Unit::bits_per_second, "rate of its port"},
    {"rdma[*].firmware", Type::version, Unit::none, "firmware of the RDMA device"},
    {"rdma[*].gid_index", Type::integer, Unit::none, "first RoCE v2 GID with an IPv4 address"},
    {"rdma[*].errors", Type::list, Unit::none, "error counters that are not 0"},
};

constexpr const char* kInterfaces = "/sys/class/net";
constexpr const char* kPciDevices = "/sys/bus/pci/devices";

Command address_question() { return {{"ip", "-j", "addr", "show"}}; }

std::vector<Command> questions(const Self&) { return {address_question()}; }

Addresses addresses(const HostView& host) {
  const std::string text = TRY(ask::printed(host, address_question()));
  auto found = network_text::addresses(text);
  if (found.ok()) return found;
  return Error{Kind::failed, fmt::format("ip printed {}", found.error().what)};
}

std::string pci_id_below(const HostView& host, const std::string& dir) {
  const auto vendor = host.read(dir + "/vendor");
  const auto device = host.read(dir + "/device");
  if (!vendor.ok() || !device.ok()) return {};
  return network_text::pci_id(*vendor, *device).value_or(std::string());
}

Result<std::vector<PciFunction>> pci_functions(const HostView& host) {
  const auto entries = TRY(host.list(kPciDevices));
  std::vector<PciFunction> found;
  for (const DirEntry& entry : entries) {
    const std::string dir = fmt::format("{}/{}", kPciDevices, entry.name);
    PciFunction function{.place = entry.name, .id = pci_id_below(host, dir), .driver = {}};
    const bool is_nic = function.id == network::kConnectX || function.id == network::kTenGig;
    if (!is_nic) continue;
    function.driver = ask::link_name(host, dir + "/driver").value_or(std::string());
    found.push_back(std::move(function));
  }
  return found;
}

void set_ten_gig(const Result<std::vector<PciFunction>>& functions, Facts& facts) {
  constexpr const char* kKeys[] = {"net.ten_gig_present", "net.r8127_bound", "net.r8169_bound"};
  if (!functions.ok()) {
    for (const char* const key : kKeys) facts.unknown(key, functions.error(), kPciDevices);
    return;
  }
  const auto any = [&](std::string_view driver) {
    return std::any_of(functions->begin(), functions->end(), [&](const PciFunction& one) {
      return one.id == network::kTenGig && (driver.empty() || one.driver == driver);
    });
  };
  facts.set("net.ten_gig_present", any({}), kPciDevices);
  facts.set("net.r8127_bound", any("r8127"), kPciDevices);
  facts.set("net.r8169_bound", any("r8169"), kPciDevices);
}

/// An interface of ours: the loopback and the ends of containers' cables tell nothing.
bool is_shown(const DirEntry& entry) {
  return entry.kind != FileKind::regular && entry.name != "lo" && !entry.name.starts_with("veth");
}

bool is_there(const HostView& host, const std::string& path) {
  const auto there = ask::exists(host, path);
  return there.ok() && *there;
}

std::string kind_of(const HostView& host, const std::string& dir, std::string_view pci_id) {
  if (pci_id == network::kConnectX) return "connectx";
  if (is_there(host, dir + "/wireless") || is_there(host, dir + "/phy80211")) return "wifi";
  if (!is_there(host, dir + "/device")) return "virtual";
  // 1 is ARPHRD_ETHER of <linux/if_arp.h>.
  const auto type = ask::number(host, dir + "/type");
  return type.ok() && *type == 1 ? "ethernet" : "other";
}

/// The PCI function behind a device of /sys: where the link leads, or what the kernel tells udev.
std::string pci_place_of(const HostView& host, const std::string& device) {
  const std::string linked = ask::link_name(host, device).value_or(std::string());
  if (network_text::pci_place(linked)) return linked;
  const auto told = host.read(device + "/uevent");
  const std::string text = told.value_or(std::string());
  const std::string named(value_of(text, "PCI_SLOT_NAME", '=').value_or(std::string_view()));
  return network_text::pci_place(named) ? named : std::string();
}

/// What its PCI function says; nothing for interfaces that have none.
void set_pci(const HostView& host, const std::string& dir, Interface& interface, Facts& facts) {
  const std::string device = dir + "/device";
  const auto key_of = [&](const char* field) {
    return key("net", ask::instance(interface.name), field);
  };
  interface.pci = pci_place_of(host, device);
  if (!interface.pci.empty()) facts.set(key_of("pci"), interface.pci, device);
  const std::string id = pci_id_below(host, device);
  if (!id.empty()) facts.set(key_of("pci_id"), id, device);
  const auto driver = ask::link_name(host, device + "/driver");
  if (driver.ok()) facts.set(key_of("driver"), printable(*driver, 60), device + "/driver");
  for (const auto& [field, file] : {std::pair{"link_width", "/current_link_width"},
                                    std::pair{"link_width_max", "/max_link_width"}}) {
    const auto width = ask::number(host, device + file);
    if (width.ok()) facts.set(key_of(field), *width, device + file);
  }
  const auto speed = host.read(device + "/current_link_speed");
  const auto transfers = speed.ok() ? network_text::transfers(*speed) : std::nullopt;
  if (transfers) facts.set(key_of("link_speed"), *transfers, device + "/current_link_speed");
  interface.kind = kind_of(host, dir, id);
  facts.set(key_of("kind"), interface.kind, dir);
}

/// What the interface itself says.
void set_link(const HostView& host, const std::string& dir, Interface& interface, Facts& facts) {
  const auto key_of = [&](const char* field) {
    return key("net", ask::instance(interface.name), field);
  };
  facts.put(key_of("state"), text_value(host, dir + "/operstate"), dir + "/operstate");
  const auto mtu = ask::number(host, dir + "/mtu");
  interface.mtu = mtu.known();
  facts.put(key_of("mtu"), as_value(mtu), dir + "/mtu");
  const auto carrier = ask::number(host, dir + "/carrier");
  if (carrier.ok()) {
    interface.carrier = *carrier == 1;
    facts.set(key_of("carrier"), *carrier == 1, dir + "/carrier");
  } else {
    // The kernel answers EINVAL for an interface that is switched off.
    Error why = carrier.error();
    if (why.kind == Kind::failed) why.what = "the interface is switched off, so that no link shows";
    facts.unknown(key_of("carrier"), why, dir + "/carrier");
  }
  // -1, or no answer, where there is no link: then there is no speed either.
  const auto speed = ask::number(host, dir + "/speed");
  if (speed.ok() && *speed > 0) {
    facts.set(key_of("speed"), Quantity{static_cast<double>(*speed) * 1e6, Unit::bits_per_second},
              dir + "/speed");
  }
}

void set_addresses(const Addresses& addresses, const std::string& name, Facts& facts) {
  const std::string field = key("net", ask::instance(name), "addresses");
  if (!addresses.ok()) return facts.unknown(field, addresses.error(), "ip addr");
  std::vector<std::string> texts;
  for (const network_text::Address& one : *addresses) {
    if (one.interface == name) texts.push_back(one.text);
  }
  facts.set(field, std::move(texts), "ip addr");
}

std::vector<Interface> collect_interfaces(const HostView& host, const Addresses& addresses,
                                          Facts& facts) {
  std::vector<Interface> found;
  const auto entries = host.list(kInterfaces);
  if (!entries.ok()) {
    facts.unknown("net.interfaces", entries.error(), kInterfaces);
    return found;
  }
  for (const DirEntry& entry : *entries) {
    if (!is_shown(entry)) continue;
    Interface interface {
      .name = entry.name, .kind = {}, .pci = {}, .carrier = {}, .mtu = {}
    };
    const std::string dir = fmt::format("{}/{}", kInterfaces, entry.name);
    set_pci(host, dir, interface, facts);
    set_link(host, dir, interface, facts);
    set_addresses(addresses, entry.name, facts);
    found.push_back(std::move(interface));
  }
  facts.set("net.interfaces", static_cast<std::int64_t>(found.size()), kInterfaces);
  return found;
}

void collect(const Machine& machine, const CollectOptions&, Facts& facts) {
  const Addresses all = addresses(machine.host);
  const auto interfaces = collect_interfaces(machine.host, all, facts);
  const auto functions = pci_functions(machine.host);
  set_ten_gig(functions, facts);
  network::set_functions(machine.host, functions, facts);
  network::collect_fabric(machine.host, interfaces, all, facts);
  network::collect_rdma(machine.host, facts);
  network::collect_wifi_log(machine.host, interfaces, facts);
}

}  // namespace

Topic network_topic() {
  return {"net", "network interfaces, the ConnectX-7 ports and RDMA", kSpecs, questions, collect};
}

}  // namespace gb10
