#include "model/sample.h"

#include <array>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

struct Reason {
  std::uint64_t bit;
  const char* word;
};

// nvml.h of CUDA 13.0, nvmlClocksEventReason*. Idle (0x1), application clocks (0x2), sync boost
// (0x10) and display setting (0x100) do not limit what a loaded GPU may reach by fault or heat.
constexpr std::array<Reason, 5> kLimits = {{{0x4, "sw_power_cap"},
                                            {0x8, "hw_slowdown"},
                                            {0x20, "sw_thermal_slowdown"},
                                            {0x40, "hw_thermal_slowdown"},
                                            {0x80, "hw_power_brake"}}};

struct Field {
  const char* name;
  std::optional<double> GpuSample::*member;
};

constexpr std::array<Field, 5> kFields = {{{"utilization", &GpuSample::utilization},
                                           {"sm_clock", &GpuSample::sm_clock},
                                           {"power", &GpuSample::power},
                                           {"temperature", &GpuSample::temperature},
                                           {"energy", &GpuSample::energy}}};

}  // namespace

std::vector<std::string> limiting_reasons(std::uint64_t reasons) {
  std::vector<std::string> words;
  for (const Reason& reason : kLimits) {
    if (reasons & reason.bit) words.emplace_back(reason.word);
  }
  return words;
}

Json to_json(const GpuSample& sample) {
  Json out = Json::object();
  out.set("seconds", sample.seconds);
  for (const Field& field : kFields) {
    if (sample.*field.member) out.set(field.name, *(sample.*field.member));
  }
  // The bits are a mask: hexadecimal text survives every JSON reader, a number above 2^53 does not.
  if (sample.reasons) out.set("reasons", fmt::format("0x{:x}", *sample.reasons));
  return out;
}

Result<GpuSample> sample_from(const Json& json) {
  GpuSample sample;
  const Json* const at = json.find("seconds");
  const std::optional<double> seconds = at ? at->as_number() : std::nullopt;
  if (!seconds) return Error{Error::Kind::invalid, "a sample without \"seconds\""};
  sample.seconds = *seconds;
  for (const Field& field : kFields) {
    const Json* const member = json.find(field.name);
    if (member && !member->as_number()) {
      return Error{Error::Kind::invalid,
                   fmt::format("\"{}\" of a sample is no number", field.name)};
    }
    if (member) sample.*field.member = member->as_number();
  }
  if (const Json* const reasons = json.find("reasons")) {
    const std::string* const text = reasons->as_string();
    const std::optional<std::int64_t> mask = text                ? whole_number(*text, 16)
                                             : reasons->as_int() ? std::optional(*reasons->as_int())
                                                                 : std::nullopt;
    if (!mask || *mask < 0)
      return Error{Error::Kind::invalid, "\"reasons\" of a sample is no mask"};
    sample.reasons = static_cast<std::uint64_t>(*mask);
  }
  return sample;
}

}  // namespace gb10
