#pragma once

#include <vector>

#include "wheel/zip.h"

namespace gb10 {

/// What the directory at the end of a zip archive lists, each member judged: those that overlap,
/// come twice, lie about their sizes or have a name that leads elsewhere are marked as refused.
Result<std::vector<ZipMember>> zip_directory(const Blob& blob);

}  // namespace gb10
