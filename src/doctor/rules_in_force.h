#pragma once

#include <string>
#include <vector>

#include "host/host.h"
#include "host/tables.h"
#include "model/fact.h"
#include "rules/rule.h"

namespace gb10 {

/// The rules in force on this machine (load_rules). One of the owner's that names a fact which
/// nobody collects, or compares it with what it never is, could never fire: that is an error with
/// file and line. The built-in ones are held to the same by a test.
Result<RuleSet> rules_in_force(const HostView& host, const std::vector<std::string>& directories);

/// An owner's file that takes a rule out of force, or does nothing at all: what is not said of it
/// would be believed to be checked.
struct SilentFile {
  enum class Kind { masks_rule, masks_benign, masks_nothing, passed_over };
  Kind kind = Kind::masks_rule;
  std::string path;
  std::string name;       // the file's, without its ending; empty for a folder
  std::string title;      // of a masked rule
  Area area = Area::gpu;  // of a masked rule
  std::string why;        // it was passed over
  std::string hint;       // what its owner may do
};

/// The silent files beside rules_in_force. As root also those in the home of the user behind sudo
/// (or in root's own), which then do not count.
std::vector<SilentFile> silent_files(const HostView& host,
                                     const std::vector<std::string>& directories);

/// The files of `kind` ("rules", "benign") in force; the error of one that cannot be read says what
/// to do with it.
Result<std::vector<DataFile>> readable_files(const HostView& host, std::string_view kind,
                                             const std::vector<std::string>& directories);

/// Error when a clause, a sentence or a remedy of `rule` names a fact that nobody collects, or a
/// clause does not fit its fact's type.
Result<void> check_facts(const Rule& rule);
Result<void> check_facts(const Benign& known);

/// The spec of a fact as a rule writes it ("block[*].size"); null when no collector has it.
const FactSpec* spec_in_rule(std::string_view fact);

}  // namespace gb10
