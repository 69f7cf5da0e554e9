// Any bytes as a file that is audited: everything in it that may be code, what the loader would
// read, its symbols, and the verdict; whole, and cut while it is read.

#include "audit/tree.h"
#include "base/check.h"
#include "elf/symbols.h"
#include "entry.h"

namespace {

/// A file that ends earlier than it says.
class Cut : public gb10::Blob {
 public:
  Cut(const gb10::Blob& whole, std::uint64_t there) : whole_(whole), there_(there) {}
  std::uint64_t size() const override { return whole_.size(); }
  gb10::Result<std::size_t> read_at(std::uint64_t offset,
                                    std::span<std::byte> into) const override {
    if (offset >= there_) return std::size_t{0};
    return whole_.read_at(offset, into.first(std::min(into.size(), there_ - offset)));
  }

 private:
  const gb10::Blob& whole_;
  std::uint64_t there_;
};

const gb10::GpuRules& rules() {
  static const gb10::GpuRules kRules = *gb10::GpuRules::built_in();
  return kRules;
}

const gb10::LibraryTable& table() {
  static const gb10::LibraryTable kTable = *gb10::LibraryTable::built_in();
  return kTable;
}

bool any(std::string_view) { return true; }

void look_for_symbols(const gb10::Blob& blob, const gb10::ElfInfo& info) {
  const auto wanted = gb10::wanted_symbols(blob, info, any);
  auto defined = gb10::DefinedSymbols::open(blob, info);
  CHECK(wanted.ok() || !wanted.error().what.empty());
  if (!defined.ok()) return;
  for (const char* const name : {"", "free", "_ZN2at3addEv"})
    static_cast<void>(defined->has(name).ok());
}

void audit(const gb10::Blob& blob, gb10::ArtifactOptions::Deep deep) {
  const gb10::GpuTarget target{121, gb10::CudaVersion{13, 0}};
  gb10::ArtifactOptions options;
  options.deep = deep;
  options.with_names = true;
  const auto artifact = gb10::read_artifact(blob, options);
  if (artifact.ok()) {
    CHECK(!gb10::gpu_list(artifact->code).empty());
    if (artifact->info()) look_for_symbols(blob, *artifact->info());
  }
  const auto library = gb10::read_library(blob, "/x/lib.so", {target, rules(), table(), options});
  const auto& code = library.code;
  CHECK(code.usable() + code.newer_driver + code.none == code.modules && code.others <= code.none);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const gb10::MemoryBlob blob{std::string(text_of(data, size))};
  audit(blob, gb10::ArtifactOptions::Deep::always);
  audit(Cut(blob, size / 2), gb10::ArtifactOptions::Deep::by_need);
  return 0;
}
