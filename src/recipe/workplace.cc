#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "recipe/build.h"
#include "recipe/stamps.h"
#include "recipe/step_process.h"

namespace gb10 {

namespace {

constexpr const char* kMarkerText =
    "A build of gb10 recipe. What lies here was made by it and may be removed as a whole.\n";

Result<void> check_folder(const HostView& host, const std::string& folder) {
  const auto entries = host.list(folder);
  if (!entries.ok() && entries.error().kind == Error::Kind::not_found) return {};
  if (!entries.ok()) return entries.error();
  const bool is_ours = std::any_of(entries->begin(), entries->end(), [](const DirEntry& entry) {
    return entry.name == kMarkerFile && entry.kind == FileKind::regular;
  });
  if (is_ours || entries->empty()) return {};
  return Error{Error::Kind::conflict,
               fmt::format("cannot build in {}: something else is there, not made by gb10", folder),
               "move it away, or set XDG_CACHE_HOME to another place"};
}

}  // namespace

Result<Workplace> Workplace::open(Host& host, const std::string& folder) {
  TRY(check_folder(host, folder));
  TRY(host.make_directory(folder));
  TRY(host.install({fmt::format("{}/{}", folder, kMarkerFile), kMarkerText}));
  auto lock = FileLock::take(folder + "/lock");
  if (!lock.ok() && lock.error().kind == Error::Kind::busy)
    return Error{Error::Kind::busy, fmt::format("another gb10 builds in {}", folder),
                 "wait for it, or end it"};
  if (!lock.ok()) return lock.error();
  for (const char* const each : {"src", "dist", "logs"})
    TRY(host.make_directory(fmt::format("{}/{}", folder, each)));
  return Workplace(folder, *std::move(lock));
}

Result<bool> patch_file(Host& host, const std::string& path, const std::string& find,
                        const std::string& replace, bool optional) {
  const std::string text = TRY(host.read(path));
  // First: what is put in may hold what was looked for.
  if (!replace.empty() && text.find(replace) != std::string::npos) return false;
  const std::size_t at = text.find(find);
  if (at == std::string::npos && (optional || replace.empty())) return false;
  const std::string place = path.substr(path.rfind('/') + 1);
  if (at == std::string::npos)
    return Error{Error::Kind::failed,
                 fmt::format("{} does not hold the text that the patch changes", place),
                 "the sources are others than the recipe means"};
  if (text.find(find, at + 1) != std::string::npos)
    return Error{Error::Kind::failed,
                 fmt::format("{} holds the text that the patch changes more than once", place)};
  const FileInfo info = TRY(host.info(path));
  std::string changed = text.substr(0, at) + replace + text.substr(at + find.size());
  TRY(host.install({path, std::move(changed), info.mode}));
  return true;
}

}  // namespace gb10
