#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "audit/reach.h"
#include "audit/wanted_functions.h"
#include "elf/symbols.h"
#include "model/audit.h"

namespace gb10 {

/// Why libraries cannot be loaded; remembers what it read of the libraries that others want.
class LibraryCauses {
 public:
  LibraryCauses(const AuditTree& tree, const AuditContext& context, const Reach& reach);

  /// The worst first; empty for a library that can be loaded, as far as this can be told.
  std::vector<AuditCause> of(const AuditLibrary& library);

 private:
  struct OpenLibrary {
    std::unique_ptr<Blob> blob;
    DefinedSymbols symbols;
  };
  /// The libraries of a package with their symbols.
  struct OpenPackage {
    std::vector<OpenLibrary> libraries;
    bool whole = true;  // false where one cannot be read again: it may define anything
    int package = -1;
  };
  OpenPackage opened(int package) const;
  static bool may_define(OpenPackage& package, const std::string& symbol);
  void processor(const AuditLibrary& library, std::vector<AuditCause>& causes) const;
  void python(const AuditLibrary& library, std::vector<AuditCause>& causes) const;
  std::string kind_of_missing(const std::string& soname) const;
  static void form(const AuditLibrary& library, std::vector<AuditCause>& causes);
  void needed(const AuditLibrary& library, std::vector<AuditCause>& causes) const;
  void versions(const AuditLibrary& library, std::vector<AuditCause>& causes);
  void symbols(const AuditLibrary& library, std::vector<AuditCause>& causes);
  const std::vector<std::string>& definitions(const std::string& path);
  bool torch_defines(const std::string& symbol);

  const AuditTree& tree_;
  const AuditContext& context_;
  const Reach& reach_;
  std::set<int> fitting_python_;  // packages with a module for the Python of the tree
  std::map<std::string, std::vector<std::string>> definitions_;  // versions, by path
  /// Of torch, and of the package whose libraries are judged: they come one behind the other.
  std::optional<OpenPackage> torch_, own_;
  std::map<std::string, bool> torch_symbols_;
  WantedFunctions functions_;
};

/// Whether the loader refuses the library for this cause.
bool forbids_loading(const AuditCause& cause);
/// Whether it is likely to be a part that is loaded only where it is asked for: a library of the
/// system is missing, as plugins for other software have it.
bool may_be_optional(const AuditCause& cause);

}  // namespace gb10
