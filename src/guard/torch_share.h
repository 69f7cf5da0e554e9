#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "host/host.h"

namespace gb10 {

using Environment = std::map<std::string, std::string, std::less<>>;

/// The version of the torch that lies beside the program of a Python environment ("bin/vllm",
/// "bin/python3"): "2.10.0+cu130". Nothing where none does. `program` is as it was typed, looked up
/// on the PATH of `environment`. No Python is started.
std::optional<std::string> torch_beside(const HostView& host, std::string_view program,
                                        const Environment& environment);

/// Whether that torch knows per_process_memory_fraction in its variable: since 2.10
/// (pytorch/pytorch#161035, of September 2025). 2.11 keeps to it, in either variable, and ends with
/// an error at an option that it does not know (seen on an H200).
bool knows_share(std::string_view torch);

/// `environment` with torch told its share of the memory, which it then keeps to by itself. What
/// the owner set of it stays.
Environment with_share(Environment environment, double share);

}  // namespace gb10
