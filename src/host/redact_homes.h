#pragma once

#include "host/record.h"

namespace gb10::redaction {

/// Takes the names of a person's files and folders out of what was recorded of homes: whoever looks
/// for Python environments lists a home to some depth. A name stays when something was found there,
/// when another answer speaks of it, or when it is one that collectors look for in listings;
/// any other becomes "file-1" or "folder-1". The entries stay as many and in their order, so that a
/// search that ends after so many of them ends at the same place in a replay.
void hide_home_names(Record& record);

}  // namespace gb10::redaction
