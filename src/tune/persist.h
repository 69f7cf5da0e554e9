#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "host/host.h"
#include "model/tune.h"
#include "tune/knobs.h"
#include "tune/own_file.h"

namespace gb10 {

inline constexpr const char* kSysctlFile = "/etc/sysctl.d/99-zz-gb10.conf";
inline constexpr const char* kTmpfilesFile = "/etc/tmpfiles.d/gb10.conf";
inline constexpr const char* kUdevFile = "/etc/udev/rules.d/90-gb10.rules";
inline constexpr const char* kGrubFile = "/etc/default/grub.d/90-gb10.cfg";
inline constexpr const char* kModprobeFile = "/etc/modprobe.d/gb10.conf";

/// What the machine is to do by itself.
struct BootSetup {
  std::string program = {};  // gb10's own path, which units start; empty for no unit
  enum class Watch { no, report, enforce } watch = Watch::no;
};

/// What keeps a plan's wants over a restart: content by path. A file that would say nothing is left
/// out. An Error where the text of one cannot be made on this machine.
Result<std::vector<PlannedFile>> boot_files(const std::vector<PlanStep>& steps,
                                            const KnobTable& table, const BootSetup& setup,
                                            const HostView& host);

/// The ways of keeping that knobs may name.
bool is_persistence(std::string_view name);

/// The file of ours that keeps a knob of this way; null where each has its own, or none does.
const char* file_of(std::string_view persistence);

/// Whether a file makes the machine start gb10 by itself: then gb10 must be root's alone.
bool starts_program(std::string_view path);

}  // namespace gb10
