#pragma once

#include "guard/boot_evidence.h"
#include "model/last_boot.h"

namespace gb10 {

/// Why the boot before ended, out of what it left behind. It says no more than the traces carry:
/// where a power cut and a freeze look the same, the verdict names both.
LastBoot last_boot(const BootEvidence& evidence);

}  // namespace gb10
