#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "host/record.h"

namespace gb10 {

/// What an archive may unpack to.
constexpr std::uint64_t kArchiveBytes = 256U << 20U;
constexpr std::size_t kArchiveMembers = 100'000;
constexpr std::uint64_t kArchiveRatio = 1032;

/// A tar archive of `members`, compressed with zstd; plain where they would shrink so far that
/// unpacking would refuse it. Refuses what unpacking would refuse.
Result<std::string> packed(const Members& members, std::int64_t time);

/// The members of such an archive. Refuses, as `invalid`, one that escapes (absolute names, "..",
/// links, devices), bombs (more than the limits above) or lies (sizes, names given twice, cut off).
Result<Members> unpacked(std::string_view bytes);

}  // namespace gb10
