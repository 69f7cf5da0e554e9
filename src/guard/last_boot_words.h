#pragma once

#include <string>

#include "model/last_boot.h"

namespace gb10 {

/// The cause as it stands in a sentence: "a kernel panic".
std::string noun(BootEnd end);

/// Fills in the sentence and the remedy, out of data/boots.
void put_words(LastBoot& boot);

}  // namespace gb10
