#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "host/tables.h"
#include "model/checklist.h"
#include "rules/rule.h"

namespace gb10 {

/// What may be so on a machine or not, and by what facts that is told. One claim is one file:
///
///     name  = "fp8-per-tensor"
///     title = "FP8 products with one scale for each tensor"
///     order = 10                          where it stands in its list
///     needed = true                       (optional) without it the rest is worth little
///     [[verdict]]                         tried in their order
///     is     = "yes"                      yes, no or unknown
///     when   = [ clauses ]                all must hold; where one is not known, it ends there
///     says   = "torch {python[*].torch} …"
///     remedy = [ steps as in a rule ]
///     [otherwise]                         (optional) says where none of them holds, and remedy
///                                         also where a fact that decides is not known
///     [[evidence]]                        what is known in general: source, date, kind, says
struct ClaimVerdict {
  Settled is = Settled::unknown;
  std::vector<Clause> when;
  std::string says;
  std::vector<Step> remedy;
};

struct Claim {
  std::string name, title, origin;
  double order = 0;
  bool needed = false;
  std::vector<ClaimVerdict> verdicts;
  ClaimVerdict otherwise;
  std::vector<std::string> sources;  // "reported 2026-10: says (source)"
};

/// Reads one file; errors name file and line.
Result<Claim> read_claim(std::string_view text, std::string_view file);

/// Those of `files`, in their order; a name that is not the file's is an error.
Result<std::vector<Claim>> read_claims(const std::vector<DataFile>& files);

/// What `facts` say to it; `instance` stands where a fact has "[*]".
ChecklistItem settled(const Claim& claim, const Facts& facts, std::string_view instance);

/// Every clause and every sentence, for the test that each fact in them is one.
std::vector<Clause> clauses_of(const Claim& claim);
std::vector<std::string> texts_of(const Claim& claim);

}  // namespace gb10
