#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gpu/gpu.h"
#include "host/host.h"
#include "model/tune_look.h"
#include "tune/journal.h"
#include "tune/knobs.h"

namespace gb10 {

/// Looks `times` at each cell of a knob, with `wait` between two looks. A GPU's clock is sampled:
/// it can break a cap while the GPU is busy, and prove none.
/// An Error where the knob has no instance here.
Result<std::vector<CellProof>> proofs(const Knob& knob, const HostView& host, const GpuView& gpu,
                                      const Journal& journal, int times,
                                      const std::function<void()>& wait);

}  // namespace gb10
