#pragma once

#include <cstdint>
#include <optional>

#include "elf/elf.h"
#include "elf/gpu_image.h"
#include "elf/window.h"

namespace gb10 {

/// An image of no more bytes is empty: of 3,025 empty cubins in eight of NVIDIA's libraries the
/// typical ones reach 2,568.
inline constexpr std::uint64_t kEmptyCubin = 2600;

/// The cubin that begins at the start of `rest`, with `stored` and `unpacked` set to what its
/// tables span; nothing when there is none. Its architecture lies in other bits since CUDA 13; a
/// family suffix ("f") stands nowhere in a cubin.
std::optional<GpuImage> cubin_at(Window& window, Range rest);

/// Whether an ELF image of a container holds code. nvcc adds an empty cubin per architecture, which
/// is told by its size, or by its section names where the size leaves it open; what cannot be told
/// counts as code.
bool holds_code(const Blob& blob, const GpuImage& image);

}  // namespace gb10
