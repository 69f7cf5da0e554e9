#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "facts/ask.h"
#include "facts/network.h"
#include "facts/value.h"

namespace gb10::network {

namespace {

using network_text::Address;

constexpr std::int64_t kJumbo = 9000;
constexpr const char* kPciDevices = "/sys/bus/pci/devices";
constexpr const char* kPorts = "/sys/class/net, ip addr";

/// A ConnectX-7 interface with its IPv4 addresses and its other half.
struct Port {
  const Interface* interface = nullptr;
  std::vector<Address> ipv4;
  const Port* twin = nullptr;

  bool cabled() const { return interface->carrier.value_or(false); }
};

std::vector<Port> ports_among(const std::vector<Interface>& interfaces,
                              const std::vector<Address>& addresses) {
  std::vector<Port> ports;
  for (const Interface& interface : interfaces) {
    if (interface.kind != "connectx") continue;
    Port& port = ports.emplace_back();
    port.interface = &interface;
    for (const Address& one : addresses) {
      if (one.interface == interface.name && one.ipv4) port.ipv4.push_back(one);
    }
  }
  return ports;
}

void pair_twins(std::vector<Port>& ports) {
  for (Port& port : ports) {
    const auto place = network_text::pci_place(port.interface->pci);
    for (const Port& other : ports) {
      const auto there = network_text::pci_place(other.interface->pci);
      if (place && there && network_text::are_twins(*place, *there)) port.twin = &other;
    }
  }
}

std::vector<std::string> twins_without_address(const std::vector<Port>& ports) {
  std::vector<std::string> found;
  for (const Port& port : ports) {
    if (!port.cabled() || !port.ipv4.empty() || !port.twin || port.twin->ipv4.empty()) continue;
    found.push_back(fmt::format("{}: its twin {} has {}", port.interface->name,
                                port.twin->interface->name, port.twin->ipv4.front().text));
  }
  return found;
}

/// Only where a port is in use: packets of an unused one have no size.
std::vector<std::string> small_mtu(const std::vector<Port>& ports) {
  std::vector<std::string> found;
  for (const Port& port : ports) {
    const bool used = !port.ipv4.empty() || (port.twin && !port.twin->ipv4.empty());
    const auto mtu = port.interface->mtu;
    if (used && port.cabled() && mtu && *mtu < kJumbo) {
      found.push_back(fmt::format("{}: {}", port.interface->name, *mtu));
    }
  }
  return found;
}

std::optional<std::string> shared_subnet(const Port& a, const Port& b) {
  for (const Address& one : a.ipv4) {
    for (const Address& other : b.ipv4) {
      if (const auto subnet = network_text::common_subnet(one, other)) return subnet;
    }
  }
  return std::nullopt;
}

/// Pairs of interfaces in one subnet: either halves of one port, or those of different ports.
std::vector<std::string> in_one_subnet(const std::vector<Port>& ports, bool twins) {
  std::vector<std::string> found;
  for (std::size_t i = 0; i < ports.size(); ++i) {
    for (std::size_t j = i + 1; j < ports.size(); ++j) {
      if ((ports[i].twin == &ports[j]) != twins) continue;
      const auto subnet = shared_subnet(ports[i], ports[j]);
      if (!subnet) continue;
      found.push_back(fmt::format("{} and {}: {}", ports[i].interface->name,
                                  ports[j].interface->name, *subnet));
    }
  }
  return found;
}

void set_addressing(const std::vector<Port>& ports, const Addresses& addresses, Facts& facts) {
  const Fact* const all = facts.find("net.interfaces");
  const bool listed = !all || all->value.ok();
  if (!addresses.ok() || !listed) {
    for (const char* const key : {"fabric.twins_without_address", "fabric.small_mtu",
                                  "fabric.twins_in_one_subnet", "fabric.ports_in_one_subnet"}) {
      facts.unknown(key, listed ? addresses.error() : all->value.error(),
                    listed ? "ip addr" : all->source);
    }
    return;
  }
  facts.set("fabric.twins_without_address", twins_without_address(ports), kPorts);
  facts.set("fabric.small_mtu", small_mtu(ports), kPorts);
  facts.set("fabric.twins_in_one_subnet", in_one_subnet(ports, true), kPorts);
  facts.set("fabric.ports_in_one_subnet", in_one_subnet(ports, false), kPorts);
}

void set_ports(const std::vector<Port>& ports, Facts& facts) {
  const Fact* const all = facts.find("net.interfaces");
  if (all && !all->value.ok()) {
    for (const char* const key : {"fabric.interfaces", "fabric.cabled"}) {
      facts.unknown(key, all->value.error(), all->source);
    }
    return;
  }
  std::vector<std::string> names, cabled;
  const Port* unseen = nullptr;
  for (const Port& port : ports) {
    names.push_back(port.interface->name);
    if (port.cabled()) cabled.push_back(port.interface->name);
    if (!port.interface->carrier) unseen = &port;
  }
  facts.set("fabric.interfaces", std::move(names), "/sys/class/net");
  // One that is switched off may have a cable all the same.
  if (cabled.empty() && unseen) {
    const std::string what = fmt::format("{} does not show its link", unseen->interface->name);
    return facts.unknown("fabric.cabled", {Error::Kind::failed, what}, "/sys/class/net");
  }
  facts.set("fabric.cabled", std::move(cabled), "/sys/class/net");
}

Result<Value> nccl_conf(const HostView& host) {
  const auto text = host.read("/etc/nccl.conf");
  if (text.ok()) return Value(network_text::settings(*text));
  if (text.error().kind == Error::Kind::not_found) return Value(std::vector<std::string>());
  return text.error();
}

/// "0002:01:00.0: x2 of x4" for a function that uses fewer lanes than it has.
std::optional<std::string> missing_lanes(const HostView& host, const PciFunction& function) {
  const std::string dir = fmt::format("{}/{}", kPciDevices, function.place);
  const auto width = ask::number(host, dir + "/current_link_width");
  const auto most = ask::number(host, dir + "/max_link_width");
  if (!width.ok() || !most.ok() || *width >= *most) return std::nullopt;
  return fmt::format("{}: x{} of x{}", function.place, *width, *most);
}

}  // namespace

void set_functions(const HostView& host, const Result<std::vector<PciFunction>>& functions,
                   Facts& facts) {
  if (!functions.ok()) {
    facts.unknown("fabric.functions", functions.error(), kPciDevices);
    return facts.unknown("fabric.narrow_functions", functions.error(), kPciDevices);
  }
  std::int64_t count = 0;
  std::vector<std::string> narrow;
  for (const PciFunction& function : *functions) {
    if (function.id != kConnectX) continue;
    ++count;
    if (const auto missing = missing_lanes(host, function)) narrow.push_back(*missing);
  }
  facts.set("fabric.functions", count, kPciDevices);
  facts.set("fabric.narrow_functions", std::move(narrow), kPciDevices);
}

void collect_fabric(const HostView& host, const std::vector<Interface>& interfaces,
                    const Addresses& addresses, Facts& facts) {
  auto ports = ports_among(interfaces, addresses.value_or(std::vector<Address>()));
  pair_twins(ports);
  set_ports(ports, facts);
  set_addressing(ports, addresses, facts);
  constexpr const char* kMarker = "/etc/nvidia/cx7-hotplug-enabled";
  facts.put("fabric.hotplug_marker", as_value(ask::exists(host, kMarker)), kMarker);
  facts.put("fabric.nccl_conf", nccl_conf(host), "/etc/nccl.conf");
  facts.put("fabric.infiniband_devices", as_value(ask::exists(host, "/dev/infiniband")),
            "/dev/infiniband");
}

}  // namespace gb10::network
