#include "gpu/nvml.h"

#include <gtest/gtest.h>

#include "gpu/fake_nvml.h"

namespace gb10 {
namespace {

Facts fields_of(const nvml::Api& api) {
  const Result<Nvml> nvml = Nvml::with(api);
  CHECK(nvml.ok());
  const auto gpus = nvml->list();
  CHECK(gpus.ok() && gpus->size() == 1);
  return gpus->front().fields;
}

Error why_unknown(const Facts& facts, std::string_view key) {
  const Fact* const fact = facts.find(key);
  if (!fact) return {Error::Kind::failed, "no such field"};
  return fact->value.ok() ? Error{Error::Kind::failed, to_text(*fact->value)} : fact->value.error();
}

std::string known_text(const Facts& facts, std::string_view key) {
  const Fact* const fact = facts.find(key);
  return fact && fact->value.ok() ? to_text(*fact->value) : "not known";
}

const Error kNotSupported{Error::Kind::unsupported, "Not Supported"};

TEST(Nvml, a_gb10_gives_what_it_knows) {
  const Facts facts = fields_of(fake_gb10());
  EXPECT_EQ(known_text(facts, "name"), "NVIDIA GB10");
  EXPECT_EQ(known_text(facts, "pci.bus_id"), "000f:01:00.0");
  EXPECT_EQ(known_text(facts, "pci.device"), "10de:2e12");
  EXPECT_EQ(known_text(facts, "architecture"), "Blackwell");
  EXPECT_EQ(known_text(facts, "compute_capability"), "12.1");
  EXPECT_EQ(known_text(facts, "c2c"), "enabled");
  EXPECT_EQ(*facts.known<Quantity>("power.draw"), watts(11.17));
  EXPECT_EQ(*facts.known<Quantity>("clock.sm"), megahertz(2405));
  EXPECT_EQ(*facts.known<Quantity>("utilization.gpu"), percent(96));
  EXPECT_EQ(*facts.known<std::vector<std::string>>("reasons"),
            std::vector<std::string>{"sw_power_cap"});
  EXPECT_EQ(*facts.known<double>("energy"), 1500.5);
  EXPECT_EQ(*facts.known<std::int64_t>("pcie.gen"), 1);
  EXPECT_EQ(facts.find("name")->source, "NVML");
}

TEST(Nvml, every_field_of_the_table_is_set_and_has_its_type) {
  const Facts facts = fields_of(fake_gb10());
  EXPECT_EQ(facts.all().size(), gpu_fields().size());
  for (const FactSpec& spec : gpu_fields()) {
    const Fact* const fact = facts.find(spec.pattern);
    ASSERT_NE(fact, nullptr) << spec.pattern;
    if (!fact->value.ok()) continue;
    EXPECT_EQ(fact->value->index(), static_cast<std::size_t>(spec.type)) << spec.pattern;
    const Quantity* const quantity = std::get_if<Quantity>(&*fact->value);
    if (!quantity) continue;
    EXPECT_EQ(quantity->unit, spec.unit) << spec.pattern;
  }
}

TEST(Nvml, what_a_gb10_does_not_tell_is_unknown_with_the_drivers_word) {
  const Facts facts = fields_of(fake_gb10());
  for (const char* const key :
       {"memory.total", "memory.used", "memory.free", "bar1.total", "power.limit",
        "power.min_limit", "power.max_limit", "power.enforced_limit", "fan.speed", "clock.memory",
        "clock.max_memory", "ecc", "mig", "numa_node", "temperature.memory"}) {
    EXPECT_EQ(why_unknown(facts, key), kNotSupported) << key;
  }
}

TEST(Nvml, a_function_that_the_driver_lacks_is_named) {
  const Facts facts = fields_of(fake_gb10());  // without the GSP function
  EXPECT_EQ(why_unknown(facts, "gsp_version"),
            (Error{Error::Kind::unsupported,
                   "libnvidia-ml.so.1 has no nvmlDeviceGetGspFirmwareVersion"}));
}

TEST(Nvml, success_with_zeros_is_not_known) {
  nvml::Api api = fake_gb10();
  api.nvmlDeviceGetMemoryInfo_v2.function = [](nvml::Device, nvml::Memory2*) {
    return nvml::kSuccess;
  };
  api.nvmlDeviceGetPowerManagementLimit.function = [](nvml::Device, unsigned* v) {
    return *v = 0, nvml::kSuccess;
  };
  const Facts facts = fields_of(api);
  for (const char* const key : {"memory.total", "memory.used", "memory.free", "power.limit"}) {
    EXPECT_EQ(why_unknown(facts, key).kind, Error::Kind::unsupported) << key;
  }
}

TEST(Nvml, an_older_driver_gives_memory_by_the_first_version) {
  nvml::Api api = fake_gb10();
  api.nvmlDeviceGetMemoryInfo_v2.function = nullptr;
  api.nvmlDeviceGetMemoryInfo.function = [](nvml::Device, nvml::Memory* m) {
    return *m = {1000, 600, 400}, nvml::kSuccess;
  };
  const Facts facts = fields_of(api);
  EXPECT_EQ(*facts.known<Quantity>("memory.total"), bytes(1000));
  EXPECT_EQ(*facts.known<Quantity>("memory.used"), bytes(400));
}

TEST(Nvml, no_memory_traffic_is_a_value_only_where_memory_is_counted) {
  nvml::Api api = fake_gb10();
  EXPECT_EQ(why_unknown(fields_of(api), "utilization.memory").kind, Error::Kind::unsupported);
  api.nvmlDeviceGetMemoryInfo.function = [](nvml::Device, nvml::Memory* m) {
    return *m = {1000, 600, 400}, nvml::kSuccess;
  };
  EXPECT_EQ(*fields_of(api).known<Quantity>("utilization.memory"), percent(0));
}

TEST(Nvml, counters_are_found_in_both_numberings) {
  nvml::Api api = fake_gb10();
  EXPECT_EQ(*fields_of(api).known<Quantity>("counter.sw_thermal"), seconds(173.453251));
  api.nvmlDeviceGetFieldValues.function = [](nvml::Device device, int n, nvml::FieldValue* values) {
    for (int i = 0; i < n; ++i) {
      unsigned& id = values[i].field;
      id = id >= 269 ? 900 : id >= 251 ? id + 18 : id;
    }
    return fake::fields13(device, n, values);
  };
  const Facts facts = fields_of(api);
  EXPECT_EQ(*facts.known<Quantity>("counter.sw_thermal"), seconds(173.453251));
  EXPECT_EQ(*facts.known<Quantity>("counter.hw_thermal"), seconds(0.403805));
  EXPECT_EQ(*facts.known<Quantity>("counter.sw_power_cap"), seconds(27800));
  EXPECT_EQ(*facts.known<Quantity>("counter.sync_boost"), seconds(0));
}

TEST(Nvml, power_smoothing_does_not_pass_for_a_counter) {
  nvml::Api api = fake_gb10();
  api.nvmlDeviceGetFieldValues.function = [](nvml::Device device, int n, nvml::FieldValue* values) {
    fake::fields13(device, n, values);
    for (int i = 0; i < n; ++i) {
      if (values[i].field < 251 || values[i].field > 253) continue;
      values[i].status = nvml::kSuccess;
      values[i].type = nvml::kTypeUnsigned;
      values[i].value.natural = 1;
    }
    return nvml::kSuccess;
  };
  EXPECT_EQ(*fields_of(api).known<Quantity>("counter.sw_thermal"), seconds(173.453251));
}

TEST(Nvml, two_different_answers_for_a_counter_are_none) {
  nvml::Api api = fake_gb10();
  api.nvmlDeviceGetFieldValues.function = [](nvml::Device, int n, nvml::FieldValue* values) {
    for (int i = 0; i < n; ++i) {
      values[i].status = nvml::kSuccess;
      values[i].type = nvml::kTypeUnsignedLongLong;
      values[i].value.natural_long_long = values[i].field;
    }
    return nvml::kSuccess;
  };
  EXPECT_EQ(why_unknown(fields_of(api), "counter.hw_thermal").kind, Error::Kind::unsupported);
}

TEST(Nvml, a_lost_gpu_has_every_field_unknown) {
  nvml::Api api = fake_gb10();
  fake::refuse<15>(api.nvmlDeviceGetHandleByIndex_v2);
  const Facts facts = fields_of(api);
  EXPECT_EQ(facts.all().size(), gpu_fields().size());
  EXPECT_EQ(why_unknown(facts, "name"), (Error{Error::Kind::failed, "Unknown Error"}));
}

TEST(Nvml, a_start_that_fails_says_why) {
  nvml::Api api = fake_gb10();
  fake::refuse<18>(api.nvmlInit_v2);
  api.nvmlErrorString.function = [](int) { return "Driver/library version mismatch"; };
  const Result<Nvml> nvml = Nvml::with(api);
  ASSERT_FALSE(nvml.ok());
  EXPECT_EQ(nvml.error().what, "NVML does not start: Driver/library version mismatch");
}

TEST(Nvml, a_process_is_listed_once_and_has_no_memory_where_none_is_told) {
  const Result<Nvml> nvml = Nvml::with(fake_gb10());
  const auto processes = nvml->processes();
  ASSERT_TRUE(processes.ok());
  ASSERT_EQ(processes->size(), 3U);
  EXPECT_EQ((*processes)[0].pid, 4711);
  EXPECT_EQ((*processes)[0].memory, 36'077'305'856U);
  EXPECT_EQ((*processes)[0].type, "compute");
  EXPECT_EQ((*processes)[1].memory, std::nullopt);
  EXPECT_EQ((*processes)[2].type, "graphics");
}

TEST(Nvml, a_long_list_of_processes_is_asked_for_again_with_more_room) {
  nvml::Api api = fake_gb10();
  api.nvmlDeviceGetComputeRunningProcesses_v3.function = [](nvml::Device, unsigned* n,
                                                            nvml::Process* into) {
    if (*n < 100) return nvml::kInsufficientSize;
    for (unsigned i = 0; i < 100; ++i) into[i] = {i + 1, 1, 0, 0};
    return *n = 100, nvml::kSuccess;
  };
  fake::refuse<nvml::kNotSupported>(api.nvmlDeviceGetGraphicsRunningProcesses_v3);
  EXPECT_EQ(Nvml::with(api)->processes()->size(), 100U);
}

TEST(Nvml, a_sample_holds_what_was_answered) {
  nvml::Api api = fake_gb10();
  fake::refuse<nvml::kNotSupported>(api.nvmlDeviceGetPowerUsage);
  const auto sample = Nvml::with(api)->sample(0);
  ASSERT_TRUE(sample.ok());
  EXPECT_EQ(sample->utilization, 0.96);
  EXPECT_EQ(sample->sm_clock, 2405e6);
  EXPECT_EQ(sample->power, std::nullopt);
  EXPECT_EQ(sample->temperature, 35);
  EXPECT_EQ(sample->energy, 1500.5);
  EXPECT_EQ(sample->reasons, 4U);
}

TEST(Nvml, reasons_have_an_older_name) {
  nvml::Api api = fake_gb10();
  std::swap(api.nvmlDeviceGetCurrentClocksEventReasons.function,
            api.nvmlDeviceGetCurrentClocksThrottleReasons.function);
  EXPECT_EQ(Nvml::with(api)->sample(0)->reasons, 4U);
}

TEST(Nvml, a_gpu_that_is_not_there_is_not_found) {
  const Result<Nvml> nvml = Nvml::with(fake_gb10());
  EXPECT_EQ(nvml->sample(1).error().kind, Error::Kind::not_found);
  EXPECT_EQ(nvml->sample(-1).error().kind, Error::Kind::not_found);
}

TEST(Nvml, no_library_is_unsupported_with_a_hint) {
  const Result<Library> library = Library::open({"libnvidia-ml-of-no-machine.so.1"}, "hint");
  ASSERT_FALSE(library.ok());
  EXPECT_EQ(library.error(),
            (Error{Error::Kind::unsupported, "libnvidia-ml-of-no-machine.so.1 not found", "hint"}));
}

TEST(Nvml, a_file_that_is_no_library_is_told_from_a_missing_one) {
  const Result<Library> library = Library::open({"/proc/self/status"}, "");
  ASSERT_FALSE(library.ok());
  EXPECT_EQ(library.error().kind, Error::Kind::failed);
}

}  // namespace
}  // namespace gb10
