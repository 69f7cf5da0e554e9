#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "base/result.h"
#include "host/descriptor.h"
#include "host/process.h"

namespace gb10 {

/// The standard streams of a new program; -1 is /dev/null.
struct Streams {
  int in = -1, out = -1, err = -1;
};

/// A program that has been started, or not quite: `trouble` gives one int, the errno, when it could
/// not be executed, and ends without one when it runs.
struct Spawned {
  Process process;
  Descriptor trouble;
};

/// Starts a program and does not wait until it is executed, so that a file that does not answer
/// cannot hold us.
Result<Spawned> spawn(const std::vector<std::string>& argv,
                      const std::vector<std::string>& environment, const Streams& streams);

/// The Error for what `trouble` said.
Error exec_failure(int code, const std::string& program);

/// A pipe of which both ends are closed on exec, and the read end does not block.
struct Pipe {
  Descriptor read, write;
};
Result<Pipe> open_pipe();

/// fork(2), with our signal handlers gone in the child before a signal can reach them; the child
/// leads a process group of its own. 0 in the child, which may call nothing but async-signal-safe
/// functions, and -1 with errno.
pid_t fork_plain();

}  // namespace gb10
