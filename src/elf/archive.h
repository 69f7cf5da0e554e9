#pragma once

#include <string>
#include <vector>

#include "base/blob.h"
#include "elf/elf.h"

namespace gb10 {

/// The members of a static library ("!<arch>"), as far as they make sense.
struct ArchiveMembers {
  struct Member {
    std::string name;
    Range range;  // of its bytes in the archive
  };
  std::vector<Member> members;
  std::string problem;  // why reading ended early; empty when it did not
};

/// Whether the blob begins as a static library does.
bool is_archive(const Blob& blob);
/// Index and name tables are no members. A thin archive, whose members lie elsewhere, has
/// none and says so.
ArchiveMembers archive_members(const Blob& blob);

}  // namespace gb10
