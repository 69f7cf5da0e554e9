#include <sys/ioctl.h>
#include <unistd.h>
#include <cerrno>
#include <csignal>
#include <cstdio>

#include <algorithm>

#include "cli/app.h"

extern char** environ;

namespace {

std::map<std::string, std::string, std::less<>> environment() {
  std::map<std::string, std::string, std::less<>> out;
  for (char** entry = environ; *entry; ++entry) {
    const std::string_view text = *entry;
    const std::size_t at = text.find('=');
    if (at != std::string_view::npos) out.emplace(text.substr(0, at), text.substr(at + 1));
  }
  return out;
}

gb10::Io streams() {
  gb10::Io io;
  io.environment = environment();
  io.terminal = isatty(STDOUT_FILENO) == 1;
  const auto term = io.environment.find("TERM");
  const bool dumb = term != io.environment.end() && term->second == "dumb";
  io.color = io.terminal && !dumb && io.environment.find("NO_COLOR") == io.environment.end();
  winsize size{};
  if (io.terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    io.width = std::clamp<std::size_t>(size.ws_col, 60, 100);
  }
  return io;
}

/// Results that did not reach the disk must not look like success; a reader that went away is none
/// of our business.
int flushed(int code) {
  const bool failed = std::fflush(stdout) != 0 || std::ferror(stdout) != 0;
  if (!failed || errno == EPIPE) return code;
  std::perror("gb10: cannot write the result");
  std::fputs("hint: look for room where the output goes: df -h\n", stderr);
  return gb10::kFailure;
}

}  // namespace

int main(int argc, char** argv) {
  // Both then show as errors of the write that met them.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  return flushed(gb10::run_app({argv + std::min(argc, 1), argv + argc}, streams()));
}
