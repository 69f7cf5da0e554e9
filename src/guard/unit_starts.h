#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "host/descriptor.h"

namespace gb10 {

/// The services and containers that start: systemd makes a control group for each, and removes it
/// when it ends.
class UnitStarts {
 public:
  /// From now on. Error not_found on a machine without such groups.
  static Result<UnitStarts> open(const std::string& folder = "/sys/fs/cgroup/system.slice");

  /// The units that started since it was last asked. Does not wait.
  std::vector<std::string> next();

 private:
  explicit UnitStarts(Descriptor events) : events_(std::move(events)) {}

  Descriptor events_;
};

}  // namespace gb10
