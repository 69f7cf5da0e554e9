// Secrets of every class, planted in every kind of answer: none may be left anywhere in a snapshot.

#include <gtest/gtest.h>

#include "base/text.h"
#include "host/archive.h"
#include "host/redact.h"
#include "host/snapshot_host.h"

namespace gb10 {
namespace {

// All made up.
constexpr const char* kSecrets[] = {
    "marguerite",                               // user
    "Marguerite Example",                       // full name
    "quarry-7f3e",                              // host
    "deep.mine.example",                        // domain
    "S6XXNF0T123456",                           // serial of a disk
    "1320925098765",                            // serial of the machine
    "MT2345X09876",                             // serial of a network card
    "3f2a9c11-1234-5678-9abc-def012345678",     // UUID
    "0123456789abcdeffedcba9876543210",         // machine-id
    "89abcdef0123456776543210fedcba98",         // boot id
    "9c63c00300921234",                         // GUID
    "9c63:c003:0092:1234",                      // the same in sysfs
    "9c:63:c0:92:12:34",                        // MAC
    "9c63c0921234",                             // the same in a name
    "fe80::9e63:c0ff:fe92:1234",                // made of it
    "fe80:0000:0000:0000:9e63:c0ff:fe92:1234",  // the same as GID
    "0000:0000:0000:0000:0000:ffff:c0a8:6439",  // GID
    "192.168.100.57",                           // private address
    "10.77.3.9",                                // private address that looks like a version
    "203.0.113.77",                             // public address
    "2001:db8:77::1234",                        // public IPv6 address
    "hf_abcdefghijABCDEFGHIJ0123456789abcd",
    "nvapi-abcdefghijABCDEFGHIJ0123456789",
    "s3cretValue42",
    "someone.else@corp.example",
    "AAAAC3NzaC1lZDI1NTE5AAAAIJ0123456789abcdefghijklmnopqrstuvwxyzAB",
    "Our Mine 5G",  // Wi-Fi
};

/// What tells the redaction which words are whose.
void add_sources(Record& r) {
  const auto read = [&](const char* path, std::string_view text) {
    r.reads.emplace(path, std::string(text));
  };
  read("/etc/passwd",
       "root:x:0:0:root:/root:/bin/bash\n"
       "marguerite:x:1000:1000:Marguerite Example,,,:/home/marguerite:/bin/bash\n");
  read("/etc/hostname", "quarry-7f3e\n");
  read("/etc/resolv.conf", "nameserver 192.168.100.57\nsearch deep.mine.example\n");
  read("/sys/class/dmi/id/product_serial", "1320925098765\n");
  read("/sys/block/nvme0n1/device/serial", "S6XXNF0T123456      \n");
  read("/etc/machine-id", "0123456789abcdeffedcba9876543210\n");
  read("/sys/class/infiniband/rocep1s0f0/node_guid", "9c63:c003:0092:1234\n");
  read("/etc/environment", "PATH=/usr/bin\nHF_TOKEN=s3cretValue42\n");
  read("/etc/wpa.conf", "ssid=\"Our Mine 5G\"\n");
  r.queries.emplace(std::vector<std::string>{"lspci", "-vv"},
                    Output{0, "[SN] Serial number: MT2345X09876\n", ""});
  r.queries.emplace(std::vector<std::string>{"journalctl", "--list-boots"},
                    Output{0, "  0 89abcdef0123456776543210fedcba98 Fri 2026-11-27 UTC\n", ""});
  r.queries.emplace(std::vector<std::string>{"ip", "addr"},
                    Output{0, "link/ether 9c:63:c0:92:12:34\n inet 10.77.3.9/24\n", ""});
}

/// Every secret in every kind of answer, with blanks around it.
Record planted() {
  Record r;
  add_sources(r);
  int n = 0;
  for (const std::string secret : kSecrets) {
    const std::string words = " - " + secret + " - ";
    const std::string dir = "/tmp/" + std::to_string(n++);
    const std::string path = dir + "/" + secret;
    const Error error{Error::Kind::failed, "cannot read" + words, "see" + words};
    r.reads.emplace(path, "a" + words + "b\n(" + secret + ")\n\"" + secret + "\",");
    r.reads.emplace(path + "/gone", error);
    BlobRecord blob;
    blob.size = 1000;
    blob.add(7, words);
    blob.failures.emplace(9, error);
    r.blobs.emplace(path, blob);
    r.lists.emplace(dir, std::vector<DirEntry>{{secret, FileKind::regular}});
    r.infos.emplace(path, FileInfo{});
    r.links.emplace(path, "../" + secret);
    r.spaces.emplace(path, Space{1, 1});
    r.queries.emplace(std::vector<std::string>{"tool", secret}, Output{0, words, words});
    r.queries.emplace(std::vector<std::string>{"gone", secret}, error);
    r.environment.emplace("V" + std::to_string(n), words);
    r.gpu += "{\"ask\":\"x\",\"answer\":\"" + words + "\"}\n";
  }
  return r;
}

TEST(planted_secrets, are_nowhere_in_the_saved_bytes) {
  const auto bytes = snapshot_bytes(redacted(planted()));
  ASSERT_TRUE(bytes.ok());
  const auto members = unpacked(*bytes);
  ASSERT_TRUE(members.ok());
  for (const auto& [name, content] : *members) {
    const std::string all = lower(name + "\n" + content);
    for (const char* const secret : kSecrets) {
      const std::size_t at = all.find(lower(secret));
      EXPECT_EQ(at, std::string::npos)
          << secret << " in " << name << ": " << all.substr(at < 60 ? 0 : at - 60, 160);
    }
  }
}

TEST(planted_secrets, would_be_there_without_redaction) {
  const Members members = members_of(planted());
  std::string all;
  for (const auto& [name, content] : members) all += name + "\n" + content;
  for (const char* const secret : kSecrets) EXPECT_NE(all.find(secret), std::string::npos);
}

TEST(planted_secrets, become_the_same_when_redacted_twice) {
  const Record once = redacted(planted());
  const Record twice = redacted(once);
  EXPECT_TRUE(once == twice);
  const Members before = members_of(once), after = members_of(twice);
  for (const auto& [name, content] : before) {
    ASSERT_TRUE(after.count(name)) << name;
    EXPECT_EQ(content, after.at(name)) << name;
  }
}

TEST(planted_secrets, have_one_pseudonym_wherever_they_stand) {
  const Record record = redacted(planted());
  for (std::size_t i = 0; i < std::size(kSecrets); ++i) {
    const std::string dir = "/tmp/" + std::to_string(i) + "/";
    const auto link = record.links.lower_bound(dir);
    ASSERT_TRUE(link != record.links.end() && link->first.starts_with(dir)) << kSecrets[i];
    const std::string pseudonym = link->first.substr(dir.size());
    EXPECT_EQ(*link->second, "../" + pseudonym);
    EXPECT_EQ(record.lists.at("/tmp/" + std::to_string(i))->front().name, pseudonym);
    EXPECT_TRUE(record.queries.count({"tool", pseudonym})) << pseudonym;
    EXPECT_EQ(*record.reads.at(link->first),
              "a - " + pseudonym + " - b\n(" + pseudonym + ")\n\"" + pseudonym + "\",");
    EXPECT_NE(record.gpu.find("\" - " + pseudonym + " - \""), std::string::npos) << pseudonym;
  }
}

TEST(planted_secrets, leave_every_question_with_its_answer) {
  const Record before = planted(), after = redacted(before);
  EXPECT_EQ(before.reads.size(), after.reads.size());
  EXPECT_EQ(before.blobs.size(), after.blobs.size());
  EXPECT_EQ(before.queries.size(), after.queries.size());
}

}  // namespace
}  // namespace gb10
