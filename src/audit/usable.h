#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "audit/gpu_rules.h"
#include "base/blob.h"
#include "elf/gpu_image.h"

namespace gb10 {

/// What becomes of an image or of a container on a GPU, the best first.
enum class Usable {
  native,        // its machine code runs
  jit,           // its PTX is compiled by the driver
  link,          // its LTO-IR is linked by the library that holds it
  unsure,        // nobody promises that it runs, nor that it does not
  newer_driver,  // its PTX is newer than the driver
  no,
};

Usable usable(const GpuImage& image, const GpuTarget& target, const GpuRules& rules);

/// All code of a file for one GPU, counted in containers that hold code.
struct CodeVerdict {
  int modules = 0;
  int native = 0, jit = 0, link = 0, unsure = 0, newer_driver = 0, none = 0;
  int others = 0;                     // of `none`: made for other GPUs on purpose
  int empty = 0;                      // containers without code
  std::map<std::string, int> used;    // "sm_120", "compute_90": modules that run by it
  std::set<std::string> archs;        // everything there is: "sm_80", "sm_90a", "compute_90"
  std::set<std::string> not_covered;  // sources, or architectures, of modules without code
  std::optional<CudaVersion> needs;   // the CUDA of the driver that `newer_driver` wants

  int usable() const { return native + jit + link + unsure; }
  /// Modules whose first use fails on this GPU.
  int failing() const { return none - others + newer_driver; }
};

/// `blob` is the file that `code` was read from: small images are looked into where they decide.
CodeVerdict verdict_of(const GpuCode& code, const Blob& blob, const GpuTarget& target,
                       const GpuRules& rules);

}  // namespace gb10
