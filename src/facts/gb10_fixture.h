#pragma once

#include <string>

#include "facts/facts.h"
#include "gpu/fake_gpu.h"
#include "host/fake_host.h"

/// For tests: parts of a GB10 machine made of the values that owners' outputs show.
namespace gb10::fixture {

/// /proc/cpuinfo with the parts of a GB10: 0xd87 on 0-4 and 10-14, 0xd85 on 5-9 and 15-19.
inline std::string cpuinfo() {
  std::string text;
  for (int cpu = 0; cpu < 20; ++cpu) {
    text += "processor\t: " + std::to_string(cpu) +
            "\nBogoMIPS\t: 2000.00\nFeatures\t: fp asimd sve2\nCPU implementer\t: 0x41\n"
            "CPU architecture: 8\nCPU variant\t: 0x0\nCPU part\t: " +
            (cpu % 10 < 5 ? "0xd87" : "0xd85") + "\nCPU revision\t: 1\n\n";
  }
  return text;
}

inline void add_pci(FakeHost& host, const std::string& address, const std::string& id,
                    const std::string& klass) {
  const std::string dir = "/sys/bus/pci/devices/" + address + "/";
  host.file(dir + "vendor", "0x" + id.substr(0, 4) + "\n");
  host.file(dir + "device", "0x" + id.substr(5) + "\n");
  host.file(dir + "class", klass + "\n");
}

inline void add_dmi(FakeHost& host, const std::string& vendor, const std::string& product) {
  host.file("/sys/class/dmi/id/sys_vendor", vendor + "\n");
  host.file("/sys/class/dmi/id/product_name", product + "\n");
}

/// CPU, PCI bus and DMI tables of NVIDIA's own machine.
inline FakeHost spark() {
  FakeHost host;
  host.file("/proc/cpuinfo", cpuinfo());
  host.file("/proc/sys/kernel/arch", "aarch64\n");
  host.file("/sys/devices/system/cpu/present", "0-19\n");
  host.file("/sys/devices/system/cpu/online", "0-19\n");
  add_pci(host, "0000:00:00.0", "10de:22ce", "0x060400");
  add_pci(host, "0000:01:00.0", "15b3:1021", "0x020000");
  add_pci(host, "000f:01:00.0", "10de:2e12", "0x030000");
  add_dmi(host, "NVIDIA", "NVIDIA_DGX_Spark");
  host.file("/sys/class/dmi/id/product_family", "DGX Spark\n");
  host.file("/sys/class/dmi/id/board_name", "P4242\n");
  host.file("/sys/class/dmi/id/bios_version", "5.36_0ACUM023\n");
  return host;
}

/// An answer of NVML that names one GPU.
inline FakeGpu gpu_named(const std::string& name) {
  GpuInfo info;
  info.fields.set("name", name, "NVML");
  FakeGpu gpu;
  gpu.gpus = std::vector<GpuInfo>{info};
  return gpu;
}

inline Facts collected(const Topic& topic, const HostView& host, const GpuView& gpu = FakeGpu()) {
  Facts facts;
  topic.collect(Machine{host, gpu}, CollectOptions{}, facts);
  return facts;
}

/// The value as people see it, or "unknown KIND".
inline std::string shown(const Facts& facts, std::string_view key) {
  const Fact* const fact = facts.find(key);
  if (!fact) return "not set";
  if (!fact->value.ok()) return std::string("unknown ") + word(fact->value.error().kind);
  return to_text(*fact->value);
}

}  // namespace gb10::fixture
