#include "host/rooted_host.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "host/scratch.h"

namespace gb10 {
namespace {

template <class T>
Error::Kind kind(const Result<T>& result) {
  return result.ok() ? Error::Kind::unfinished : result.error().kind;
}

RootedHost host_at(const Scratch& scratch) {
  auto host = RootedHost::at(scratch.root());
  if (!host) ADD_FAILURE() << host.error().what;
  return *std::move(host);
}

TEST(RootedHost, reads_below_its_root_only) {
  const Scratch scratch;
  scratch.file("etc/os-release", "ID=fixture\n");
  scratch.file("usr/lib/x", "x");
  scratch.link("lib", "usr/lib");
  scratch.link("sys/class/net/eth0", "../../devices/eth0");
  scratch.file("sys/devices/eth0/mtu", "9000\n");
  scratch.link("passwd", "/etc/passwd");
  const auto host = host_at(scratch);
  EXPECT_EQ(host.read("/etc/os-release"), Result<std::string>("ID=fixture\n"));
  EXPECT_EQ(host.read("/lib/x"), Result<std::string>("x"));
  EXPECT_EQ(host.read("/sys/class/net/eth0/mtu"), Result<std::string>("9000\n"));
  EXPECT_EQ(kind(host.read("/etc/passwd")), Error::Kind::not_found);
  EXPECT_EQ(kind(host.read("/passwd")), Error::Kind::not_found);
  EXPECT_EQ(kind(host.read("/../../../../../../../../etc/passwd")), Error::Kind::not_found);
  EXPECT_EQ(host.read("/no").error().what, "cannot read /no: no such file or directory");
}

TEST(RootedHost, lists_and_tells) {
  const Scratch scratch;
  scratch.file("d/b", "12345");
  scratch.link("d/a", "b");
  const auto host = host_at(scratch);
  const std::vector<DirEntry> wanted = {{"a", FileKind::link}, {"b", FileKind::regular}};
  EXPECT_EQ(host.list("/d"), Result<std::vector<DirEntry>>(wanted));
  EXPECT_EQ(host.list("/")->size(), 1U);
  EXPECT_EQ(kind(host.list("/d/b")), Error::Kind::not_found);
  EXPECT_EQ(host.info("/d/a")->size, 5U);
  EXPECT_EQ(host.info("/")->kind, FileKind::directory);
  EXPECT_EQ(host.link("/d/a"), Result<std::string>("b"));
  EXPECT_EQ(kind(host.link("/d/b")), Error::Kind::failed);
  EXPECT_EQ(kind(host.read("/d")), Error::Kind::failed);
}

TEST(RootedHost, opens_blobs_but_no_pipe) {
  const Scratch scratch;
  scratch.file("blob", "0123456789");
  ASSERT_EQ(::mkfifo(scratch.path("pipe").c_str(), 0600), 0);
  const auto host = host_at(scratch);
  const auto blob = host.open("/blob");
  ASSERT_TRUE(blob.ok());
  EXPECT_EQ(bytes_at(**blob, 2, 3), Result<std::string>("234"));
  EXPECT_EQ(kind(host.open("/pipe")), Error::Kind::failed);
  EXPECT_EQ(kind(host.read("/pipe")), Error::Kind::failed);
  EXPECT_EQ(kind(host.open("/none")), Error::Kind::not_found);
}

TEST(RootedHost, without_answers_is_user_1000_and_recorded_nothing) {
  const Scratch scratch;
  const auto host = host_at(scratch);
  EXPECT_EQ(host.self().effective_user, 1000U);
  EXPECT_FALSE(host.self().live);
  EXPECT_TRUE(host.self().environment.empty());
  EXPECT_EQ(host.self().now, 0);
  EXPECT_EQ(kind(host.query({{"true"}})), Error::Kind::not_recorded);
  EXPECT_EQ(kind(host.space("/")), Error::Kind::not_recorded);
}

TEST(RootedHost, answers_from_its_tree) {
  const Scratch scratch;
  scratch.file(".gb10/queries.jsonl",
               R"({"argv": ["systemctl", "show", "a b"], "exit": 3, "stdout": "x\ny\n"})"
               "\n\n"
               R"({"argv": ["modinfo"], "error": {"kind": "not_found", "what": "not there"}})"
               "\n"
               R"({"argv": ["odd"], "exit": 0, "stdout": {"hex": "ff00"}, "stderr": "e"})");
  scratch.file(".gb10/space.jsonl", R"({"path": "/", "total": 5, "available": 3})");
  scratch.file(".gb10/self.json",
               "{\"user\": 0,\n \"environment\": {\"PATH\": \"/x\"}, \"now\": 1790000000}");
  const auto host = host_at(scratch);
  EXPECT_EQ(host.query({{"systemctl", "show", "a b"}}), Result<Output>(Output{3, "x\ny\n", ""}));
  EXPECT_EQ(kind(host.query({{"systemctl", "show", "a", "b"}})), Error::Kind::not_recorded);
  EXPECT_EQ(host.query({{"modinfo"}}), Result<Output>(Error{Error::Kind::not_found, "not there"}));
  EXPECT_EQ(host.query({{"odd"}}), Result<Output>(Output{0, std::string("\xff\0", 2), "e"}));
  EXPECT_EQ(host.space("/"), Result<Space>(Space{5, 3}));
  EXPECT_EQ(kind(host.space("/home")), Error::Kind::not_recorded);
  EXPECT_EQ(host.self().effective_user, 0U);
  EXPECT_EQ(host.self().environment.at("PATH"), "/x");
  EXPECT_EQ(host.self().now, 1790000000);
  const auto all = host.query_all(std::vector<Command>{{{"modinfo"}}, {{"odd"}}});
  EXPECT_EQ(all.size(), 2U);
  EXPECT_TRUE(all[1].ok());
}

struct Malformed {
  const char *file, *text, *message;
};

TEST(RootedHost, names_file_and_line_of_what_does_not_fit) {
  const Malformed cases[] = {
      {"queries.jsonl", "{\"argv\":[\"a\"]}\n{oops", "/.gb10/queries.jsonl:2: "},
      {"queries.jsonl", "{\"argv\":[]}", "/.gb10/queries.jsonl:1: \"argv\" is empty"},
      {"queries.jsonl", "{}", "/.gb10/queries.jsonl:1: "},
      {"queries.jsonl", "[]", "/.gb10/queries.jsonl:1: not a JSON object"},
      {"queries.jsonl", "{\"argv\":[\"a\"],\"sdtout\":\"\"}", "unknown member \"sdtout\""},
      {"queries.jsonl", "{\"argv\":[\"a\"],\"exit\":\"0\"}", "queries.jsonl:1: \"exit\""},
      {"queries.jsonl", "{\"argv\":[\"a\"],\"exit\":99999999999}", "queries.jsonl:1: \"exit\""},
      {"queries.jsonl", "{\"argv\":[\"a\"]}\n{\"argv\":[\"a\"]}", ":2: a second answer for a"},
      {"queries.jsonl", "{\"argv\":[\"a\"],\"error\":{\"kind\":\"bad\",\"what\":\"\"}}", ":1: "},
      {"space.jsonl", "{\"path\":\"/\",\"total\":1}", "/.gb10/space.jsonl:1: \"available\""},
      {"space.jsonl", "{\"path\":\"/\",\"total\":-1,\"available\":0}", "space.jsonl:1: \"total\""},
      {"self.json", "{\"user\": -1}", "/.gb10/self.json: \"user\""},
      {"self.json", "{\"user\": 1, \"environment\": []}", "/.gb10/self.json: \"environment\""},
      {"self.json", "", "/.gb10/self.json: "},
  };
  for (const auto& [file, text, message] : cases) {
    const Scratch scratch;
    scratch.file(std::string(".gb10/") + file, text);
    const auto host = RootedHost::at(scratch.root() + "/");
    ASSERT_FALSE(host.ok()) << text;
    EXPECT_EQ(host.error().kind, Error::Kind::invalid) << text;
    EXPECT_NE(host.error().what.find(message), std::string::npos) << host.error().what;
    EXPECT_EQ(host.error().what.find("//"), std::string::npos) << host.error().what;
  }
}

TEST(RootedHost, needs_a_directory) {
  const Scratch scratch;
  EXPECT_EQ(kind(RootedHost::at(scratch.path("none"))), Error::Kind::not_found);
  EXPECT_EQ(kind(RootedHost::at(scratch.file("file", ""))), Error::Kind::not_found);
}

}  // namespace
}  // namespace gb10
