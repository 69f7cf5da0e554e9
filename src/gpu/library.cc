#include "gpu/library.h"

#include <dlfcn.h>
#include <link.h>

#include <utility>

#include <fmt/format.h>

namespace gb10 {

namespace {

/// The loader's words for a missing file, which are the normal case on a machine without a driver.
bool says_missing(std::string_view words) {
  return words.find("No such file or directory") != std::string_view::npos;
}

}  // namespace

Result<Library> Library::open(const std::vector<std::string>& names, std::string hint) {
  CHECK(!names.empty());
  std::string broken;
  for (const std::string& name : names) {
    // Its code stays in memory after dlclose: a driver may leave threads and exit handlers behind.
    if (void* const handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)) {
      return Library(handle, names.front());
    }
    const char* const words = dlerror();
    if (broken.empty() && words && !says_missing(words)) broken = words;
  }
  if (!broken.empty()) {
    return Error{Error::Kind::failed, fmt::format("cannot load {}: {}", names.front(), broken),
                 std::move(hint)};
  }
  return Error{Error::Kind::unsupported, fmt::format("{} not found", names.front()),
               std::move(hint)};
}

Library::Library(Library&& other) noexcept
    : handle_(std::exchange(other.handle_, nullptr)), name_(std::move(other.name_)) {}

Library& Library::operator=(Library&& other) noexcept {
  std::swap(handle_, other.handle_);
  std::swap(name_, other.name_);
  return *this;
}

Library::~Library() {
  if (handle_) dlclose(handle_);
}

std::string Library::path() const {
  link_map* place = nullptr;
  if (dlinfo(handle_, RTLD_DI_LINKMAP, &place) != 0 || !place || !place->l_name) return name_;
  return place->l_name;
}

void* Library::address(const char* name) const { return dlsym(handle_, name); }

}  // namespace gb10
