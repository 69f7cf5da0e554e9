#include "model/last_boot.h"

#include <array>

namespace gb10 {

namespace {

Json number(const std::optional<double>& value) { return value ? Json(*value) : Json(); }
Json number(const std::optional<std::int64_t>& value) { return value ? Json(*value) : Json(); }

Json to_json(const LastSample& sample) {
  Json out = Json::object();
  out.set("time", sample.time).set("available_bytes", number(sample.available));
  out.set("pressure_full", number(sample.pressure)).set("power_watts", number(sample.power));
  out.set("gpu_celsius", number(sample.gpu_temperature));
  out.set("hottest_celsius", number(sample.hottest)).set("events", Json::list(sample.events));
  return out;
}

Json to_json(const std::optional<LastSign>& sign) {
  if (!sign) return {};
  Json out = Json::object();
  out.set("time", sign->time).set("source", sign->source);
  out.set("seconds_before_next_boot", number(sign->before_next));
  return out;
}

}  // namespace

const char* word(BootEnd end) {
  constexpr std::array<const char*, 11> kWords = {
      "clean-shutdown", "kernel-panic",      "memory-exhaustion", "gpu-fault",
      "overheated",     "kernel-hang",       "watchdog",          "power-cut-or-trip",
      "power-cut",      "power-cut-or-hang", "cannot-tell"};
  return kWords[static_cast<std::size_t>(end)];
}

Json to_json(const LastBoot& boot) {
  Json out = Json::object(), of = Json::object(), samples = Json::array();
  of.set("id", boot.boot.empty() ? Json() : Json(boot.boot)).set("seconds", number(boot.lasted));
  for (const LastSample& sample : boot.samples) samples.push(to_json(sample));
  out.set("verdict", word(boot.verdict)).set("sentence", boot.sentence);
  out.set("why", boot.why);
  out.set("evidence", Json::list(boot.evidence));
  out.set("contradicting", Json::list(boot.contradicting));
  out.set("not_seen", Json::list(boot.not_seen)).set("last_sign", to_json(boot.last_sign));
  out.set("boot", std::move(of)).set("remedy", to_json(boot.remedy));
  out.set("missing", Json::list(boot.missing)).set("samples", std::move(samples));
  return out.set("origin", boot.origin);
}

}  // namespace gb10
