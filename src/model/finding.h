#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace gb10 {

enum class Severity { note, warning, fault };
/// What it costs to carry the remedy out, from nothing to sending the unit back.
enum class Impact { none, restart_service, reboot, power_off, firmware, rma };
/// The parts of a machine that get a verdict each.
enum class Area { gpu, memory, software, storage, network, thermal };
enum class Verdict { healthy, no_fault_found, degraded, faulty, cannot_tell };

const char* word(Severity severity);
const char* word(Impact impact);
const char* word(Area area);
const char* word(Verdict verdict);
std::optional<Severity> severity(std::string_view word);
std::optional<Impact> impact(std::string_view word);
std::optional<Area> area(std::string_view word);

/// One step of a remedy: a command to copy, or a sentence where there is none to give.
struct Step {
  std::string when;  // the condition or the preparation; empty for none
  std::string run;   // the command line, whole; empty for a sentence
  std::string note;  // what to know of the command; the sentence itself where there is no command

  friend bool operator==(const Step&, const Step&) = default;
};

/// One judgement that a person can act on.
struct Finding {
  std::string name;      // "gpu.low-power-state"
  std::string instance;  // "nvme0n1" where a rule looked at several; else empty
  Area area = Area::gpu;
  Severity severity = Severity::note;
  std::string message;                // one sentence with its numbers
  std::vector<std::string> evidence;  // what was seen, each with its source
  std::string why;
  std::vector<Step> remedy;             // the lowest one that clears it
  std::vector<std::string> not_remedy;  // what is reported not to help
  Impact impact = Impact::none;
  std::string source;  // where the knowledge comes from
  std::string date;
  std::string compat;  // the row of the compatibility matrix that says more; empty for none

  friend bool operator==(const Finding&, const Finding&) = default;
};

/// A rule that could not be judged, and why.
struct NotChecked {
  std::string name, instance, title;
  Area area = Area::gpu;
  std::string reason;
};

Json to_json(std::span<const Step> steps);
Json to_json(const Finding& finding);
Json to_json(const NotChecked& skipped);

}  // namespace gb10
