#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "cli/command.h"
#include "host/host.h"
#include "recipe/build.h"

namespace gb10 {

/// What the programs of a build may take of this machine, as --budget and --jobs ask. Looked at
/// anew for each: others come and go in the hours that a build takes.
class RoomFinder {
 public:
  /// `invalid`: --budget names no size. `host` must outlive it.
  static Result<RoomFinder> of(const Arguments& arguments, const BuildPlan& plan,
                               const HostView& host);

  /// For a program that starts now. `unsupported`: what --budget asks for is not available, or too
  /// little is.
  Result<ProgramRoom> now() const;

  /// The bound as it is told before the first program: a line, or nothing where there is none.
  std::string told(const ProgramRoom& first) const;

 private:
  explicit RoomFinder(const HostView& host) : host_(&host) {}

  Result<std::optional<double>> budget_now() const;
  int jobs_now() const;

  const HostView* host_;
  std::string own_;                 // the path of gb10
  bool is_bounded_ = true;          // --budget none
  std::optional<double> asked_;     // bytes
  bool jobs_are_asked_ = false;     // --jobs
  int jobs_ = 1;                    // at most
  std::optional<double> each_job_;  // bytes
};

}  // namespace gb10
