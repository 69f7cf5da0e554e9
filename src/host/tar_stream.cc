#include "host/tar_stream.h"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

struct FreeReader {
  void operator()(archive* a) const { archive_read_free(a); }
};

constexpr std::size_t kPiece = 256U << 10U;

Error refused(std::string_view what) {
  return {Error::Kind::invalid, fmt::format("the archive is refused: {}", what)};
}

TarMember::Kind kind_of(archive_entry* entry) {
  if (archive_entry_hardlink(entry)) return TarMember::Kind::hardlink;
  switch (archive_entry_filetype(entry)) {
    case AE_IFREG:
      return TarMember::Kind::file;
    case AE_IFDIR:
      return TarMember::Kind::directory;
    case AE_IFLNK:
      return TarMember::Kind::symlink;
    default:
      return TarMember::Kind::other;
  }
}

TarMember member_of(archive_entry* entry) {
  TarMember out;
  if (const char* const name = archive_entry_pathname(entry)) out.name = name;
  out.kind = kind_of(entry);
  const bool file = out.kind == TarMember::Kind::file;
  if (file && archive_entry_size(entry) > 0) {
    out.size = static_cast<std::uint64_t>(archive_entry_size(entry));
  }
  out.mode = static_cast<unsigned>(archive_entry_perm(entry));
  const char* target = nullptr;
  if (out.kind == TarMember::Kind::hardlink) target = archive_entry_hardlink(entry);
  if (out.kind == TarMember::Kind::symlink) target = archive_entry_symlink(entry);
  if (target) out.target = target;
  return out;
}

}  // namespace

/// The Blob as libarchive reads it, and how far it came.
struct TarStream::State {
  const Blob* blob = nullptr;
  std::uint64_t at = 0;
  std::vector<std::byte> piece = std::vector<std::byte>(kPiece);
  std::optional<Error> error;  // of the Blob
  std::uint64_t members = 0;
  std::uint64_t bytes = 0;  // that came out, holes too
  bool done = false;
  std::unique_ptr<archive, FreeReader> reader;  // the last: it ends first

  static la_ssize_t give(archive* a, void* self, const void** bytes) {
    State& state = *static_cast<State*>(self);
    const Result<std::size_t> got = state.blob->read_at(state.at, state.piece);
    if (!got.ok()) {
      state.error = got.error();
      archive_set_error(a, -1, "cannot read");
      return -1;
    }
    state.at += *got;
    *bytes = state.piece.data();
    return static_cast<la_ssize_t>(*got);
  }

  static la_int64_t skip(archive*, void* self, la_int64_t wanted) {
    State& state = *static_cast<State*>(self);
    if (wanted <= 0 || state.at >= state.blob->size()) return 0;
    const std::uint64_t count =
        std::min(static_cast<std::uint64_t>(wanted), state.blob->size() - state.at);
    state.at += count;
    return static_cast<la_int64_t>(count);
  }

  /// Why the last call failed.
  Error problem() const {
    if (error) return *error;
    const char* const said = archive_error_string(reader.get());
    return refused(said ? printable(said, 200) : "it cannot be read");
  }
};

TarStream::TarStream(std::unique_ptr<State> state) : state_(std::move(state)) {}
TarStream::TarStream(TarStream&&) noexcept = default;
TarStream& TarStream::operator=(TarStream&&) noexcept = default;
TarStream::~TarStream() = default;

Result<TarStream> TarStream::open(const Blob& blob) {
  auto state = std::make_unique<State>();
  state->blob = &blob;
  state->reader.reset(archive_read_new());
  archive* const a = state->reader.get();
  if (!a) return Error{Error::Kind::failed, "no memory to read an archive"};
  archive_read_support_format_tar(a);
  archive_read_support_filter_gzip(a);
  archive_read_support_filter_zstd(a);
  const int code = archive_read_open2(a, state.get(), nullptr, &State::give, &State::skip, nullptr);
  if (code != ARCHIVE_OK) return state->problem();
  return TarStream(std::move(state));
}

bool TarStream::is_packed() const { return archive_filter_count(state_->reader.get()) > 1; }

Result<void> TarStream::check_limits() {
  const la_int64_t at = std::max<la_int64_t>(archive_filter_bytes(state_->reader.get(), 0), 0);
  // Holes in a file take no bytes: what came out counts as well.
  const std::uint64_t unpacked = std::max(static_cast<std::uint64_t>(at), state_->bytes);
  if (unpacked > kTarBytes) {
    return refused(fmt::format("it unpacks to more than {} GiB", kTarBytes >> 30U));
  }
  const std::uint64_t counted = unpacked - std::min(unpacked, kTarAllowance);
  if (counted / kTarRatio > state_->blob->size()) return refused("it is a bomb");
  return {};
}

/// Reads past a packed member piece by piece, so that a bomb is seen while it unpacks.
Result<void> TarStream::pass_rest() {
  if (!is_packed() || state_->members == 0) return {};
  for (;;) {
    const void* bytes = nullptr;
    std::size_t size = 0;
    la_int64_t offset = 0;
    const int code = archive_read_data_block(state_->reader.get(), &bytes, &size, &offset);
    if (code == ARCHIVE_EOF) return {};
    if (code < ARCHIVE_WARN) return state_->problem();
    TRY(check_limits());
  }
}

Result<std::optional<TarMember>> TarStream::next() {
  if (state_->done) return std::optional<TarMember>();
  state_->done = true;  // unless all goes well
  TRY(pass_rest());
  archive_entry* entry = nullptr;
  const int code = archive_read_next_header(state_->reader.get(), &entry);
  if (code == ARCHIVE_EOF) return std::optional<TarMember>();
  // A warning is about a name that the locale cannot write; we take its bytes.
  if (code < ARCHIVE_WARN) return state_->problem();
  if (++state_->members > kTarMembers) return refused("it has too many members");
  TRY(check_limits());
  TarMember member = member_of(entry);
  const la_int64_t at = archive_filter_bytes(state_->reader.get(), 0);
  if (member.kind == TarMember::Kind::file && archive_entry_sparse_count(entry) == 0 && at >= 0) {
    member.offset = static_cast<std::uint64_t>(at);
  }
  state_->done = false;
  return std::optional<TarMember>(std::move(member));
}

Result<std::size_t> TarStream::read(std::span<std::byte> into) {
  if (into.empty() || state_->done || state_->members == 0) return std::size_t{0};
  const la_ssize_t got = archive_read_data(state_->reader.get(), into.data(), into.size());
  if (got < 0) return state_->problem();
  state_->bytes += static_cast<std::uint64_t>(got);
  TRY(check_limits());
  return static_cast<std::size_t>(got);
}

Result<std::string> TarStream::bytes(std::uint64_t limit) {
  std::string out;
  std::vector<std::byte> piece(64U << 10U);
  for (;;) {
    const std::size_t got = TRY(read(piece));
    if (got == 0) return out;
    if (got > limit - out.size()) {
      return Error{Error::Kind::invalid, fmt::format("it has more than {} bytes", limit)};
    }
    out.append(reinterpret_cast<const char*>(piece.data()), got);
  }
}

}  // namespace gb10
