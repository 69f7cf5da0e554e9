#pragma once

#include "compat/matrix.h"
#include "model/fact.h"

namespace gb10 {

/// What the facts of a machine say to each row that they can test, the worst first.
CompatReport checked(const CompatMatrix& matrix, const Facts& facts);

}  // namespace gb10
