// An archive of a house, which may come from anybody: nothing of it is believed before all of it
// was read, and nothing is written before that.

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "host/tar_stream.h"
#include "wheel/sha256.h"
#include "wheelhouse/closure.h"
#include "wheelhouse/export.h"
#include "wheelhouse/files.h"

namespace gb10 {

namespace {

namespace files = house_files;
constexpr std::size_t kPiece = 1U << 20U;
constexpr std::uint64_t kSealBytes = 4096;

Error refused(std::string_view what) {
  return {Error::Kind::invalid, fmt::format("the archive is refused: {}", what),
          "nothing was written; export it again where it came from"};
}

/// The members of an archive in their order, each of which must be the one that is due.
class ArchiveWalk {
 public:
  static Result<ArchiveWalk> open(const Blob& blob) {
    auto stream = TarStream::open(blob);
    if (!stream.ok()) return refused_by(stream.error());
    return ArchiveWalk(*std::move(stream));
  }

  /// Manifest and seal, which come first.
  Result<HouseState> head() {
    HouseState out;
    const std::optional<TarMember> first = TRY(next());
    if (!first || first->name != fmt::format("{}{}", kArchiveFolder, house_names::kManifest))
      return refused("it does not begin with the manifest of a wheelhouse");
    out.text = TRY(text(kManifestBytes));
    auto manifest = read_manifest(out.text);
    if (!manifest.ok()) return refused_by(manifest.error());
    out.manifest = *std::move(manifest);
    if (manifest_text(out.manifest) != out.text)
      return refused("its manifest is not as gb10 writes it");
    at_ = TRY(next());
    if (!at_ || at_->name != fmt::format("{}{}", kArchiveFolder, house_names::kSeal)) return out;
    const std::string seal = TRY(text(kSealBytes));
    auto digest = read_seal(seal);
    if (!digest.ok()) return refused_by(digest.error());
    out.seal = *std::move(digest);
    if (out.seal != manifest_digest(out.text))
      return refused("its manifest is not the one that was sealed");
    at_ = TRY(next());
    return out;
  }

  /// The wheel that is due, by pieces.
  Result<void> wheel(const HouseWheel& due,
                     const std::function<Result<void>(std::span<const std::byte>)>& use) {
    const std::string name = fmt::format(
        "{}{}", kArchiveFolder,
        due.replaced ? house_names::object(due.sha256) : house_names::by_name(due.file));
    if (!at_) return refused(fmt::format("{} is missing", due.file));
    if (at_->name != name)
      return refused(fmt::format("{} where {} is due", printable(at_->name, 200), name));
    if (at_->size != due.size)
      return refused(
          fmt::format("{} has {} bytes, the manifest says {}", due.file, at_->size, due.size));
    Sha256 sum;
    std::uint64_t bytes = 0;
    for (;;) {
      const auto got = stream_.read(room_);
      if (!got.ok()) return refused_by(got.error());
      if (*got == 0) break;
      const auto piece = std::span<const std::byte>(room_).first(*got);
      bytes += *got;
      sum.add(piece);
      if (use) TRY(use(piece));
    }
    if (bytes != due.size || hex_text(sum.digest()) != due.sha256)
      return refused(fmt::format("{} is not what the manifest says", due.file));
    at_ = TRY(next());
    return {};
  }

  Result<void> end() const {
    if (!at_) return {};
    return refused(fmt::format("{} is not in its manifest", printable(at_->name, 200)));
  }

 private:
  explicit ArchiveWalk(TarStream stream) : stream_(std::move(stream)), room_(kPiece) {}

  static Error refused_by(const Error& error) {
    if (error.kind != Error::Kind::invalid) return error;
    constexpr std::string_view kStart = "the archive is refused: ";
    const std::string_view what = error.what;
    return refused(what.starts_with(kStart) ? what.substr(kStart.size()) : what);
  }

  /// Links, folders and devices are none of ours.
  Result<std::optional<TarMember>> next() {
    auto member = stream_.next();
    if (!member.ok()) return refused_by(member.error());
    if (*member && (*member)->kind != TarMember::Kind::file)
      return refused(fmt::format("{} is no plain file", printable((*member)->name, 200)));
    if (*member && !(*member)->offset)
      return refused(fmt::format("{} has holes", printable((*member)->name, 200)));
    return *std::move(member);
  }

  Result<std::string> text(std::uint64_t most) {
    auto out = stream_.bytes(most);
    if (!out.ok()) return refused_by(out.error());
    return *std::move(out);
  }

  TarStream stream_;
  std::vector<std::byte> room_;
  std::optional<TarMember> at_;
};

}  // namespace

Result<HouseState> archive_manifest(const Blob& blob) {
  ArchiveWalk walk = TRY(ArchiveWalk::open(blob));
  return walk.head();
}

Result<ArchivedHouse> check_archive(const Blob& blob) {
  ArchiveWalk walk = TRY(ArchiveWalk::open(blob));
  ArchivedHouse out;
  out.state = TRY(walk.head());
  for (const HouseWheel& wheel : out.state.manifest.wheels) {
    TRY(walk.wheel(wheel, {}));
    out.bytes += wheel.size;
  }
  TRY(walk.end());
  return out;
}

Result<void> unpack_archive(const Blob& blob, const HouseState& expected,
                            const std::string& folder) {
  ArchiveWalk walk = TRY(ArchiveWalk::open(blob));
  const HouseState state = TRY(walk.head());
  if (state.text != expected.text) return refused("it changed while it was read");
  for (const HouseWheel& wheel : state.manifest.wheels) {
    const std::string path = fmt::format("{}/sha256-{}", folder, wheel.sha256);
    const Descriptor file = TRY(files::new_file(path));
    TRY(walk.wheel(wheel, [&](std::span<const std::byte> piece) {
      return files::write_all(file.get(), piece, path);
    }));
    TRY(files::sync(file, path));
  }
  return walk.end();
}

namespace {

/// One wheel among those of a house.
Result<void> merge(HouseManifest& into, const HouseWheel& wheel, bool replace, HouseMerge& counts) {
  auto& wheels = into.wheels;
  const auto same = std::find_if(wheels.begin(), wheels.end(), [&](const HouseWheel& each) {
    return each.sha256 == wheel.sha256;
  });
  // One that was replaced here is not what its name stands for.
  const bool is_back = same != wheels.end() && same->replaced && !wheel.replaced;
  if (same != wheels.end() && !is_back) {
    ++counts.same;
    return {};
  }
  for (HouseWheel& each : wheels) {
    if (each.replaced || each.file != wheel.file || wheel.replaced) continue;
    if (!replace)
      return Error{Error::Kind::conflict,
                   fmt::format("the house has another {}", printable(wheel.file, 200)),
                   "--replace takes the new one and keeps the old by its hash until it is pruned"};
    each.replaced = true;
    ++counts.replaced;
  }
  ++counts.added;
  if (is_back)
    *same = wheel;
  else
    wheels.push_back(wheel);
  return {};
}

}  // namespace

Result<HouseMerge> merge_house(HeldHouse& house, const HouseState& archived,
                               const std::string& folder, bool replace) {
  HouseManifest next = house.state().manifest;
  const bool was_empty = next.wheels.empty();
  if (next.machine.empty()) next.machine = archived.manifest.machine;
  if (!archived.manifest.machine.empty() && archived.manifest.machine != next.machine)
    return Error{Error::Kind::conflict,
                 fmt::format("the archive is for {}, the house for {}",
                             printable(archived.manifest.machine, 40), next.machine),
                 "name another house: --house DIR"};
  HouseMerge counts;
  for (const HouseWheel& wheel : archived.manifest.wheels) TRY(merge(next, wheel, replace, counts));
  for (const HouseWheel& wheel : archived.manifest.wheels) {
    TRY(house.store(fmt::format("{}/sha256-{}", folder, wheel.sha256), wheel.sha256));
    const HouseWheel* const before = current_wheel(house.state().manifest, wheel.file);
    // The name of one that is here stands for the file that has just come.
    if (before && before->sha256 == wheel.sha256)
      TRY(files::name_also(fmt::format("{}/{}", house.path(), house_names::object(wheel.sha256)),
                           fmt::format("{}/{}", house.path(), house_names::by_name(wheel.file))));
  }
  next.lacks = was_empty ? archived.manifest.lacks : lacks_of(next);
  TRY(house.commit(std::move(next)));
  // What is equal there is as sealed there.
  if (was_empty && !archived.seal.empty()) TRY(house.seal());
  return counts;
}

}  // namespace gb10
