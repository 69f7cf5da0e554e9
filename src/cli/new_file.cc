#include "cli/new_file.h"

#include <fmt/format.h>

#include "facts/paths.h"
#include "record/output.h"

namespace gb10 {

Result<void> write_new(const std::string& path, std::string_view text) {
  Result<LateFile> file = LateFile::open(path, false);
  Result<void> written = file.ok() ? file->finish(text) : Result<void>(file.error());
  if (written.ok() || written.error().kind != Error::Kind::conflict) return written;
  return Error{Error::Kind::conflict, written.error().what,
               "it is left as it is; name another file, or move it away"};
}

std::string absolute_path(const std::string& path, std::string_view here) {
  return paths::plain(path.starts_with('/') ? path : fmt::format("{}/{}", here, path));
}

}  // namespace gb10
