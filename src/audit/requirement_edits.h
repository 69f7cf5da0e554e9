#pragma once

#include <string>
#include <vector>

#include "audit/judge_requirements.h"
#include "host/host.h"

namespace gb10 {

/// A file as it is and as it should be, line by line.
struct FileEdit {
  struct Line {
    char mark = ' ';   // ' ' stays, '-' goes, '+' comes
    std::string text;  // with its end
  };
  std::string path;
  std::vector<Line> lines;

  std::string before() const;
  std::string after() const;
};

/// What can be edited, and what somebody has to do by hand.
struct RequirementEdits {
  std::vector<FileEdit> files;       // only those that change
  std::vector<std::string> by_hand;  // "requirements.txt:3: …"
};

/// The edits that carry out what `audit`, made of `set`, proposes. Comments, order, ends of lines
/// and everything else stay byte for byte.
RequirementEdits proposed_edits(const RequirementSet& set, const RequirementAudit& audit);

/// The same, tried in memory: an edit after which a file makes less sense than before is an error.
/// `after` is the audit of what the edits make.
struct TriedEdits {
  RequirementEdits edits;
  RequirementAudit after;
};
Result<TriedEdits> tried_edits(const RequirementSet& set, const RequirementTarget& target,
                               const Advisor& advisor);

/// The difference as diff -u shows it.
std::string unified_diff(const FileEdit& edit);

/// Writes the file and keeps what it was beside it; gives the path of that. A file that changed
/// since it was read is `conflict`; one that is a link or is not one's own to write is `denied`.
Result<std::string> write_edit(Host& host, const FileEdit& edit);

/// The same for several files: all or none. Nothing is written where one of them may not be; after
/// an error at a later one the earlier are as they were, and the error is `rolled_back`.
Result<std::vector<std::string>> write_edits(Host& host, const std::vector<FileEdit>& edits);

}  // namespace gb10
