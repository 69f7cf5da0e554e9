#pragma once

#include <functional>
#include <string>

#include "base/blob.h"
#include "elf/artifact.h"

namespace gb10 {

/// Calls `use` with each member of a wheel that may hold code. A member that cannot be read becomes
/// a problem of its code; the Error is only for what is no wheel.
Result<void> each_wheel_code(
    const Blob& wheel, const ArtifactOptions& options,
    const std::function<void(const std::string& member, const GpuCode& code)>& use);

}  // namespace gb10
