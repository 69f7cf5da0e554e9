#pragma once

#include <optional>
#include <string>

#include "facts/facts.h"

namespace gb10 {

/// What one sign says to "is this a GB10?".
enum class Says { nothing, yes, no };
struct Signal {
  Says says = Says::nothing;
  std::string text;  // "PCI 10de:2e12 is a GB10"
};

/// What the signs together say. The CPU alone decides nothing in favour: NVIDIA sells its CPU cores
/// with other GPUs too.
struct Signals {
  Signal pci, nvml, cpu, dmi;
  Signal release = {};  // of DGX OS: counts only where nothing else tells, as on a disk
};
std::optional<bool> is_gb10(const Signals& signals);

/// True when one sign says yes and another no.
bool disagree(const Signals& signals);

/// What the machine's own files say, without asking the driver.
Signals signals_of(const HostView& host);

}  // namespace gb10
