#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "guard/boot_evidence.h"

namespace gb10 {

/// What a line that a dying machine wrote is about.
enum class LineKind {
  other,
  shutdown,      // the machine was going down as it was told
  panic,         // the kernel gave up
  memory_panic,  // the kernel gave up for want of memory
  oops,          // the kernel hit a mistake of its own and may have gone on
  killed,        // the kernel killed a process for memory
  no_memory,     // the driver got no memory; healthy starts write it too
  gpu,           // the GPU or its firmware failed
  hang,          // a CPU or a task was stuck in the kernel
  heat
};

/// `text` is a line of the journal or of the kernel.
LineKind line_kind(std::string_view text);

struct TraceLine {
  LineKind kind = LineKind::other;
  std::string text, source;
  std::optional<double> before_end;  // seconds; nothing when that is not known
};

/// What there is of the last minute of a boot, out of all evidence.
struct BootTrace {
  const RingBoot* ring = nullptr;  // of that boot; null when there is none
  bool ring_reaches_end = false;   // nothing else was written later
  std::vector<Reading> minute;     // the ring's samples of the last minute
  std::vector<TraceLine> lines;    // that matter
  std::string id;                  // of the boot
  std::optional<double> end;       // the last sign of life, seconds since 1970
  std::string end_source;
  std::optional<double> next;    // when the next boot began
  std::optional<double> lasted;  // seconds
  bool has_journal = false;
  std::vector<std::string> missing;

  bool has(LineKind kind) const;
  std::vector<std::string> texts(LineKind kind) const;
};

/// `evidence` must live as long as the trace.
BootTrace trace_of(const BootEvidence& evidence);

}  // namespace gb10
