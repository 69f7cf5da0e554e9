#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/comparison.h"
#include "model/sample.h"

namespace gb10 {

/// A is the machine as it was found, B the machine with the profile.
enum class JobSide { without, with };

/// One run of a job, from its start to its end.
struct JobBlock {
  JobSide side = JobSide::without;
  double at = 0;       // seconds since the trial began, of its end
  double seconds = 0;  // how long it took
  double cpu = 0;      // seconds of CPU that it used
  /// Joules as the driver counts them, at its begin and its end; nothing where it does not tell.
  std::optional<double> counted_first = {}, counted_last = {};
  std::vector<GpuSample> samples = {};  // while it ran
  /// What it said of itself, where that was asked for.
  std::optional<double> score = {}, work = {};
};

/// A job that was run with a profile and without, in turns.
struct JobTrial {
  std::string profile;
  std::vector<std::string> command;
  std::map<std::string, std::string> params;  // of both sides: "driver", "score"
  /// What of the profile differs: "vm.swappiness" -> what it was, and what it was set to.
  std::map<std::string, std::pair<std::string, std::string>> settings;
  std::string id, version;
  std::int64_t begun = 0;  // nanoseconds since 1970
  std::vector<JobBlock> blocks;
  std::string gpu_unknown;  // why the driver did not tell; empty where it did
  std::vector<std::string> notes;
};

/// Whose turn it is: A B B A A B B A …, so that what drifts meets both sides alike. `blocks` of
/// each, an even number.
std::vector<JobSide> job_turns(int blocks);

/// The names of what is judged.
inline constexpr const char* kJobTime = "job.time";
inline constexpr const char* kJobScore = "job.score";    // as the job tells it; more is better
inline constexpr const char* kJobRate = "job.rate";      // of its work in a second
inline constexpr const char* kJobEnergy = "gpu.energy";  // joules of a run
inline constexpr const char* kJobEnergyOfWork = "gpu.energy_of_work";

/// Where the energy of all blocks comes from: the driver's counter, else its mean power times the
/// time; nothing where not every block has it.
enum class JobEnergy { not_known, counted, computed };
JobEnergy energy_source(const JobTrial& trial);

/// A record for each side, as `compare --by profile` takes them. Of what it gains one thing has
/// blocks: the score where there is one, else work in a second, else the time; the other is energy.
struct JobRecords {
  RunRecord without, with;
};
JobRecords job_records(const JobTrial& trial);

/// What it costs beside energy: medians over the blocks of each side; not a number: not known.
struct JobPrice {
  std::string name;
  Unit unit = Unit::none;
  double a = std::numeric_limits<double>::quiet_NaN(), b = a;
  std::string evidence, how;
};

struct JobVerdict {
  /// Its verdict is that of the gain alone: time, work in a second, or score. Its headline names
  /// gain and price.
  RunComparison comparison;
  std::vector<JobPrice> price;
  std::string limits_a, limits_b;  // "sw_power_cap in 2 of 6 blocks"; "never"; "not known"
};

/// Errors: those of compared().
Result<JobVerdict> job_verdict(const JobTrial& trial);

/// "cool: 2.1 % slower (1.6 to 2.6), 17 % less energy (15 to 19)".
std::string job_headline(const std::string& profile, const RunComparison& comparison);

Json to_json(const JobVerdict& verdict);

}  // namespace gb10
