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

const List kAddresses = {"ip", "-j", "addr", "show"};

Facts collected(const FakeHost& host) { return topic_testing::collected(network_topic(), host); }

void add_function(FakeHost& host, const std::string& place, const std::string& vendor,
                  const std::string& device, const std::string& driver) {
  const std::string dir = "/sys/bus/pci/devices/" + place;
  host.file(dir + "/vendor", vendor).file(dir + "/device", device);
  host.file(dir + "/current_link_width", "4\n").file(dir + "/max_link_width", "4\n");
  host.file(dir + "/current_link_speed", "32.0 GT/s PCIe\n");
  if (!driver.empty()) host.link_at(dir + "/driver", "../../../bus/pci/drivers/" + driver);
}

void add_interface(FakeHost& host, const std::string& name, const std::string& place, bool cabled) {
  const std::string dir = "/sys/class/net/" + name;
  host.link_at(dir + "/device", "/sys/bus/pci/devices/" + place);
  host.file(dir + "/operstate", cabled ? "up\n" : "down\n").file(dir + "/type", "1\n");
  host.file(dir + "/carrier", cabled ? "1\n" : "0\n").file(dir + "/mtu", "1500\n");
  host.file(dir + "/speed", cabled ? "200000\n" : "-1\n");
}

/// One cable in the second cage, addressed as a stock DGX OS does it: one half only.
FakeHost spark() {
  FakeHost host;
  for (const char* const place : {"0000:01:00.0", "0000:01:00.1", "0002:01:00.0", "0002:01:00.1"}) {
    add_function(host, place, "0x15b3\n", "0x1021\n", "mlx5_core");
  }
  add_function(host, "0007:01:00.0", "0x10ec\n", "0x8127\n", "r8127");
  add_function(host, "0009:01:00.0", "0x14c3\n", "0x7925\n", "mt7925e");
  add_interface(host, "enp1s0f0np0", "0000:01:00.0", false);
  add_interface(host, "enp1s0f1np1", "0000:01:00.1", true);
  add_interface(host, "enP2p1s0f0np0", "0002:01:00.0", false);
  add_interface(host, "enP2p1s0f1np1", "0002:01:00.1", true);
  add_interface(host, "enP7s7", "0007:01:00.0", true);
  add_interface(host, "wlP9s9", "0009:01:00.0", true);
  host.directory("/sys/class/net/wlP9s9/wireless");
  host.file("/sys/class/net/docker0/operstate", "down").file("/sys/class/net/docker0/mtu", "1500");
  host.file("/sys/class/net/lo/mtu", "65536").file("/sys/class/net/veth12/mtu", "1500");
  host.file("/sys/class/net/bonding_masters", "");
  host.query_answer(kAddresses, R"([{"ifname":"enp1s0f1np1","addr_info":[)"
                                R"({"family":"inet","local":"169.254.7.1","prefixlen":16}]},)"
                                R"({"ifname":"enP2p1s0f1np1","addr_info":[)"
                                R"({"family":"inet6","local":"fe80::2","prefixlen":64}]}])");
  return host;
}

/// The answer of `ip` for the two halves of the cabled port and one of the other.
std::string addressed(const std::string& first, const std::string& second,
                      const std::string& other) {
  const auto one = [](const std::string& name, const std::string& address) {
    return R"({"ifname":")" + name + R"(","addr_info":[{"family":"inet","local":")" + address +
           R"(","prefixlen":24}]})";
  };
  return "[" + one("enp1s0f1np1", first) + "," + one("enP2p1s0f1np1", second) + "," +
         one("enp1s0f0np0", other) + "]";
}

TEST(Network, an_interface_with_its_link_and_its_place) {
  const Facts facts = collected(spark());
  EXPECT_EQ(text(facts, "net[enp1s0f1np1].state"), "up");
  EXPECT_EQ(text(facts, "net[enp1s0f1np1].carrier"), "yes");
  EXPECT_EQ(text(facts, "net[enp1s0f1np1].mtu"), "1500");
  EXPECT_EQ(text(facts, "net[enp1s0f1np1].driver"), "mlx5_core");
  EXPECT_EQ(text(facts, "net[enp1s0f1np1].pci"), "0000:01:00.1");
  EXPECT_EQ(text(facts, "net[enp1s0f1np1].pci_id"), "15b3:1021");
  EXPECT_EQ(text(facts, "net[enp1s0f1np1].link_width"), "4");
  EXPECT_EQ(text(facts, "net[enp1s0f1np1].link_width_max"), "4");
  EXPECT_EQ(text(facts, "net[enp1s0f1np1].link_speed"), "32");
  EXPECT_EQ(text(facts, "net[enp1s0f1np1].addresses"), "169.254.7.1/16");
  const auto* const speed = facts.known<Quantity>("net[enp1s0f1np1].speed");
  ASSERT_NE(speed, nullptr);
  EXPECT_EQ(*speed, (Quantity{200e9, Unit::bits_per_second}));
  EXPECT_EQ(text(facts, "net[enp1s0f0np0].speed"), "absent") << "no link has no speed";
}

TEST(Network, kinds_by_pci_id_and_by_what_the_kernel_has) {
  const Facts facts = collected(spark());
  EXPECT_EQ(text(facts, "net[enp1s0f0np0].kind"), "connectx");
  EXPECT_EQ(text(facts, "net[enP7s7].kind"), "ethernet");
  EXPECT_EQ(text(facts, "net[wlP9s9].kind"), "wifi");
  EXPECT_EQ(text(facts, "net[docker0].kind"), "virtual");
  EXPECT_EQ(text(facts, "net.interfaces"), "7");
  EXPECT_EQ(facts.instances("net").size(), 7U);
}

TEST(Network, an_interface_that_is_switched_off_hides_its_link) {
  FakeHost host = spark();
  host.fail("/sys/class/net/enP7s7/carrier", Error{Kind::failed, "invalid argument"});
  const Facts facts = collected(host);
  EXPECT_NE(reason(facts, "net[enP7s7].carrier").what.find("switched off"), std::string::npos);
}

TEST(Network, the_ten_gigabit_port_and_its_driver) {
  FakeHost host = spark();
  EXPECT_EQ(text(collected(host), "net.ten_gig_present"), "yes");
  EXPECT_EQ(text(collected(host), "net.r8127_bound"), "yes");
  EXPECT_EQ(text(collected(host), "net.r8169_bound"), "no");
  host.link_at("/sys/bus/pci/devices/0007:01:00.0/driver", "../../drivers/r8169");
  EXPECT_EQ(text(collected(host), "net.r8127_bound"), "no");
  EXPECT_EQ(text(collected(host), "net.r8169_bound"), "yes");
  EXPECT_EQ(text(collected(FakeHost()), "net.ten_gig_present"), "unknown: not_found");
}

TEST(Fabric, a_twin_without_an_address_is_named_with_its_other_half) {
  const Facts facts = collected(spark());
  EXPECT_EQ(text(facts, "fabric.functions"), "4");
  EXPECT_EQ(text(facts, "fabric.interfaces"),
            "enP2p1s0f0np0, enP2p1s0f1np1, enp1s0f0np0, enp1s0f1np1");
  EXPECT_EQ(text(facts, "fabric.cabled"), "enP2p1s0f1np1, enp1s0f1np1");
  EXPECT_EQ(text(facts, "fabric.twins_without_address"),
            "enP2p1s0f1np1: its twin enp1s0f1np1 has 169.254.7.1/16");
  EXPECT_EQ(text(facts, "fabric.small_mtu"), "enP2p1s0f1np1: 1500, enp1s0f1np1: 1500");
  EXPECT_EQ(text(facts, "fabric.narrow_functions"), "none");
  EXPECT_EQ(text(facts, "fabric.twins_in_one_subnet"), "none");
}

TEST(Fabric, both_halves_addressed_each_in_its_own_subnet_is_right) {
  FakeHost host = spark();
  host.query_answer(kAddresses, addressed("192.0.2.1", "198.51.100.1", "203.0.113.1"));
  for (const char* const name : {"enp1s0f1np1", "enP2p1s0f1np1"}) {
    host.file(std::string("/sys/class/net/") + name + "/mtu", "9000\n");
  }
  const Facts facts = collected(host);
  for (const char* const key : {"fabric.twins_without_address", "fabric.small_mtu",
                                "fabric.twins_in_one_subnet", "fabric.ports_in_one_subnet"}) {
    EXPECT_EQ(text(facts, key), "none") << key;
  }
}

TEST(Fabric, a_subnet_shared_by_twins_or_by_ports) {
  FakeHost host = spark();
  host.query_answer(kAddresses, addressed("192.0.2.1", "192.0.2.2", "192.0.2.3"));
  const Facts facts = collected(host);
  EXPECT_EQ(text(facts, "fabric.twins_in_one_subnet"),
            "enP2p1s0f1np1 and enp1s0f1np1: 192.0.2.0/24");
  EXPECT_EQ(text(facts, "fabric.ports_in_one_subnet"),
            "enP2p1s0f1np1 and enp1s0f0np0: 192.0.2.0/24, "
            "enp1s0f0np0 and enp1s0f1np1: 192.0.2.0/24");
}

TEST(Fabric, the_packet_size_of_ports_that_nobody_uses_does_not_matter) {
  FakeHost host = spark();
  host.query_answer(kAddresses, "[]");
  const Facts facts = collected(host);
  EXPECT_EQ(text(facts, "fabric.small_mtu"), "none");
  EXPECT_EQ(text(facts, "fabric.twins_without_address"), "none");
}

TEST(Fabric, a_function_with_half_its_lanes_is_named) {
  FakeHost host = spark();
  host.file("/sys/bus/pci/devices/0002:01:00.0/current_link_width", "2\n");
  EXPECT_EQ(text(collected(host), "fabric.narrow_functions"), "0002:01:00.0: x2 of x4");
}

TEST(Fabric, without_addresses_only_what_depends_on_them_is_unknown) {
  FakeHost host = spark();
  host.query_answer(kAddresses, Error{Kind::not_found, "no ip"});
  const Facts facts = collected(host);
  EXPECT_EQ(reason(facts, "fabric.small_mtu").what, "ip is not installed");
  EXPECT_EQ(text(facts, "fabric.twins_without_address"), "unknown: not_found");
  EXPECT_EQ(text(facts, "net[enP7s7].addresses"), "unknown: not_found");
  EXPECT_EQ(text(facts, "fabric.functions"), "4");
  EXPECT_EQ(text(facts, "fabric.cabled"), "enP2p1s0f1np1, enp1s0f1np1");
}

TEST(Fabric, the_place_comes_from_udev_where_there_is_no_link) {
  FakeHost host = spark();
  host.file("/sys/class/net/enx0/device/uevent", "DRIVER=x\nPCI_SLOT_NAME=0004:01:00.0\n");
  EXPECT_EQ(text(collected(host), "net[enx0].pci"), "0004:01:00.0");
}

TEST(Fabric, markers_and_leftovers) {
  FakeHost host = spark();
  EXPECT_EQ(text(collected(host), "fabric.hotplug_marker"), "no");
  EXPECT_EQ(text(collected(host), "fabric.nccl_conf"), "none");
  EXPECT_EQ(text(collected(host), "fabric.infiniband_devices"), "no");
  host.file("/etc/nvidia/cx7-hotplug-enabled", "").directory("/dev/infiniband");
  host.file("/etc/nccl.conf", "# old\nNCCL_IB_GID_INDEX=3\n");
  EXPECT_EQ(text(collected(host), "fabric.hotplug_marker"), "yes");
  EXPECT_EQ(text(collected(host), "fabric.nccl_conf"), "NCCL_IB_GID_INDEX=3");
  EXPECT_EQ(text(collected(host), "fabric.infiniband_devices"), "yes");
  host.fail("/etc/nccl.conf", Error{Kind::denied, "closed"});
  EXPECT_EQ(text(collected(host), "fabric.nccl_conf"), "unknown: denied");
}

FakeHost with_rdma() {
  FakeHost host = spark();
  const std::string dir = "/sys/class/infiniband/rocep1s0f1";
  const std::string port = dir + "/ports/1";
  host.file(dir + "/fw_ver", "28.45.4028\n").file(port + "/state", "4: ACTIVE\n");
  host.file(port + "/rate", "200 Gb/sec (4X HDR)\n");
  host.file(port + "/gid_attrs/ndevs/0", "enp1s0f1np1\n");
  const List gids = {
      "fe80:0000:0000:0000:0000:0000:0063:018b", "fe80:0000:0000:0000:0000:0000:0063:018b",
      "0000:0000:0000:0000:0000:ffff:a9fe:0701", "0000:0000:0000:0000:0000:ffff:a9fe:0701"};
  for (std::size_t i = 0; i < 64; ++i) {
    const std::string index = std::to_string(i);
    host.file(port + "/gids/" + index,
              i < gids.size() ? gids[i] : "0000:0000:0000:0000:0000:0000:0000:0000");
    if (i < gids.size()) {
      host.file(port + "/gid_attrs/types/" + index, i % 2 == 0 ? "IB/RoCE v1\n" : "RoCE v2\n");
    }
  }
  host.file(port + "/counters/link_downed", "0\n");
  host.file(port + "/hw_counters/out_of_sequence", "12\n");
  return host;
}

TEST(Rdma, a_device_with_the_gid_that_nccl_needs) {
  const Facts facts = collected(with_rdma());
  EXPECT_EQ(text(facts, "rdma.devices"), "1");
  EXPECT_EQ(text(facts, "rdma[rocep1s0f1].netdev"), "enp1s0f1np1");
  EXPECT_EQ(text(facts, "rdma[rocep1s0f1].state"), "ACTIVE");
  EXPECT_EQ(text(facts, "rdma[rocep1s0f1].firmware"), "28.45.4028");
  EXPECT_EQ(text(facts, "rdma[rocep1s0f1].gid_index"), "3");
  EXPECT_EQ(text(facts, "rdma[rocep1s0f1].errors"), "out_of_sequence: 12");
  const auto* const rate = facts.known<Quantity>("rdma[rocep1s0f1].rate");
  ASSERT_NE(rate, nullptr);
  EXPECT_EQ(rate->value, 200e9);
}

TEST(Rdma, the_order_of_gids_is_that_of_their_numbers) {
  FakeHost host = with_rdma();
  const std::string port = "/sys/class/infiniband/rocep1s0f1/ports/1";
  host.file(port + "/gids/10", "0000:0000:0000:0000:0000:ffff:a9fe:0702");
  host.file(port + "/gid_attrs/types/10", "RoCE v2");
  EXPECT_EQ(text(collected(host), "rdma[rocep1s0f1].gid_index"), "3");
}

TEST(Rdma, a_port_without_an_ipv4_address_has_no_such_gid) {
  FakeHost host = spark();
  host.file("/sys/class/infiniband/rocep1s0f0/ports/1/gids/0",
            "fe80:0000:0000:0000:0000:0000:0063:018b");
  host.directory("/sys/class/infiniband/rocep1s0f0/device/net/enp1s0f0np0");
  const Facts facts = collected(host);
  EXPECT_EQ(text(facts, "rdma[rocep1s0f0].gid_index"), "unknown: not_found");
  EXPECT_EQ(text(facts, "rdma[rocep1s0f0].netdev"), "enp1s0f0np0");
  EXPECT_EQ(text(facts, "rdma[rocep1s0f0].rate"), "absent");
}

const List kWifi = {
    "journalctl", "-b",  "0",  "-u",  "wpa_supplicant", "-g", "PTK|key addition failed",
    "-n",         "200", "-o", "cat", "--no-pager"};

TEST(Network, what_wpa_supplicant_says_of_keys) {
  FakeHost host = spark();
  const auto log = [&](Output output) {
    host.query_answer(kWifi, std::move(output));
    return text(collected(host), "net.wifi_log");
  };
  EXPECT_EQ(log({0, "wlP9s9: WPA: Failed to set PTK to the driver\n", ""}),
            "wlP9s9: WPA: Failed to set PTK to the driver");
  EXPECT_EQ(log({1, "-- No entries --\n", ""}), "none");
  EXPECT_EQ(log({1, "", "Hint: You are currently not seeing messages from other users"}),
            "unknown: denied");
  EXPECT_EQ(log({1, "", "No journal files were found."}), "unknown: failed");
  EXPECT_EQ(text(collected(FakeHost()), "net.wifi_log"), "unknown: not_found");
}

TEST(Fabric, a_link_that_is_not_shown_may_have_a_cable) {
  FakeHost host = spark();
  const Error off{Kind::failed, "invalid argument"};
  host.fail("/sys/class/net/enp1s0f0np0/carrier", off);
  EXPECT_EQ(text(collected(host), "fabric.cabled"), "enP2p1s0f1np1, enp1s0f1np1");
  host.file("/sys/class/net/enp1s0f1np1/carrier", "0\n");
  host.file("/sys/class/net/enP2p1s0f1np1/carrier", "0\n");
  EXPECT_EQ(text(collected(host), "fabric.cabled"), "unknown: failed");
}

TEST(Network, every_fact_fits_a_spec_and_none_is_forgotten) {
  for (const FakeHost& host : {with_rdma(), FakeHost()}) {
    const Facts facts = collected(host);
    EXPECT_EQ(misfits(network_topic(), facts), List{});
    EXPECT_EQ(missing(network_topic(), facts), List{});
  }
}

}  // namespace
}  // namespace gb10
