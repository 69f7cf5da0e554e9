#include "wheel/tags.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

/// More tags stand in no name.
constexpr std::size_t kMostTags = 1000;
constexpr std::size_t kLongestName = 1000;

Error invalid(std::string_view name, std::string_view why) {
  return {Error::Kind::invalid, fmt::format("{} {}", printable(name, 200), why),
          "a wheel is called name-version-python-abi-platform.whl"};
}

/// Whether this is a tag or several, with dots between them.
bool is_tag_set(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '.';
  });
}

std::vector<std::string_view> some_of(std::string_view set) {
  std::vector<std::string_view> out = split(set, '.');
  std::erase(out, std::string_view());
  return out;
}

/// "%2B" of an address is the "+" of a local version.
std::string unescaped(std::string_view text) {
  return replaced(replaced(text, "%2B", "+"), "%2b", "+");
}

}  // namespace

Result<std::vector<WheelTag>> wheel_tags(std::string_view text) {
  const std::vector<std::string_view> parts = split(text, '-');
  if (parts.size() != 3 || !std::all_of(parts.begin(), parts.end(), is_tag_set)) {
    return invalid(text, "is no tag of a wheel");
  }
  const auto pythons = some_of(parts[0]), abis = some_of(parts[1]), platforms = some_of(parts[2]);
  if (pythons.empty() || abis.empty() || platforms.empty()) {
    return invalid(text, "is no tag of a wheel");
  }
  if (text.size() > kLongestName || pythons.size() * abis.size() * platforms.size() > kMostTags) {
    return invalid(text, "stands for too many tags");
  }
  std::vector<WheelTag> out;
  for (const std::string_view python : pythons) {
    for (const std::string_view abi : abis) {
      for (const std::string_view platform : platforms) {
        out.push_back({lower(python), lower(abi), lower(platform)});
      }
    }
  }
  return out;
}

Result<WheelName> wheel_name(std::string_view file) {
  const std::string_view base = file.substr(file.rfind('/') + 1);
  if (!base.ends_with(".whl") || base.size() > kLongestName) {
    return invalid(base, "is no name of a wheel");
  }
  const std::vector<std::string_view> parts = split(base.substr(0, base.size() - 4), '-');
  if (parts.size() != 5 && parts.size() != 6) return invalid(base, "is no name of a wheel");
  const bool built = parts.size() == 6;
  if (parts[0].empty() || parts[1].empty()) return invalid(base, "lacks a name or a version");
  if (built && (parts[2].empty() || std::isdigit(static_cast<unsigned char>(parts[2][0])) == 0)) {
    return invalid(base, "has a build number that does not begin with a digit");
  }
  WheelName out;
  out.name = parts[0];
  out.version = unescaped(parts[1]);
  if (built) out.build = parts[2];
  const std::size_t tags = base.size() - 4 - parts[parts.size() - 1].size() -
                           parts[parts.size() - 2].size() - parts[parts.size() - 3].size() - 2;
  out.tags = TRY(wheel_tags(base.substr(tags, base.size() - 4 - tags)));
  return out;
}

std::string to_text(const WheelTag& tag) {
  return fmt::format("{}-{}-{}", tag.python, tag.abi, tag.platform);
}

}  // namespace gb10
