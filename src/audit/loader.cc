#include "audit/loader.h"

#include <algorithm>
#include <climits>
#include <cstddef>
#include <optional>

#include <elf.h>

#include "base/blob.h"
#include "base/bytes.h"
#include "base/text.h"
#include "facts/libraries.h"
#include "facts/paths.h"

namespace gb10 {

namespace {

constexpr std::string_view kMagic = "glibc-ld.so.cache1.1";
constexpr std::uint64_t kHeader = 48, kEntry = 24;
constexpr std::uint64_t kEnough = 20;  // bytes of an ELF header that tell its CPU
constexpr std::uint32_t kMostEntries = 1U << 20U;
constexpr std::uint64_t kMostText = 64U << 20U;  // of all names and paths together

/// Flags of the entries that belong to a CPU (glibc's cache: kind and required ABI).
std::uint32_t flags_of(std::uint16_t machine) {
  constexpr std::uint32_t kLibc6 = 0x3, kX86 = 0x300, kArm64 = 0xa00;
  if (machine == EM_X86_64) return kLibc6 | kX86;
  return machine == EM_AARCH64 ? kLibc6 | kArm64 : kLibc6;
}

template <class T>
T field(std::string_view bytes, std::uint64_t at) {
  return little_endian<T>(std::as_bytes(std::span(bytes.data(), bytes.size())), at).value_or(0);
}

/// The text at `at`, of at most `longest` bytes; nothing where it does not end there.
std::optional<std::string_view> text_at(std::string_view bytes, std::uint32_t at,
                                        std::size_t longest) {
  if (at >= bytes.size()) return std::nullopt;
  const std::string_view text = bytes.substr(at, longest + 1);
  const std::size_t end = text.find('\0');
  return end == std::string_view::npos ? std::nullopt : std::optional(text.substr(0, end));
}

}  // namespace

namespace {

std::string with_token(std::string_view text, const std::string& name, const std::string& value) {
  return replaced(replaced(text, "${" + name + "}", value), "$" + name, value);
}

/// What $LIB stands for: it hangs on who built the C library.
std::vector<std::string> lib_folders(const std::string& machine) {
  return {"lib/" + machine + "-linux-gnu", "lib64", "lib"};
}

}  // namespace

std::vector<std::string> own_folders(const ElfInfo& info, const std::string& path) {
  std::vector<std::string> out;
  if (info.runpath.empty()) return out;
  const std::string origin = paths::parent(path), machine = machine_name(info.machine);
  const auto add = [&](const std::string& folder) {
    if (folder.starts_with('/')) out.push_back(paths::plain(folder));
  };
  for (const std::string_view part : split(info.runpath, ':')) {
    if (part.empty()) continue;
    const std::string text = with_token(with_token(part, "ORIGIN", origin), "PLATFORM", machine);
    if (with_token(text, "LIB", "") == text) {
      add(text);
      continue;
    }
    for (const std::string& lib : lib_folders(machine)) add(with_token(text, "LIB", lib));
  }
  return out;
}

Result<std::map<std::string, std::string, std::less<>>> loader_cache(std::string_view bytes,
                                                                     std::uint16_t machine) {
  // An old cache may stand before the new one.
  const std::size_t start = bytes.find(kMagic);
  if (start == std::string_view::npos)
    return Error{Error::Kind::invalid, "is no cache of the loader"};
  const std::string_view cache = bytes.substr(start);
  const auto count = field<std::uint32_t>(cache, kMagic.size());
  if (cache.size() < kHeader || count > kMostEntries || count * kEntry > cache.size() - kHeader)
    return Error{Error::Kind::invalid, "has a table that reaches past its end"};
  std::map<std::string, std::string, std::less<>> out;
  std::uint64_t text = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t at = kHeader + i * kEntry;
    if ((field<std::uint32_t>(cache, at) & 0xffffU) != flags_of(machine)) continue;
    const auto name = text_at(cache, field<std::uint32_t>(cache, at + 4), NAME_MAX);
    // The first entry of a name is the one that the loader takes.
    if (!name || out.contains(*name)) continue;
    const auto path = text_at(cache, field<std::uint32_t>(cache, at + 8), PATH_MAX);
    if (!path) continue;
    // Entries may share their text: together they may be far longer than the file.
    text += name->size() + path->size();
    if (text > kMostText) return Error{Error::Kind::invalid, "has names that are too long"};
    out.emplace(*name, *path);
  }
  return out;
}

LoaderView::LoaderView(const HostView& host, std::uint16_t machine)
    : host_(host), machine_(machine) {
  const auto& environment = host.self().environment;
  const auto path = environment.find("LD_LIBRARY_PATH");
  if (path != environment.end())
    library_path_ = libraries::path_dirs(replaced(path->second, ";", ":"));
  read_cache(machine);
  folders_ = cache_.empty() ? libraries::loader_dirs(host)
                            : libraries::built_in_dirs(host, machine_name(machine));
}

void LoaderView::read_cache(std::uint16_t machine) {
  constexpr const char* kFile = "/etc/ld.so.cache";
  const auto bytes = host_.read(kFile);
  if (!bytes.ok()) {
    if (bytes.error().kind != Error::Kind::not_found) problem_ = bytes.error().what;
    return;
  }
  auto cache = loader_cache(*bytes, machine);
  if (cache.ok())
    cache_ = *std::move(cache);
  else
    problem_ = kFile + (" " + cache.error().what);
}

bool LoaderView::is_in(const std::string& folder, const std::string& soname) const {
  auto known = names_.find(folder);
  if (known == names_.end()) {
    known = names_.emplace(folder, std::set<std::string>()).first;
    const auto entries = host_.list(folder);
    for (const DirEntry& entry : entries.value_or(std::vector<DirEntry>())) {
      if (entry.kind != FileKind::directory) known->second.insert(entry.name);
    }
  }
  return known->second.count(soname) > 0 && is_for_machine(folder + "/" + soname);
}

/// What cannot be read may be.
bool LoaderView::is_for_machine(const std::string& path) const {
  if (machine_ == EM_NONE) return true;
  const auto known = fits_.find(path);
  if (known != fits_.end()) return known->second;
  const auto blob = host_.open(path);
  bool fits = true;
  if (blob.ok()) {
    const auto head = bytes_at(**blob, 0, std::min<std::uint64_t>((*blob)->size(), kEnough));
    fits = !head.ok() || !head->starts_with(ELFMAG) || head->size() < kEnough ||
           field<std::uint16_t>(*head, offsetof(Elf64_Ehdr, e_machine)) == machine_;
  }
  fits_.emplace(path, fits);
  return fits;
}

std::optional<std::string> LoaderView::on_library_path(const std::string& soname) const {
  for (const std::string& folder : library_path_) {
    if (is_in(folder, soname)) return folder + "/" + soname;
  }
  return std::nullopt;
}

std::optional<std::string> LoaderView::on_system(const std::string& soname) const {
  if (auto path = on_library_path(soname)) return path;
  const auto cached = cache_.find(soname);
  if (cached != cache_.end() && host_.info(cached->second).ok()) return cached->second;
  for (const std::string& folder : folders_) {
    if (is_in(folder, soname)) return folder + "/" + soname;
  }
  return std::nullopt;
}

}  // namespace gb10
