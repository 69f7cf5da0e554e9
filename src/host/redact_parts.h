#pragma once

#include <string_view>

#include "host/redact_names.h"
#include "host/redact_span.h"

namespace gb10::redaction {

/// Adds the names of folders and files that a person chose, where a command line speaks of them:
/// "/srv/projects/client-x/model.gguf". What the system, a package or a program is called stays,
/// and so do names of models as their hub has them ("org/name").
void find_parts(std::string_view text, const Place& place, const Names& names, Spans& spans);

/// Of a component of a path the part that a person may have chosen: all but a leading dot and a
/// known extension. Empty for names that are the same everywhere.
std::string_view chosen_part(std::string_view component);

/// True when [begin, end) of `text` is the chosen part of a component of a path that does not lead
/// into what the system is made of.
bool is_part_place(std::string_view text, std::size_t begin, std::size_t end, const Place& place);

}  // namespace gb10::redaction
