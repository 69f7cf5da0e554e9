#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

/// Readers of what fwupd prints. They survive any bytes.
namespace gb10::firmware_text {

/// A device of `fwupdmgr get-devices --json`, without what identifies the single unit.
struct Device {
  std::string name, summary;
  std::string version;  // "3.5.8"; empty where fwupd names none
  std::string raw;      // as fwupd wrote it ("0x03000508")
  std::string state;    // "pending", "success", "failed", "needs-reboot"; empty when unknown
  std::string error;    // why its last update failed
};

Result<std::vector<Device>> devices(std::string_view json);

/// The dotted form of a version that firmware keeps as one number: "3.5.8" of "0x03000508" and
/// "2.155.11" of "0x02009b0b", the pairs that are documented for a GB10. Other texts stay as they
/// are.
std::string dotted(std::string_view version);

/// The parts of a GB10 that carry firmware of their own.
enum class Part { ec, uefi, usb_pd, soc };

/// The first device that is this part, by its name and else by its summary; null for none.
const Device* part_of(const std::vector<Device>& devices, Part part);

}  // namespace gb10::firmware_text
