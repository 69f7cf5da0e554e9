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
/// that wants it, LD_LIBRARY_PATH, the loader's cache, the folders it knows. Remembers what it
/// listed: not for several threads.
class LoaderView {
 public:
  /// `machine` is the number of the CPU in ELF headers; entries of the cache for others do not
  /// count. Only where there is no cache the folders of its configuration are looked through.
  LoaderView(const HostView& host, std::uint16_t machine);

  /// The file in a folder of LD_LIBRARY_PATH; nothing where none has it.
  std::optional<std::string> on_library_path(const std::string& soname) const;
  /// The file in the machine's own places: LD_LIBRARY_PATH, the cache, the folders it knows. What
  /// the cache names and is not there any more is none.
  std::optional<std::string> on_system(const std::string& soname) const;
  /// Why the loader's cache could not be used; empty when it could, or there is none.
  const std::string& problem() const { return problem_; }
  /// Whether the folder has such a file for this CPU: the loader goes on where it meets another.
  bool is_in(const std::string& folder, const std::string& soname) const;

 private:
  void read_cache(std::uint16_t machine);
  bool is_for_machine(const std::string& path) const;

  const HostView& host_;
  std::uint16_t machine_;
  std::vector<std::string> library_path_;
  std::string problem_;
  std::map<std::string, std::string, std::less<>> cache_;  // soname -> file
  std::vector<std::string> folders_;
  mutable std::map<std::string, std::set<std::string>> names_;  // of each folder looked into
  mutable std::map<std::string, bool> fits_;  // files, by whether they are for this CPU
};

/// The folders of an RPATH or RUNPATH of a file that lies at `path`.
std::vector<std::string> own_folders(const ElfInfo& info, const std::string& path);

/// The entries for `machine` of a /etc/ld.so.cache: soname and file. Error `invalid` for what is
/// none, or of another byte order.
Result<std::map<std::string, std::string, std::less<>>> loader_cache(std::string_view bytes,
                                                                     std::uint16_t machine);

}  // namespace gb10
