#include <gtest/gtest.h>

#include "facts/gb10_fixture.h"
#include "facts/topics.h"

namespace gb10 {
namespace {

/// The topics that describe the board and its system.
std::vector<Topic> board_topics() {
  return {identity_topic(), os_topic(),      cpu_topic(),
          memory_topic(),   thermal_topic(), storage_topic()};
}

Type type_of(const Value& value) {
  constexpr Type kTypes[] = {Type::boolean,  Type::integer, Type::number, Type::text,
                             Type::quantity, Type::version, Type::list};
  return kTypes[value.index()];
}

const FactSpec* spec_for(const Topic& topic, std::string_view key) {
  for (const FactSpec& spec : topic.specs) {
    if (fits(spec.pattern, key)) return &spec;
  }
  return nullptr;
}

void expect_as_specified(const Topic& topic, const Facts& facts) {
  for (const auto& [key, fact] : facts.all()) {
    const FactSpec* const spec = spec_for(topic, key);
    ASSERT_NE(spec, nullptr) << key << " has no spec";
    EXPECT_FALSE(fact.source.empty()) << key;
    if (!fact.value.ok()) {
      EXPECT_FALSE(fact.value.error().what.empty()) << key;
      continue;
    }
    EXPECT_EQ(type_of(*fact.value), spec->type) << key;
    const auto* const quantity = std::get_if<Quantity>(&*fact.value);
    EXPECT_TRUE(!quantity || quantity->unit == spec->unit) << key;
  }
}

TEST(board_topics, on_an_empty_machine_set_every_fact_or_its_reason) {
  for (const Topic& topic : board_topics()) {
    const Facts facts = fixture::collected(topic, FakeHost());
    for (const FactSpec& spec : topic.specs) {
      if (std::string_view(spec.pattern).find('[') != std::string_view::npos) continue;
      EXPECT_NE(facts.find(spec.pattern), nullptr) << spec.pattern;
    }
    expect_as_specified(topic, facts);
  }
}

/// Not a thing is assumed of a file's content: each of these stands in every file at once.
TEST(board_topics, survive_nonsense_in_every_file) {
  const char* const kFiles[] = {"/proc/cpuinfo",
                                "/proc/meminfo",
                                "/proc/buddyinfo",
                                "/proc/vmstat",
                                "/proc/swaps",
                                "/proc/mounts",
                                "/proc/uptime",
                                "/proc/cmdline",
                                "/etc/os-release",
                                "/etc/dgx-release",
                                "/var/lib/dpkg/status",
                                "/etc/group",
                                "/etc/passwd",
                                "/etc/default/locale",
                                "/proc/pressure/memory",
                                "/sys/devices/system/cpu/present",
                                "/sys/block/sda/size",
                                "/sys/block/sda/queue/scheduler",
                                "/sys/bus/pci/devices/x/vendor",
                                "/sys/class/thermal/thermal_zone0/temp",
                                "/sys/class/dmi/id/sys_vendor",
                                "/sys/class/dmi/id/product_name",
                                "/etc/apt/sources.list.d/a.sources",
                                "/etc/apt/sources.list.d/b.list",
                                "/etc/systemd/logind.conf",
                                "/sys/devices/system/cpu/cpufreq/policy0/scaling_governor",
                                "/proc/sys/vm/swappiness"};
  const std::string kTexts[] = {"",
                                "\n\n\n",
                                ":",
                                "=",
                                "a: b: c = d",
                                "-1",
                                std::string(3, '\0'),
                                "\xff\xfe",
                                "[[[",
                                "9999999999999999999999",
                                std::string(100000, '\n'),
                                "Package: ",
                                "processor: 1\nprocessor: 1\n",
                                "Node 0, zone x 9 9"};
  for (const std::string& text : kTexts) {
    FakeHost host;
    for (const char* file : kFiles) host.file(file, text);
    for (const Topic& topic : board_topics()) {
      expect_as_specified(topic, fixture::collected(topic, host));
    }
  }
}

TEST(board_topics, of_a_gb10_are_as_specified) {
  FakeHost host = fixture::spark();
  for (const Topic& topic : board_topics()) {
    expect_as_specified(topic, fixture::collected(topic, host));
  }
}

}  // namespace
}  // namespace gb10
