#pragma once
// compat/ reads the compatibility matrix (data/compat): what is known of each tool, library, image
// and part of the system on a GB10, with sources and dates. It refuses to look anything up on a
// network, and says "unknown" where no source speaks.
//
// One row is one file, which has the row's name:
//
//     name     = "vllm"                   its title is the line that the list shows
//     title    = "from 0.27.1 the plain wheel loads; older wheels want CUDA 12"
//     kind     = "library"                tool, library, image or system
//     packages = [ "vllm" ]               names on PyPI that it covers, lower case with "-"; "*"
//     fits imports  = [ "vllm" ]               (optional) what Python calls it status   =
//     "works-with"             a word of model/compat.h, of the versions to use versions =
//     ">=0.27.1"               which those are (PEP 440); empty for all why      = """…""" depends
//     = [ "torch of the same CUDA" ] remedy   = [ { run = "…" } ]        steps as in a rule
//     not_remedy = [ "…" ]
//     expires  = "2027-04"                (optional) the last month in which it is not stale; six
//                                         months after the newest evidence where it is absent
//     [[range]]                           other versions: the first that holds one tells its status
//     versions = "<0.23"
//     status   = "broken"
//     why      = "…"
//     [[evidence]]                        at least one; the first is the one that its status rests
//     on source   = "vllm-project/vllm#31018" date     = "2026-10"                when it was read,
//     or when it was said kind     = "reported"               reported, documented, computed or
//     tested says     = "…"                      one sentence of our own [install] (optional) for
//     requirement files: model/compat.h [check]                             (optional) what a
//     machine's facts can say to it for_each = "python"                 (optional) instances, as in
//     a rule given    = [ clauses ]              where one of them is no, the tool is not here
//     wants    = [ clauses ]              all must be so for it to work
//     breaks   = "…"                      (optional) what does not work where one of them is not

#include <optional>

#include "model/compat.h"
#include "rules/rule.h"

namespace gb10 {

/// What the facts of a machine can say to a row.
struct CompatTest {
  std::string row, for_each;
  std::vector<Clause> given, wants;
  std::string breaks;
};

struct CompatFile {
  CompatRow row;
  std::optional<CompatTest> test;
};

/// Reads one file of the matrix; errors name file and line.
Result<CompatFile> read_compat(std::string_view text, std::string_view file);

}  // namespace gb10
