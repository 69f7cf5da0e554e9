#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "host/host.h"

namespace gb10 {

/// More files are in no image; nothing lies deeper.
constexpr std::size_t kImageFiles = 4'000'000;
constexpr std::size_t kImageDepth = 256;

/// The files of an image, layer put upon layer. A path's own links lead where they would in the
/// container: the top of the tree is "/", and ".." stops there.
class ImageTree {
 public:
  struct Name {
    std::uint32_t file = 0;  // its number
    int layer = 0;           // which put it there
  };
  struct File {
    FileKind kind = FileKind::other;
    unsigned mode = 0;
    bool shown = false;      // to whoever looks at files with code
    bool kept = false;       // `text` is all of its bytes
    std::uint64_t size = 0;  // bytes
    std::string text;        // of a file that is kept; of a link, where it leads
    int emptied = 0;         // the last layer that took away what lay in this directory
    std::map<std::string, Name, std::less<>> names;  // of a directory
  };
  /// Where a path leads.
  struct Place {
    std::uint32_t parent = 0;
    std::string name;                   // in the parent; empty for the top
    std::string path;                   // without links, absolute
    std::optional<std::uint32_t> file;  // nothing when there is none of that name
  };

  ImageTree();

  const File& file(std::uint32_t number) const { return files_[number]; }
  File& file(std::uint32_t number) { return files_[number]; }
  /// What is at `path`. Error `not_found` also when a directory on the way is not there.
  Result<Place> find(std::string_view path, bool follow_last) const;

  /// All that is added from now on belongs to the next layer.
  void begin_layer() { ++layer_; }
  /// Adds a directory, file or link; directories above it are made where they lack. What was there
  /// is replaced, but a directory by a directory.
  Result<Place> add(std::string_view path, File file);
  /// Another name of a file. Error `not_found` when that is not there.
  Result<Place> add_name(std::string_view path, std::string_view target);
  /// Takes away what lower layers have at `path`.
  Result<void> remove(std::string_view path);
  /// Takes away what lower layers have in the directory.
  Result<void> empty(std::string_view directory);

  /// The paths of files that had been shown and were taken away since the last call.
  std::vector<std::string> take_forgotten();

 private:
  struct Walk;
  Result<Place> walk(std::string_view path, bool follow_last) const;
  Result<Place> made(std::string_view path);
  Result<void> make_directory(const Place& place);
  bool is_directory(std::uint32_t number) const {
    return files_[number].kind == FileKind::directory;
  }
  Result<std::uint32_t> new_file(File file);
  void take_away(const std::string& path, std::uint32_t number);
  bool take_lower(const std::string& path, Name name);
  void empty_lower(const std::string& path, std::uint32_t directory);

  std::vector<File> files_;
  int layer_ = 0;
  std::vector<std::string> forgotten_;
};

}  // namespace gb10
