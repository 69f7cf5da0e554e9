#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

#include "base/text.h"
#include "host/archive.h"
#include "host/fake_host.h"
#include "host/record_samples.h"
#include "host/recording_host.h"
#include "host/redact.h"
#include "host/scratch.h"
#include "host/snapshot_host.h"

namespace gb10 {
namespace {

FakeHost machine() {
  FakeHost host;
  host.file("/proc/meminfo", "MemTotal: 1\n").file("/sys/block/nvme0n1/size", "7\n");
  host.link_at("/usr/local/cuda", "/usr/local/cuda-13.0").space_at("/", {100, 40});
  host.fail("/etc/secret", {Error::Kind::denied, "cannot read it", "run with sudo"});
  host.query_answer({"systemctl", "show"}, "ActiveState=active\n");
  host.query_answer({"docker", "info"}, Error{Error::Kind::not_found, "no docker"});
  host.file("/lib/libx.so", std::string("\x7f"
                                        "ELF0123456789",
                                        14));
  host.user(1000).now(1790000000);
  host.environment("HOME", "/home/someone").environment("PRIVATE", "x");
  return host;
}

std::string part(const Blob& blob, std::uint64_t offset, std::size_t count) {
  std::string out(count, '\0');
  const auto got = blob.read_at(offset, std::as_writable_bytes(std::span(out)));
  return got.ok() ? out.substr(0, *got) : word(got.error().kind);
}

/// Asks every kind of question; the answers as one text.
std::string answers(const HostView& host) {
  std::string out;
  const auto add = [&](const auto& answer, auto text) {
    out += answer.ok() ? text(*answer) : word(answer.error().kind) + answer.error().what;
    out += '\n';
  };
  const auto same = [](const std::string& text) { return text; };
  for (const char* const path : {"/proc/meminfo", "/proc/none", "/etc/secret"}) {
    add(host.read(path), same);
  }
  add(host.list("/sys/block"), [](const auto& entries) { return entries[0].name; });
  add(host.list("/none"), [](const auto&) { return "entries"; });
  add(host.info("/proc/meminfo"), [](const FileInfo& i) { return std::to_string(i.size); });
  add(host.link("/usr/local/cuda"), same);
  add(host.space("/"), [](const Space& s) { return std::to_string(s.available); });
  add(host.open("/lib/libx.so"), [](const auto& blob) {
    return std::to_string(blob->size()) + part(*blob, 0, 4) + part(*blob, 10, 99);
  });
  add(host.open("/etc/secret"), [](const auto&) { return "opened"; });
  const std::vector<Command> commands = {{.argv = {"docker", "info"}},
                                         {.argv = {"systemctl", "show"}}};
  for (const auto& answer : host.query_all(commands))
    add(answer, [](const Output& o) { return o.out; });
  add(host.query(commands[1]), [](const Output& o) { return o.out; });
  out += std::to_string(host.self().effective_user) + std::to_string(host.self().now);
  return out;
}

TEST(snapshot, replays_every_answer_that_was_recorded) {
  const FakeHost inner = machine();
  const RecordingHost recorder(inner);
  const std::string live = answers(recorder);
  EXPECT_EQ(live, answers(inner));
  const auto bytes = snapshot_bytes(recorder.record());
  ASSERT_TRUE(bytes.ok());
  auto record = snapshot_from(*bytes);
  ASSERT_TRUE(record.ok()) << record.error().what;
  EXPECT_TRUE(*record == recorder.record());
  const SnapshotHost replay(*std::move(record));
  EXPECT_EQ(answers(replay), live);
  EXPECT_FALSE(replay.self().live);
}

TEST(snapshot, what_was_never_asked_is_not_recorded_and_never_not_found) {
  const FakeHost inner = machine();
  const RecordingHost recorder(inner);
  ASSERT_TRUE(recorder.open("/lib/libx.so").ok());
  const SnapshotHost replay(recorder.record());
  const auto is_open = [](const auto& answer) {
    return !answer.ok() && answer.error().kind == Error::Kind::not_recorded;
  };
  EXPECT_TRUE(is_open(replay.read("/proc/meminfo")));
  EXPECT_TRUE(is_open(replay.open("/x")));
  EXPECT_TRUE(is_open(replay.list("/")));
  EXPECT_TRUE(is_open(replay.info("/lib/libx.so")));
  EXPECT_TRUE(is_open(replay.link("/")));
  EXPECT_TRUE(is_open(replay.space("/")));
  EXPECT_TRUE(is_open(replay.query({.argv = {"ls"}})));
  EXPECT_EQ(part(**replay.open("/lib/libx.so"), 2, 2), "not_recorded");
}

TEST(snapshot, of_an_opened_file_keeps_only_what_was_read) {
  FakeHost inner;
  inner.file("/big", std::string(1 << 20, 'b'));
  const RecordingHost recorder(inner);
  {
    const auto blob = recorder.open("/big");
    ASSERT_TRUE(blob.ok());
    EXPECT_EQ(part(**blob, 100, 8), "bbbbbbbb");
  }
  const BlobRecord& kept = *recorder.record().blobs.at("/big");
  EXPECT_EQ(kept.size, 1U << 20U);
  EXPECT_EQ(kept.ranges, (std::map<std::uint64_t, std::string>{{100, "bbbbbbbb"}}));
  const SnapshotHost replay(recorder.record());
  const auto blob = *replay.open("/big");
  EXPECT_EQ(part(*blob, 102, 4), "bbbb");
  EXPECT_EQ(part(*blob, 98, 4), "not_recorded");
  EXPECT_EQ(part(*blob, 106, 4), "not_recorded");
}

TEST(recorder, gives_a_question_one_answer_for_good) {
  FakeHost inner;
  inner.file("/x", "first");
  const RecordingHost recorder(inner);
  EXPECT_EQ(*recorder.read("/x"), "first");
  inner.file("/x", "second");
  EXPECT_EQ(*recorder.read("/x"), "first");
  EXPECT_EQ(*recorder.record().reads.at("/x"), "first");
}

TEST(recorder, asks_each_program_once) {
  FakeHost inner;
  inner.query_answer({"a"}, "1").query_answer({"b"}, "2");
  const RecordingHost recorder(inner);
  const std::vector<Command> commands = {{.argv = {"a"}}, {.argv = {"b"}}, {.argv = {"c"}}};
  ASSERT_EQ(recorder.query_all(commands).size(), 3U);
  EXPECT_EQ(recorder.query(commands[1])->out, "2");
  const auto again = recorder.query_all(commands);
  EXPECT_EQ(again[0]->out + again[1]->out, "12");
  EXPECT_EQ(again[2].error().kind, Error::Kind::not_recorded);
  EXPECT_EQ(inner.asked.size(), 3U);
}

TEST(recorder, keeps_of_the_environment_only_what_collectors_ask_for) {
  const FakeHost inner = machine();
  const RecordingHost recorder(inner);
  EXPECT_EQ(recorder.self().environment.size(), 1U);
  EXPECT_EQ(recorder.record().environment.count("PRIVATE"), 0U);
  EXPECT_EQ(recorder.record().environment.at("HOME"), "/home/someone");
}

TEST(recorder, learns_the_names_that_redaction_must_know) {
  FakeHost inner;
  inner.file("/proc/sys/kernel/hostname", "quarry-7f3e\n");
  inner.query_answer({"dmesg"}, "quarry-7f3e says\n");
  const RecordingHost recorder(inner);
  ASSERT_TRUE(recorder.query({.argv = {"dmesg"}}).ok());
  EXPECT_EQ(redacted(recorder.record()).queries.begin()->second->out, "host-1 says\n");
}

TEST(recorder, keeps_of_what_names_the_machine_only_what_was_asked_for) {
  FakeHost inner;
  inner.file("/etc/hosts", "10.1.2.3 payroll.acme.corp\n").file("/etc/hostname", "quarry-7f3e\n");
  inner.file("/etc/passwd", "root:x:0:0:root:/root:/bin/bash\n");
  const RecordingHost recorder(inner);
  EXPECT_TRUE(recorder.record().reads.empty());
  ASSERT_TRUE(recorder.read("/etc/passwd").ok());
  for (const Record& record : {recorder.record(), redacted(recorder.record())}) {
    const Members members = members_of(record);
    EXPECT_EQ(members.count("root/etc/hosts") + members.count("root/etc/hostname"), 0U);
    EXPECT_EQ(members.count("root/etc/passwd"), 1U);
    EXPECT_EQ(members.at("answers.jsonl"), "");
  }
}

TEST(recorder, passes_on_what_no_longer_fits_and_counts_it) {
  FakeHost inner;
  for (int i = 0; i < 12; ++i) inner.file("/" + std::to_string(i), std::string(15U << 20U, 'x'));
  const RecordingHost recorder(inner);
  for (int i = 0; i < 12; ++i) EXPECT_TRUE(recorder.read("/" + std::to_string(i)).ok());
  const auto& reads = recorder.record().reads;
  EXPECT_EQ(
      std::count_if(reads.begin(), reads.end(), [](const auto& read) { return read.second.ok(); }),
      10);
  EXPECT_EQ(recorder.record().meta.left_out, 2);
}

TEST(snapshot_file, is_written_and_read) {
  const Scratch scratch;
  const std::string path = scratch.path("x.tar.zst");
  Record record = every_kind_of_answer();
  ASSERT_TRUE(save_snapshot(record, path).ok());
  const auto back = open_snapshot(path);
  ASSERT_TRUE(back.ok()) << back.error().what;
  EXPECT_TRUE(*back == record);
  struct stat about {};
  ASSERT_EQ(::stat(path.c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 077U, 0U) << "what is not redacted is for its owner";
}

std::size_t files_in(const std::string& dir) {
  const std::filesystem::directory_iterator all(dir);
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

TEST(snapshot_file, replaces_nothing_unless_asked) {
  const Scratch scratch;
  const std::string path = scratch.file("x", "mine");
  const auto refused = save_snapshot(Record{}, path);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind, Error::Kind::conflict);
  EXPECT_EQ(scratch.text("x"), "mine");
  ASSERT_TRUE(save_snapshot(Record{}, path, {.replace = true}).ok());
  EXPECT_TRUE(open_snapshot(path).ok());
  EXPECT_EQ(files_in(scratch.root()), 1U);
}

TEST(snapshot_file, replaces_plain_files_only) {
  const Scratch scratch;
  ASSERT_EQ(::mkfifo(scratch.path("pipe").c_str(), 0600), 0);
  ASSERT_EQ(::symlink("nowhere", scratch.path("link").c_str()), 0);
  for (const char* const name : {"pipe", "link"}) {
    const auto refused = save_snapshot(Record{}, scratch.path(name), {.replace = true});
    ASSERT_FALSE(refused.ok()) << name;
    EXPECT_EQ(refused.error().kind, Error::Kind::invalid);
    EXPECT_NE(refused.error().what.find(scratch.path(name)), std::string::npos);
    EXPECT_NE(refused.error().hint, "");
  }
  EXPECT_EQ(files_in(scratch.root()), 2U);
}

TEST(snapshot_file, a_full_disk_is_said_and_leaves_nothing) {
  const Scratch scratch;
  ::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  rlimit small = before;
  small.rlim_cur = 100;
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const auto saved = save_snapshot(every_kind_of_answer(), scratch.path("x"));
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  ASSERT_FALSE(saved.ok());
  EXPECT_NE(saved.error().what.find("cannot write"), std::string::npos) << saved.error().what;
  EXPECT_NE(saved.error().hint, "");
  EXPECT_EQ(files_in(scratch.root()), 0U);
}

TEST(snapshot_file, an_interruption_leaves_it_whole_or_absent) {
  Record record;
  for (int i = 0; i < 400; ++i) {
    std::string noise(1U << 16U, '\0');
    unsigned seed = static_cast<unsigned>(i) * 7919U + 1;
    for (char& c : noise) c = static_cast<char>((seed = seed * 1664525U + 1013904223U) >> 24U);
    record.reads.emplace("/" + std::to_string(i), noise);
  }
  for (int i = 0; i < 8; ++i) {
    const Scratch scratch;
    const std::string path = scratch.path("x");
    const pid_t child = ::fork();
    if (child == 0) {
      ::signal(SIGINT, SIG_DFL);
      static_cast<void>(save_snapshot(record, path));
      ::_exit(0);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(i * 40));
    ::kill(child, SIGINT);
    ASSERT_EQ(::waitpid(child, nullptr, 0), child);
    const std::size_t files = files_in(scratch.root());
    EXPECT_EQ(files, std::filesystem::exists(path) ? 1U : 0U) << "after " << i * 40 << " ms";
    EXPECT_TRUE(files == 0 || open_snapshot(path).ok());
  }
}

TEST(snapshot_file, what_cannot_be_read_says_its_name) {
  const Scratch scratch;
  EXPECT_EQ(open_snapshot(scratch.path("none")).error().kind, Error::Kind::not_found);
  EXPECT_FALSE(open_snapshot(scratch.root()).ok());
  const auto text = open_snapshot(scratch.file("x", "only text"));
  ASSERT_FALSE(text.ok());
  EXPECT_EQ(text.error().kind, Error::Kind::invalid);
  EXPECT_NE(text.error().what.find(scratch.path("x")), std::string::npos);
  EXPECT_FALSE(save_snapshot(Record{}, scratch.path("no/such/dir/x")).ok());
  ASSERT_EQ(::mkfifo(scratch.path("pipe").c_str(), 0600), 0);
  EXPECT_FALSE(open_snapshot(scratch.path("pipe")).ok()) << "and does not hang";
}

}  // namespace
}  // namespace gb10
