#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "recipe/build.h"
#include "recipe/stamps.h"
#include "recipe/step_process.h"

namespace gb10 {

namespace {

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

/// Where a patch is to be made, at most two places, and whether it is made somewhere.
struct PatchPlaces {
  std::vector<std::size_t> open;
  bool is_done = false;
};

PatchPlaces patch_places(const std::string& text, const std::string& find,
                         const std::string& replace) {
  PatchPlaces out;
  for (std::size_t at = 0; out.open.size() < 2;) {
    const std::size_t open = text.find(find, at);
    const std::size_t done = replace.empty() ? std::string::npos : text.find(replace, at);
    // What is put in may hold what was looked for.
    if (done != std::string::npos && done <= open) {
      out.is_done = true;
      at = done + replace.size();
    } else if (open != std::string::npos) {
      out.open.push_back(open);
      at = open + find.size();
    } else {
      break;
    }
  }
  return out;
}

}  // namespace

Result<Workplace> Workplace::open(Host& host, const std::string& folder) {
  TRY(check_folder(host, folder));
  TRY(host.make_directory(folder));
  TRY(host.install({fmt::format("{}/{}", folder, kMarkerFile), std::string(kMarkerText)}));
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
  const PatchPlaces places = patch_places(text, find, replace);
  if (places.open.empty() && (places.is_done || optional || replace.empty())) return false;
  const std::string place = path.substr(path.rfind('/') + 1);
  if (places.open.empty())
    return Error{Error::Kind::failed,
                 fmt::format("{} does not hold the text that the patch changes", place),
                 "the sources are others than the recipe means"};
  if (places.open.size() > 1)
    return Error{Error::Kind::failed,
                 fmt::format("{} holds the text that the patch changes more than once", place)};
  const FileInfo info = TRY(host.info(path));
  const std::size_t at = places.open.front();
  std::string changed = text.substr(0, at) + replace + text.substr(at + find.size());
  TRY(host.install({path, std::move(changed), info.mode}));
  return true;
}

}  // namespace gb10
