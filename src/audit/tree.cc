#include "audit/tree.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "elf/symbols.h"

namespace gb10 {

namespace {

/// Whether a C++ symbol lies in a namespace of libtorch, or a C symbol is one of its shims.
bool is_of_torch(std::string_view name) {
  if (name.starts_with("aoti_torch_") || name.starts_with("torch_library_")) return true;
  if (!name.starts_with("_Z")) return false;
  constexpr std::array<std::string_view, 4> kPrefixes = {"3c10", "2at", "5torch", "6caffe2"};
  // "_ZN3c10…", "_ZNK3c10…", "_ZTVN2at…": the namespace is the first name behind the N.
  std::size_t at = name.find('N');
  if (at == std::string_view::npos || at > 6) return false;
  ++at;
  while (at < name.size() &&
         (name[at] == 'K' || name[at] == 'V' || name[at] == 'R' || name[at] == 'O'))
    ++at;
  return std::any_of(kPrefixes.begin(), kPrefixes.end(),
                     [&](std::string_view prefix) { return name.substr(at).starts_with(prefix); });
}

/// Whether it has to be seen whether the libraries here have what it wants of them.
bool wants_growing(const ElfInfo& info, const LibraryTable& table) {
  return std::any_of(info.needed.begin(), info.needed.end(), [&](const std::string& name) {
    return name.starts_with("libc10") || name.starts_with("libtorch") || table.is_growing(name);
  });
}

/// What bears the name of a shared object and was never meant for this loader: a script of the
/// linker, a library of macOS or of Windows, code for WebAssembly.
bool is_for_others(const Blob& blob) {
  using namespace std::string_view_literals;
  constexpr std::array kStarts = {"/*"sv,
                                  "INPUT"sv,
                                  "GROUP"sv,
                                  "OUTPUT_FORMAT"sv,
                                  "\xcf\xfa\xed\xfe"sv,
                                  "\xce\xfa\xed\xfe"sv,
                                  "\xfe\xed\xfa\xcf"sv,
                                  "\xfe\xed\xfa\xce"sv,
                                  "\xca\xfe\xba\xbe"sv,
                                  "\xca\xfe\xba\xbf"sv,
                                  "MZ"sv,
                                  "BC\xc0\xde"sv,
                                  "\0asm"sv,
                                  "!<thin>"sv};
  const auto head = bytes_at(blob, 0, std::min<std::uint64_t>(blob.size(), 16));
  return head.ok() && std::any_of(kStarts.begin(), kStarts.end(),
                                  [&](std::string_view start) { return head->starts_with(start); });
}

}  // namespace

bool is_library_name(std::string_view name) {
  for (const std::string_view ending : {".so", ".node", ".cubin", ".fatbin"}) {
    if (name.size() > ending.size() && name.ends_with(ending)) return true;
  }
  const std::size_t so = name.rfind(".so.");
  if (so == std::string_view::npos || so == 0) return false;
  const std::string_view version = name.substr(so + 4);
  return !version.empty() && version.find_first_not_of("0123456789.") == std::string_view::npos;
}

AuditLibrary read_library(const Blob& blob, std::string path, const LibraryReading& reading) {
  AuditLibrary out;
  out.path = std::move(path);
  Result<Artifact> artifact = read_artifact(blob, reading.artifact);
  if (!artifact.ok()) {
    out.problem = artifact.error().what;
    out.problem_is = AuditLibrary::Problem::of_access;
    return out;
  }
  out.kind = artifact->kind;
  out.code = verdict_of(artifact->code, blob, reading.gpu, reading.rules);
  out.damage = std::move(artifact->code.problems);
  const bool is_named_code = out.path.ends_with(".cubin") || out.path.ends_with(".fatbin");
  if (out.kind == Artifact::Kind::other && is_named_code) out.problem = "is no cubin and no fatbin";
  // Meshes and graphs are kept in files of that name as well.
  const bool is_data = out.path.ends_with(".node") && blob.size() > 0;
  if (out.kind == Artifact::Kind::other && !is_named_code && !is_data && !is_for_others(blob))
    out.problem = blob.size() == 0 ? "is empty" : "is no library: it does not begin as an ELF file";
  if (!artifact->elf) return out;
  if (!artifact->elf->ok()) {
    out.problem = artifact->elf->error().what;
    return out;
  }
  out.elf = **std::move(artifact->elf);
  out.elf->sections.clear();
  const bool has_symbols = out.elf->symbols.symbols != 0;
  if (!has_symbols || !wants_growing(*out.elf, reading.table)) return out;
  auto wanted = wanted_symbols(blob, *out.elf, [&](std::string_view name) {
    return is_of_torch(name) || reading.table.growing(name) != nullptr;
  });
  if (!wanted.ok()) {
    out.damage.push_back({GpuProblem::Kind::error, "elf", -1, wanted.error().what});
    return out;
  }
  for (std::string& symbol : *wanted) {
    auto& of = reading.table.growing(symbol) ? out.cuda_symbols : out.torch_symbols;
    of.push_back(std::move(symbol));
  }
  return out;
}

}  // namespace gb10
