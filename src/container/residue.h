#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/pattern.h"
#include "base/result.h"
#include "model/residue.h"

namespace gb10 {

/// The kinds of residue, as data/audit/residue.toml has them.
class ResidueRules {
 public:
  struct Kind {
    std::string name, title, remedy;
    bool saves = false;
    std::vector<Pattern> matches;
  };
  /// Errors name file and line.
  static Result<ResidueRules> read(std::string_view text, std::string_view file);

  const std::vector<Kind>& kinds() const { return kinds_; }
  /// The number of the kind that an absolute path is of; -1 for none.
  int kind_of(const std::string& path) const;

 private:
  std::vector<Kind> kinds_;
};

/// Finds residue in the layers of an image, given from the lowest up. It keeps a path and a size
/// for each file that a container would see, and no bytes.
class ResidueReader {
 public:
  explicit ResidueReader(const ResidueRules& rules) : rules_(rules) {}

  void begin_layer(std::string made_by);
  /// A file of the layer, as its tar archive calls it: also ".wh.x", which takes x away.
  void add(std::string_view name, std::uint64_t size, bool is_directory);
  void problem(std::string what) { out_.problems.push_back(std::move(what)); }
  /// The names of variables that look as if they held a secret are kept, of no other anything.
  void add_variable(const std::string& name, const std::string& value);

  ImageResidue found() &&;

 private:
  struct File {
    std::uint64_t size = 0;
    int layer = 0, kind = -1;
    bool is_directory = false;
  };
  using Files = std::map<std::string, File, std::less<>>;

  void take_away(Files::iterator file);
  void take_below(const std::string& folder, bool lower_only);
  void add_groups();
  void add_copies();

  const ResidueRules& rules_;
  Files files_;
  /// Folders of which this layer has taken away what lower ones had: once is enough.
  std::set<std::string> emptied_;
  ImageResidue out_;
};

/// "cudart", "13.0.96" of "/usr/local/cuda/lib64/libcudart.so.13.0.96": a library of CUDA with its
/// version; nothing for other files and for names without a version.
struct CudaFile {
  std::string library, version;
};
std::optional<CudaFile> cuda_file(std::string_view path);

}  // namespace gb10
