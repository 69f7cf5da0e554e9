#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gb10 {

/// Those of `known` that somebody who typed `word` may have meant, at most three, all equally
/// likely: a letter or two away, or beginning with it, or else holding it. Empty when none is near.
std::vector<std::string> nearest(std::string_view word, const std::vector<std::string>& known);

/// The hint for a word that is none of `known`: "did you mean --root?", or `otherwise` when none is
/// near. Each name is written behind `before`.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known,
                         std::string_view otherwise, std::string_view before = {});

}  // namespace gb10
