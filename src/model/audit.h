#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "model/finding.h"

namespace gb10 {

/// What becomes of a package, or of a file, on the GPU and the machine that it is audited for.
enum class AuditVerdict {
  cannot_load,  // the loader or the driver refuses it
  partly,       // some of its modules have no code for this GPU
  cpu_only,     // a build without GPU code of something that has one
  jit,          // its code is compiled by the driver at the first start
  runs,         // its code for the GPU is there
  no_gpu_code,  // nothing in it concerns the GPU
  not_judged,   // it could not be read
};
const char* word(AuditVerdict verdict);

/// One reason. `kind` is a word of a closed list, see kAuditCauses.
struct AuditCause {
  std::string kind;          // "missing-library"
  std::string what;          // "wants libcudart.so.12, this environment has libcudart.so.13"
  std::string file;          // where it was seen; empty for the whole
  std::string library = {};  // the soname that is missing, where one is
};

/// The words that a cause's kind may be.
inline constexpr std::string_view kAuditCauses[] = {
    "cuda-major",       // wants a library of another CUDA than the one that is here
    "missing-cuda",     // wants a library of CUDA that nothing here provides
    "missing-torch",    // wants libtorch, and torch is not there or has no such part
    "missing-library",  // wants a library that nothing here provides
    "wrong-processor",  // built for another CPU
    "no-code",          // no code that this GPU runs
    "newer-driver",     // its PTX or its CUDA needs a newer driver
    "glibc-too-new",    // wants a newer C library
    "missing-version",  // wants a version of a symbol that the library here does not define
    "missing-symbol",   // wants a function that the library here does not have
    "torch-abi",        // wants symbols that the installed libtorch does not have
    "cpu-build",        // a build without CUDA
    "wrong-python",     // built for another Python
    "changed-file",     // differs from its RECORD
    "unlisted-file",    // is there and not named in its RECORD
    "missing-file",     // named in its RECORD and not there
    "two-copies",       // two copies of a library in the reach of one process
    "two-cuda-majors",  // libraries of two generations of CUDA in the reach of one process
    "unreadable",       // could not be read
    "malformed",        // makes no sense as what it says it is
};

/// One package, library, wheel or file.
struct AuditItem {
  std::string name, version, path;
  AuditVerdict verdict = AuditVerdict::no_gpu_code;
  std::string note;                // "sm_120 code, valid on 12.1"
  std::vector<AuditCause> causes;  // the worst first
  std::vector<std::string> lacks;  // what its metadata asks for and is not installed
  std::vector<Step> remedy;
  std::string row;             // the row of the compatibility matrix that knows it; or empty
  std::int64_t libraries = 0;  // shared objects looked at
  std::int64_t modules = 0, modules_without_code = 0;  // containers of GPU code
};

struct Audit {
  std::string subject;                 // what was audited: "/home/u/.venv"
  std::string unit = "package";        // what an item is: a package or a file
  std::string target;                  // "NVIDIA GB10 (12.1), driver 580 (CUDA 13.0), aarch64"
  std::vector<AuditItem> items;        // the worst first
  std::vector<AuditCause> dangers;     // of the whole: two copies of a library in one process
  std::vector<std::string> notes;      // what else is worth knowing of the whole
  std::vector<AuditCause> unread;      // what could not be read, and why
  std::vector<std::string> not_known;  // what of the target is not known, and what that leaves open
  std::int64_t libraries = 0;
  bool gpu_is_known = true;
  std::string foreign;  // the processor that most of it was built for, when it is another one

  /// Whether something cannot load: exit code 1.
  bool cannot_load() const;
  /// Whether files differ from their RECORD.
  bool differs() const;
  /// Whether something could not be read.
  bool is_incomplete() const;
};

Json to_json(const AuditItem& item);
Json to_json(const Audit& audit);

}  // namespace gb10
