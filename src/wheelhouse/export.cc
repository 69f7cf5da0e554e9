#include "wheelhouse/export.h"

#include <algorithm>
#include <array>
#include <future>

#include <fmt/format.h>

#include "base/text.h"
#include "wheel/sha256.h"
#include "wheelhouse/files.h"

namespace gb10 {

namespace {

namespace files = house_files;
constexpr std::size_t kPiece = 4U << 20U;

std::string archived(std::string_view name) { return fmt::format("{}{}", kArchiveFolder, name); }

Result<void> write_text(TarWriter& writer, std::string_view name, const std::string& text) {
  TRY(writer.begin(archived(name), text.size()));
  return writer.write(std::as_bytes(std::span(text)));
}

/// Where a wheel lies in an archive: by its name, so that one who unpacks it by hand can use it.
std::string member_of(const HouseWheel& wheel) {
  return wheel.replaced ? house_names::object(wheel.sha256) : house_names::by_name(wheel.file);
}

/// A wheel that is read and summed piece by piece.
class SummedWheel {
 public:
  static Result<SummedWheel> open(const std::string& path) {
    Descriptor file = TRY(files::open_plain(path));
    return SummedWheel(std::move(file), path);
  }

  /// Fills the room as far as there are bytes.
  Result<std::size_t> next(std::span<std::byte> room) {
    std::size_t size = 0;
    while (size < room.size()) {
      const std::size_t got = TRY(files::read_some(file_.get(), room.subspan(size), path_));
      if (got == 0) break;
      size += got;
    }
    sum_.add(room.first(size));
    return size;
  }

  std::string sha256() { return hex_text(sum_.digest()); }

 private:
  SummedWheel(Descriptor file, std::string path) : file_(std::move(file)), path_(std::move(path)) {}
  Descriptor file_;
  std::string path_;
  Sha256 sum_;
};

/// Two pieces: one is packed and written while the other is read and summed.
using Rooms = std::array<std::vector<std::byte>, 2>;

Result<void> write_wheel(TarWriter& writer, const std::string& path, const HouseWheel& wheel,
                         Rooms& rooms) {
  SummedWheel source =
      TRY(SummedWheel::open(fmt::format("{}/{}", path, house_names::object(wheel.sha256))));
  TRY(writer.begin(archived(member_of(wheel)), wheel.size));
  std::size_t at = 0;
  std::size_t size = TRY(source.next(rooms[at]));
  while (size > 0) {
    auto next =
        std::async(std::launch::async, [&, other = 1 - at] { return source.next(rooms[other]); });
    const Result<void> written = writer.write(std::span<const std::byte>(rooms[at]).first(size));
    const Result<std::size_t> read = next.get();
    TRY(written);
    size = TRY(read);
    at = 1 - at;
  }
  if (source.sha256() == wheel.sha256) return {};
  return Error{Error::Kind::conflict,
               fmt::format("{} is not as the manifest says", printable(wheel.file, 200)),
               "gb10 wheelhouse verify names what has changed"};
}

}  // namespace

Result<void> write_archive(const std::string& path, const HouseState& state, TarWriter::Sink sink) {
  if (!state.seal.empty() && state.seal != manifest_digest(state.text))
    return Error{Error::Kind::conflict, "the manifest is not the one that was sealed",
                 "gb10 wheelhouse verify names what has changed"};
  TarWriter writer = TRY(TarWriter::open(std::move(sink)));
  TRY(write_text(writer, house_names::kManifest, state.text));
  if (!state.seal.empty()) TRY(write_text(writer, house_names::kSeal, seal_text(state.seal)));
  Rooms rooms{std::vector<std::byte>(kPiece), std::vector<std::byte>(kPiece)};
  for (const HouseWheel& wheel : state.manifest.wheels)
    TRY(write_wheel(writer, path, wheel, rooms));
  return writer.finish();
}

}  // namespace gb10
