#pragma once

#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/run_record.h"

namespace gb10 {

/// What run B is against run A.
enum class CompareVerdict { faster, slower, equivalent, cannot_tell };
/// "cannot-tell".
const char* word(CompareVerdict verdict);
std::optional<CompareVerdict> compare_verdict(std::string_view word);

/// Of a run; more are not compared, for the sake of time and memory.
constexpr int kMostBlocks = 2000;

/// Both ends belong to it.
struct ConfidenceInterval {
  double low = 0, high = 0;
  friend bool operator==(const ConfidenceInterval&, const ConfidenceInterval&) = default;
};

/// A block that is unlike the others of its run. It counts all the same.
struct OddBlock {
  double at = 0, value = 0;
  double score = 0;  // modified Z-score
};

/// What one run says of a metric: the medians of its blocks.
struct BlockSide {
  int blocks = 0;
  double median = std::numeric_limits<double>::quiet_NaN();
  double least = median, most = median;
  std::optional<ConfidenceInterval> interval;  // of the median; nothing: too few blocks
  std::vector<OddBlock> odd;
};

/// How far B lies from A, as a share of A's median: 0.05 where B's numbers are 5 % greater. What is
/// no number is not known. The p values are corrected for the number of metrics.
struct BlockShift {
  double size = std::numeric_limits<double>::quiet_NaN();
  std::optional<ConfidenceInterval> interval;  // nothing: too few blocks
  double p_different = size, p_equivalent = size;
};

struct MetricComparison {
  std::string metric;
  Unit unit = Unit::none;
  bool higher_is_better = true;
  BlockSide a, b;
  BlockShift shift;
  std::optional<BlockShift> per_clock;  // the same, of work for each cycle of the GPU's clock
  CompareVerdict verdict = CompareVerdict::cannot_tell;
  bool only_clock = false;           // faster or slower, but for each cycle as fast as before
  std::string why;                   // of the verdict, a clause
  std::optional<int> blocks_needed;  // of each run, computed; where the verdict is cannot-tell
};

/// What the two runs do not have in common.
struct ParamDifference {
  std::string key;
  std::optional<std::string> a, b;  // nothing where the run does not say
  bool is_meant = false;            // it is what the comparison is about
};

struct RunComparison {
  std::string a, b;       // the ids of the runs
  std::string by;         // what is meant to differ; may be empty
  double margin = 0;      // shifts within it are none, as a share
  double confidence = 0;  // of the intervals
  CompareVerdict verdict = CompareVerdict::cannot_tell;
  bool only_clock = false;
  std::string headline;
  std::vector<ParamDifference> differences;
  std::vector<MetricComparison> metrics;
  std::vector<std::string> notes;
};

Json to_json(const RunComparison& comparison);

/// What must be equal in two runs that are compared: all parameters but results, and the version.
std::map<std::string, std::string> fingerprint(const RunRecord& record);

/// Whether more of `unit` is better: of rates and counts; not of time, energy, power, heat and
/// memory.
bool higher_is_better(Unit unit);

}  // namespace gb10
