#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace gb10 {

/// A file of data/ as it was when the program was built.
struct Embedded {
  std::string_view path;  // "rules/gpu.low-power-state.toml"
  std::string_view text;
};

/// Every file of data/, sorted by path.
std::span<const Embedded> embedded_files();

/// The text of one of them ("products.toml"); nothing when there is none.
std::optional<std::string_view> embedded(std::string_view path);

/// A text that pages are made of: "page", "style", "script", "charts". Nothing where the program
/// was built without it.
std::optional<std::string_view> embedded_asset(std::string_view name);

}  // namespace gb10
