#pragma once
// facts/ asks the machine: one file per topic, each collector failing alone, each fact with its
// source and, when it is not known, the reason. It refuses to judge.

#include <span>
#include <string>
#include <vector>

#include "gpu/gpu.h"
#include "host/host.h"
#include "model/fact.h"

namespace gb10 {

/// What collectors are given.
struct Machine {
  const HostView& host;
  const GpuView& gpu;
};

/// What the caller wants beyond the usual.
struct CollectOptions {
  std::vector<std::string> environments = {};  // Python environments named with --env
  std::vector<std::string> topics = {};        // by name; all of them when empty
};

/// One topic: its facts and how they are got.
struct Topic {
  const char* name;  // "memory"
  const char* words;
  std::span<const FactSpec> specs;
  /// Programs that the collector will ask; they are asked side by side before any collector runs.
  std::vector<Command> (*questions)(const Self&);  // may be null
  /// Null where the doctor itself sets the facts.
  void (*collect)(const Machine&, const CollectOptions&, Facts&);
};

/// Every topic, in the order `gb10 inspect` shows them.
std::span<const Topic> topics();

/// The spec that `key` fits; null when no topic knows it.
const FactSpec* spec_of(std::string_view key);

/// Runs the collectors of the topics that are wanted.
Facts collect(const Machine& machine, const CollectOptions& options);

}  // namespace gb10
