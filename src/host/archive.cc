#include "host/archive.h"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <array>
#include <memory>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

struct FreeReader {
  void operator()(archive* a) const { archive_read_free(a); }
};
struct FreeWriter {
  void operator()(archive* a) const { archive_write_free(a); }
};
struct FreeEntry {
  void operator()(archive_entry* e) const { archive_entry_free(e); }
};
using Reader = std::unique_ptr<archive, FreeReader>;
using Writer = std::unique_ptr<archive, FreeWriter>;
using Entry = std::unique_ptr<archive_entry, FreeEntry>;

/// What the tar stream may have, headers and all.
constexpr la_int64_t kStreamBytes = 1U << 30U;
/// What it may have besides the members' bytes: at the most so much for each, and once.
constexpr std::uint64_t kMemberOverhead = 8192, kOverhead = 2U << 20U;
/// No path is longer on Linux.
constexpr std::size_t kLongestName = 4096;

Error refused(std::string_view what) {
  return {Error::Kind::invalid, fmt::format("the archive is refused: {}", what)};
}

Error problem(archive* a) {
  const char* const said = archive_error_string(a);
  return refused(said ? printable(said, 200) : "it cannot be read");
}

la_ssize_t take_bytes(archive*, void* sink, const void* bytes, std::size_t count) {
  static_cast<std::string*>(sink)->append(static_cast<const char*>(bytes), count);
  return static_cast<la_ssize_t>(count);
}

Result<void> write_member(archive* a, const std::string& name, const std::string& bytes,
                          std::int64_t time) {
  const Entry entry(archive_entry_new());
  archive_entry_set_pathname(entry.get(), name.c_str());
  archive_entry_set_size(entry.get(), static_cast<la_int64_t>(bytes.size()));
  archive_entry_set_filetype(entry.get(), AE_IFREG);
  archive_entry_set_perm(entry.get(), 0644);
  archive_entry_set_mtime(entry.get(), time, 0);
  if (archive_write_header(a, entry.get()) != ARCHIVE_OK) return problem(a);
  const auto written = archive_write_data(a, bytes.data(), bytes.size());
  if (written != static_cast<la_ssize_t>(bytes.size())) return problem(a);
  return {};
}

Result<std::string> written(const Members& members, std::int64_t time, bool compress) {
  std::string out;
  const Writer writer(archive_write_new());
  archive* const a = writer.get();
  if (archive_write_set_format_pax_restricted(a) != ARCHIVE_OK) return problem(a);
  if (compress && archive_write_add_filter_zstd(a) != ARCHIVE_OK) return problem(a);
  archive_write_set_bytes_in_last_block(a, 1);
  if (archive_write_open(a, &out, nullptr, take_bytes, nullptr) != ARCHIVE_OK) return problem(a);
  for (const auto& [name, bytes] : members) TRY(write_member(a, name, bytes, time));
  if (archive_write_close(a) != ARCHIVE_OK) return problem(a);
  return out;
}

/// The name of a member without a leading "./", or why it is refused.
Result<std::string> safe_name(archive_entry* entry) {
  const char* const raw = archive_entry_pathname(entry);
  if (!raw) return refused("a member without a name");
  std::string_view name = raw;
  if (name.size() > kLongestName) return refused("a name that is too long");
  while (name.starts_with("./")) name.remove_prefix(2);
  const std::string shown = printable(name, 200);
  if (name.starts_with('/')) return refused(fmt::format("{} is absolute", shown));
  for (const std::string_view part : split(name, '/')) {
    if (part == "..") return refused(fmt::format("{} leaves the archive", shown));
  }
  return std::string(name);
}

/// How much of the limits is left, over all members.
struct Budget {
  std::uint64_t bytes = kArchiveBytes;
  std::size_t members = kArchiveMembers;
};

Result<std::string> member_bytes(archive* a, archive_entry* entry, Budget& budget) {
  if (!archive_entry_size_is_set(entry) || archive_entry_size(entry) < 0) {
    return refused("a member that does not say its size");
  }
  const auto size = static_cast<std::uint64_t>(archive_entry_size(entry));
  if (size > budget.bytes) return refused("it unpacks to more than a snapshot may hold");
  std::string out;
  std::array<char, 65536> buffer;
  for (;;) {
    const la_ssize_t n = archive_read_data(a, buffer.data(), buffer.size());
    if (n < 0) return problem(a);
    if (n == 0) break;
    out.append(buffer.data(), static_cast<std::size_t>(n));
    if (out.size() > size) return refused("a member is longer than it says");
  }
  if (out.size() != size) return refused("a member is shorter than it says");
  budget.bytes -= size;
  return out;
}

/// Adds the entry to `members`. Directories carry nothing and are passed over.
Result<void> read_member(archive* a, archive_entry* entry, Budget& budget, Members& members) {
  if (budget.members-- == 0) return refused("it has too many members");
  if (archive_entry_hardlink(entry) || archive_entry_symlink(entry))
    return refused("it has a link");
  const std::string name = TRY(safe_name(entry));
  if (archive_entry_filetype(entry) == AE_IFDIR) return {};
  if (archive_entry_filetype(entry) != AE_IFREG) {
    return refused(fmt::format("{} is no plain file", printable(name, 200)));
  }
  if (name.empty()) return refused("a file without a name");
  if (name.size() > budget.bytes) return refused("it unpacks to more than a snapshot may hold");
  budget.bytes -= name.size();
  if (archive_entry_sparse_count(entry) > 0) return refused("a file with holes");
  std::string bytes = TRY(member_bytes(a, entry, budget));
  if (!members.emplace(name, std::move(bytes)).second) {
    return refused(fmt::format("{} comes twice", printable(name, 200)));
  }
  return {};
}

/// True when `unpacked` bytes came from too few.
bool is_bomb(std::uint64_t unpacked, std::uint64_t bytes) {
  return unpacked / kArchiveRatio > bytes;
}

std::uint64_t total(const Members& members) {
  std::uint64_t sum = 0;
  for (const auto& [name, bytes] : members) sum += name.size() + bytes.size();
  return sum;
}

/// True when the stream so far holds more than its members explain: headers can be bombs as well.
bool is_padded(la_int64_t stream, const Budget& budget) {
  const std::uint64_t members = kArchiveMembers - budget.members;
  const std::uint64_t explained = kArchiveBytes - budget.bytes + members * kMemberOverhead;
  return stream > kStreamBytes || static_cast<std::uint64_t>(stream) > explained + kOverhead;
}

}  // namespace

Result<std::string> packed(const Members& members, std::int64_t time) {
  const auto is_long = [](const auto& member) { return member.first.size() > kLongestName; };
  if (std::any_of(members.begin(), members.end(), is_long)) {
    return Error{Error::Kind::failed, "the name of an answer is too long for a snapshot"};
  }
  const std::uint64_t size = total(members);
  if (size > kArchiveBytes || members.size() > kArchiveMembers) {
    return Error{Error::Kind::failed,
                 fmt::format("the answers take {} MiB in {} files; a snapshot holds at most {} MiB "
                             "in {}",
                             size >> 20U, members.size(), kArchiveBytes >> 20U, kArchiveMembers)};
  }
  std::string bytes = TRY(written(members, time, true));
  if (is_bomb(size, bytes.size())) return written(members, time, false);
  return bytes;
}

Result<Members> unpacked(std::string_view bytes) {
  const Reader reader(archive_read_new());
  archive* const a = reader.get();
  archive_read_support_format_tar(a);
  archive_read_support_filter_zstd(a);
  if (archive_read_open_memory(a, bytes.data(), bytes.size()) != ARCHIVE_OK) return problem(a);
  Members members;
  Budget budget;
  for (;;) {
    archive_entry* entry = nullptr;
    const int code = archive_read_next_header(a, &entry);
    if (code == ARCHIVE_EOF) break;
    if (code != ARCHIVE_OK) return problem(a);
    TRY(read_member(a, entry, budget, members));
    if (is_bomb(kArchiveBytes - budget.bytes, bytes.size()) ||
        is_padded(archive_filter_bytes(a, 0), budget)) {
      return refused("it is a bomb");
    }
  }
  return members;
}

}  // namespace gb10
