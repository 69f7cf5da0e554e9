#include <gtest/gtest.h>

#include "facts/topic_testing.h"
#include "facts/topics.h"

namespace gb10 {
namespace {

const char* const kTexts[] = {"",     "\n\n",         "{",         "[]",      "{}",
                              "null", "\xff\xfe\x01", "=\n=\n\n=", "[[1],2]", "a=b ; { [ \" ' \\"};

/// A machine whose programs all print `text`, and whose files hold it.
FakeHost talking(const Topic& topic, const char* text) {
  FakeHost host;
  for (const Command& question : topic.questions(Self{})) host.query_answer(question.argv, text);
  for (const char* const path : {"/etc/docker/daemon.json",
                                 "/etc/nvidia-container-runtime/config.toml",
                                 "/run/docker.pid",
                                 "/var/lib/dpkg/status",
                                 "/etc/cdi/x.yaml",
                                 "/proc/modules",
                                 "/proc/7/stat",
                                 "/proc/7/cmdline",
                                 "/etc/modprobe.d/x.conf",
                                 "/etc/nccl.conf",
                                 "/sys/class/net/x]y/mtu",
                                 "/sys/class/net/x]y/carrier",
                                 "/sys/class/net/x]y/speed",
                                 "/sys/class/net/x]y/device/vendor",
                                 "/sys/class/net/x]y/device/uevent",
                                 "/sys/bus/pci/devices/zz/vendor",
                                 "/sys/bus/pci/devices/zz/device",
                                 "/sys/class/infiniband/m/ports/1/state",
                                 "/sys/class/infiniband/m/ports/1/rate",
                                 "/sys/class/infiniband/m/ports/1/gids/0",
                                 "/sys/class/infiniband/m/fw_ver"}) {
    host.file(path, text);
  }
  return host;
}

TEST(Nonsense, leaves_facts_with_specs_sources_and_reasons) {
  for (const Topic& topic :
       {containers_topic(), services_topic(), network_topic(), firmware_topic(), kernel_topic()}) {
    for (const char* const text : kTexts) {
      const Facts facts = topic_testing::collected(topic, talking(topic, text));
      EXPECT_TRUE(topic_testing::misfits(topic, facts).empty()) << topic.name << ": " << text;
      EXPECT_TRUE(topic_testing::missing(topic, facts).empty()) << topic.name << ": " << text;
      for (const auto& [name, fact] : facts.all()) {
        if (fact.value.ok()) continue;
        EXPECT_NE(fact.value.error().kind, Error::Kind::invalid) << name << ": " << text;
        EXPECT_FALSE(fact.value.error().what.empty()) << name << ": " << text;
      }
    }
  }
}

}  // namespace
}  // namespace gb10
