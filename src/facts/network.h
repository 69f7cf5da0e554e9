#pragma once

#include <optional>
#include <string>
#include <vector>

#include "facts/network_text.h"
#include "host/host.h"
#include "model/fact.h"

/// What the parts of the network topic share.
namespace gb10::network {

/// A network interface as far as the fabric needs it.
struct Interface {
  std::string name, kind, pci;
  std::optional<bool> carrier;
  std::optional<std::int64_t> mtu;
};

/// A function on the PCI bus.
struct PciFunction {
  std::string place, id, driver;  // "0007:01:00.0", "10ec:8127", "r8127"; no driver: empty
};

using Addresses = Result<std::vector<network_text::Address>>;

inline constexpr std::string_view kConnectX = "15b3:1021";
inline constexpr std::string_view kTenGig = "10ec:8127";

/// Sets what concerns the ConnectX-7 ports together.
void collect_fabric(const HostView& host, const std::vector<Interface>& interfaces,
                    const Addresses& addresses, Facts& facts);

/// Sets fabric.functions and fabric.narrow_functions.
void set_functions(const HostView& host, const Result<std::vector<PciFunction>>& functions,
                   Facts& facts);

/// Sets net.wifi_log; nobody is asked where no interface is Wi-Fi.
void collect_wifi_log(const HostView& host, const std::vector<Interface>& interfaces, Facts& facts);

/// Sets rdma[DEV].…, and rdma.devices.
void collect_rdma(const HostView& host, Facts& facts);

}  // namespace gb10::network
