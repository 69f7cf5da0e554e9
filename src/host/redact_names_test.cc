#include "host/redact_names.h"

#include <gtest/gtest.h>

#include "host/redact_samples.h"

namespace gb10 {
namespace {

std::string log_of(Record record, std::string_view text) {
  record.reads.emplace("/var/log/x", std::string(text));
  return *redacted(record).reads.at("/var/log/x");
}

TEST(names, of_users_go_in_any_case) {
  EXPECT_EQ(log_of(record_of("alice", ""), "input: Alice's Magic Keyboard, ALICE, Malice"),
            "input: user-1's Magic Keyboard, user-1, Malice");
}

TEST(names, words_of_a_full_name_go_alone) {
  EXPECT_EQ(log_of(record_of("alice", "Alice Liddell"), "Liddell, alice liddell and Liddells"),
            "person-2, person-1 and Liddells");
  EXPECT_EQ(log_of(record_of("mp", "Mark Page"), "Mark Page: page fault, mark"),
            "person-1: page fault, mark");
}

TEST(names, what_people_say_of_themselves_goes) {
  const Record left = redacted(record_of("alice", "Alice Liddell,Room 12,+1-555-0100,x,other"));
  EXPECT_EQ(*left.reads.at("/etc/passwd"),
            "user-1:x:1000:1000:person-1,word-2,word-1,word-4,word-3:/home/user-1:/bin/bash\n");
  EXPECT_TRUE(redacted(left) == left);
}

TEST(names, all_of_a_hosts_file_go_however_many) {
  std::string hosts = "127.0.0.1 localhost\n::1 ip6-localhost\n";
  for (int i = 0; i < 300; ++i) hosts += "0.0.0.0 ad" + std::to_string(i) + ".example\n";
  hosts += "10.1.2.3 zz-payroll.internal.acme.corp zz-short  # comment\n";
  const std::string left = redacted_file("/etc/hosts", hosts);
  EXPECT_EQ(left.find("payroll"), std::string::npos);
  EXPECT_EQ(left.find("acme"), std::string::npos);
  EXPECT_EQ(left.find("zz-short"), std::string::npos);
  EXPECT_TRUE(left.starts_with("127.0.0.1 localhost\n::1 ip6-localhost\n0.0.0.0 host-")) << left;
}

TEST(names, of_networks_go_where_network_manager_says_them) {
  const std::string left = redacted_text(
      "policy: set 'Kaninchenbau' (wlP9s9) as default\n"
      "device (wlP9s9): Activation: starting connection 'Kaninchenbau' (x)\n"
      "Kaninchenbau\nstarting connection 'Wired connection 1'\nconnection 'docker0'\n"
      "connection 'enP7s7' policy: set 'netplan-wlP9s9-Teahouse' policy: set 'netplan-enP7s7'\n");
  EXPECT_EQ(left,
            "policy: set 'wifi-1' (wlP9s9) as default\n"
            "device (wlP9s9): Activation: starting connection 'wifi-1' (x)\n"
            "wifi-1\nstarting connection 'Wired connection 1'\nconnection 'docker0'\n"
            "connection 'enP7s7' policy: set 'netplan-wlP9s9-wifi-2' policy: set "
            "'netplan-enP7s7'\n");
}

TEST(names, of_private_registries_go) {
  EXPECT_EQ(redacted_output(
                {"docker", "ps"},
                "{\"Image\":\"registry.acme.corp:5000/app:1\"}\n"
                "{\"Image\":\"nvcr.io/nvidia/pytorch:25.09-py3\"}\n{\"Image\":\"vllm/vllm:1.2\"}"),
            "{\"Image\":\"host-2.host-1.corp:5000/app:1\"}\n"
            "{\"Image\":\"nvcr.io/nvidia/pytorch:25.09-py3\"}\n{\"Image\":\"vllm/vllm:1.2\"}");
}

TEST(names, do_not_change_our_questions) {
  for (const char* const user : {"info", "docker", "show", "image", "names", "inspect"}) {
    Record record = record_of(user, "");
    const std::vector<std::vector<std::string>> questions = {
        {"docker", "info", "--format", "{{json .Names}}"},
        {"docker", "inspect", "--type", "image", "--format", "x"},
        {"systemctl", "show", "fwupd.service", "-p", "ActiveState,Names"}};
    for (const auto& argv : questions) record.queries.emplace(argv, Output{0, "{}", ""});
    const Record left = redacted(record);
    for (const auto& argv : questions) EXPECT_TRUE(left.queries.count(argv)) << user;
  }
  Record record = record_of("alice", "");
  record.queries.emplace(std::vector<std::string>{"docker", "inspect", "alice-web"},
                         Output{0, "\"/alice-web\"", ""});
  EXPECT_TRUE(redacted(record).queries.count({"docker", "inspect", "user-1-web"}));
}

TEST(names, do_not_change_what_the_system_is_made_of) {
  Record record = record_of("einops", "");
  const std::string site = "/home/einops/v/lib/python3.12/site-packages";
  const std::string metadata = site + "/einops-0.8.dist-info/METADATA";
  record.reads.emplace(metadata, "Name: einops\nHome-page: file:///home/einops/x\n");
  record.reads.emplace("/usr/lib/einops/version", "for einops of einops@x.corp, /usr/lib/einops\n");
  record.lists.emplace("/usr/lib", std::vector<DirEntry>{{"einops", FileKind::directory}});
  record.links.emplace("/usr/lib/x", "einops/y");
  record.queries.emplace(std::vector<std::string>{"dpkg-query", "-W"},
                         Output{0, "einops\t1.0\n", ""});
  const Record left = redacted(record);
  const std::string there = "/home/user-1/v/lib/python3.12/site-packages/einops-0.8.dist-info/";
  ASSERT_TRUE(left.reads.count(there + "METADATA"));
  EXPECT_EQ(*left.reads.at(there + "METADATA"), "Name: einops\nHome-page: file:///home/user-1/x\n");
  ASSERT_TRUE(left.reads.count("/usr/lib/einops/version"));
  EXPECT_EQ(*left.reads.at("/usr/lib/einops/version"),
            "for user-1 of person-1@mail.invalid, /usr/lib/einops\n");
  EXPECT_EQ(left.lists.at("/usr/lib")->front().name, "einops");
  EXPECT_EQ(*left.links.at("/usr/lib/x"), "einops/y");
  EXPECT_EQ(left.queries.at({"dpkg-query", "-W"})->out, "einops\t1.0\n");
}

}  // namespace
}  // namespace gb10
