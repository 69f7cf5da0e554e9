#pragma once
// Records for tests: a minute of matrix products held back by its power limit and then by heat, a
// run with gaps, and one whose every text wants to be HTML.

#include <cmath>
#include <limits>
#include <string>

#include "model/run_record.h"

namespace gb10 {

inline constexpr const char* kHostileText = "</script><script>alert(1)</script>";

inline RunRecord begun_run(std::string id, std::vector<std::string> command) {
  RunRecord record;
  record.id = std::move(id);
  record.command = std::move(command);
  record.version = "0.4.0";
  record.begun = 1'795'972'502'000'000'001;
  record.params = {{"rate", "10 Hz"}, {"case", "fp16 8192 TN"}, {"library", "cuBLASLt 13.1.0"}};
  record.machine.set("identity.product", std::string("NVIDIA DGX Spark"), "DMI");
  record.machine.set("memory.total", bytes(130'562'000'000), "/proc/meminfo");
  record.machine.unknown("gpu[0].serial", Error{Error::Kind::denied, "only for root", ""}, "NVML");
  return record;
}

inline void add_minute(RunRecord& record, const char* metric, Unit unit, double (*value)(double)) {
  Series series{metric, unit, {}, {}};
  for (int i = 0; i <= 600; ++i) {
    series.at.push_back(i / 10.0);
    series.values.push_back(value(i / 10.0));
  }
  record.series.push_back(std::move(series));
}

inline double wobble(double at) { return std::sin(at * 7) * std::cos(at * 1.7); }

inline double sm_clock_at(double at) {
  return 1e6 * (2418 - 85 * (1 - std::exp(-at / 9)) - (at > 40 ? 70 : 0) + 6 * wobble(at));
}

inline void add_blocks(RunRecord& record, double scale) {
  Series rate{"gemm.rate.block", Unit::flop_per_second, {}, {}};
  Series clock{"gpu.sm_clock.block", Unit::hertz, {}, {}};
  for (int i = 0; i < 12; ++i) {
    const double at = i * 5.0;
    rate.at.push_back(at);
    rate.values.push_back(scale * sm_clock_at(at) * 40.6e3);
    clock.at.push_back(at);
    clock.values.push_back(sm_clock_at(at));
  }
  record.series.push_back(std::move(rate));
  record.series.push_back(std::move(clock));
}

inline void add_gemm_series(RunRecord& record) {
  add_minute(record, "gpu.sm_clock", Unit::hertz, sm_clock_at);
  add_minute(record, "gpu.power", Unit::watts,
             [](double at) { return at < 1 ? 12 + 76 * at : 90 + 2 * wobble(at); });
  add_minute(record, "gpu.temperature", Unit::celsius,
             [](double at) { return 84 - 30 * std::exp(-at / 15); });
  add_minute(record, "thermal.hottest", Unit::celsius,
             [](double at) { return 86 - 30 * std::exp(-at / 18); });
  add_minute(record, "gpu.utilization", Unit::ratio, [](double at) { return at < 1 ? at : 0.99; });
  add_minute(record, "cpu.busy", Unit::ratio, [](double at) { return 0.06 + 0.01 * wobble(at); });
  add_minute(record, "memory.available", Unit::bytes, [](double) { return 115.2 * (1U << 30); });
  add_minute(record, "memory.anonymous", Unit::bytes, [](double at) { return 3e9 + 1e7 * at; });
  add_minute(record, "gpu.limits", Unit::none, [](double at) {
    return at < 6 ? 0.0 : at < 40 ? 4.0 : at < 55 ? 0x24 : 4.0;
  });
}

inline void add_gemm_results(RunRecord& record, double scale) {
  record.results = {
      {"gemm.rate", Unit::flop_per_second, scale * 94.4e12, "measured", "median of 12 blocks"},
      {"gemm.intensity", Unit::none, 2730.7, "computed", "2 M N K over the bytes of A, B and C"},
      {"copy.rate", Unit::flop_per_second, scale * 19.2e9, "measured", "median of 12 blocks"},
      {"copy.intensity", Unit::none, 0.0833, "computed", "one FLOP per 12 bytes"},
      {"run.duration", Unit::seconds, 60.2, "measured", "the clock that only goes on"},
      {"gpu.energy", Unit::joules, 5330, "computed", "601 readings of power, integrated"},
      {"gpu.power.max", Unit::watts, 92.1, "reported", "NVML"}};
}

/// 60 s of GEMM at 10 Hz; `scale` makes another run of it.
inline RunRecord throttled_gemm(double scale = 1) {
  RunRecord record = begun_run(scale == 1 ? "20261128-171502-4711" : "20261128-181502-4712",
                               {"gb10", "bench", "gemm", "--seconds", "60"});
  record.params["result.verdict"] = "healthy: 94.4 TFLOP/s steady (93.9-94.8)";
  record.params["result.verdict.why"] =
      "83 % of 113.9, the ceiling computed for 48 SMs at 2317 MHz\n3.9 % decay, all of it clock\n"
      "limited by power from 6 s on, by heat from 40 to 55 s";
  record.params["result.ceiling.bandwidth"] = "273 GB/s";
  record.params["result.ceiling.compute"] = "113.9 TFLOP/s";
  add_gemm_series(record);
  add_blocks(record, scale);
  add_gemm_results(record, scale);
  return record;
}

/// Without a verdict or a GPU for half of the time.
inline RunRecord run_with_gaps() {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  RunRecord record = begun_run("20261128-191502-4713", {"python3", "train.py", "two words"});
  add_minute(record, "gpu.power", Unit::watts, [](double at) {
    const bool is_known = at < 15 || (at > 30 && at < 45) || std::abs(at - 50) < 0.01;
    return is_known ? 40 + at / 3 + wobble(at) : kNone;
  });
  add_minute(record, "gpu.sm_clock", Unit::hertz, [](double) { return kNone; });
  add_minute(record, "cpu.busy", Unit::ratio, [](double at) { return 0.4 + 0.3 * wobble(at); });
  add_minute(record, "gpu.limits", Unit::none, [](double at) {
    return at < 20 ? 4.0 : at < 35 ? kNone : 0x48;
  });
  record.results = {
      {"run.duration", Unit::seconds, 60.1, "measured", "the clock that only goes on"},
      {"gpu.energy", Unit::joules, kNone, "computed", "the driver did not answer for 30 s"}};
  record.notes = {"gpu.sm_clock was not known: the driver gave no answer.",
                  "gpu.power was not known for 300 of 601 readings."};
  return record;
}

inline RunRecord hostile_run() {
  const std::string text = kHostileText;
  RunRecord record;
  record.id = record.version = text;
  record.command = {text, "<!-- <script>", "\" onclick=\"alert(1)", "{{script}}"};
  record.begun = -1;
  record.params = {{text, text},
                   {"result.verdict", text},
                   {"result.verdict.why", text + "\n<img src=x onerror=alert(1)>"},
                   {"result.ceiling.bandwidth", text},
                   {"result.ceiling.compute", "-1e999 TFLOP/s"},
                   {"__proto__", text},
                   {"constructor", "\xff\xfe\x1b[2J\xe2\x80\xae"}};
  record.series = {{text, Unit::none, {0, 1, 2}, {1, 1e300, -1e300}},
                   {text + ".block", Unit::watts, {0, 1}, {1, 2}},
                   {"gpu.limits", Unit::none, {0, 1}, {1e300, -5}},
                   {"__proto__", Unit::bytes, {}, {}}};
  record.results = {{text, Unit::joules, 1, text, text},
                    {"x.intensity", Unit::none, -1, text, text},
                    {"x", Unit::flop_per_second, 0, text, text}};
  record.notes = {text, std::string(5000, 'w')};
  record.machine.set(text, text, text);
  return record;
}

}  // namespace gb10
