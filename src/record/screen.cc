#include "record/screen.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace gb10 {

namespace {

constexpr std::string_view kEnter = "\x1b[?1049h\x1b[?25l\x1b[2J\x1b[H";
constexpr std::string_view kLeave = "\x1b[?25h\x1b[?1049l";

bool write_all(int to, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(to, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

}  // namespace

Result<Screen> Screen::open(int keys, int output) {
  if (::isatty(output) != 1)
    return Error{Error::Kind::unsupported, "standard output is no terminal"};
  Screen out(keys, output);
  out.has_keys_ = ::tcgetattr(keys, &out.before_) == 0;
  out.enter();
  return out;
}

Screen::Screen(Screen&& other) noexcept
    : keys_(other.keys_),
      output_(other.output_),
      has_keys_(other.has_keys_),
      entered_(std::exchange(other.entered_, false)),
      before_(other.before_) {}

Screen::~Screen() { leave(); }

void Screen::enter() {
  if (entered_) return;
  entered_ = true;
  if (has_keys_) {
    termios wanted = before_;
    // Ctrl-C and Ctrl-Z stay signals.
    wanted.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    wanted.c_cc[VMIN] = 0;
    wanted.c_cc[VTIME] = 0;
    ::tcsetattr(keys_, TCSANOW, &wanted);
  }
  write_all(output_, kEnter);
}

void Screen::leave() {
  if (!std::exchange(entered_, false)) return;
  write_all(output_, kLeave);
  if (has_keys_) ::tcsetattr(keys_, TCSANOW, &before_);
}

Screen::Size Screen::size() const {
  winsize size{};
  if (::ioctl(output_, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return {};
  return {size.ws_col, size.ws_row};
}

bool Screen::paint(const std::vector<std::string>& lines) const {
  std::string text = "\x1b[H";
  const std::size_t count = std::min(lines.size(), size().rows);
  for (std::size_t i = 0; i < count; ++i) {
    text += lines[i];
    // The rest of the line goes; behind the last one no line begins, which would scroll.
    text += i + 1 < count ? "\x1b[K\r\n" : "\x1b[K";
  }
  text += "\x1b[J";
  return write_all(output_, text);
}

std::optional<char> Screen::key() const {
  char key = 0;
  if (!has_keys_ || ::read(keys_, &key, 1) != 1) return std::nullopt;
  return key;
}

}  // namespace gb10
