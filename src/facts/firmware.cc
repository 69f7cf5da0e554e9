#include <optional>

#include <fmt/format.h>

#include "base/text.h"
#include "facts/ask.h"
#include "facts/firmware_text.h"
#include "facts/topics.h"

namespace gb10 {

namespace {

using Kind = Error::Kind;
using firmware_text::Device;
using firmware_text::Part;
using Devices = Result<std::vector<Device>>;

constexpr FactSpec kSpecs[] = {
    {"firmware.fwupd", Type::version, Unit::none, "version of fwupd"},
    {"firmware.libfwupd", Type::version, Unit::none, "version of fwupd's library"},
    {"firmware.ec", Type::version, Unit::none, "firmware of the embedded controller"},
    {"firmware.uefi", Type::version, Unit::none, "system firmware"},
    {"firmware.usb_pd", Type::version, Unit::none, "firmware of the USB-C power controller"},
    {"firmware.soc", Type::version, Unit::none, "firmware of the SoC"},
    {"firmware.devices", Type::list, Unit::none, "devices with firmware, and their versions"},
    {"firmware.pending", Type::list, Unit::none, "updates that wait for a reboot"},
    {"firmware.last_error", Type::text, Unit::none, "why the last firmware update failed"},
};

constexpr const char* kFwupd = "fwupdmgr get-devices";

Command devices_question() { return {{"fwupdmgr", "get-devices", "--json"}}; }

std::vector<Command> questions(const Self&) { return {devices_question()}; }

Devices devices(const HostView& host) {
  const std::string text = TRY(ask::printed(host, devices_question()));
  auto found = firmware_text::devices(text);
  if (found.ok()) return found;
  return Error{Kind::failed, "fwupdmgr printed no list of devices"};
}

void set_part(const Devices& devices, const char* key, Part part, Facts& facts) {
  if (!devices.ok()) return facts.unknown(key, devices.error(), kFwupd);
  const Device* const device = firmware_text::part_of(*devices, part);
  if (!device) return facts.unknown(key, {Kind::not_found, "fwupd lists no such device"}, kFwupd);
  const bool same = device->raw == device->version;
  facts.set(key, Version{device->version},
            same ? kFwupd : fmt::format("{} ({})", kFwupd, device->raw));
}

bool is_pending(const Device& device) {
  return device.state == "pending" || device.state == "needs-reboot";
}

/// fwupd also writes into UpdateError why a device cannot be updated now ("the lid is open").
bool has_failed(const Device& device) {
  return device.state == "failed" || device.state == "failed-transient";
}

std::string failure(const Device& device) {
  return fmt::format("{}: {}", device.name, device.error.empty() ? "no reason told" : device.error);
}

void set_devices(const Devices& devices, Facts& facts) {
  if (!devices.ok()) {
    for (const char* const key : {"firmware.devices", "firmware.pending", "firmware.last_error"}) {
      facts.unknown(key, devices.error(), kFwupd);
    }
    return;
  }
  std::vector<std::string> all, pending;
  std::string last_error = "none";
  for (const Device& device : *devices) {
    if (!device.version.empty()) all.push_back(fmt::format("{} {}", device.name, device.version));
    if (is_pending(device)) pending.push_back(fmt::format("{}: {}", device.name, device.state));
    if (has_failed(device) && last_error == "none") last_error = failure(device);
  }
  facts.set("firmware.devices", std::move(all), kFwupd);
  facts.set("firmware.pending", std::move(pending), kFwupd);
  facts.set("firmware.last_error", last_error, kFwupd);
}

/// The newest of `packages`: an older one may stay behind beside it.
Result<Value> installed(const Result<std::string>& status,
                        const std::vector<const char*>& packages) {
  if (!status.ok()) return status.error();
  std::optional<Version> newest;
  for (const char* const package : packages) {
    const auto version = ask::package_version(*status, package);
    if (version && (!newest || compared(*newest, Version{*version}) < 0))
      newest = Version{*version};
  }
  if (newest) return Value(*newest);
  return Error{Kind::not_found, fmt::format("{} is not installed", packages.front())};
}

void set_packages(const HostView& host, Facts& facts) {
  const auto status = host.read(ask::kPackageStatus);
  const std::string source(ask::kPackageStatus);
  facts.put("firmware.fwupd", installed(status, {"fwupd"}), source);
  // The number is the library's interface: 2 in Ubuntu 24.04, 3 since fwupd 2.
  facts.put("firmware.libfwupd", installed(status, {"libfwupd2", "libfwupd3"}), source);
}

void collect(const Machine& machine, const CollectOptions&, Facts& facts) {
  const Devices all = devices(machine.host);
  set_part(all, "firmware.ec", Part::ec, facts);
  set_part(all, "firmware.uefi", Part::uefi, facts);
  set_part(all, "firmware.usb_pd", Part::usb_pd, facts);
  set_part(all, "firmware.soc", Part::soc, facts);
  set_devices(all, facts);
  set_packages(machine.host, facts);
}

}  // namespace

Topic firmware_topic() {
  return {"firmware", "firmware, and what fwupd says of its updates", kSpecs, questions, collect};
}

}  // namespace gb10
