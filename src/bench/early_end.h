#pragma once

#include <string>

namespace gb10 {

/// Why a run ended before its time.
enum class CutBy { no, interrupted, heat, memory, failed };
struct EarlyEnd {
  CutBy why = CutBy::no;
  std::string says = {};
};

}  // namespace gb10
