#pragma once
// guard/ keeps a machine whose GPU shares its memory from running out of it: it watches, foresees,
// and stops the process that grows, and it writes down what it saw (the flight recorder). It
// refuses to stop what it was told to leave alone, and to wait for the driver when memory is short.

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace gb10 {

/// What the guard goes by: bytes, seconds, shares of 1; data/guard/policy.toml says what each
/// means.
struct GuardPolicy {
  double act_below = 0, act_share = 0;
  double floor = 0, floor_share = 0;
  double ahead = 0, ahead_below = 0, ahead_share = 0;
  double slope_window = 0, slope_least = 0;
  double settle = 0, margin = 0;
  double recovered = 0, recovered_share = 0;
  double stall_share = 0, stall_window = 0;
  double prepare_ahead = 0, cache_least = 0, cache_again = 0;
  double blocks_least = 0, blocks_available = 0, blocks_again = 0;
  double patience = 0, floor_patience = 0;
  double loop_count = 0, loop_window = 0;
  std::vector<std::string> never;  // globs of names of processes

  /// The levels for a machine with `total` bytes of memory: absolute ones, or its shares where they
  /// are less.
  GuardPolicy on(double total) const;

  /// Whether a process of this name is never stopped.
  bool spares(std::string_view name) const;
};

/// The built-in policy with what `changes`, the text of an owner's file, sets anew: never adds to
/// the built-in names, everything else takes their place. Errors name `file` and the line.
Result<GuardPolicy> guard_policy(std::string_view changes = {}, std::string_view file = {});

/// Sets one of its levels ("floor") as an option gives it ("2 GiB"): then that counts on a machine
/// of any size.
Result<void> set(GuardPolicy& policy, std::string_view key, std::string_view text);

/// What is wrong with the levels together; empty where nothing is.
std::string contradiction(const GuardPolicy& policy);

}  // namespace gb10
