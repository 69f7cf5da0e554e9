#pragma once

#include <string>

#include "base/result.h"
#include "host/descriptor.h"

namespace gb10 {

/// Held by one process at a time; the kernel lets it go with the process.
class FileLock {
 public:
  /// Makes the file and its folder where they are missing. Error `busy` while somebody holds it.
  static Result<FileLock> take(const std::string& path);

 private:
  explicit FileLock(Descriptor file) : file_(std::move(file)) {}

  Descriptor file_;
};

}  // namespace gb10
