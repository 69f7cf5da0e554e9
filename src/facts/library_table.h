#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace gb10 {

/// What is known of libraries by their names (data/libraries.toml).
class LibraryTable {
 public:
  static Result<LibraryTable> from(std::string_view toml, std::string_view file);
  static Result<LibraryTable> built_in();

  /// The generation of CUDA that a soname belongs to; nothing for one that decides nothing.
  std::optional<int> cuda_major(std::string_view soname) const;
  /// Whether tools load it apart from what programs compute with.
  bool is_apart(std::string_view soname) const;
  bool is_of_driver(std::string_view soname) const;
  /// Whether it is a part of the C library, without which no program runs.
  bool is_of_c_library(std::string_view soname) const;
  /// Whether a process must not hold two copies of it.
  bool must_be_single(std::string_view soname) const;
  /// Whether the package finds NVIDIA's libraries in the environment by itself.
  bool preloads(std::string_view package) const;
  bool dispatches_itself(std::string_view package, std::string_view soname) const;
  /// Whether the file is one of several of which the package loads the one that fits.
  bool is_variant(std::string_view package, std::string_view file) const;
  /// Whether the package works where the file cannot be loaded.
  bool is_optional(std::string_view package, std::string_view file) const;

  /// What tells a build with CUDA of a package from one without.
  struct Build {
    std::vector<std::string> packages;
    std::string file;       // a file that fits must be there; empty for none
    bool gpu_code = false;  // some GPU code must be there
  };
  const Build* build_of(std::string_view package) const;
  /// A library that gains functions while its soname stays, by how both begin.
  struct Growing {
    std::string symbols, soname;  // "nccl", "libnccl.so."
  };
  /// The one whose functions are called so: its beginning and a capital letter; null for others.
  const Growing* growing(std::string_view symbol) const;
  bool is_growing(std::string_view soname) const;
  /// Libraries of the system and the package of Debian and Ubuntu that brings them.
  struct System {
    std::string package;
    std::vector<std::string> sonames;
  };
  /// The package of Debian and Ubuntu that brings it; empty for others.
  std::string system_package(std::string_view soname) const;

 private:
  struct Cuda {
    int major = 0;
    std::vector<std::string> sonames;
  };
  std::vector<Cuda> cuda_;
  std::vector<std::string> apart_, driver_, c_library_, single_, preloads_;
  std::vector<std::string> dispatching_packages_, dispatching_sonames_;
  std::vector<Build> builds_, variants_, optionals_;
  std::vector<System> system_;
  std::vector<Growing> growing_;
};

/// Whether `text` fits one of the patterns.
bool fits_any(const std::vector<std::string>& patterns, std::string_view text);

}  // namespace gb10
