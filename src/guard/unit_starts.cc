#include "guard/unit_starts.h"

#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "base/text.h"
#include "host/failure.h"

namespace gb10 {

Result<UnitStarts> UnitStarts::open(const std::string& folder) {
  Descriptor events(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
  if (!events) return failure(errno, "cannot watch folders");
  if (::inotify_add_watch(events.get(), folder.c_str(), IN_CREATE | IN_ONLYDIR) < 0)
    return failure(errno, fmt::format("cannot watch {}", folder));
  return UnitStarts(std::move(events));
}

std::vector<std::string> UnitStarts::next() {
  constexpr int kMost = 16;  // reads of one look, so that a flood holds nobody
  std::vector<std::string> out;
  alignas(inotify_event) std::array<char, 4096> buffer{};
  for (int i = 0; i < kMost; ++i) {
    const ssize_t n = ::read(events_.get(), buffer.data(), buffer.size());
    if (n <= 0) break;
    for (std::size_t at = 0; at < static_cast<std::size_t>(n);) {
      inotify_event event{};
      std::memcpy(&event, &buffer[at], sizeof event);
      const std::string name = event.len > 0 ? &buffer[at + sizeof event] : "";
      at += sizeof event + event.len;
      // Files of the group itself come with it; a slice holds units and is none that runs.
      if ((event.mask & IN_ISDIR) == 0 || name.ends_with(".slice")) continue;
      out.push_back(printable(name, 200));
    }
  }
  return out;
}

}  // namespace gb10
