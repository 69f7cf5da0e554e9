#pragma once

#include <string>
#include <vector>

#include "base/blob.h"
#include "base/result.h"
#include "model/wheelhouse.h"

namespace gb10 {

/// What a wheel says of itself, without size, hash and audit: its name's parts, what it wants. Held
/// against each other: the file's name, METADATA and WHEEL. With `whole` every file of it is held
/// against RECORD. Error `invalid` for what makes no sense, and for a damaged wheel.
Result<HouseWheel> read_wheel(const Blob& blob, const std::string& file, bool whole);

/// The processor that a wheel is for: "aarch64"; empty where it is for any, or for none of Linux.
std::string processor_of(const HouseWheel& wheel);

/// Why a wheel cannot be installed on `machine` with a C library "2.39"; either may be empty. Empty
/// when it can.
std::string misfit(const HouseWheel& wheel, const std::string& machine, const std::string& glibc);

}  // namespace gb10
