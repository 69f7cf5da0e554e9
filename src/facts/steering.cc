#include "facts/steering.h"

#include <algorithm>

#include "model/steering_names.h"

namespace gb10 {

std::span<const std::string_view> steering_variables() { return steering_names(); }

bool is_steering_variable(std::string_view name) {
  const auto names = steering_names();
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace gb10
