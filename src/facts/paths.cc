#include "facts/paths.h"

#include <algorithm>
#include <deque>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10::paths {

namespace {

constexpr int kMostLinks = 40;

std::string joined_parts(const std::vector<std::string>& parts) {
  return parts.empty() ? "/" : "/" + joined(parts, "/");
}

/// Adds one part to a path; ".." takes one away.
void step(std::vector<std::string>& parts, std::string_view part) {
  if (part.empty() || part == ".") return;
  if (part != "..") {
    parts.emplace_back(part);
  } else if (!parts.empty()) {
    parts.pop_back();
  }
}

}  // namespace

std::string plain(std::string_view path) {
  std::vector<std::string> parts;
  for (const std::string_view part : split(path, '/')) step(parts, part);
  return joined_parts(parts);
}

std::string last(std::string_view path) { return std::string(path.substr(path.rfind('/') + 1)); }

std::string parent(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string_view::npos || slash == 0) return "/";
  return std::string(path.substr(0, slash));
}

Result<std::string> resolved(const HostView& host, std::string_view path) {
  std::deque<std::string> left;
  for (const std::string_view part : split(path, '/')) left.emplace_back(part);
  std::vector<std::string> done;
  int links = 0;
  while (!left.empty()) {
    const std::string part = left.front();
    left.pop_front();
    const std::vector<std::string> before = done;
    step(done, part);
    if (done.size() <= before.size()) continue;
    const Result<std::string> target = host.link(joined_parts(done));
    if (!target.ok()) continue;
    if (++links > kMostLinks) {
      return Error{Error::Kind::failed, fmt::format("the links of {} lead in circles", path)};
    }
    done = target->starts_with('/') ? std::vector<std::string>() : before;
    const auto parts = split(*target, '/');
    left.insert(left.begin(), parts.begin(), parts.end());
  }
  return joined_parts(done);
}

}  // namespace gb10::paths
