#pragma once

#include <string>

namespace gb10 {

/// What decides how many compilers may run side by side. Sizes are bytes.
struct BuildRoom {
  double available = 0;  // MemAvailable: what the GPU's programs hold of a GB10 is not in it
  int cores = 1;
  double memory_each = 0;  // the most that one job takes
  double keep_free = 0;    // for everything else
  double resident = 0;     // held by models now, for the words alone: it is gone from `available`
};

struct BuildJobs {
  int jobs = 1;
  bool fits = true;    // false where even one job may not find its memory
  std::string reason;  // "10 of 20 cores: 96.0 GiB available, …"
};

/// As many jobs as there is memory for, one at least and not more than there are cores.
BuildJobs build_jobs(const BuildRoom& room);

}  // namespace gb10
