#include "facts/firmware_text.h"

#include <gtest/gtest.h>

namespace gb10::firmware_text {
namespace {

constexpr const char* kDevices = R"({"Devices":[
  {"Name":"UEFI dbx","Version":"20250507","Plugin":"uefi_dbx"},
  {"Name":"UEFI Device Firmware","Summary":"USB-C PD Controller","Version":"0x00000500",
   "Serial":"made-up","UpdateState":3,
   "UpdateError":"failed to run update on reboot: expected 0x00000507 and got 0x00000500"},
  {"Name":"Embedded Controller","Version":"0x03000508","UpdateState":2},
  {"Name":"System Firmware","Version":"0x03000007","UpdateState":"needs-reboot"},
  {"Name":"SoC Firmware","Version":"0x02009b0b"},
  {"Name":"TPM"},
  "odd"]})";

TEST(FwupdDevices, versions_states_and_errors) {
  const auto found = devices(kDevices);
  ASSERT_TRUE(found.ok());
  ASSERT_EQ(found->size(), 6U);
  const Device& pd = (*found)[1];
  EXPECT_EQ(pd.version, "0.5.0");
  EXPECT_EQ(pd.raw, "0x00000500");
  EXPECT_EQ(pd.state, "failed");
  EXPECT_EQ(pd.error, "failed to run update on reboot: expected 0x00000507 and got 0x00000500");
  EXPECT_EQ((*found)[2].state, "success");
  EXPECT_EQ((*found)[3].state, "needs-reboot");
  EXPECT_EQ((*found)[5].version, "");
}

TEST(FwupdDevices, a_warning_before_them_does_no_harm) {
  EXPECT_TRUE(devices("WARNING: no metadata\n{\"Devices\":[]}").ok());
}

TEST(FwupdDevices, other_texts_are_no_list) {
  EXPECT_FALSE(devices("").ok());
  EXPECT_FALSE(devices("{\"Devices\":{}}").ok());
  EXPECT_FALSE(devices("No devices").ok());
}

TEST(FirmwareVersions, the_documented_pairs) {
  EXPECT_EQ(dotted("0x03000508"), "3.5.8");
  EXPECT_EQ(dotted("0x02009b0b"), "2.155.11");
  EXPECT_EQ(dotted("0x00000516"), "0.5.22");
  EXPECT_EQ(dotted("0x02000005"), "2.0.5");
}

TEST(FirmwareVersions, other_forms_stay) {
  EXPECT_EQ(dotted("3.5.8"), "3.5.8");
  EXPECT_EQ(dotted("0x0507"), "0x0507");
  EXPECT_EQ(dotted("0xzzzzzzzz"), "0xzzzzzzzz");
  EXPECT_EQ(dotted(""), "");
}

TEST(FirmwareParts, are_found_by_name_or_summary) {
  const auto found = devices(kDevices);
  ASSERT_TRUE(found.ok());
  const auto version = [&](Part part) {
    const Device* const device = part_of(*found, part);
    return device ? device->version : std::string("none");
  };
  EXPECT_EQ(version(Part::ec), "3.5.8");
  EXPECT_EQ(version(Part::soc), "2.155.11");
  EXPECT_EQ(version(Part::usb_pd), "0.5.0");
}

TEST(FirmwareParts, lists_of_keys_are_no_system_firmware) {
  const auto found =
      devices(R"({"Devices":[{"Name":"UEFI dbx","Version":"1"},{"Name":"UEFI CA","Version":"2"},)"
              R"({"Name":"Option ROM UEFI CA","Version":"3"},{"Name":"KEK CA","Version":"4"},)"
              R"({"Name":"Security Processor","Version":"5"}]})");
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(part_of(*found, Part::uefi), nullptr);
  EXPECT_EQ(part_of(*found, Part::ec), nullptr) << "ec stands inside other words";
}

}  // namespace
}  // namespace gb10::firmware_text
