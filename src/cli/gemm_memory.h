#pragma once

#include <optional>
#include <string>

#include "bench/gemm.h"
#include "cli/bench_gpu.h"

namespace gb10 {

/// What a choice is good for: this product, this version of the library, this GPU.
std::string choice_key(const BenchGpu& gpu, const std::string& library, const GemmWish& wish);

/// What `remember_choice` kept, of rank -1; nothing where there is none or the file cannot be read,
/// which the user is told.
std::optional<GemmCandidate> remembered_choice(const std::string& key, const Io& io);
/// Keeps it in gemm-choices.json beside the runs, in place of an earlier one.
Result<void> remember_choice(const std::string& key, const GemmCandidate& choice, const Io& io);

}  // namespace gb10
