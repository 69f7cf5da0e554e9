#pragma once

#include "explain/book.h"
#include "model/fact.h"

namespace gb10 {

/// The signatures in force on this machine: built in, /etc/gb10/signatures.d, those of the user,
/// and of `directories`. A mistake in an owner's file is the Error, with file and line.
Result<SignatureBook> signatures_in_force(const HostView& host,
                                          const std::vector<std::string>& directories);

/// What `facts` know of `name` ("gpu.driver", or "python[*].torch" for each instance), a line each:
/// "python[/home/u/.venv].torch 2.11.0+cu130".
std::vector<std::string> facts_in_words(const Facts& facts, std::string_view name);

}  // namespace gb10
