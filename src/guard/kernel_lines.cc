#include "guard/kernel_lines.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include <fmt/format.h>

#include "base/text.h"
#include "host/failure.h"

namespace gb10 {

std::optional<std::string_view> kernel_message(std::string_view record) {
  const std::size_t begin = record.find(';');
  if (begin == std::string_view::npos || begin == 0) return std::nullopt;
  if (record[0] < '0' || record[0] > '9') return std::nullopt;
  return record.substr(begin + 1, record.find('\n', begin) - begin - 1);
}

bool is_vital(std::string_view message) {
  constexpr std::string_view kWords[] = {"NVRM",
                                         "Xid",
                                         "NV_ERR",
                                         "nvidia-modeset: ERROR",
                                         "Out of memory",
                                         "oom-kill",
                                         "oom_reaper",
                                         "blocked for more than",
                                         "lockup",
                                         "rcu: INFO",
                                         "Kernel panic",
                                         "BUG:",
                                         "Oops",
                                         "Call trace:",
                                         "Unable to handle",
                                         "Internal error:",
                                         "temperature",
                                         "thermal",
                                         "AER:",
                                         "mlx5_core",
                                         "watchdog",
                                         "I/O error",
                                         "page allocation failure"};
  return std::any_of(std::begin(kWords), std::end(kWords), [&](std::string_view word) {
    return message.find(word) != std::string_view::npos;
  });
}

Result<KernelLines> KernelLines::open(const std::string& path) {
  Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (!file) return failure(errno, fmt::format("cannot open {}", path));
  ::lseek(file.get(), 0, SEEK_END);
  return KernelLines(std::move(file));
}

std::vector<std::string> KernelLines::next() {
  constexpr int kMost = 200;  // of one look, so that a flood holds nobody
  std::vector<std::string> out;
  std::array<char, 8192> record{};
  for (int i = 0; i < kMost; ++i) {
    const ssize_t n = ::read(file_.get(), record.data(), record.size());
    if (n < 0 && errno == EPIPE) continue;  // some were overwritten before they were read
    if (n <= 0) break;
    const auto message = kernel_message({record.data(), static_cast<std::size_t>(n)});
    if (message && is_vital(*message)) out.push_back(printable(*message));
  }
  return out;
}

}  // namespace gb10
