#pragma once

#include <optional>
#include <span>

namespace gb10 {

/// The middle value, or the mean of both; nothing when there is none. All of them are finite.
std::optional<double> median(std::span<const double> values);

}  // namespace gb10
