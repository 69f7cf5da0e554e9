#include "host/snapshot_host.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

Error not_recorded(std::string_view what) {
  return {Error::Kind::not_recorded, fmt::format("{} was not recorded", what)};
}

template <class T>
Result<T> answer(const Answers<T>& answers, std::string_view path) {
  const auto found = answers.find(path);
  if (found == answers.end()) return not_recorded(path);
  return found->second;
}

/// A file of which only parts are known.
class PartialBlob : public Blob {
 public:
  explicit PartialBlob(BlobRecord record) : record_(std::move(record)) {}

  std::uint64_t size() const override { return record_.size; }

  Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> into) const override {
    const auto failed = record_.failures.find(offset);
    if (failed != record_.failures.end()) return failed->second;
    if (offset >= record_.size || into.empty()) return std::size_t{0};
    const std::size_t wanted = std::min<std::uint64_t>(into.size(), record_.size - offset);
    auto range = record_.ranges.upper_bound(offset);
    if (range == record_.ranges.begin()) return missing(offset);
    --range;
    const auto& [begin, bytes] = *range;
    const std::uint64_t skip = offset - begin;
    if (skip > bytes.size() || bytes.size() - skip < wanted) return missing(offset);
    std::memcpy(into.data(), bytes.data() + skip, wanted);
    return wanted;
  }

 private:
  static Error missing(std::uint64_t offset) {
    return not_recorded(fmt::format("a part of the file, at byte {},", offset));
  }
  BlobRecord record_;
};

}  // namespace

SnapshotHost::SnapshotHost(Record record)
    : record_(std::move(record)), self_{record_.user, false, record_.environment, record_.now} {}

Result<std::string> SnapshotHost::read(std::string_view path) const {
  return answer(record_.reads, path);
}

Result<std::unique_ptr<Blob>> SnapshotHost::open(std::string_view path) const {
  BlobRecord record = TRY(answer(record_.blobs, path));
  return std::make_unique<PartialBlob>(std::move(record));
}

Result<std::vector<DirEntry>> SnapshotHost::list(std::string_view dir) const {
  return answer(record_.lists, dir);
}

Result<FileInfo> SnapshotHost::info(std::string_view path) const {
  return answer(record_.infos, path);
}

Result<std::string> SnapshotHost::link(std::string_view path) const {
  return answer(record_.links, path);
}

Result<Space> SnapshotHost::space(std::string_view path) const {
  return answer(record_.spaces, path);
}

Result<Output> SnapshotHost::query(const Command& command) const {
  const auto found = record_.queries.find(command.argv);
  if (found == record_.queries.end()) return not_recorded(joined(command.argv, " "));
  return found->second;
}

}  // namespace gb10
