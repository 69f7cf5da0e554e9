#include "host/redact_homes.h"

#include <gtest/gtest.h>

#include "host/redact_samples.h"

namespace gb10 {
namespace {

using Entries = std::vector<DirEntry>;

DirEntry folder(std::string name) { return {std::move(name), FileKind::directory}; }
DirEntry file(std::string name) { return {std::move(name), FileKind::regular}; }

std::string names(const Record& record, const std::string& dir) {
  std::string out;
  const auto list = record.lists.find(dir);
  if (list == record.lists.end()) return "not recorded";
  for (const DirEntry& entry : *list->second) out += entry.name + " ";
  return out;
}

const Error kNone{Error::Kind::not_found, "cannot look at it: not found"};

/// A home as the search for environments leaves it.
Record searched() {
  Record record;
  record.lists.emplace("/home", Entries{folder("alice")});
  record.lists.emplace("/home/alice",
                       Entries{file(".wallet-seed.txt"), folder(".secret"), folder("Clients"),
                               folder("code"), file("offer to acquire Initech.pdf")});
  record.lists.emplace("/home/alice/Clients", Entries{folder("Initech"), file("wallet-seed.txt")});
  record.infos.emplace("/home/alice/Clients/Initech/pyvenv.cfg", kNone);
  record.lists.emplace("/home/alice/code", Entries{folder("v"), folder("w"), file("notes")});
  record.lists.emplace("/home/alice/code/v", Entries{folder("bin"), file("pyvenv.cfg")});
  record.lists.emplace("/home/alice/code/w", Entries{file("plan")});
  record.reads.emplace("/home/alice/code/v/pyvenv.cfg", "home = /usr/bin\n");
  record.lists.emplace("/home/alice/code/v/lib", Entries{folder("python3.12"), file("libx.so.1")});
  record.lists.emplace("/home/alice/code/v/lib/python3.12/site-packages",
                       Entries{file("own_module.py"), folder("torch-2.9.0.dist-info"),
                               folder("nvidia"), folder("~orch")});
  record.lists.emplace("/home/alice/code/v/lib/python3.12/site-packages/nvidia",
                       Entries{folder("cublas")});
  record.lists.emplace("/home/alice/code/v/lib/python3.12/site-packages/nvidia/cublas/lib",
                       Entries{file("libcublas.so.13")});
  return record;
}

TEST(homes, keep_only_names_under_which_something_was_found) {
  const Record left = redacted(searched());
  EXPECT_EQ(names(left, "/home/user-1"), ".file-1 .folder-2 folder-3 code file-4 ");
  EXPECT_EQ(names(left, "/home/user-1/folder-3"), "folder-1 file-2 ");
  EXPECT_TRUE(left.infos.count("/home/user-1/folder-3/folder-1/pyvenv.cfg"));
  EXPECT_EQ(names(left, "/home/user-1/code"), "v folder-1 file-2 ");
  EXPECT_EQ(names(left, "/home/user-1/code/folder-1"), "file-1 ");
  EXPECT_EQ(names(left, "/home/user-1/code/v"), "bin pyvenv.cfg ");
  const std::string lib = "/home/user-1/code/v/lib";
  EXPECT_EQ(names(left, lib), "python3.12 libx.so.1 ");
  const std::string site = lib + "/python3.12/site-packages";
  EXPECT_EQ(names(left, site), "file-1 torch-2.9.0.dist-info nvidia ~orch ");
  EXPECT_EQ(names(left, site + "/nvidia"), "cublas ");
  EXPECT_EQ(names(left, site + "/nvidia/cublas/lib"), "libcublas.so.13 ");
}

TEST(homes, lose_nothing_twice) {
  const Record once = redacted(searched());
  EXPECT_TRUE(redacted(once) == once);
}

TEST(homes, keep_what_another_answer_speaks_of) {
  Record record = searched();
  record.environment.emplace("HF_HOME", "/home/alice/Clients/hf");
  record.lists.emplace("/home/alice/Clients/hf/hub", Entries{folder("models--a--b")});
  record.lists.emplace("/home/alice/Clients/hf/hub/models--a--b/blobs", Entries{file("0123")});
  record.infos.emplace("/home/alice/Clients/hf/hub/models--a--b/blobs/0123", FileInfo{});
  record.lists.find("/home/alice/Clients")->second->push_back(folder("hf"));
  const Record left = redacted(record);
  EXPECT_EQ(names(left, "/home/user-1/Clients"), "folder-1 file-2 hf ");
  EXPECT_EQ(names(left, "/home/user-1/Clients/hf/hub/models--a--b/blobs"), "0123 ");
}

TEST(homes, of_root_and_of_accounts_elsewhere_are_homes) {
  Record record;
  record.reads.emplace("/etc/passwd", "bo:x:1000:1000::/data/bo:/bin/sh\nd:x:2:2::/usr:/bin/sh\n");
  for (const char* const home : {"/root", "/data/bo", "/usr", "/data"}) {
    record.lists.emplace(home, Entries{file("private.doc")});
  }
  const Record left = redacted(record);
  EXPECT_EQ(names(left, "/root"), "file-1 ");
  EXPECT_EQ(names(left, "/data/bo"), "file-1 ");
  EXPECT_EQ(names(left, "/usr"), "private.doc ");
  EXPECT_EQ(names(left, "/data"), "private.doc ");
}

}  // namespace
}  // namespace gb10
