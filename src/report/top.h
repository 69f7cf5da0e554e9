#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "model/quantity.h"
#include "report/report.h"

namespace gb10 {

/// The machine at one moment, as `gb10 top` shows it. Nothing stands for what is not known.
struct TopFrame {
  /// A number under its name in JSON ("gpu.power").
  struct Number {
    std::string name;
    std::optional<Quantity> amount;
  };
  /// A part of the memory.
  struct Part {
    Quantity amount;
    std::string label;
  };
  /// A process and what it holds.
  struct Holding {
    std::int64_t pid = 0;
    std::string name;
    std::optional<Quantity> amount;
  };

  std::string time;  // "16:45:10"
  std::vector<Number> numbers;
  std::string no_gpu;               // why nothing is known of the GPU; empty while it answers
  std::vector<std::string> limits;  // what holds its clock back
  std::vector<Part> memory;         // the ledger's parts, or none where it could not be made
  std::optional<Quantity> whole;    // what they add up to
  std::optional<Quantity> swap_used, swap_whole;
  std::optional<std::vector<Holding>> on_gpu;  // the largest first; nothing: not known
  std::vector<Holding> largest;                // processes with most memory of their own

  std::optional<Quantity> find(std::string_view name) const;
};

/// Lines for a screen of `dress.width` columns, none of them longer.
std::vector<std::string> screen_lines(const TopFrame& frame, const Dress& dress);
Json to_json(const TopFrame& frame);

}  // namespace gb10
