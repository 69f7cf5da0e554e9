#pragma once

#include <map>
#include <string>
#include <vector>

#include "audit/reach.h"
#include "model/audit.h"

namespace gb10 {

/// Whether the libraries that are here have the functions that others want of them. Libraries that
/// gain functions while their soname stays are in the table; the loader refuses what wants one of
/// an older copy.
class WantedFunctions {
 public:
  WantedFunctions(const AuditTree& tree, const AuditContext& context, const Reach& reach)
      : tree_(tree), context_(context), reach_(reach) {}

  /// Adds a cause for each soname of which no copy in reach has what the library wants, and no
  /// other library that it loads or that lies in its package has it either. What cannot be read
  /// refutes nothing.
  void add_causes(const AuditLibrary& library, std::vector<AuditCause>& causes);

 private:
  using Names = std::vector<std::string>;
  /// The files that may answer to a name; not known where one may lie where nobody looks.
  struct Providers {
    Names files;
    bool known = true;
  };
  Providers providers(const AuditLibrary& library, const std::string& soname) const;
  Names lacked(const Providers& providers, const Names& symbols);
  Names lacked_by_file(const std::string& path, const Names& symbols) const;
  Names lacked_elsewhere(const AuditLibrary& library, const std::string& soname, Names symbols);

  const AuditTree& tree_;
  const AuditContext& context_;
  const Reach& reach_;
  std::map<std::string, std::map<std::string, bool>> known_;  // by files: whether one has a symbol
};

}  // namespace gb10
