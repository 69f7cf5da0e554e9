#pragma once

#include <string>
#include <string_view>

namespace gb10 {

/// True when `text` is a list of comparisons such as ">=0.27.1,<0.28" ("==2.9.*", "!=4.5.0"), or
/// empty.
bool are_specifiers(std::string_view text);

/// True when `version` meets every comparison of `text`; a text that is no list of them holds none.
/// The order is that of model/version.h, which also knows kernels, drivers and tags of images.
bool holds(std::string_view specifiers, std::string_view version);

}  // namespace gb10
