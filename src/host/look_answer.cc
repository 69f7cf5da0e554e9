#include "host/look_answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>

#include "host/failure.h"

namespace gb10 {

Error look_failure(int code, std::string_view doing) {
  switch (code) {
    case ETIMEDOUT:
      return {Error::Kind::timeout, fmt::format("{}: no answer within 2 s", doing)};
    case kNotAFile:
      return {Error::Kind::failed, fmt::format("{}: it is no regular file", doing)};
    case EFBIG:
      return {Error::Kind::failed, fmt::format("{}: it is larger than 16 MiB", doing)};
    default:
      return failure(code, doing);
  }
}

std::vector<DirEntry> entries_of(const std::string& bytes) {
  std::vector<DirEntry> out;
  for (std::size_t at = 0; at + 1 < bytes.size();) {
    const auto kind = static_cast<FileKind>(bytes[at]);
    std::string name = bytes.c_str() + at + 1;
    at += name.size() + 2;
    out.push_back({std::move(name), kind});
  }
  std::sort(out.begin(), out.end(), [](auto& a, auto& b) { return a.name < b.name; });
  return out;
}

}  // namespace gb10
