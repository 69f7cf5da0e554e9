#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "elf/elf.h"
#include "host/host.h"

namespace gb10 {

/// Where a library is to be loaded from, as the dynamic loader goes about it: paths of the library
/// that wants it, LD_LIBRARY_PATH, the loader's cache, the folders it knows.
class LoaderView {
 public:
  /// `machine` is the number of the CPU in ELF headers; entries of the cache for others do not
  /// count. Where there is no cache the folders of its configuration are looked through.
  LoaderView(const HostView& host, std::uint16_t machine);

  /// The file in the machine's own places; nothing where none has it.
  std::optional<std::string> on_system(const std::string& soname) const;
  /// The file by the paths that `info`, which lies at `path`, names itself, or by `inherited` ones.
  std::optional<std::string> by_own_path(const std::string& soname, const ElfInfo& info,
                                         const std::string& path,
                                         const std::vector<std::string>& inherited) const;
  bool is_in(const std::string& folder, const std::string& soname) const;

 private:
  const HostView& host_;
  std::vector<std::string> library_path_;
  std::map<std::string, std::string, std::less<>> cache_;  // soname -> file
  std::vector<std::string> folders_;
  mutable std::map<std::string, std::set<std::string>> names_;  // of each folder looked into
};

/// The folders of an RPATH or RUNPATH of a file that lies at `path`.
std::vector<std::string> own_folders(const ElfInfo& info, const std::string& path);

/// The entries for `machine` of a /etc/ld.so.cache: soname and file. Error `invalid` for what is
/// none, or of another byte order.
Result<std::map<std::string, std::string, std::less<>>> loader_cache(std::string_view bytes,
                                                                     std::uint16_t machine);

}  // namespace gb10
