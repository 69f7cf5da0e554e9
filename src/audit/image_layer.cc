#include "audit/image_layer.h"

#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/format.h>

#include "base/text.h"
#include "host/tar_stream.h"

namespace gb10 {

namespace {

using Kind = TarMember::Kind;

constexpr std::size_t kMostProblems = 1000;
constexpr std::size_t kLongestTarget = 4096;  // the kernel follows no longer link
constexpr std::string_view kWhiteout = ".wh.", kOpaque = ".wh..wh..opq", kAufs = ".wh..wh.";

std::string_view base_of(std::string_view path) { return path.substr(path.rfind('/') + 1); }

std::string_view folder_of(std::string_view path) {
  return path.substr(0, path.size() - base_of(path).size());
}

bool leaves(std::string_view name) {
  const std::vector<std::string_view> parts = split(name, '/');
  return std::find(parts.begin(), parts.end(), "..") != parts.end();
}

}  // namespace

bool is_audit_text(std::string_view path) {
  constexpr std::array<std::string_view, 8> kWhole = {"/etc/ld.so.cache",
                                                      "/etc/ld.so.conf",
                                                      "/etc/os-release",
                                                      "/usr/lib/os-release",
                                                      "/etc/ld.so.preload",
                                                      "/etc/pip.conf",
                                                      "/usr/local/cuda/version.json",
                                                      "/var/lib/dpkg/status"};
  if (std::find(kWhole.begin(), kWhole.end(), path) != kWhole.end()) return true;
  const std::string_view folder = folder_of(path), name = base_of(path);
  if (name == "pyvenv.cfg" || name.ends_with(".pth") || name.ends_with(".egg-link")) return true;
  if (name.starts_with("__editable__") && name.ends_with(".py")) return true;
  if (folder.ends_with(".dist-info/") || folder.ends_with(".egg-info/")) return true;
  if (folder.ends_with("/conda-meta/")) return name.ends_with(".json") || name == "history";
  return folder == "/etc/ld.so.conf.d/" && name.ends_with(".conf");
}

bool may_hold_code(std::string_view path, unsigned mode) {
  const std::string_view name = base_of(path);
  for (const std::string_view ending : {".so", ".node", ".cubin", ".fatbin"}) {
    if (name.size() > ending.size() && name.ends_with(ending)) return true;
  }
  const std::size_t so = name.rfind(".so.");
  if (so != std::string_view::npos && so + 4 < name.size() && so > 0 &&
      std::isdigit(static_cast<unsigned char>(name[so + 4])) != 0) {
    return true;
  }
  const std::string_view folder = folder_of(path);
  return (mode & 0111U) != 0 && (folder.ends_with("/bin/") || folder.ends_with("/sbin/"));
}

/// The member at hand of the layer that is read.
struct ImageLayers::Reading {
  std::string_view layer;
  const Blob& blob;
  TarStream stream;
  TarMember member;
};

void ImageLayers::problem(std::string_view where, std::string_view what) {
  if (problems.size() < kMostProblems) {
    problems.push_back({printable(where, 300), std::string(what)});
  } else if (problems.size() == kMostProblems) {
    problems.push_back({{}, "there is more that could not be read"});
  }
}

void ImageLayers::forget() {
  for (const std::string& path : tree.take_forgotten()) files_->forget(path);
}

void ImageLayers::add(std::string_view name, const Blob& layer) {
  tree.begin_layer();
  Result<TarStream> stream = TarStream::open(layer);
  if (!stream.ok()) return problem(name, stream.error().what);
  Reading reading{name, layer, *std::move(stream), {}};
  for (;;) {
    Result<std::optional<TarMember>> next = reading.stream.next();
    if (!next.ok()) return problem(name, next.error().what);
    if (!*next) return;
    reading.member = **std::move(next);
    const Result<void> added = add_member(reading);
    forget();
    if (!added.ok()) {
      problem(fmt::format("{}: {}", name, reading.member.name), added.error().what);
    }
  }
}

Result<void> ImageLayers::add_member(Reading& reading) {
  const TarMember& member = reading.member;
  if (member.name.find('\0') != std::string::npos || leaves(member.name)) {
    return Error{Error::Kind::invalid, "its name leaves the layer"};
  }
  if (member.target.size() > kLongestTarget) {
    return Error{Error::Kind::invalid,
                 fmt::format("its link is longer than {} bytes", kLongestTarget)};
  }
  std::string_view name = member.name;
  while (name.ends_with('/')) name.remove_suffix(1);
  const std::string_view base = base_of(name), folder = folder_of(name);
  if (base == kOpaque) return tree.empty(folder);
  if (base.starts_with(kAufs)) return {};
  if (base.starts_with(kWhiteout)) {
    return tree.remove(std::string(folder) + std::string(base.substr(kWhiteout.size())));
  }
  if (member.kind == Kind::file) return add_file(reading);
  if (member.kind == Kind::hardlink) {
    const ImageTree::Place from = TRY(tree.find(member.target, false));
    const ImageTree::Place place = TRY(tree.add_name(name, member.target));
    forget();
    if (place.path != from.path && tree.file(*place.file).shown)
      files_->same(place.path, from.path);
    return {};
  }
  ImageTree::File file;
  file.kind = member.kind == Kind::directory ? FileKind::directory
              : member.kind == Kind::symlink ? FileKind::link
                                             : FileKind::other;
  file.mode = member.mode;
  if (member.target.size() > kImageTextsBytes - texts_)
    return Error{Error::Kind::invalid, "the image has too many links"};
  texts_ += member.target.size();
  file.text = member.target;
  TRY(tree.add(name, std::move(file)));
  return {};
}

Result<void> ImageLayers::add_file(Reading& reading) {
  const TarMember& member = reading.member;
  ImageTree::File file;
  file.kind = FileKind::regular;
  file.mode = member.mode;
  file.size = member.size;
  file.kept = member.size == 0;
  const ImageTree::Place place = TRY(tree.add(member.name, std::move(file)));
  forget();
  if (member.size == 0) return {};
  if (is_audit_text(place.path)) return keep(reading, place);
  if (may_hold_code(place.path, member.mode)) return look(reading, place);
  return {};
}

Result<void> ImageLayers::keep(Reading& reading, const ImageTree::Place& place) {
  const std::uint64_t size = reading.member.size;
  if (size > kImageTextBytes) {
    return Error{Error::Kind::invalid, fmt::format("{} bytes are too many to be kept", size)};
  }
  if (size > kImageTextsBytes - texts_) {
    return Error{Error::Kind::invalid, "the image has too many files that are read as text"};
  }
  std::string text = TRY(reading.stream.bytes(size));
  if (text.size() != size) return Error{Error::Kind::invalid, "it is cut off"};
  texts_ += size;
  ImageTree::File& file = tree.file(*place.file);
  file.text = std::move(text);
  file.kept = true;
  return {};
}

/// Shows the file: where it lies, or unpacked in memory where the layer is packed.
Result<void> ImageLayers::look(Reading& reading, const ImageTree::Place& place) {
  const TarMember& member = reading.member;
  const std::uint64_t whole = reading.blob.size();
  if (!reading.stream.is_packed() && member.offset) {
    if (*member.offset > whole || whole - *member.offset < member.size) {
      return Error{Error::Kind::invalid, "it is cut off"};
    }
    tree.file(*place.file).shown = true;
    files_->look(place.path, PartOfBlob(reading.blob, *member.offset, member.size));
    return {};
  }
  if (member.size > kImageFileBytes) {
    return Error{Error::Kind::invalid,
                 fmt::format("{} bytes are too many to be looked into", member.size)};
  }
  if (member.size > room_size_) {
    room_.reset();
    room_ = std::make_unique_for_overwrite<std::byte[]>(member.size);
    room_size_ = member.size;
  }
  const std::span<std::byte> bytes(room_.get(), member.size);
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t got = TRY(reading.stream.read(bytes.subspan(at)));
    if (got == 0) return Error{Error::Kind::invalid, "it is cut off"};
    at += got;
  }
  tree.file(*place.file).shown = true;
  files_->look(place.path, BorrowedBlob(bytes));
  return {};
}

}  // namespace gb10
