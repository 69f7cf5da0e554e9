#include "audit/wheel_file_name.h"

#include "base/text.h"

namespace gb10 {

bool WheelFileName::fits(std::string_view machine) const {
  for (const std::string_view tag : split(platform, '.')) {
    if (tag == "any") return true;
    const bool is_linux = tag.starts_with("linux") || tag.starts_with("manylinux");
    if (is_linux && tag.ends_with(machine)) return true;
  }
  return false;
}

std::optional<WheelFileName> wheel_file_name(std::string_view path_or_url) {
  std::string_view path = path_or_url.substr(0, path_or_url.find_first_of("#?"));
  path = path.substr(path.rfind('/') + 1);  // npos + 1 is 0
  constexpr std::string_view kEnding = ".whl";
  if (!path.ends_with(kEnding) || path.size() > 1000) return std::nullopt;
  path.remove_suffix(kEnding.size());
  const std::string decoded =
      replaced(replaced(replaced(path, "%2B", "+"), "%2b", "+"), "%21", "!");
  const auto parts = split(decoded, '-');
  // name-version(-build)?-python-abi-platform
  if (parts.size() < 5 || parts.size() > 6 || parts[0].empty()) return std::nullopt;
  return WheelFileName{std::string(parts[0]), std::string(parts[1]), std::string(parts.back())};
}

}  // namespace gb10
