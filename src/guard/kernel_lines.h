#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "host/descriptor.h"

namespace gb10 {

/// The new lines of the kernel's log, from now on.
class KernelLines {
 public:
  /// Error denied without the right to read it.
  static Result<KernelLines> open(const std::string& path = "/dev/kmsg");

  /// What came since it was last asked and matters to why a machine died. Does not wait.
  std::vector<std::string> next();

 private:
  explicit KernelLines(Descriptor file) : file_(std::move(file)) {}

  Descriptor file_;
};

/// The text of a record of /dev/kmsg ("6,339,5140900,-;text"); nothing for what is none.
std::optional<std::string_view> kernel_message(std::string_view record);

/// Whether a line tells of the GPU's driver, of memory, of heat, or of the kernel's own trouble.
bool is_vital(std::string_view message);

}  // namespace gb10
