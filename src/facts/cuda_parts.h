#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "facts/facts.h"

/// The parts of the topic "cuda"; each sets its own facts and fails alone.
namespace gb10::cuda_parts {

/// Toolkits, each once by its real directory.
std::vector<std::string> toolkit_dirs(const HostView& host);

void collect_toolkits(const HostView& host, const std::vector<std::string>& toolkits, Facts& facts);

/// Which of the compilers the caller's PATH takes. Looks at the facts of the toolkits.
void collect_path(const HostView& host, const std::vector<std::string>& toolkits, Facts& facts);

/// Copies of CUDA's libraries where the loader or a toolkit keeps them.
void collect_libraries(const HostView& host, const std::vector<std::string>& toolkits,
                       Facts& facts);

/// Debian's own toolkit, which has no directory under /usr/local.
inline constexpr const char* kDebianToolkit = "/usr/lib/nvidia-cuda-toolkit";

/// The directories under /usr/local that carry CUDA's name, links followed.
std::vector<std::string> cuda_dirs(const HostView& host);

}  // namespace gb10::cuda_parts
