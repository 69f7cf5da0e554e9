#include <gtest/gtest.h>

#include "facts/topic_testing.h"
#include "facts/topics.h"

namespace gb10 {
namespace {

using Kind = Error::Kind;
using List = std::vector<std::string>;
using topic_testing::misfits;
using topic_testing::missing;
using topic_testing::reason;
using topic_testing::text;

const List kDevices = {"fwupdmgr", "get-devices", "--json"};

Facts collected(const FakeHost& host) { return topic_testing::collected(firmware_topic(), host); }

FakeHost spark() {
  FakeHost host;
  host.query_answer(kDevices, R"({"Devices":[
    {"Name":"Embedded Controller","Version":"0x02000005"},
    {"Name":"System Firmware","Version":"0x03000007","UpdateState":4},
    {"Name":"USB PD","Version":"0x00000500","UpdateState":3,
     "UpdateError":"expected 0x00000507"}]})");
  host.file("/var/lib/dpkg/status",
            "Package: fwupd\nStatus: install ok installed\nVersion: 1.9.31-0ubuntu1\n\n"
            "Package: libfwupd2\nStatus: install ok installed\nVersion: 1.9.27-0ubuntu1\n");
  return host;
}

TEST(Firmware, versions_in_the_order_of_their_numbers_with_the_raw_one_as_source) {
  const Facts facts = collected(spark());
  EXPECT_EQ(text(facts, "firmware.ec"), "2.0.5");
  EXPECT_EQ(facts.find("firmware.ec")->source, "fwupdmgr get-devices (0x02000005)");
  EXPECT_EQ(text(facts, "firmware.uefi"), "3.0.7");
  EXPECT_EQ(text(facts, "firmware.usb_pd"), "0.5.0");
  EXPECT_EQ(reason(facts, "firmware.soc").what, "fwupd lists no such device");
  EXPECT_EQ(text(facts, "firmware.devices"),
            "Embedded Controller 2.0.5, System Firmware 3.0.7, USB PD 0.5.0");
}

TEST(Firmware, what_waits_and_what_failed) {
  FakeHost host = spark();
  EXPECT_EQ(text(collected(host), "firmware.pending"), "System Firmware: needs-reboot");
  EXPECT_EQ(text(collected(host), "firmware.last_error"), "USB PD: expected 0x00000507");
  host.query_answer(kDevices, R"({"Devices":[]})");
  EXPECT_EQ(text(collected(host), "firmware.pending"), "none");
  EXPECT_EQ(text(collected(host), "firmware.last_error"), "none");
}

TEST(Firmware, what_keeps_an_update_from_being_offered_is_no_failure) {
  FakeHost host = spark();
  host.query_answer(kDevices, R"({"Devices":[
    {"Name":"SSD","Version":"1","UpdateError":"no update image for this device"},
    {"Name":"System Firmware","Version":"2","UpdateState":2,"UpdateError":"on battery"}]})");
  EXPECT_EQ(text(collected(host), "firmware.last_error"), "none");
  host.query_answer(kDevices, R"({"Devices":[{"Name":"SSD","UpdateState":"failed-transient"}]})");
  EXPECT_EQ(text(collected(host), "firmware.last_error"), "SSD: no reason told");
}

TEST(Firmware, the_newest_library_counts_where_an_older_one_stayed) {
  FakeHost host = spark();
  host.file("/var/lib/dpkg/status",
            "Package: libfwupd2\nStatus: install ok installed\nVersion: 1.9.27\n\n"
            "Package: libfwupd3\nStatus: install ok installed\nVersion: 2.0.16\n");
  EXPECT_EQ(text(collected(host), "firmware.libfwupd"), "2.0.16");
}

TEST(Firmware, packages_whose_versions_differ) {
  const Facts facts = collected(spark());
  EXPECT_EQ(text(facts, "firmware.fwupd"), "1.9.31-0ubuntu1");
  EXPECT_EQ(text(facts, "firmware.libfwupd"), "1.9.27-0ubuntu1");
}

TEST(Firmware, a_fwupd_that_hangs_is_a_timeout_and_hides_nothing_else) {
  FakeHost host = spark();
  host.query_answer(kDevices, Error{Kind::timeout, "fwupdmgr did not answer in 2 s"});
  const Facts facts = collected(host);
  EXPECT_EQ(text(facts, "firmware.devices"), "unknown: timeout");
  EXPECT_EQ(text(facts, "firmware.ec"), "unknown: timeout");
  EXPECT_EQ(text(facts, "firmware.fwupd"), "1.9.31-0ubuntu1");
}

TEST(Firmware, every_fact_fits_a_spec_and_none_is_forgotten) {
  for (const FakeHost& host : {spark(), FakeHost()}) {
    const Facts facts = collected(host);
    EXPECT_EQ(misfits(firmware_topic(), facts), List{});
    EXPECT_EQ(missing(firmware_topic(), facts), List{});
  }
}

}  // namespace
}  // namespace gb10
