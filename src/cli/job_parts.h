#pragma once
// What `tune prove` and `run --try` have in common: a job that is run in turns.

#include <string>
#include <vector>

#include "cli/job_run.h"
#include "report/report.h"

namespace gb10 {

struct JobAsked {
  JobWanted job;
  int blocks = 6;  // of each side
};

/// --blocks, --score, --work and --json of `arguments`.
Result<JobAsked> job_asked(const Arguments& arguments, std::vector<std::string> command);

/// "12.3 s", and what else it said of itself.
std::string block_text(const JobBlock& block);

/// What it costs beside energy, as a table.
std::string price_rows(const JobVerdict& verdict, const Dress& dress);

/// A record of each side that has a block.
void keep_sides(const JobRecords& records, const Io& io);

/// Keeps what an interrupted trial has so far, and says that it was cut.
void keep_interrupted(JobTrial& trial, int blocks, const Io& io);

/// The patterns that were asked for, as a record keeps them.
void add_patterns(JobTrial& trial, const Arguments& arguments);

}  // namespace gb10
