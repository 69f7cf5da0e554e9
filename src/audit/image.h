#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "audit/image_host.h"
#include "base/blob.h"
#include "base/result.h"
#include "host/host.h"

namespace gb10 {

/// No file of an image that is packed may be larger to be looked into.
constexpr std::uint64_t kImageFileBytes = 1U << 30U;
/// What is kept of files that an audit reads as text.
constexpr std::uint64_t kImageTextBytes = 4U << 20U, kImageTextsBytes = 512U << 20U;

/// Who looks at the files of an image that may hold code. The layers are read once, from the lowest
/// up, so that a file is shown before it is known whether a later layer takes it away. Paths are
/// absolute and free of links.
class ImageFiles {
 public:
  virtual ~ImageFiles() = default;
  /// A library, a module or a program; `blob` is good during the call.
  virtual void look(const std::string& path, const Blob& blob) = 0;
  /// `path` is another name of the file that was shown as `shown`.
  virtual void same(const std::string& path, const std::string& shown) = 0;
  /// The file that was shown as `path` is not in the image after all, or another took its place.
  virtual void forget(const std::string& path) = 0;
};

/// What an image says of itself.
struct ImageConfig {
  std::string architecture, os, variant;  // as it is written there: "arm64", "linux", "v8"
  std::map<std::string, std::string> environment;
  std::vector<std::string> entrypoint, command;
  std::string user, folder;
  std::vector<std::string> layers;  // digests of what they unpack to, from the lowest up
  std::int64_t labels = 0;

  /// The processor as uname has it: "aarch64", "x86_64"; what it is called otherwise.
  std::string machine() const;
};

/// What could not be read, or made no sense.
struct ImageProblem {
  std::string where;  // "layer 3: usr/lib/libx.so"
  std::string what;
};

/// An image as a container would see it.
struct Image {
  ImageConfig config;
  std::vector<std::string> names;      // "vllm:latest", of all that the archive holds
  std::vector<std::string> platforms;  // "linux/arm64", of all that could have been read
  std::int64_t layers = 0;
  std::unique_ptr<ImageHost> host;
  std::vector<ImageProblem> problems;  // the rest was read
  /// Files that are not what their digests say; only looked for where it was asked.
  std::vector<ImageProblem> differences;
  std::int64_t compared = 0, without_digest = 0;
};

struct ImageOptions {
  std::string machine = "aarch64";  // which platform is taken where there are several
  bool verify = false;              // hold config and layers against their digests
};

/// Reads what `docker save` wrote, or an OCI layout in a tar archive. Error `invalid` when it is
/// neither, `unsupported` when the archive itself is packed.
Result<Image> read_image(const Blob& archive, const ImageOptions& options, ImageFiles& files);

/// Reads an OCI layout in a directory.
Result<Image> read_image(const HostView& host, std::string_view directory,
                         const ImageOptions& options, ImageFiles& files);

}  // namespace gb10
