#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/finding.h"

namespace gb10 {

/// The state of one part of the machine.
struct AreaState {
  Area area = Area::gpu;
  Verdict verdict = Verdict::cannot_tell;
  std::string summary;  // what was seen, one line
  int passed = 0, fired = 0, not_checked = 0;
};

/// What the doctor says of a machine.
struct Diagnosis {
  Verdict verdict = Verdict::cannot_tell;
  std::string headline;  // the verdict in words
  std::string machine;   // "NVIDIA DGX Spark   DGX OS 7.5.0   kernel …   driver …"
  std::string origin;    // "this machine", "captured 2026-11-20 21:14", "tree at …"
  std::vector<AreaState> areas;
  std::vector<Finding> findings;  // the worst first
  std::vector<NotChecked> not_checked;
  std::vector<std::string> harmless;  // lines that look bad and are not, as "name: line"
  int checks = 0, passed = 0, unjudged = 0, not_applicable = 0;
  bool live = false;
};

Json to_json(const Diagnosis& diagnosis);

}  // namespace gb10
