#pragma once

#include <optional>

#include "guard/watch.h"

namespace gb10 {

/// What is to be done now.
enum class Deed { none, drop_cache, terminate, kill };
const char* word(Deed deed);

/// The order of what is done about an alarm: cache first, then SIGTERM, then SIGKILL, then the next
/// process. It remembers what was done and lets each deed take effect.
class Course {
 public:
  explicit Course(GuardPolicy policy) : policy_(std::move(policy)) {}

  /// `cache` is the clean page cache in bytes; `seconds` is the time of the outlook; `goes`: what
  /// was killed is still being taken apart, and memory comes back.
  Deed next(const Outlook& outlook, bool is_over, double cache, double seconds, bool goes);

  /// Whether something was done that is not over yet.
  bool is_under_way() const { return state_ != State::calm; }
  /// Whether that was SIGKILL.
  bool has_killed() const { return state_ == State::killed; }

 private:
  enum class State { calm, terminated, killed };

  Deed enter(State state, Deed deed, double seconds);
  bool may_drop(const Outlook& outlook, double cache, double seconds) const;
  Deed after_term(const Outlook& outlook, double seconds);

  GuardPolicy policy_;
  State state_ = State::calm;
  double since_ = 0;
  std::optional<double> dropped_;
};

}  // namespace gb10
