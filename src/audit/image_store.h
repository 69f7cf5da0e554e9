#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "base/blob.h"
#include "base/result.h"
#include "host/host.h"

namespace gb10 {

/// The files that an image is stored in, by their names.
class ImageStore {
 public:
  virtual ~ImageStore() = default;
  /// Error `not_found` when there is no such file.
  virtual Result<std::unique_ptr<Blob>> open(const std::string& name) const = 0;

  /// Why files may be missing from it; empty when all of it is there.
  virtual std::string damage() const { return {}; }

  /// The whole of a small file.
  Result<std::string> text(const std::string& name) const;
};

/// Those of a tar archive, which must be plain so that they can be read where they lie.
class TarStore : public ImageStore {
 public:
  /// `archive` outlives the store.
  static Result<TarStore> open(const Blob& archive);
  Result<std::unique_ptr<Blob>> open(const std::string& name) const override;
  std::string damage() const override { return damage_; }

 private:
  struct Member {
    std::uint64_t offset = 0, size = 0;
    std::string target;  // of a link: the name of another member
  };
  explicit TarStore(const Blob& archive) : archive_(&archive) {}

  const Blob* archive_;
  std::map<std::string, Member> members_;
  std::string damage_;
};

/// Those of a directory.
class DirectoryStore : public ImageStore {
 public:
  /// `host` outlives the store.
  DirectoryStore(const HostView& host, std::string_view directory)
      : host_(&host), directory_(directory) {}
  Result<std::unique_ptr<Blob>> open(const std::string& name) const override;

 private:
  const HostView* host_;
  std::string directory_;
};

}  // namespace gb10
