#include "wheel/record_check.h"

#include <gtest/gtest.h>

#include <map>

#include "wheel/sha256.h"

namespace gb10 {
namespace {

std::string digest(const std::string& text) {
  std::array<std::byte, 3> room;  // many pieces
  return base64_text(*sha256(MemoryBlob(text), room));
}

/// "kind path: what" of each difference.
std::vector<std::string> differences(const std::map<std::string, std::string>& there,
                                     std::string_view record, bool list = true) {
  PackageFiles files;
  files.open = [&](const std::string& path) -> Result<std::unique_ptr<Blob>> {
    if (path == "denied") return Error{Error::Kind::denied, "permission denied"};
    const auto found = there.find(path);
    if (found == there.end()) return Error{Error::Kind::not_found, "no such file"};
    return std::unique_ptr<Blob>(std::make_unique<MemoryBlob>(found->second));
  };
  if (list) {
    for (const auto& [path, text] : there) files.present.push_back(path);
  }
  std::vector<std::string> out;
  for (const auto& each : verify_record(*read_record(record), files).differences) {
    out.push_back(std::string(word(each.kind)) + " " + each.path + ": " + each.what);
  }
  return out;
}

TEST(sha256, is_that_of_the_standards_examples) {
  std::array<std::byte, 64> room;
  const auto hex = [&](const std::string& text) {
    return hex_text(*sha256(MemoryBlob(text), room));
  };
  EXPECT_EQ(hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(hex(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  EXPECT_EQ(digest(""), "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU");
}

TEST(record_check, finds_nothing_in_a_whole_package) {
  const std::string record = "a.py,sha256=" + digest("code") + ",4\nb,,\n__pycache__/a.pyc,,\n";
  EXPECT_EQ(differences({{"a.py", "code"},
                         {"b", "anything"},
                         {"__pycache__/new.pyc", "x"},
                         {"a.dist-info/INSTALLER", "pip"},
                         {"a.dist-info/RECORD", "x"}},
                        record),
            std::vector<std::string>());
}

TEST(record_check, tells_what_is_missing_changed_and_not_listed) {
  const std::string record =
      "a.py,sha256=" + digest("code") + ",4\nlonger,sha256=" + digest("12345") +
      ",5\ngone,sha256=" + digest("") + ",0\nold,md5=AAAA,3\ndenied,sha256=AAAA,1\n";
  const std::vector<std::string> wanted = {
      "changed a.py: has other bytes than RECORD's hash is of",
      "changed longer: has 6 bytes, RECORD says 5",
      "missing gone: is listed in RECORD and not there",
      "unreadable old: has a hash by md5, which is not computed here",
      "unreadable denied: permission denied",
      "not-in-record extra.so: is there and RECORD does not list it"};
  EXPECT_EQ(differences({{"a.py", "c0de"}, {"longer", "123456"}, {"old", "old"}, {"extra.so", "x"}},
                        record),
            wanted);
}

TEST(record_check, counts_what_was_compared) {
  const auto record = read_record("a,sha256=" + digest("a") + ",1\nb,,\n");
  PackageFiles files;
  files.open = [](const std::string& path) -> Result<std::unique_ptr<Blob>> {
    return std::unique_ptr<Blob>(std::make_unique<MemoryBlob>(path));
  };
  const RecordCheck check = verify_record(*record, files);
  EXPECT_EQ(check.compared, 1);
  EXPECT_EQ(check.without_hash, 1);
  EXPECT_TRUE(check.differences.empty());
}

TEST(record_check, a_file_that_shrinks_is_unreadable) {
  class Shrinking : public MemoryBlob {
   public:
    using MemoryBlob::MemoryBlob;
    std::uint64_t size() const override { return MemoryBlob::size() + 1; }
  };
  PackageFiles files;
  files.open = [](const std::string&) -> Result<std::unique_ptr<Blob>> {
    return std::unique_ptr<Blob>(std::make_unique<Shrinking>("a"));
  };
  const RecordCheck check = verify_record(*read_record("a,sha256=" + digest("a") + ",\n"), files);
  ASSERT_EQ(check.differences.size(), 1U);
  EXPECT_EQ(check.differences[0].kind, RecordDifference::Kind::unreadable);
}

}  // namespace
}  // namespace gb10
