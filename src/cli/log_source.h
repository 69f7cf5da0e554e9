#pragma once

#include <functional>
#include <string>

#include "base/result.h"
#include "cli/command.h"

namespace gb10 {

/// Where a log comes from, as it was typed.
struct LogSource {
  enum class Kind { stream, file, message } kind = Kind::stream;
  std::string text;  // the path, or the message itself
};

/// What the words on the command line mean: nothing or "-" is the stream, the name of a file that
/// is there is that file, everything else is a message; but what can only be meant as a path and
/// is not there is an Error.
Result<LogSource> log_source(const std::vector<std::string>& words);

/// Waits for bytes of a stream so long at a time.
constexpr int kIdleMilliseconds = 200;

/// Gives the bytes to `take` as they come, until the end or until `take` says false. A folder, a
/// device, or a stream that cannot be read is an Error.
/// With `idle` it is called whenever nothing has come for kIdleMilliseconds.
Result<void> read_log(const LogSource& source, const std::function<bool(std::string_view)>& take,
                      const std::function<void()>& idle = {});

}  // namespace gb10
