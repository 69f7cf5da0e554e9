#pragma once

#include <string>
#include <string_view>

#include "host/host.h"

/// Names of files.
namespace gb10::paths {

/// "a/b" without doubled, "." and ".." parts; absolute.
std::string plain(std::string_view path);

/// What stands behind the last "/".
std::string last(std::string_view path);

/// What stands before the last "/" ("/" at the top).
std::string parent(std::string_view path);

/// `path` with every symbolic link in it followed. Parts that are not there stay as they are: only
/// the reader of the file can tell what is missing. Error `failed` for links that lead in circles.
Result<std::string> resolved(const HostView& host, std::string_view path);

}  // namespace gb10::paths
