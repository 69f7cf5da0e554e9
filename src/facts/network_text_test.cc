#include "facts/network_text.h"

#include <gtest/gtest.h>

namespace gb10::network_text {
namespace {

Address address(const char* text, int prefix) {
  return {.interface = "x", .text = text, .ipv4 = ipv4_number(text), .prefix = prefix};
}

TEST(IpAddressJson, addresses_with_their_interfaces) {
  const auto found = addresses(R"([{"ifname":"enp1s0f1np1","addr_info":[)"
                               R"({"family":"inet","local":"169.254.7.1","prefixlen":16},)"
                               R"({"family":"inet6","local":"fe80::1","prefixlen":64}]},)"
                               R"({"ifname":"enP2p1s0f1np1","addr_info":[]},{"ifname":"odd"},7])");
  ASSERT_TRUE(found.ok());
  ASSERT_EQ(found->size(), 2U);
  EXPECT_EQ((*found)[0].interface, "enp1s0f1np1");
  EXPECT_EQ((*found)[0].text, "169.254.7.1/16");
  EXPECT_EQ((*found)[0].ipv4, 0xa9fe0701U);
  EXPECT_FALSE((*found)[1].ipv4.has_value());
}

TEST(IpAddressJson, impossible_prefixes_and_other_texts_are_refused) {
  const auto found = addresses(
      R"([{"ifname":"a","addr_info":[{"family":"inet","local":"192.0.2.1","prefixlen":33},)"
      R"({"family":"inet","local":"192.0.2.1","prefixlen":-1},{"family":"inet","prefixlen":8}]}])");
  ASSERT_TRUE(found.ok());
  EXPECT_TRUE(found->empty());
  EXPECT_FALSE(addresses("{}").ok());
  EXPECT_FALSE(addresses("Object \"-j\" is unknown").ok());
}

TEST(Ipv4Number, four_bytes_and_nothing_else) {
  EXPECT_EQ(ipv4_number("192.0.2.255"), 0xc00002ffU);
  for (const char* const text : {"", "1.2.3", "1.2.3.4.5", "1.2.3.256", "1.2.3.-1", "a.b.c.d"}) {
    EXPECT_FALSE(ipv4_number(text).has_value()) << text;
  }
}

TEST(CommonSubnet, the_wider_of_two_masks_decides) {
  EXPECT_EQ(common_subnet(address("192.0.2.1", 24), address("192.0.2.200", 24)), "192.0.2.0/24");
  EXPECT_EQ(common_subnet(address("169.254.7.1", 16), address("169.254.9.1", 24)),
            "169.254.0.0/16");
  EXPECT_FALSE(common_subnet(address("192.0.2.1", 25), address("192.0.2.200", 25)).has_value());
  EXPECT_EQ(common_subnet(address("192.0.2.1", 0), address("198.51.100.1", 32)), "0.0.0.0/0");
}

TEST(PciPlaces, twins_differ_in_the_domain_alone) {
  const auto a = pci_place("0000:01:00.1");
  const auto b = pci_place("0002:01:00.1");
  const auto other_port = pci_place("0002:01:00.0");
  ASSERT_TRUE(a && b && other_port);
  EXPECT_TRUE(are_twins(*a, *b));
  EXPECT_FALSE(are_twins(*a, *other_port));
  EXPECT_FALSE(are_twins(*a, *a));
}

TEST(PciPlaces, other_names_are_none) {
  for (const char* const text :
       {"", "01:00.1", "0000:01:00:1", "0000:01:00.g", "usb1-1", "00x0:01:00.1", "0000:+1:00.1"}) {
    EXPECT_FALSE(pci_place(text).has_value()) << text;
  }
}

TEST(PciIds, two_hexadecimal_numbers) {
  EXPECT_EQ(pci_id("0x15b3\n", "0x1021\n"), "15b3:1021");
  EXPECT_FALSE(pci_id("0x15b3", "").has_value());
  EXPECT_FALSE(pci_id("0x115b3", "0x1021").has_value());
}

TEST(LinkTexts, transfers_rate_and_state_as_the_kernel_writes_them) {
  EXPECT_EQ(transfers("32.0 GT/s PCIe\n"), 32.0);
  EXPECT_EQ(transfers("2.5 GT/s PCIe"), 2.5);
  EXPECT_FALSE(transfers("Unknown").has_value());
  EXPECT_EQ(rate("200 Gb/sec (4X HDR)\n"), 200e9);
  EXPECT_FALSE(rate("200").has_value());
  EXPECT_EQ(state_word("4: ACTIVE\n"), "ACTIVE");
  EXPECT_EQ(state_word(""), "");
}

TEST(Gids, those_of_ipv4_are_told_by_their_prefix) {
  EXPECT_TRUE(carries_ipv4("0000:0000:0000:0000:0000:ffff:a9fe:0701\n"));
  EXPECT_FALSE(carries_ipv4("fe80:0000:0000:0000:0000:0000:0063:018b"));
  EXPECT_FALSE(carries_ipv4("::ffff:a9fe:0701"));
  EXPECT_TRUE(is_empty_gid("0000:0000:0000:0000:0000:0000:0000:0000"));
  EXPECT_FALSE(is_empty_gid("fe80:0000:0000:0000:0000:0000:0063:018b"));
}

TEST(Settings, comments_and_blank_lines_are_none) {
  EXPECT_EQ(settings("# a\n\n NCCL_IB_GID_INDEX=3 \n"),
            std::vector<std::string>{"NCCL_IB_GID_INDEX=3"});
}

}  // namespace
}  // namespace gb10::network_text
