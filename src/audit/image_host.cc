#include "audit/image_host.h"

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

Error error(Error::Kind kind, std::string_view path, std::string_view why) {
  return {kind, fmt::format("{}: {}", printable(path, 300), why)};
}

}  // namespace

Result<const ImageTree::File*> ImageHost::file(std::string_view path, bool follow_last) const {
  const ImageTree::Place place = TRY(tree_.find(path, follow_last));
  if (!place.file) return error(Error::Kind::not_found, path, "no such file or directory");
  return &tree_.file(*place.file);
}

Result<std::string> ImageHost::real_path(std::string_view path) const {
  const ImageTree::Place place = TRY(tree_.find(path, true));
  if (!place.file) return error(Error::Kind::not_found, path, "no such file or directory");
  return place.path;
}

Result<std::string> ImageHost::read(std::string_view path) const {
  const ImageTree::File* const found = TRY(file(path, true));
  if (found->kind != FileKind::regular) {
    return error(Error::Kind::failed, path, "no regular file");
  }
  if (!found->kept) {
    return error(Error::Kind::not_recorded, path, "its bytes are not kept of an image");
  }
  return found->text;
}

Result<std::unique_ptr<Blob>> ImageHost::open(std::string_view path) const {
  std::string bytes = TRY(read(path));
  return std::unique_ptr<Blob>(std::make_unique<MemoryBlob>(std::move(bytes)));
}

Result<std::vector<DirEntry>> ImageHost::list(std::string_view dir) const {
  const ImageTree::File* const found = TRY(file(dir, true));
  if (found->kind != FileKind::directory) {
    return error(Error::Kind::not_found, dir, "not a directory");
  }
  std::vector<DirEntry> out;
  out.reserve(found->names.size());
  for (const auto& [name, entry] : found->names) {
    out.push_back({name, tree_.file(entry.file).kind});
  }
  return out;
}

Result<FileInfo> ImageHost::info(std::string_view path) const {
  const ImageTree::File* const found = TRY(file(path, true));
  return FileInfo{
      .kind = found->kind, .size = found->size, .mode = found->mode, .owner = 0, .modified = 0};
}

Result<std::string> ImageHost::link(std::string_view path) const {
  const ImageTree::File* const found = TRY(file(path, false));
  if (found->kind == FileKind::link) return found->text;
  return error(Error::Kind::failed, path, "no link");
}

Result<Space> ImageHost::space(std::string_view path) const {
  return error(Error::Kind::not_recorded, path, "an image has no file system of its own");
}

Result<Output> ImageHost::query(const Command& command) const {
  return error(Error::Kind::not_recorded, joined(command.argv, " "), "an image runs no programs");
}

}  // namespace gb10
