#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "wheel/tags.h"

namespace gb10 {

/// What METADATA of a .dist-info (or PKG-INFO of an .egg-info) says at its top.
struct PackageMetadata {
  std::string name, version;
  std::string requires_python;             // ">=3.10"
  std::vector<std::string> requires_dist;  // "nvidia-cublas==13.1.0.3; platform_system == 'Linux'"
};

/// What WHEEL says.
struct WheelInfo {
  std::string generator, build;
  bool pure = false;  // Root-Is-Purelib
  std::vector<WheelTag> tags;
};

/// A line of RECORD, good as long as the text that it was read from.
struct RecordLine {
  std::string_view path, hash, size;  // quotes taken away; hash and size may be empty
};

/// A file as RECORD has it.
struct RecordedFile {
  std::string path;
  std::string algorithm, digest;      // "sha256" and base64 for addresses; or both empty
  std::optional<std::uint64_t> size;  // bytes
  friend bool operator==(const RecordedFile&, const RecordedFile&) = default;
};

/// What RECORD lists, and the lines that make no sense.
struct PackageRecord {
  std::vector<RecordedFile> files;
  std::vector<std::string> problems;  // "line 3: a size that is no number"
};

/// Where a package was installed from, when not from an index.
struct DirectUrl {
  std::string url;
  bool editable = false;  // its code lies where `url` says, not beside its metadata
  std::string commit;     // of a version control system
};

/// A package as conda-meta/NAME.json has it.
struct CondaPackage {
  std::string name, version, build, subdir;
  std::vector<std::string> files;  // from the environment's folder
};

/// Errors: `invalid` where the text makes no sense as what it should be, or is too long.
Result<PackageMetadata> read_metadata(std::string_view text);
Result<WheelInfo> read_wheel_info(std::string_view text);
Result<PackageRecord> read_record(std::string_view text);
Result<DirectUrl> read_direct_url(std::string_view text);
Result<CondaPackage> read_conda_package(std::string_view text);

/// Calls `use` for each line of RECORD without keeping any; `problem` for those that make no sense.
Result<void> each_recorded(std::string_view text, const std::function<void(const RecordLine&)>& use,
                           const std::function<void(std::string)>& problem);

/// The modules that top_level.txt names.
std::vector<std::string> read_top_level(std::string_view text);
/// Who installed the package ("pip", "uv", "conda"); empty when INSTALLER says nothing.
std::string read_installer(std::string_view text);

}  // namespace gb10
