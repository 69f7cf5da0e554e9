#pragma once

#include <vector>

#include "facts/cpuinfo.h"
#include "facts/facts.h"

namespace gb10 {

/// Sets cpu.idle_states and cpu.idle_states_disabled: the states of one CPU of each kind, and which
/// of them are switched off on which CPUs. States are known by name and latency, never by their
/// number.
void put_idle_states(const HostView& host, const std::vector<CpuKind>& kinds, Facts& facts);

}  // namespace gb10
