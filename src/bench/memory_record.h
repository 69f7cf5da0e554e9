#pragma once

#include <string>
#include <vector>

#include "bench/cpu_memory.h"
#include "bench/memory_ladder.h"
#include "bench/memory_verdict.h"
#include "bench/probe.h"
#include "model/run_record.h"

namespace gb10 {

/// What a run of `gb10 bench memory` has come to, one part after the other.
class MemoryRecord {
 public:
  explicit MemoryRecord(RunRecord& record) : record_(record) {}

  /// `begun`: seconds from the run's begin to that of the part, whose times are its own.
  void add(ProbeRuns part, double begun);
  void add(CpuRuns part, double begun);
  void add(const LadderRun& ladder);
  void add(const MemoryCheck& check) { check_.add(check); }

  const EarlyEnd& cut() const { return all_.cut; }
  /// A part that was not run, and why.
  void skip(const std::string& why) { record_.notes.push_back(why); }

  /// Writes all of it into the record, with what is computed of it, and the verdict.
  MemoryVerdict finish(const std::string& others, const GpuReference* reference);

 private:
  void add_computed();

  RunRecord& record_;
  ProbeRuns all_;
  std::vector<Figure> figures_;
  MemoryCheck check_;
  CpuUse use_;
};

}  // namespace gb10
