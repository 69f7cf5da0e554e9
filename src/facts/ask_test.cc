#include "facts/ask.h"

#include <gtest/gtest.h>

#include "host/fake_host.h"

namespace gb10::ask {
namespace {

using Kind = Error::Kind;

constexpr const char* kStatus =
    "Package: libfwupd2\nStatus: install ok installed\nVersion: 2.0.7-1\n"
    "\n"
    "Package: fwupd\nStatus: deinstall ok config-files\nVersion: 1.9.1\n"
    "\n"
    "Package: docker-ce\nStatus: install ok half-configured\nVersion: 5:29.2.1-1\n"
    "\n"
    "Package: odd\nDescription: x\n Package: nvsm\nStatus: install ok installed\nVersion: 9\n";

TEST(PackageVersion, of_what_is_there_without_the_epoch) {
  EXPECT_EQ(package_version(kStatus, "libfwupd2"), "2.0.7-1");
  EXPECT_EQ(package_version(kStatus, "docker-ce"), "29.2.1-1");
}

TEST(PackageVersion, settings_left_behind_are_no_package) {
  EXPECT_EQ(package_version(kStatus, "fwupd"), std::nullopt);
  EXPECT_EQ(package_version(kStatus, "nvsm"), std::nullopt);
  EXPECT_EQ(package_version("", "nvsm"), std::nullopt);
}

TEST(Instance, brackets_and_control_characters_are_replaced) {
  EXPECT_EQ(instance("a[b]c"), "a(b)c");
  EXPECT_EQ(instance(std::string_view("a\nb")), "a?b");
}

TEST(Printed, a_missing_program_is_named) {
  FakeHost host;
  host.query_answer({"docker", "info"}, Error{Kind::not_found, "no such file"});
  const auto text = printed(host, {{"docker", "info"}});
  ASSERT_FALSE(text.ok());
  EXPECT_EQ(text.error().kind, Kind::not_found);
  EXPECT_EQ(text.error().what, "docker is not installed");
}

TEST(Printed, a_failure_says_what_the_program_complained_of) {
  FakeHost host;
  host.query_answer({"a"}, Output{.exit = 1, .out = "", .err = "\n bus is down\nmore\n"});
  host.query_answer({"b"}, Output{.exit = 1, .out = "", .err = "x: Permission denied"});
  host.query_answer({"c"}, Output{.exit = 3, .out = "", .err = ""});
  EXPECT_EQ(printed(host, {{"a"}}).error().what, "a said: bus is down");
  EXPECT_EQ(printed(host, {{"b"}}).error().kind, Kind::denied);
  EXPECT_EQ(printed(host, {{"c"}}).error().what, "c ended with status 3");
}

TEST(Printed, standard_output_of_a_success) {
  FakeHost host;
  host.query_answer({"a"}, "text\n");
  EXPECT_EQ(printed(host, {{"a"}}), Result<std::string>("text\n"));
}

TEST(Files, text_numbers_links_and_presence) {
  FakeHost host;
  host.file("/a", " 42\n").file("/b", "4x").link_at("/l", "../../drivers/r8127");
  host.fail("/d", Error{Kind::denied, "no"});
  EXPECT_EQ(text(host, "/a"), Result<std::string>("42"));
  EXPECT_EQ(number(host, "/a"), Result<std::int64_t>(42));
  EXPECT_EQ(number(host, "/b").error().kind, Kind::failed);
  EXPECT_EQ(link_name(host, "/l"), Result<std::string>("r8127"));
  EXPECT_EQ(exists(host, "/a"), Result<bool>(true));
  EXPECT_EQ(exists(host, "/no"), Result<bool>(false));
  EXPECT_EQ(exists(host, "/d").error().kind, Kind::denied);
}

}  // namespace
}  // namespace gb10::ask
