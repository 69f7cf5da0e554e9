#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "audit/loader.h"
#include "audit/target.h"
#include "audit/tree.h"
#include "facts/library_table.h"

namespace gb10 {

/// What a tree is judged with. `system` is null where the target's own libraries are not seen.
struct AuditContext {
  const AuditTarget& target;
  const GpuRules& rules;
  const LibraryTable& table;
  const LoaderView* system = nullptr;
  const HostView* host = nullptr;
};

/// Whether a library that is wanted will be there when it is wanted.
struct Provision {
  enum class Kind {
    found,       // in the tree or in the machine
    by_driver,   // the driver brings it
    not_seen,    // it belongs to a system that is not looked at
    other_cuda,  // it is of another generation of CUDA than what the process has loaded
    missing,
  };
  Kind kind = Kind::missing;
  std::string path;  // where it is; may be empty
};

/// Who finds which library: the loader's rules, and what Python packages load before each other.
class Reach {
 public:
  Reach(const AuditTree& tree, const AuditContext& context);

  Provision provision(const AuditLibrary& library, const std::string& soname) const;
  /// The package of torch in the tree; -1 when there is none.
  int torch() const { return torch_; }
  /// The generation of CUDA that torch has loaded; 0 when there is none.
  int torch_cuda() const { return torch_cuda_; }
  bool relies_on_torch(int package) const;
  /// The library of the tree that lies there; null when none does.
  const AuditLibrary* at(const std::string& path) const;
  /// The libraries that bear the name.
  std::vector<const AuditLibrary*> named(const std::string& soname) const;

 private:
  void name_as_wanted();
  void load_torch();
  bool is_for_same_processor(const AuditLibrary& wanting, std::size_t index) const;
  Provision by_path(const std::string& path) const;
  std::optional<std::string> own_path(const AuditLibrary& library, const std::string& soname,
                                      const std::vector<std::string>& inherited) const;
  bool is_required(int package, int cuda) const;
  bool lacks_what_it_requires(const AuditLibrary& library, const std::string& soname) const;
  std::optional<std::string> loaded_from(const AuditLibrary& library,
                                         const std::string& soname) const;
  bool loads_before(const AuditLibrary& library, const std::string& soname) const;

  const AuditTree& tree_;
  const AuditContext& context_;
  std::map<std::string, std::vector<std::size_t>, std::less<>> by_name_;
  std::map<std::string, std::size_t, std::less<>> by_path_;
  std::set<const AuditLibrary*> with_torch_;  // those that want a library of torch by name
  std::set<std::string> torch_loads_;
  int torch_ = -1, torch_cuda_ = 0;
};

}  // namespace gb10
