#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gb10 {

/// A line of a file of pip as pip reads it: continued lines joined, the comment gone.
struct PipLine {
  std::string text;
  int first = 0, last = 0;  // physical lines, from 1
};

/// The lines that say anything. A line longer than 64 KiB comes with the text cut there.
std::vector<PipLine> pip_lines(std::string_view text);

inline constexpr std::size_t kLongestPipLine = 64 * 1024;

/// An option in front of a line: "-r base.txt", "--index-url=https://…".
struct PipOption {
  std::string name, value;  // the long name: "--requirement"
};

/// What a line that begins with "-" says.
PipOption pip_option(std::string_view line);

/// Whether pip knows an option of that name, which does not matter here.
bool is_harmless_pip_option(std::string_view name);

}  // namespace gb10
