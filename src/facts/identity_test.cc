#include "facts/identity.h"

#include <gtest/gtest.h>

#include "base/embedded.h"
#include "facts/gb10_fixture.h"
#include "facts/products.h"
#include "facts/topics.h"

namespace gb10 {
namespace {

using fixture::collected;
using fixture::gpu_named;
using fixture::shown;

TEST(identity, of_nvidias_own_machine_has_four_signs_that_agree) {
  const Facts facts = collected(identity_topic(), fixture::spark(), gpu_named("NVIDIA GB10"));
  EXPECT_EQ(shown(facts, "identity.product"), "NVIDIA DGX Spark");
  EXPECT_EQ(shown(facts, "identity.vendor"), "NVIDIA");
  EXPECT_EQ(shown(facts, "identity.product_name"), "NVIDIA_DGX_Spark");
  EXPECT_EQ(shown(facts, "identity.board"), "P4242");
  EXPECT_EQ(shown(facts, "identity.bios_version"), "5.36_0ACUM023");
  EXPECT_EQ(shown(facts, "identity.gb10"), "yes");
  EXPECT_EQ(shown(facts, "identity.gpu_pci_ids"), "10de:2e12 000f:01:00.0");
  EXPECT_EQ(shown(facts, "identity.signals"),
            "PCI: 10de:2e12 is a GB10, NVML: NVIDIA GB10, CPU: 10 x Cortex-A725, 10 x Cortex-X925, "
            "DMI: NVIDIA NVIDIA_DGX_Spark");
  EXPECT_EQ(shown(facts, "identity.signals_disagree"), "no");
  EXPECT_EQ(shown(facts, "identity.arch"), "aarch64");
}

TEST(identity, notices_that_the_driver_names_another_gpu_than_the_bus) {
  const Facts facts =
      collected(identity_topic(), fixture::spark(), gpu_named("NVIDIA GeForce RTX 4090"));
  EXPECT_EQ(shown(facts, "identity.gb10"), "yes");
  EXPECT_EQ(shown(facts, "identity.signals_disagree"), "yes");
}

TEST(identity, is_known_by_the_bus_while_the_driver_does_not_answer) {
  FakeGpu gpu;
  gpu.gpus = Error{Error::Kind::timeout, "the driver did not answer in 5 s"};
  const Facts facts = collected(identity_topic(), fixture::spark(), gpu);
  EXPECT_EQ(shown(facts, "identity.gb10"), "yes");
  EXPECT_EQ(shown(facts, "identity.signals_disagree"), "no");
}

TEST(identity, stays_a_gb10_when_the_gpu_has_left_the_bus) {
  FakeHost host = fixture::spark();
  fixture::add_pci(host, "000f:01:00.0", "15b3:1021", "0x020000");
  const Facts facts = collected(identity_topic(), host);
  EXPECT_EQ(shown(facts, "identity.gb10"), "yes");
  EXPECT_EQ(shown(facts, "identity.signals_disagree"), "yes");
  EXPECT_EQ(shown(facts, "identity.gpu_pci_ids"), "none");
}

TEST(identity, of_an_rtx_spark_is_no_gb10_although_die_and_cpu_are_the_same) {
  FakeHost host;
  host.file("/proc/cpuinfo", fixture::cpuinfo());
  fixture::add_pci(host, "0001:01:00.0", "10de:2e03", "0x030000");
  fixture::add_dmi(host, "ASUSTeK COMPUTER INC.", "Some Laptop");
  const Facts facts = collected(identity_topic(), host);
  EXPECT_EQ(shown(facts, "identity.gb10"), "no");
}

TEST(identity, of_a_server_with_another_gpu_is_no_gb10) {
  FakeHost host;
  host.file("/proc/cpuinfo", "processor: 0\nvendor_id: GenuineIntel\nmodel name: Xeon\n");
  fixture::add_pci(host, "0000:01:00.0", "10de:2330", "0x030200");
  fixture::add_dmi(host, "QEMU", "Standard PC (Q35)");
  const Facts facts = collected(identity_topic(), host, gpu_named("NVIDIA H100 80GB HBM3"));
  EXPECT_EQ(shown(facts, "identity.gb10"), "no");
  EXPECT_EQ(shown(facts, "identity.signals_disagree"), "no");
  EXPECT_EQ(shown(facts, "identity.product"), "QEMU Standard PC (Q35)");
  EXPECT_EQ(shown(facts, "identity.gpu_pci_ids"), "10de:2330 0000:01:00.0");
  EXPECT_EQ(shown(facts, "identity.arch"), "x86_64");
}

TEST(identity, of_a_disk_is_told_by_the_release_of_dgx_os_alone) {
  FakeHost host;
  host.file("/etc/dgx-release", "DGX_NAME=\"DGX Spark\"\nDGX_PRETTY_NAME=\"NVIDIA DGX Spark\"\n");
  const Facts facts = collected(identity_topic(), host);
  EXPECT_EQ(shown(facts, "identity.gb10"), "yes");
  EXPECT_EQ(facts.find("identity.gb10")->source, "/etc/dgx-release");
  host.file("/proc/cpuinfo", "processor: 0\nvendor_id: GenuineIntel\nmodel name: Xeon\n");
  EXPECT_EQ(shown(collected(identity_topic(), host), "identity.gb10"), "no");
}

TEST(identity, of_a_maker_that_is_not_in_the_table_is_called_after_the_maker) {
  FakeHost host = fixture::spark();
  fixture::add_dmi(host, "Acme", "Box 1");
  host.file("/sys/class/dmi/id/board_name", "B1\n");
  const Facts facts = collected(identity_topic(), host);
  EXPECT_EQ(shown(facts, "identity.product"), "GB10 machine of Acme");
  EXPECT_EQ(shown(facts, "identity.vendor"), "Acme");
}

TEST(identity, is_not_decided_by_the_cpu_alone) {
  FakeHost host;
  host.file("/proc/cpuinfo", fixture::cpuinfo());
  EXPECT_EQ(shown(collected(identity_topic(), host), "identity.gb10"), "unknown not_found");
}

/// What owners' machines say of themselves; Acer's strings nobody has shown yet.
TEST(products, of_every_known_maker_are_told_by_their_dmi_strings) {
  const auto products = known_products();
  ASSERT_TRUE(products.ok()) << products.error().what;
  struct Case {
    Dmi dmi;
    const char* name;
  };
  const Case kCases[] = {
      {{"NVIDIA", "NVIDIA_DGX_Spark", "A.7", "DGX Spark", "P4242"}, "NVIDIA DGX Spark"},
      {{"ASUSTeK COMPUTER INC.", "GX10", "", "DGX Spark", "GX10"}, "ASUS Ascent GX10"},
      {{"Dell  Inc.", "Dell Pro Max with GB10 FCM1253", "", "", ""}, "Dell Pro Max with GB10"},
      {{"HP", "HP ZGX Nano G1n AI Station", "", "DGX Spark", ""}, "HP ZGX Nano"},
      {{"LENOVO", "30KL0005GF", "", "", "INVALID"}, "Lenovo ThinkStation PGX"},
      {{"MSI", "MS-C931", "", "", "EdgeXpert (MS-C931)"}, "MSI EdgeXpert"},
      {{"Acer", "Veriton GN100", "", "", ""}, "Acer Veriton GN100"},
      {{"GIGABYTE", "AI TOP ATOM", "", "", ""}, "Gigabyte AI TOP ATOM"},
  };
  for (const Case& one : kCases) {
    const Product* const product = product_of(*products, one.dmi);
    ASSERT_NE(product, nullptr) << one.name;
    EXPECT_EQ(product->name, one.name);
  }
  EXPECT_EQ(product_of(*products, {"ASUSTeK COMPUTER INC.", "ROG STRIX", "", "", ""}), nullptr);
  EXPECT_EQ(product_of(*products, {"Acme", "GX10", "", "", ""}), nullptr);
}

TEST(products, refuse_a_row_that_does_not_say_whether_its_strings_were_seen) {
  const auto products = products_from(
      "[[product]]\nname = \"A\"\nmaker = \"A\"\nvendor = \"a*\"\nmodel = \"b*\"\n"
      "dmi = \"guessed\"\nsource = \"s\"\ndate = \"2026-10\"\n",
      "products.toml");
  ASSERT_FALSE(products.ok());
  EXPECT_NE(products.error().what.find("products.toml:1"), std::string::npos)
      << products.error().what;
}

}  // namespace
}  // namespace gb10
