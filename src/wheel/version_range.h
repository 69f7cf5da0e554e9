#pragma once

#include <optional>
#include <span>
#include <vector>

#include "wheel/pep440.h"

namespace gb10 {

/// How much of what `wanted` lets in lies in a range of versions.
enum class Overlap { none, some, all };

/// Versions that fit `wanted`, the lowest first: at, just below and just above each one that it or
/// one of `ranges` names, so that between two of them nothing changes its mind. Pre-releases are
/// left out unless `wanted` names one. The last is far above all that anybody names where `wanted`
/// has no upper end.
std::vector<PepVersion> sample_versions(const Specifiers& wanted,
                                        std::span<const Specifiers> ranges);

/// Judged by sample_versions, since nobody's list of releases is known here. `none` for a `wanted`
/// that nothing fits.
Overlap overlap(const Specifiers& wanted, const Specifiers& range);

}  // namespace gb10
