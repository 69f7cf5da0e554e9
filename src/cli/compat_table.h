#pragma once

#include "cli/command.h"
#include "compat/matrix.h"

namespace gb10 {

/// The compatibility matrix in force on this machine; a row of the owner's whose check asks for a
/// fact that nobody collects is an Error with file and line.
Result<CompatMatrix> matrix_in_force(const Arguments& arguments, const Io& io);

/// What the rows of `matrix` are called, and the packages that they cover, sorted.
std::vector<std::string> names_of(const CompatMatrix& matrix);

/// What the rows of the built-in matrix are called, and the packages that they cover.
std::vector<std::string> compat_names();

}  // namespace gb10
