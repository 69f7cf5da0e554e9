#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "host/host.h"
#include "model/tune.h"

namespace gb10 {

/// The instances of a knob on this machine: {""} for a knob without instances, the names below its
/// folder that fit its pattern ("nvme0n1", "cpu0/cpuidle/state1"), the files that are swapped to
/// for the folder "/proc/swaps". An Error where what it needs is not there.
Result<std::vector<std::string>> instances_of(const Knob& knob, const HostView& host);

/// How a udev rule tells an instance from others, whatever name it has at the next boot: by serial
/// for a disk, by name and driver for a network interface, whose names say where it is plugged in.
/// Empty where nothing tells.
std::string udev_match(const Knob& knob, const std::string& instance, const HostView& host);

/// A step of an earlier boot with the name that its disk has now; nothing where the disk is not
/// there, whatever has its name.
std::optional<PlanStep> at_present(const PlanStep& step, const HostView& host);

/// A text of a knob with its places filled: {} the instance, {unit} systemd's name of it, {big} and
/// {little} the lists of CPUs of both kinds. `unsupported` where this machine has not two kinds.
Result<std::string> filled(std::string_view text, const std::string& instance,
                           const HostView& host);

}  // namespace gb10
