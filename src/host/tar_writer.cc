#include "host/tar_writer.h"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <optional>
#include <thread>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

struct FreeWriter {
  void operator()(archive* a) const { archive_write_free(a); }
};
struct FreeEntry {
  void operator()(archive_entry* e) const { archive_entry_free(e); }
};

constexpr const char* kLevel = "3";  // zstd's own
constexpr unsigned kMostThreads = 8;

}  // namespace

struct TarWriter::State {
  Sink sink;
  std::optional<Error> error;                   // of the sink
  std::string name;                             // of the member at hand
  std::uint64_t left = 0;                       // bytes that it is still to get
  std::unique_ptr<archive, FreeWriter> writer;  // the last: it ends first

  static la_ssize_t take(archive* a, void* self, const void* bytes, std::size_t count) {
    State& state = *static_cast<State*>(self);
    if (state.error) return -1;
    const Result<void> done = state.sink(std::span(static_cast<const std::byte*>(bytes), count));
    if (!done.ok()) {
      state.error = done.error();
      archive_set_error(a, -1, "cannot write");
      return -1;
    }
    return static_cast<la_ssize_t>(count);
  }

  Error problem() const {
    if (error) return *error;
    const char* const said = archive_error_string(writer.get());
    return {Error::Kind::failed,
            fmt::format("cannot write the archive: {}", said ? printable(said, 200) : "failed")};
  }
};

TarWriter::TarWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
TarWriter::TarWriter(TarWriter&&) noexcept = default;
TarWriter& TarWriter::operator=(TarWriter&&) noexcept = default;
TarWriter::~TarWriter() {
  // What was not finished is not to be ended as if it were whole.
  if (state_ && !state_->error) state_->error = Error{Error::Kind::cancelled, "given up"};
}

Result<TarWriter> TarWriter::open(Sink sink) {
  auto state = std::make_unique<State>();
  state->sink = std::move(sink);
  state->writer.reset(archive_write_new());
  archive* const a = state->writer.get();
  if (!a) return Error{Error::Kind::failed, "no memory to write an archive"};
  // One thread besides ours at least: packed by none, zstd cuts its blocks elsewhere.
  const unsigned threads = std::clamp(std::thread::hardware_concurrency(), 1U, kMostThreads);
  const bool ready =
      archive_write_set_format_pax_restricted(a) == ARCHIVE_OK &&
      archive_write_add_filter_zstd(a) == ARCHIVE_OK &&
      archive_write_set_filter_option(a, "zstd", "compression-level", kLevel) == ARCHIVE_OK &&
      archive_write_set_filter_option(a, "zstd", "threads", std::to_string(threads).c_str()) ==
          ARCHIVE_OK &&
      archive_write_set_bytes_per_block(a, 1 << 20) == ARCHIVE_OK &&
      archive_write_set_bytes_in_last_block(a, 1) == ARCHIVE_OK &&
      archive_write_open(a, state.get(), nullptr, &State::take, nullptr) == ARCHIVE_OK;
  if (!ready) return state->problem();
  return TarWriter(std::move(state));
}

Result<void> TarWriter::check_whole() const {
  if (state_->left == 0) return {};
  return Error{Error::Kind::invalid,
               fmt::format("{} became shorter while it was read", printable(state_->name, 200))};
}

Result<void> TarWriter::begin(const std::string& name, std::uint64_t size) {
  TRY(check_whole());
  const std::unique_ptr<archive_entry, FreeEntry> entry(archive_entry_new());
  archive_entry_set_pathname(entry.get(), name.c_str());
  archive_entry_set_size(entry.get(), static_cast<la_int64_t>(size));
  archive_entry_set_filetype(entry.get(), AE_IFREG);
  archive_entry_set_perm(entry.get(), 0644);
  archive_entry_set_mtime(entry.get(), 0, 0);
  if (archive_write_header(state_->writer.get(), entry.get()) != ARCHIVE_OK)
    return state_->problem();
  state_->name = name;
  state_->left = size;
  return {};
}

Result<void> TarWriter::write(std::span<const std::byte> bytes) {
  if (bytes.size() > state_->left)
    return Error{Error::Kind::invalid,
                 fmt::format("{} became longer while it was read", printable(state_->name, 200))};
  while (!bytes.empty()) {
    const la_ssize_t put = archive_write_data(state_->writer.get(), bytes.data(), bytes.size());
    if (put <= 0) return state_->problem();
    state_->left -= static_cast<std::uint64_t>(put);
    bytes = bytes.subspan(static_cast<std::size_t>(put));
  }
  return {};
}

Result<void> TarWriter::finish() {
  TRY(check_whole());
  if (archive_write_close(state_->writer.get()) != ARCHIVE_OK) return state_->problem();
  return {};
}

}  // namespace gb10
