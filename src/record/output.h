#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "host/descriptor.h"

namespace gb10 {

/// A file that is written at the end of long work, but whose place is proven at its begin: it lies
/// beside it as PATH.part-PID until then. Without `finish` nothing is left behind.
class LateFile {
 public:
  /// Error `conflict` when the file is there already and is not to be replaced.
  static Result<LateFile> open(const std::string& path, bool replace);
  LateFile(LateFile&&) = default;
  LateFile& operator=(LateFile&&) = delete;
  ~LateFile();

  /// Writes the whole and puts it into its place.
  Result<void> finish(std::string_view bytes);

  const std::string& path() const { return path_; }

 private:
  LateFile(std::string path, bool replace);

  std::string path_, part_;
  bool replace_ = false;
  Descriptor file_;
};

}  // namespace gb10
