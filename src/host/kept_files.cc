#include "host/kept_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <string_view>

#include <fmt/format.h>

#include "host/descriptor.h"

namespace gb10 {

std::optional<KeptFile> kept_file(int files, const char* name) {
  std::array<char, 256> target{};
  const ssize_t n = ::readlinkat(files, name, target.data(), target.size());
  if (n <= 0) return std::nullopt;
  const std::string_view link(target.data(), static_cast<std::size_t>(n));
  // Files with a name stay when the process ends; these go with it.
  if (!link.starts_with("/memfd:") && !link.ends_with(" (deleted)")) return std::nullopt;
  struct statx about {};
  constexpr unsigned kWanted = STATX_TYPE | STATX_BLOCKS | STATX_INO;
  if (::statx(files, name, AT_STATX_DONT_SYNC, kWanted, &about) != 0) return std::nullopt;
  constexpr unsigned kTmpfs = 0;  // device numbers of file systems without a disk have major 0
  if (!S_ISREG(about.stx_mode) || about.stx_dev_major != kTmpfs) return std::nullopt;
  return KeptFile{{about.stx_dev_minor, about.stx_ino},
                  static_cast<std::int64_t>(about.stx_blocks) * 512};
}

std::vector<KeptFile> kept_files(std::int64_t pid) {
  std::vector<KeptFile> out;
  const std::string path = fmt::format("/proc/{}/fd", pid);
  const Descriptor files(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  std::error_code trouble;
  std::filesystem::directory_iterator file(path, trouble);
  for (; files && !trouble && file != std::filesystem::directory_iterator();
       file.increment(trouble)) {
    if (const auto kept = kept_file(files.get(), file->path().filename().c_str()))
      out.push_back(*kept);
  }
  return out;
}

}  // namespace gb10
