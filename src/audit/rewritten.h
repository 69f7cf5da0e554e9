#pragma once

#include <string>
#include <string_view>

#include "wheel/requirement.h"

namespace gb10 {

/// `written` with `clause` ("platform_machine != 'aarch64'") added to its marker. It quotes as the
/// marker that is there does.
std::string with_clause(std::string_view written, const Requirement& read, std::string_view clause);

/// `advised` ("vllm>=0.27.1") in place of `read`, with its extras and its marker.
std::string in_place_of(const Requirement& read, std::string_view advised);

}  // namespace gb10
