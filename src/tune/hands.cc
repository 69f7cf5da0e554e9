#include "tune/hands.h"

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

Result<void> set_gpu_cell(TuneHands& hands, const CellChange& cell, std::string_view value) {
  if (!hands.gpu)
    return Error{Error::Kind::unsupported, fmt::format("{}: no GPU can be asked", cell.cell)};
  const std::vector<std::string_view> parts = split(cell.path, ':');
  const auto gpu = parts.size() == 3 ? whole_number(parts[1]) : std::nullopt;
  if (!gpu || *gpu < 0 || *gpu > 4096)
    return Error{Error::Kind::invalid, fmt::format("{} names no GPU", printable(cell.path, 60))};
  const int number = static_cast<int>(*gpu);
  if (value.empty()) return hands.gpu->reset_clocks(number);
  const std::vector<std::string_view> bounds = words(value);
  const auto lowest = bounds.empty() ? std::nullopt : whole_number(bounds.front());
  const auto highest = bounds.size() == 2 ? whole_number(bounds.back()) : std::nullopt;
  if (!lowest || !highest || *lowest < 0 || *lowest > *highest)
    return Error{Error::Kind::invalid,
                 fmt::format("\"{}\" is no lowest and highest clock", printable(value, 60))};
  return hands.gpu->lock_clocks(number,
                                {static_cast<unsigned>(*lowest), static_cast<unsigned>(*highest)});
}

}  // namespace gb10
