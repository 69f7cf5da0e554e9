#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "audit/image_tree.h"
#include "host/host.h"

namespace gb10 {

/// The file system of an image, as a container of it would start with. All names, kinds, sizes and
/// links are there; of the bytes only those of files that an audit reads as text (`not_recorded`
/// for the others). There are no programs to ask. The environment is that of the image's config.
class ImageHost : public HostView {
 public:
  ImageHost(ImageTree tree, Self self) : tree_(std::move(tree)), self_(std::move(self)) {}

  /// `path` without links, by which files were shown to whoever looked at them.
  Result<std::string> real_path(std::string_view path) const;

  Result<std::string> read(std::string_view path) const override;
  Result<std::unique_ptr<Blob>> open(std::string_view path) const override;
  Result<std::vector<DirEntry>> list(std::string_view dir) const override;
  Result<FileInfo> info(std::string_view path) const override;
  Result<std::string> link(std::string_view path) const override;
  Result<Space> space(std::string_view path) const override;
  const Self& self() const override { return self_; }
  Result<Output> query(const Command& command) const override;

 private:
  Result<const ImageTree::File*> file(std::string_view path, bool follow_last) const;

  ImageTree tree_;
  Self self_;
};

}  // namespace gb10
