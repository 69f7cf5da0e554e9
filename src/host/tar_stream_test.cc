#include "host/tar_stream.h"

#include <gtest/gtest.h>

#include <archive.h>
#include <archive_entry.h>

#include "host/fake_tar.h"

namespace gb10 {
namespace {

la_ssize_t take(archive*, void* sink, const void* bytes, std::size_t count) {
  static_cast<std::string*>(sink)->append(static_cast<const char*>(bytes), count);
  return static_cast<la_ssize_t>(count);
}

/// `bytes` packed, by libarchive too.
std::string packed(const std::string& bytes, bool zstd) {
  std::string out;
  archive* const a = archive_write_new();
  archive_write_set_format_raw(a);
  EXPECT_EQ(zstd ? archive_write_add_filter_zstd(a) : archive_write_add_filter_gzip(a), ARCHIVE_OK);
  archive_write_set_bytes_in_last_block(a, 1);
  EXPECT_EQ(archive_write_open(a, &out, nullptr, take, nullptr), ARCHIVE_OK);
  archive_entry* const entry = archive_entry_new();
  archive_entry_set_pathname(entry, "data");
  archive_entry_set_filetype(entry, AE_IFREG);
  archive_write_header(a, entry);
  archive_write_data(a, bytes.data(), bytes.size());
  archive_entry_free(entry);
  archive_write_free(a);
  return out;
}

/// "name kind size target" of each member, then the error if there is one.
std::vector<std::string> listed(const std::string& bytes) {
  const MemoryBlob blob(bytes);
  auto stream = TarStream::open(blob);
  if (!stream.ok()) return {stream.error().what};
  std::vector<std::string> out;
  for (;;) {
    const auto member = stream->next();
    if (!member.ok()) out.push_back(member.error().what);
    if (!member.ok() || !*member) return out;
    out.push_back(fmt::format("{} {} {} {}", (*member)->name, static_cast<int>((*member)->kind),
                              (*member)->size, (*member)->target));
  }
}

const std::vector<FakeTarMember> kMembers = {{"./dir/", "", '5'},
                                             {"dir/file", "some text"},
                                             {"link", "", '2', "/etc/../x"},
                                             {"hard", "", '1', "dir/file"},
                                             {"pipe", "", '6'},
                                             {"large", std::string(700'000, 'x')},
                                             {"last", "end"}};
const std::vector<std::string> kListed = {
    "./dir/ 1 0 ", "dir/file 0 9 ",   "link 2 0 /etc/../x", "hard 3 0 dir/file",
    "pipe 4 0 ",   "large 0 700000 ", "last 0 3 "};

TEST(tar_stream, lists_plain_and_packed_archives_alike) {
  const std::string plain = tar_of(kMembers);
  EXPECT_EQ(listed(plain), kListed);
  EXPECT_EQ(listed(packed(plain, false)), kListed) << "gzip";
  EXPECT_EQ(listed(packed(plain, true)), kListed) << "zstd";
}

TEST(tar_stream, reads_members_and_passes_others_over) {
  for (const std::string& bytes : {tar_of(kMembers), packed(tar_of(kMembers), true)}) {
    const MemoryBlob blob(bytes);
    auto stream = TarStream::open(blob);
    ASSERT_TRUE(stream.ok());
    for (std::size_t i = 0; i < kMembers.size(); ++i) {
      const auto member = stream->next();
      ASSERT_TRUE(member.ok() && *member);
      if (i % 2 == 0) continue;
      EXPECT_EQ(stream->bytes(1U << 20U).value_or("error"), kMembers[i].bytes);
    }
    EXPECT_FALSE(*stream->next());
    EXPECT_FALSE(*stream->next()) << "and stays at its end";
  }
}

TEST(tar_stream, tells_where_the_bytes_of_a_member_lie) {
  const MemoryBlob blob(tar_of(kMembers));
  auto stream = TarStream::open(blob);
  ASSERT_TRUE(stream.ok());
  EXPECT_FALSE(stream->is_packed());
  for (const FakeTarMember& wanted : kMembers) {
    const auto member = stream->next();
    ASSERT_TRUE(member.ok() && *member);
    if (wanted.type != '0') continue;
    ASSERT_TRUE((*member)->offset);
    EXPECT_EQ(bytes_at(blob, *(*member)->offset, wanted.bytes.size()).value_or("error"),
              wanted.bytes);
  }
  const MemoryBlob small(packed(tar_of({}), false));
  EXPECT_TRUE(TarStream::open(small)->is_packed());
}

TEST(tar_stream, one_that_is_cut_off_is_read_up_to_there) {
  const std::string plain = tar_of(kMembers);
  const auto cut = listed(plain.substr(0, 300'000));
  ASSERT_EQ(cut.size(), 7U);
  EXPECT_EQ(cut[4], kListed[4]);
  EXPECT_NE(cut[6].find("refused"), std::string::npos) << cut[6];
  const std::string gzip = packed(plain, false);
  const auto cut_gzip = listed(gzip.substr(0, gzip.size() / 2));
  EXPECT_NE(cut_gzip.back().find("refused"), std::string::npos) << cut_gzip.back();
  EXPECT_NE(listed("no archive at all, only text")[0].find("refused"), std::string::npos);
}

TEST(tar_stream, a_member_that_is_larger_than_wanted_is_an_error) {
  const MemoryBlob blob(tar_of(kMembers));
  auto stream = TarStream::open(blob);
  for (int i = 0; i < 6; ++i) EXPECT_TRUE(stream->next().ok());
  EXPECT_FALSE(stream->bytes(699'999).ok());
  EXPECT_EQ((*stream->next())->name, "last") << "and does not stop the rest";
}

TEST(tar_stream, a_bomb_is_refused) {
  const std::string zeros(100U << 20U, '\0');
  const std::string bomb = packed(tar_of({{"zeros", zeros}, {"after", "x"}}), true);
  ASSERT_LT(bomb.size(), (zeros.size() - kTarAllowance) / kTarRatio);
  const auto found = listed(bomb);
  EXPECT_NE(found.back().find("bomb"), std::string::npos) << found.back();
}

TEST(tar_stream, the_blobs_own_error_is_passed_on) {
  class Failing : public MemoryBlob {
   public:
    using MemoryBlob::MemoryBlob;
    Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> into) const override {
      if (offset > 0) return Error{Error::Kind::denied, "no more of it"};
      return MemoryBlob::read_at(offset, into);
    }
  };
  const Failing blob(tar_of({{"large", std::string(400'000, 'x')}, {"b", "x"}}));
  auto stream = TarStream::open(blob);
  ASSERT_TRUE(stream.ok());
  ASSERT_TRUE(stream->next().ok());
  const auto read = stream->bytes(1U << 20U);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().what, "no more of it");
}

}  // namespace
}  // namespace gb10
