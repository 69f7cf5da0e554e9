#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

#include <algorithm>

#include "base/text.h"
#include "cli/app.h"

extern char** environ;

namespace {

/// The narrowest screen that text is laid out for, and the widest.
constexpr std::size_t kNarrow = 40, kWide = 100;

std::map<std::string, std::string, std::less<>> environment() {
  std::map<std::string, std::string, std::less<>> out;
  for (char** entry = environ; *entry; ++entry) {
    const std::string_view text = *entry;
    const std::size_t at = text.find('=');
    if (at != std::string_view::npos) out.emplace(text.substr(0, at), text.substr(at + 1));
  }
  return out;
}

/// Columns of the screen: as COLUMNS says, else as the terminal does; wide where neither is known.
std::size_t columns(const gb10::Io& io) {
  winsize size{};
  std::int64_t count = 0;
  const auto said = io.environment.find("COLUMNS");
  if (said != io.environment.end()) count = gb10::whole_number(said->second).value_or(0);
  if (count <= 0 && io.terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
    count = size.ws_col;
  if (count <= 0) return kWide;
  return std::clamp(static_cast<std::size_t>(count), kNarrow, kWide);
}

gb10::Io streams() {
  gb10::Io io;
  io.environment = environment();
  io.terminal = isatty(STDOUT_FILENO) == 1;
  const auto term = io.environment.find("TERM");
  const bool dumb = term != io.environment.end() && term->second == "dumb";
  io.color = io.terminal && !dumb && io.environment.find("NO_COLOR") == io.environment.end();
  io.width = columns(io);
  return io;
}

/// A standard stream that the caller closed stays closed: else the next file opened would take its
/// number, and results would go into that file.
void keep_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) != -1 || errno != EBADF) continue;
    // The lowest free number is this one's. Opened for the other direction it answers EBADF still.
    static_cast<void>(open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY));
  }
}

const char* hint_for(int code) {
  if (code == ENOSPC || code == EDQUOT) return "make room where the output goes: df -h";
  if (code == EFBIG) return "the output may not grow so large here: ulimit -f";
  if (code == EBADF) return "standard output is closed: give it a place, such as > FILE";
  return "send the output elsewhere, such as > FILE";
}

/// Results that did not reach the disk must not look like success; a reader that went away is none
/// of our business.
int flushed(const gb10::Io& io, int code) {
  if (io.written() || io.lost == EPIPE) return code;
  return io.fail({gb10::Error::Kind::failed,
                  "cannot write the result: " + gb10::lower(std::strerror(io.lost)),
                  hint_for(io.lost)});
}

}  // namespace

int main(int argc, char** argv) {
  keep_closed_streams();
  // Both then show as errors of the write that met them.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  const gb10::Io io = streams();
  return flushed(io, gb10::run_app({argv + std::min(argc, 1), argv + argc}, io));
}
