#include "audit/image_tree.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

constexpr int kMostLinks = 40, kMostSteps = 1024;
constexpr std::size_t kMostLinkBytes = 16U << 10U;  // of all links that one path follows
constexpr std::size_t kLongestPath = 4096, kLongestName = 255;

Error error(Error::Kind kind, std::string_view path, std::string_view why) {
  return {kind, fmt::format("{}: {}", printable(path, 300), why)};
}

/// Adds the names of a path to `ahead`, the next one last.
void go_ahead(std::vector<std::string>& ahead, std::string_view path) {
  std::vector<std::string_view> names = split(path, '/');
  std::erase_if(names, [](std::string_view name) { return name.empty() || name == "."; });
  ahead.insert(ahead.end(), names.rbegin(), names.rend());
}

std::string below(const std::string& directory, std::string_view name) {
  std::string path = directory;
  path += '/';
  path += name;
  return path;
}

}  // namespace

/// A walk through the tree: the directories from the top to where it is, and their path.
struct ImageTree::Walk {
  std::vector<std::uint32_t> passed = {0};
  std::vector<std::size_t> lengths = {0};  // of the path of each
  std::string path;
  std::vector<std::string> ahead;  // the next one last
  int links = 0;
  std::size_t link_bytes = 0;

  std::uint32_t here() const { return passed.back(); }
  void enter(std::string_view name, std::uint32_t directory) {
    path += '/';
    path += name;
    passed.push_back(directory);
    lengths.push_back(path.size());
  }
  void leave() {
    if (passed.size() == 1) return;
    passed.pop_back();
    lengths.pop_back();
    path.resize(lengths.back());
  }
  void go_top() {
    passed.resize(1);
    lengths.resize(1);
    path.clear();
  }
  /// Where the walk ended: a directory that was entered.
  Place place() const {
    if (passed.size() == 1) return {0, {}, "/", 0};
    const std::size_t begin = lengths[lengths.size() - 2] + 1;
    return {passed[passed.size() - 2], path.substr(begin), path, here()};
  }
  /// The name that is not entered, in the directory where the walk is.
  Place last(const std::string& name, std::optional<std::uint32_t> file) const {
    return {here(), name, below(path, name), file};
  }
};

ImageTree::ImageTree() {
  files_.emplace_back();
  files_[0].kind = FileKind::directory;
  files_[0].mode = 0755;
}

/// Follows the path as far as its names are there. Where one lacks in the middle, the error is
/// `not_found`.
Result<ImageTree::Place> ImageTree::walk(std::string_view path, bool follow_last) const {
  if (path.size() > kLongestPath) return error(Error::Kind::invalid, path, "too long a path");
  Walk walk;
  go_ahead(walk.ahead, path);
  for (int steps = 0; !walk.ahead.empty(); ++steps) {
    if (steps >= kMostSteps) return error(Error::Kind::failed, path, "too many links");
    const std::string name = std::move(walk.ahead.back());
    walk.ahead.pop_back();
    if (name == "..") {
      walk.leave();
      continue;
    }
    const bool last = walk.ahead.empty();
    const auto& names = files_[walk.here()].names;
    const auto found = names.find(name);
    if (found == names.end()) {
      if (last) return walk.last(name, std::nullopt);
      return error(Error::Kind::not_found, path, "no such file or directory");
    }
    const File& next = files_[found->second.file];
    if (next.kind == FileKind::link && (!last || follow_last)) {
      walk.link_bytes += next.text.size();
      if (walk.links++ >= kMostLinks || walk.link_bytes > kMostLinkBytes)
        return error(Error::Kind::failed, path, "too many links");
      if (next.text.starts_with('/')) walk.go_top();
      go_ahead(walk.ahead, next.text);
      continue;
    }
    if (next.kind == FileKind::directory) {
      walk.enter(name, found->second.file);
      continue;
    }
    if (last) return walk.last(name, found->second.file);
    return error(Error::Kind::not_found, path, "not a directory");
  }
  return walk.place();
}

Result<ImageTree::Place> ImageTree::find(std::string_view path, bool follow_last) const {
  return walk(path, follow_last);
}

Result<std::uint32_t> ImageTree::new_file(File file) {
  if (files_.size() >= kImageFiles) {
    return Error{Error::Kind::invalid, "the image has too many files"};
  }
  files_.push_back(std::move(file));
  return static_cast<std::uint32_t>(files_.size() - 1);
}

/// Makes a directory at a place that has none: what stands there goes.
Result<void> ImageTree::make_directory(const Place& place) {
  const auto depth = std::count(place.path.begin(), place.path.end(), '/');
  if (place.path.size() > kLongestPath || depth > static_cast<std::ptrdiff_t>(kImageDepth)) {
    return error(Error::Kind::invalid, place.path, "too deep a path");
  }
  if (place.file) take_away(place.path, *place.file);
  File directory;
  directory.kind = FileKind::directory;
  directory.mode = 0755;
  const std::uint32_t number = TRY(new_file(std::move(directory)));
  files_[place.parent].names.insert_or_assign(place.name, Name{number, layer_});
  return {};
}

/// The place of `path`, with the directories above it made.
Result<ImageTree::Place> ImageTree::made(std::string_view path) {
  const std::string_view above = path.substr(0, path.find_last_of('/') + 1);
  const Result<Place> parent = walk(above, true);
  const bool there = parent.ok() && parent->file && is_directory(*parent->file);
  if (there) return walk(path, false);
  std::vector<std::string> names;
  go_ahead(names, above);
  if (path.size() > kLongestPath || names.size() > kImageDepth) {
    return error(Error::Kind::invalid, path, "too deep a path");
  }
  std::string so_far;
  for (; !names.empty(); names.pop_back()) {
    so_far = below(so_far, names.back());
    if (names.back().size() > kLongestName) {
      return error(Error::Kind::invalid, path, "too long a name");
    }
    // Links on the way are followed; what they lead to is made where it lacks.
    const Place place = TRY(walk(so_far, true));
    if (!place.file || !is_directory(*place.file)) TRY(make_directory(place));
  }
  return walk(path, false);
}

Result<ImageTree::Place> ImageTree::add(std::string_view path, File file) {
  Place place = TRY(made(path));
  if (place.name.size() > kLongestName) {
    return error(Error::Kind::invalid, path, "too long a name");
  }
  const bool directory = file.kind == FileKind::directory;
  if (place.file && directory && files_[*place.file].kind == FileKind::directory) {
    files_[*place.file].mode = file.mode;
    if (!place.name.empty()) files_[place.parent].names.find(place.name)->second.layer = layer_;
    return place;
  }
  if (place.name.empty()) return error(Error::Kind::invalid, path, "is no directory");
  if (place.file) take_away(place.path, *place.file);
  const std::uint32_t number = TRY(new_file(std::move(file)));
  files_[place.parent].names.insert_or_assign(place.name, Name{number, layer_});
  place.file = number;
  return place;
}

Result<ImageTree::Place> ImageTree::add_name(std::string_view path, std::string_view target) {
  const Place from = TRY(walk(target, false));
  if (!from.file) {
    return error(Error::Kind::not_found, path,
                 fmt::format("a second name of {}, which is not there", printable(target, 300)));
  }
  if (files_[*from.file].kind == FileKind::directory) {
    return error(Error::Kind::invalid, path, "a second name of a directory");
  }
  Place place = TRY(made(path));
  if (place.file == from.file) return place;
  const Result<Place> still = walk(target, false);
  const bool there = still.ok() && still->file == from.file;
  if (!there || still->path.starts_with(place.path + '/')) {
    return error(Error::Kind::invalid, path, "takes the place of what it is a name of");
  }
  if (place.name.empty()) return error(Error::Kind::invalid, path, "is no directory");
  if (place.file) take_away(place.path, *place.file);
  files_[place.parent].names.insert_or_assign(place.name, Name{*from.file, layer_});
  place.file = from.file;
  return place;
}

Result<void> ImageTree::remove(std::string_view path) {
  const Result<Place> place = walk(path, false);
  if (!place.ok() && place.error().kind != Error::Kind::not_found) return place.error();
  if (!place.ok() || !place->file || place->name.empty()) return {};
  auto& names = files_[place->parent].names;
  const auto at = names.find(place->name);
  if (take_lower(place->path, at->second)) names.erase(at);
  return {};
}

Result<void> ImageTree::empty(std::string_view directory) {
  const Result<Place> place = walk(directory, true);
  if (!place.ok() && place.error().kind != Error::Kind::not_found) return place.error();
  if (place.ok() && place->file) {
    empty_lower(*place->file == 0 ? std::string() : place->path, *place->file);
  }
  return {};
}

/// True when nothing of this or a higher layer is at the name, which then goes.
bool ImageTree::take_lower(const std::string& path, Name name) {
  if (files_[name.file].kind != FileKind::directory) {
    if (name.layer >= layer_) return false;
    take_away(path, name.file);
    return true;
  }
  empty_lower(path, name.file);
  return name.layer < layer_ && files_[name.file].names.empty();
}

/// Each directory once a layer: nothing of lower ones comes back.
void ImageTree::empty_lower(const std::string& path, std::uint32_t directory) {
  if (files_[directory].emptied == layer_) return;
  files_[directory].emptied = layer_;
  auto& names = files_[directory].names;
  for (auto at = names.begin(); at != names.end();) {
    at = take_lower(below(path, at->first), at->second) ? names.erase(at) : std::next(at);
  }
}

/// Notes all that was shown at the path and below it, which goes whole.
void ImageTree::take_away(const std::string& path, std::uint32_t number) {
  if (files_[number].shown) forgotten_.push_back(path);
  for (const auto& [name, entry] : files_[number].names) take_away(below(path, name), entry.file);
}

std::vector<std::string> ImageTree::take_forgotten() { return std::exchange(forgotten_, {}); }

}  // namespace gb10
