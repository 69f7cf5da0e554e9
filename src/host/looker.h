#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "base/result.h"
#include "host/descriptor.h"
#include "host/look.h"
#include "host/process.h"

namespace gb10 {

/// A helper process, forked from this one, that looks at what may hang, so that it hangs in our
/// place. A thread would not do: one that sleeps in the kernel for ever keeps its process from
/// ending. After an errno of ETIMEDOUT or EPIPE it is dead and left behind; start another.
class Looker {
 public:
  static Result<Looker> start();

  /// What look_at gives, appended to `answer`. 0 or an errno.
  int ask(const std::string& path, Look look, std::string& answer);

  /// Opens a file and keeps it for `held`; its size. For one file only.
  int hold(const std::string& path, std::uint64_t& size);
  /// At most `count` bytes at `offset` of the file that was opened, appended to `answer`.
  int held(std::uint64_t offset, std::uint64_t count, std::string& answer);

  bool alive() const { return static_cast<bool>(talk_); }

  struct Question;

 private:
  Looker(Process process, Descriptor talk);
  int put(const Question& question, std::string& answer);
  int give_up(int code);

  Process process_;
  Descriptor talk_;
};

}  // namespace gb10
