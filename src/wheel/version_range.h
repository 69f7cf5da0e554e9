#pragma once

#include <optional>

#include "wheel/pep440.h"

namespace gb10 {

/// How much of what `wanted` lets in lies in a range of versions.
enum class Overlap { none, some, all };

/// Judged by versions at, just below and just above each one that either of the two names, since
/// nobody's list of releases is known here. Pre-releases are left out unless `wanted` names one.
/// `none` for a `wanted` that nothing fits.
Overlap overlap(const Specifiers& wanted, const Specifiers& range);

/// Whether the newest version that `wanted` lets in lies in `range`; nothing when nothing fits
/// `wanted`.
std::optional<bool> newest_is_in(const Specifiers& wanted, const Specifiers& range);

}  // namespace gb10
