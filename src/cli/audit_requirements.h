#pragma once

#include <string>

#include "cli/command.h"

namespace gb10 {

/// Whether `path` is, by its name, a file that names dependencies: any *.txt or *.in,
/// pyproject.toml or uv.lock.
bool is_requirement_file(const std::string& path);

/// `gb10 audit FILE` for such a file: --target gb10 (also without it) or sm_N, --all, --json,
/// --markdown, --write. 1 when a line breaks, 2 when something
/// could not be read and nothing that was breaks.
int audit_requirements(const Arguments& arguments, const Io& io, const std::string& path);

}  // namespace gb10
