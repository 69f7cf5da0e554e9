#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "host/host.h"
#include "model/tune.h"

namespace gb10 {

/// The one way to write what a kernel file says: "madvise" of "always [madvise] never". Error
/// `invalid` for what has not that form.
Result<std::string> canonical(CellForm form, std::string_view text);

/// Whether a text says a canonical value in any form.
bool says(std::string_view text, std::string_view value);

/// What the cell holds now. Errors of reading it; `invalid` as canonical().
Result<std::string> cell_value(const HostView& host, const std::string& path, CellForm form);

/// The path of a cell for an instance.
std::string cell_path(const KnobCell& cell, std::string_view instance);

}  // namespace gb10
