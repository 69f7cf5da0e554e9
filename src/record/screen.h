#pragma once

#include <termios.h>

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace gb10 {

/// The whole terminal, for pictures that are painted again and again: its other page, without a
/// cursor, keys as they are typed. At the end of its life it is as before.
class Screen {
 public:
  /// `keys` may be no terminal: then none come. Error where `output` is none.
  static Result<Screen> open(int keys, int output);
  Screen(Screen&& other) noexcept;
  Screen& operator=(Screen&&) = delete;
  ~Screen();

  struct Size {
    std::size_t columns = 80, rows = 24;
  };
  Size size() const;

  /// Paints the first lines, as many as there are rows. False when the terminal is gone.
  bool paint(const std::vector<std::string>& lines) const;

  /// The next key that was typed; nothing when there is none. Does not wait.
  std::optional<char> key() const;
  /// Readable when a key was typed; -1 where none come.
  int keys() const { return has_keys_ ? keys_ : -1; }

  /// Gives the terminal back for a while, and takes it again.
  void leave();
  void enter();

 private:
  Screen(int keys, int output) : keys_(keys), output_(output) {}

  int keys_ = -1, output_ = -1;
  bool has_keys_ = false, entered_ = false;
  termios before_{};
};

}  // namespace gb10
