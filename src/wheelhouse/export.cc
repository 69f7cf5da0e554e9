#include "wheelhouse/export.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "wheel/sha256.h"
#include "wheelhouse/files.h"

namespace gb10 {

namespace {

namespace files = house_files;
constexpr std::size_t kPiece = 1U << 20U;

std::string archived(std::string_view name) { return fmt::format("{}{}", kArchiveFolder, name); }

Result<void> write_text(TarWriter& writer, std::string_view name, const std::string& text) {
  TRY(writer.begin(archived(name), text.size()));
  return writer.write(std::as_bytes(std::span(text)));
}

/// Where a wheel lies in an archive: by its name, so that one who unpacks it by hand can use it.
std::string member_of(const HouseWheel& wheel) {
  return wheel.replaced ? house_names::object(wheel.sha256) : house_names::by_name(wheel.file);
}

Result<void> write_wheel(TarWriter& writer, const std::string& path, const HouseWheel& wheel,
                         std::span<std::byte> room) {
  const std::string file = fmt::format("{}/{}", path, house_names::object(wheel.sha256));
  const Descriptor source = TRY(files::open_plain(file));
  TRY(writer.begin(archived(member_of(wheel)), wheel.size));
  Sha256 sum;
  for (;;) {
    const std::size_t got = TRY(files::read_some(source.get(), room, file));
    if (got == 0) break;
    sum.add(room.first(got));
    TRY(writer.write(room.first(got)));
  }
  if (hex_text(sum.digest()) == wheel.sha256) return {};
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
  std::vector<std::byte> room(kPiece);
  for (const HouseWheel& wheel : state.manifest.wheels) TRY(write_wheel(writer, path, wheel, room));
  return writer.finish();
}

}  // namespace gb10
