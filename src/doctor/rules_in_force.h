#pragma once

#include <string>
#include <vector>

#include "explain/book.h"
#include "host/host.h"
#include "host/tables.h"
#include "model/fact.h"
#include "rules/rule.h"

namespace gb10 {

/// What the doctor judges by.
struct RulesInForce {
  RuleSet rules;
  std::vector<Benign> benign;  // each names the signature of a harmless line
  SignatureBook signatures;    // those alone
};

/// The rules and harmless lines in force on this machine. A rule of the owner's that
/// names a fact which nobody collects, or compares it with what it never is, could never fire, nor
/// could a harmless line that no signature knows: that is an error with file and line. The built-in
/// ones are held to the same by a test; a harmless line of ours goes with its signature.
Result<RulesInForce> rules_in_force(const HostView& host,
                                    const std::vector<std::string>& directories);

/// An owner's file that takes a rule or a signature out of force, or does nothing at all: what is
/// not said of it would be believed to be checked.
struct SilentFile {
  enum class Kind { masks_rule, masks_other, masks_nothing, passed_over };
  Kind kind = Kind::masks_rule;
  std::string holds = "rules";  // what is in such a file: "rules", "signatures"
  std::string path;
  std::string name;       // the file's, without its ending; empty for a folder
  std::string title;      // of a masked rule or signature
  Area area = Area::gpu;  // of a masked rule
  std::string why;        // it was passed over
  std::string hint;       // what its owner may do
};

/// The silent files beside rules_in_force. As root also those in the home of the user behind sudo
/// (or in root's own), which then do not count.
std::vector<SilentFile> silent_files(const HostView& host,
                                     const std::vector<std::string>& directories);

/// The files of `kind` ("rules", "benign", "signatures") in force; the error of one that cannot be
/// read says what to do with it.
Result<std::vector<DataFile>> readable_files(const HostView& host, std::string_view kind,
                                             const std::vector<std::string>& directories);

/// Error when a clause, a sentence or a remedy of `rule` names a fact that nobody collects, or a
/// clause does not fit its fact's type.
Result<void> check_facts(const Rule& rule);
Result<void> check_facts(const Benign& known);

/// The spec of a fact as a rule writes it ("block[*].size"); null when no collector has it.
const FactSpec* spec_in_rule(std::string_view fact);

}  // namespace gb10
