#pragma once

#include <string>

#include "bench/reference.h"
#include "bench/storage_reference.h"
#include "cli/command.h"

namespace gb10 {

/// What is known of a GPU and of disks, as `gb10 show` tells it; `origin` is the file in force.
std::string explained(const GpuReference& gpu, const std::string& origin, const Io& io);
std::string explained(const StorageReference& disks, const std::string& origin, const Io& io);
Json json_of(const GpuReference& gpu);
Json json_of(const StorageReference& disks);

}  // namespace gb10
