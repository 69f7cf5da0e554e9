#pragma once
// Results as the programs write them, made by hand for the tests of the importer.

#include <string>

#include "base/embedded.h"
#include "bench/import.h"
#include "bench/reference.h"

namespace gb10::import_samples {

/// What is known of a GB10.
inline GpuCeilings gb10_ceilings() {
  const std::string text(*embedded("gpus/gb10.toml"));
  return ceilings_of(*read_gpu_reference({"gb10", text, "built in"}));
}
inline ImportOptions gb10_options() { return {.ceilings = gb10_ceilings()}; }

/// A result of vllm bench serve in which nothing is wrong.
inline std::string serve() {
  return R"({"model_id": "a/model", "request_rate": 0.5, "max_concurrency": null,
"num_prompts": 100, "completed": 100, "failed": 0, "duration": 200.0, "total_input_tokens": 20000,
"total_output_tokens": 10000, "request_throughput": 0.5, "output_throughput": 50.0,
"total_token_throughput": 150.0, "max_output_tokens_per_s": 90.0, "mean_ttft_ms": 300.0,
"median_ttft_ms": 290.0, "p50_ttft_ms": 290.0, "p90_ttft_ms": 400.0, "p99_ttft_ms": 500.0,
"median_tpot_ms": 40.0, "median_itl_ms": 38.0, "request_goodput": null})";
}

/// One object of llama-bench with five repetitions of 128 tokens.
inline std::string bench_object(const std::string& gpu = "NVIDIA GB10") {
  return R"({"gpu_info": ")" + gpu +
         R"(", "model_type": "m 8B Q4_K", "model_size": 5000000000, "n_prompt": 0, "n_gen": 128, )"
         R"("n_depth": 0, "avg_ts": 40.0, "stddev_ts": 0.5, )"
         R"("samples_ns": [3200000000, 3200000000, 3200000000, 3200000000, 3200000000], )"
         R"("samples_ts": [40.0, 40.0, 40.0, 40.0, 40.0]})";
}

/// The lines of the burn-in script that an owner showed, and what the counter does behind them.
inline std::string gemm_log() {
  return "=== FP16 GEMM Burn-in ===\n  Name        : NVIDIA GB10\n"
         "  t=  1.0s | iters= 1117 | avg=   0.90 ms | ~1221.35 TFLOPs\n"
         "  t=  2.0s | iters= 1205 | avg=   1.66 ms | ~662.46 TFLOPs\n"
         "  t= 10.1s | iters= 1908 | avg=   5.29 ms | ~207.70 TFLOPs\n";
}

inline std::string training_log() {
  return "Number of parameters: 560,988,160\nEstimated FLOPs per token: 3.491758e+09\n"
         "step 00012/21400 (0.06%) | loss: 7.215750 | lrm: 1.00 | dt: 30931.93ms | tok/sec: 16,949 "
         "| mfu: 11.84 | total time: 1.03m | eta: 11034.5m\n";
}

inline std::string copies_text() {
  return "nvbandwidth Version: v0.8\n\nDevice 0: NVIDIA GB10 (000f:01:00)\n\n"
         "Running host_to_device_memcpy_ce.\n"
         "memcpy CE CPU(row) -> GPU(column) bandwidth (GB/s)\n           0\n 0     54.90\n\n"
         "SUM host_to_device_memcpy_ce 54.90\n\n"
         "Running device_local_copy.\nmemcpy local GPU(column) bandwidth (GB/s)\n"
         "           0\n 0    287.00\n\nSUM device_local_copy 287.00\n";
}

inline std::string copies_json() {
  return R"json({"nvbandwidth": {"CUDA Runtime Version": 13000, "testcases": [
{"name": "host_to_device_memcpy_ce", "status": "Passed",
 "bandwidth_description": "memcpy CE CPU(row) -> GPU(column) bandwidth (GB/s)",
 "bandwidth_matrix": [["54.9"]], "sum": 54.9},
{"name": "device_to_device_memcpy_read_ce", "status": "Waived"}]}})json";
}

inline std::string collectives() {
  return "#  Rank  0 Group  0 Pid   1 on a device  0 [000f:01:00] NVIDIA GB10\n"
         "#       size         count      type   redop    root     time   algbw   busbw #wrong     "
         "time   algbw   busbw #wrong\n"
         "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            "
         "(us)  (GB/s)  (GB/s)\n"
         "  1073741824     268435456     float     sum      -1    48807   22.00   22.00      0    "
         "48807   22.00   22.00      0\n"
         "# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 22.00\n";
}

inline std::string benchy_table() {
  return "| model   |   test |              t/s |     peak t/s |      ttfr (ms) |   est_ppt (ms) "
         "|\n"
         "|:--------|-------:|-----------------:|-------------:|---------------:|---------------:|"
         "\n"
         "| a/model | pp2048 | 2000.00 ± 20.00  |              | 1100.00 ± 9.00 | 1024.00 ± 9.00 "
         "|\n"
         "| a/model |  tg128 |    50.00 ± 0.50  | 53.00 ± 1.00 |                |                "
         "|\n";
}

}  // namespace gb10::import_samples
