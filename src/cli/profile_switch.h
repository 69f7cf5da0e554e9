#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "cli/tune_parts.h"
#include "host/lock.h"

namespace gb10::tune_words {

/// A profile that is put on and taken off again, by the code of `tune apply --no-persist` and `tune
/// undo`. It holds the lock of the tuner all the time.
class ProfileSwitch {
 public:
  /// Errors: `unsupported` for what apply would refuse, `unfinished`, `busy`, `invalid` for a
  /// profile that changes nothing here. Nothing is changed. `arguments` and `io` outlive it.
  static Result<ProfileSwitch> open(KnobTable table, Profile profile, const Arguments& arguments,
                                    const Io& io);

  /// What it changes.
  const Plan& plan() const { return first_; }
  const Host& host() const { return *host_; }
  bool is_on() const { return run_.has_value(); }
  /// What of it cannot be read back.
  bool asks_gpu() const;
  /// "vm.swappiness" -> what it was, and what it is with the profile.
  std::map<std::string, std::pair<std::string, std::string>> settings() const;

  /// Errors: those of apply(); then it is off.
  Result<void> on();
  /// Nothing where it is off. Errors: `conflict` for what somebody else has changed, which is left
  /// alone, and then it is off; `unfinished` for what could not be taken back: it is still on, and
  /// the next call tries again.
  Result<void> off();
  /// Error `conflict`: not all is as the profile wants it, although it is on.
  Result<void> holds() const;
  /// Once it is off: that everything reads as it did at first, in words. Error `conflict`.
  Result<std::string> as_found() const;

 private:
  ProfileSwitch(const Arguments& arguments, const Io& io, FileLock lock)
      : arguments_(&arguments), io_(&io), lock_(std::move(lock)) {}
  Result<Plan> planned_now() const;
  Error not_undone(const TuneRun& run, const Error& why) const;

  const Arguments* arguments_;
  const Io* io_;
  FileLock lock_;
  std::unique_ptr<Host> host_;
  KnobTable table_;
  Profile profile_;
  Plan first_;
  std::optional<Journal> journal_;
  std::optional<TuneRun> run_;
  std::map<std::string, std::string> unread_;  // of what nothing reads back, what undo said
};

}  // namespace gb10::tune_words
