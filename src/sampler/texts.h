#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

/// Numbers out of the kernel's files, found without allocating. What is not there is not a number.
namespace gb10::texts {

/// The number that `text` begins with.
double number(std::string_view text);

/// The number behind `key` and a run of blanks or ":" at the start of a line.
double after(std::string_view text, std::string_view key);

/// Of "full avg10=0.00 … total=123" the number of `key`, such as "full total".
double pressure(std::string_view text, std::string_view key);

/// Free bytes of /proc/buddyinfo in blocks of at least `least` bytes. Of a kernel whose largest
/// block is smaller, not a number.
double in_blocks(std::string_view text, double least, double page);

/// What all cores spent since boot of the first line of /proc/stat: time in use, and all of it.
struct CpuTime {
  double busy = 0, all = 0;
};
CpuTime cpu_time(std::string_view text);

/// The sum of column `column` (0 is the one behind the name) over the lines whose name is one of
/// `names`; `name_at` is the column of the name in the line. Not a number when none is there.
double sum(std::string_view text, std::span<const std::string> names, int name_at, int column);

}  // namespace gb10::texts
