// Any bytes as containers of GPU code, as a section of them holds them and as data that may hold
// one anywhere.

#include "elf/fatbin.h"

#include "base/check.h"
#include "elf/artifact.h"
#include "elf/cubin.h"
#include "elf/scan.h"
#include "entry.h"

namespace {

void read_as_section(const gb10::Blob& blob, bool large_data) {
  gb10::Window window(blob, 512);
  gb10::GpuCode code;
  gb10::read_containers(window, {0, blob.size()}, {"file", false, true, large_data}, code);
  std::uint64_t end = 0;
  for (const auto& container : code.containers) {
    // One behind the other, and each inside the file.
    CHECK(container.offset >= end && container.offset < blob.size());
    end = container.offset;
    for (const auto& image : container.images) {
      CHECK(image.offset > container.offset && image.offset <= blob.size());
      static_cast<void>(gb10::holds_code(blob, image));
    }
  }
  CHECK(!gb10::gpu_list(code).empty());
}

void read_anywhere(const gb10::Blob& blob, std::string_view bytes) {
  gb10::Window window(blob, 512);
  gb10::GpuCode code;
  const auto all = std::as_bytes(std::span(bytes.data(), bytes.size()));
  for (std::size_t at = gb10::next_magic(all, 0); at < bytes.size();
       at = gb10::next_magic(all, at + 1)) {
    const gb10::Range rest{at, bytes.size() - at};
    const auto next = gb10::read_container_at(window, rest, {"deep", false, false, false}, code);
    CHECK(!next || (*next > at && *next <= bytes.size()));
    const auto cubin = gb10::cubin_at(window, rest);
    CHECK(!cubin || (cubin->offset == at && cubin->stored >= 64 && cubin->stored <= rest.size));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes = text_of(data, size);
  const gb10::MemoryBlob blob{std::string(bytes)};
  read_as_section(blob, false);
  read_as_section(blob, true);
  read_anywhere(blob, bytes);
  return 0;
}
