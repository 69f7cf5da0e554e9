#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "audit/image.h"
#include "audit/image_tree.h"

namespace gb10 {

/// Puts the layers of an image upon each other.
class ImageLayers {
 public:
  explicit ImageLayers(ImageFiles& files) : files_(&files) {}

  /// Reads one layer, a tar archive, plain or packed. What goes wrong is noted under `name` and the
  /// rest is read.
  void add(std::string_view name, const Blob& layer);
  void problem(std::string_view where, std::string_view what);

  ImageTree tree;
  std::vector<ImageProblem> problems;

 private:
  struct Reading;
  Result<void> add_member(Reading& reading);
  Result<void> add_file(Reading& reading);
  Result<void> look(Reading& reading, const ImageTree::Place& place);
  Result<void> keep(Reading& reading, const ImageTree::Place& place);
  void forget();

  ImageFiles* files_;
  std::uint64_t texts_ = 0;  // bytes kept
  std::unique_ptr<std::byte[]> room_;
  std::size_t room_size_ = 0;
};

/// Whether an audit reads the file as text: what installers and the loader say of themselves.
bool is_audit_text(std::string_view path);
/// Whether the file may hold code that an audit looks at.
bool may_hold_code(std::string_view path, unsigned mode);

}  // namespace gb10
