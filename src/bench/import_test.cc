#include "bench/import.h"

#include <cmath>

#include <gtest/gtest.h>

#include "base/text.h"
#include "bench/import_samples.h"

namespace gb10 {
namespace {

using namespace import_samples;

std::string reasons(const std::vector<Objection>& all) {
  std::vector<std::string> out;
  for (const Objection& each : all) out.push_back(each.reason);
  return joined(out, " ");
}

/// "form | invalid | warnings" of everything in `text`; the error where there is one.
std::string judged(std::string_view text, const ImportOptions& options = gb10_options()) {
  const auto all = imported(text, options);
  if (!all.ok()) return all.error().what;
  std::vector<Objection> invalid, warnings;
  for (const ImportedRow& row : all->rows) {
    invalid.insert(invalid.end(), row.invalid.begin(), row.invalid.end());
    warnings.insert(warnings.end(), row.warnings.begin(), row.warnings.end());
  }
  return all->form + " | " + reasons(invalid) + " | " + reasons(warnings);
}

double figure(const Imported& all, std::string_view name, std::size_t row = 0) {
  for (const Figure& each : all.rows.at(row).figures) {
    if (each.name == name) return each.value;
  }
  ADD_FAILURE() << "no figure " << name;
  return 0;
}

std::string with(std::string text, std::string_view from, std::string_view to) {
  EXPECT_NE(text.find(from), std::string::npos) << from;
  return replaced(text, from, to);
}

TEST(Import, knows_each_form_by_its_content) {
  EXPECT_EQ(judged(serve()), "vllm bench serve |  | ");
  EXPECT_EQ(judged("[" + bench_object() + "]"), "llama-bench |  | n-too-small");
  EXPECT_EQ(judged(bench_object() + "\n" + bench_object() + "\n"),
            "llama-bench |  | n-too-small n-too-small");
  EXPECT_EQ(judged(gemm_log()), "bench_gemm log | compute-over-peak | cumulative-mean");
  EXPECT_EQ(judged(training_log()), "nanochat training log |  | mfu-denominator n-too-small");
  EXPECT_EQ(judged(copies_text()), "nvbandwidth | bandwidth-over-ceiling | ");
  EXPECT_EQ(judged(copies_json()), "nvbandwidth |  | ");
  EXPECT_EQ(judged(collectives()), "nccl-tests |  | ");
  EXPECT_EQ(judged(benchy_table()), "llama-benchy |  | ");
}

TEST(Import, refuses_what_it_does_not_know_and_names_what_it_knows) {
  for (const char* const text : {"", "hello", "{}", "[]", "[1, 2]", "| a | b |\n|--|--|\n| 1 | 2 |",
                                 "a,b\n1,2\n", "{\"output_throughput\": 1}"}) {
    const auto all = imported(text, gb10_options());
    ASSERT_FALSE(all.ok()) << text;
    EXPECT_EQ(all.error().kind, Error::Kind::invalid);
    EXPECT_NE(all.error().hint.find("nccl-tests"), std::string::npos);
  }
  EXPECT_NE(judged("{\"a\": ").find("no JSON at byte"), std::string::npos);
  EXPECT_EQ(judged("| model | test | t/s |\n"), "it holds no result of llama-bench");
}

TEST(Import, refuses_a_peak_below_the_average_of_the_same_run) {
  EXPECT_EQ(judged(with(serve(), "\"max_output_tokens_per_s\": 90.0",
                        "\"max_output_tokens_per_s\": 49.0")),
            "vllm bench serve | peak-below-average | ");
}

TEST(Import, refuses_sums_that_do_not_add_up_and_percentiles_that_fall) {
  EXPECT_EQ(judged(with(serve(), "\"duration\": 200.0", "\"duration\": 195.0")),
            "vllm bench serve | sums-disagree sums-disagree sums-disagree | ");
  EXPECT_EQ(judged(with(serve(), "\"duration\": 200.0", "\"duration\": 197.0")),
            "vllm bench serve |  | ");
  EXPECT_EQ(judged(with(serve(), "\"p90_ttft_ms\": 400.0", "\"p90_ttft_ms\": 600.0")),
            "vllm bench serve | percentiles-out-of-order | ");
  EXPECT_EQ(judged(with(serve(), "\"failed\": 0", "\"failed\": 50")),
            "vllm bench serve | sums-disagree | failed-requests");
}

TEST(Import, warns_of_medians_that_do_not_measure_one_thing_and_of_few_requests) {
  EXPECT_EQ(judged(with(serve(), "\"median_itl_ms\": 38.0", "\"median_itl_ms\": 100.0")),
            "vllm bench serve |  | tpot-itl");
  std::string few = with(serve(), "\"completed\": 100", "\"completed\": 5");
  few = with(with(few, "\"num_prompts\": 100", "\"num_prompts\": 5"), "\"request_throughput\": 0.5",
             "\"request_throughput\": 0.025");
  EXPECT_EQ(judged(few), "vllm bench serve |  | n-too-small");
}

TEST(Import, refuses_a_decode_that_memory_cannot_feed) {
  ImportOptions options = gb10_options();
  options.bytes_per_token = 8e9;  // 25 tokens/s of one sequence: 200 GB/s
  EXPECT_EQ(judged(serve(), options), "vllm bench serve |  | ");
  options.bytes_per_token = 10e9;
  EXPECT_EQ(judged(serve(), options), "vllm bench serve |  | decode-over-bandwidth");
  options.bytes_per_token = 16e9;
  EXPECT_EQ(judged(serve(), options), "vllm bench serve | decode-over-bandwidth | ");
  const std::string speculative =
      with(serve(), "\"failed\": 0", "\"failed\": 0, \"spec_decode_acceptance_length\": 2.5");
  EXPECT_EQ(judged(speculative, options), "vllm bench serve |  | ");
  options.bytes_per_token = 8e9;
  EXPECT_EQ(judged(bench_object(), options), "llama-bench | decode-over-bandwidth | n-too-small");
}

TEST(Import, holds_no_other_gpu_against_the_ceilings_of_a_gb10) {
  ImportOptions options = gb10_options();
  options.bytes_per_token = 8e9;
  EXPECT_EQ(judged(bench_object("NVIDIA H200"), options), "llama-bench |  | n-too-small other-gpu");
  EXPECT_EQ(judged(with(copies_text(), "GB10", "H200")), "nvbandwidth |  | other-gpu");
  EXPECT_EQ(judged(with(gemm_log(), "GB10", "H200")),
            "bench_gemm log |  | cumulative-mean other-gpu");
  options.ceilings = GpuCeilings{.gpu = "H200"};
  options.ceilings.memory = 4.8e12;
  EXPECT_EQ(judged(with(copies_text(), "GB10", "H200"), options), "nvbandwidth |  | ");
}

TEST(Import, explains_the_burn_in_that_counts_what_it_launched) {
  const auto all = imported(gemm_log(), gb10_options());
  ASSERT_TRUE(all.ok());
  EXPECT_NEAR(figure(*all, "gemm.first_line"), 1221.35e12, 1e9);
  EXPECT_NEAR(figure(*all, "gemm.finished"), 86.8, 0.1);
  EXPECT_NEAR(figure(*all, "gemm.rate"), 95.4e12, 0.3e12);
  EXPECT_EQ(all->rows[0].invalid[0].says,
            "3 of 3 lines, the highest: 1221 TFLOP/s is above 118.8 TFLOP/s, the dense fp16 peak "
            "of 48 SMs at 2.418 GHz (the default, no clock was given); it would take 24.85 GHz");
  EXPECT_EQ(all->rows[0].warnings[0].says,
            "the rates are means since the start of what was launched, not of what was finished: "
            "about 1030 of the 1117 products of the first line were only queued. They fall from "
            "1221 to 207.7 TFLOP/s while the counter grows by 86.79 a second, which is 95.43 "
            "TFLOP/s");
}

TEST(Import, finds_the_finished_work_in_a_log_whose_every_line_is_too_high) {
  std::string log = "=== FP16 GEMM Burn-in ===\n";
  for (int second = 1; second <= 45; ++second) {
    const int count = 1009 + 57 * second;
    const double rate = count * 2 * std::pow(8192.0, 3) / second;
    log += "  t= " + std::to_string(second) + ".0s | iters= " + std::to_string(count) +
           " | avg= " + std::to_string(1000.0 * second / count) + " ms | ~" +
           std::to_string(rate / 1e12) + " TFLOPs\n";
  }
  EXPECT_EQ(judged(log), "bench_gemm log | compute-over-peak | cumulative-mean");
  const auto all = imported(log, gb10_options());
  ASSERT_TRUE(all.ok());
  EXPECT_NEAR(figure(*all, "gemm.first_line"), 1172e12, 1e12);
  EXPECT_NEAR(figure(*all, "gemm.last_line"), 87.3e12, 0.1e12);
  EXPECT_NEAR(figure(*all, "gemm.rate"), 62.7e12, 0.1e12);
  EXPECT_TRUE(all->rows[0].invalid[0].says.starts_with("19 of 45 lines, the highest: 1172 "))
      << all->rows[0].invalid[0].says;
}

TEST(Import, takes_the_peak_at_the_clock_that_was_observed) {
  const std::string log = "GEMM FP16\nt= 60.0s | iters= 5820 | avg= 10.31 ms | ~ 106.65 TFLOPs\n";
  EXPECT_EQ(judged(log), "bench_gemm log |  | ");
  ImportOptions options = gb10_options();
  options.clock = 2.1e9;
  const auto all = imported(log, options);
  ASSERT_TRUE(all.ok() && all->rows[0].invalid.size() == 1);
  EXPECT_NE(all->rows[0].invalid[0].says.find("103.2 TFLOP/s, the dense fp16 peak of 48 SMs at "
                                              "2.100 GHz (as observed)"),
            std::string::npos);
}

TEST(Import, divides_training_by_peaks_that_it_names) {
  ImportOptions options = gb10_options();
  options.best_gemm = 95e12;
  const auto all = imported(training_log(), options);
  ASSERT_TRUE(all.ok());
  EXPECT_EQ(figure(*all, "training.tokens"), 16949);
  EXPECT_NEAR(figure(*all, "training.rate"), 59.18e12, 0.01e12);
  EXPECT_NEAR(figure(*all, "training.of_dense_peak"), 0.498, 0.001);
  EXPECT_NEAR(figure(*all, "training.of_best_gemm"), 0.623, 0.001);
  EXPECT_NE(all->rows[0].warnings[0].says.find("divided by 499.8 TFLOP/s; it is 49.8 % of 118.8"),
            std::string::npos);
  const auto without =
      imported("step 1 | dt: 1000.00ms | tok/sec: 1,000 | mfu: nan\n", gb10_options());
  ASSERT_TRUE(without.ok());
  EXPECT_TRUE(std::isnan(figure(*without, "training.rate")));
  EXPECT_TRUE(std::isnan(figure(*without, "training.of_dense_peak")));
  EXPECT_TRUE(std::isnan(figure(*without, "training.of_best_gemm")));
}

TEST(Import, refuses_training_steps_whose_rate_and_time_disagree) {
  std::string log;
  for (int step = 0; step < 20; ++step) log += "step 1 | dt: 1000.00ms | tok/sec: 1,000\n";
  EXPECT_EQ(judged(log), "nanochat training log |  | ");
  EXPECT_EQ(judged(log + "step 2 | dt: 1000.00ms | tok/sec: 1,500\n"),
            "nanochat training log | sums-disagree | ");
}

TEST(Import, refuses_tokens_of_llama_bench_that_no_model_of_that_size_can_give) {
  // 40 tokens a second of a mixture of experts are possible where each reads a part of 64.
  const std::string sized =
      R"({"model_size": 64000000000000, "gpu_info": "NVIDIA GB10", "n_gen": 128,
      "n_prompt": 0, "avg_ts": RATE, "samples_ts": [RATE, RATE], "samples_ns": []})";
  const auto at = [&](const char* rate) {
    std::string text = "[" + sized + "]";
    for (std::size_t i = text.find("RATE"); i != std::string::npos; i = text.find("RATE"))
      text.replace(i, 4, rate);
    return judged(text);
  };
  EXPECT_EQ(at("0.2").find("decode-over-bandwidth"), std::string::npos);
  EXPECT_NE(at("0.3").find("decode-over-bandwidth"), std::string::npos);  // 300 GB/s of 1 TB each
}

TEST(Import, checks_each_repetition_of_llama_bench) {
  EXPECT_EQ(judged(with(bench_object(), "\"avg_ts\": 40.0", "\"avg_ts\": 45.0")),
            "llama-bench | sums-disagree | n-too-small");
  EXPECT_EQ(judged(with(bench_object(), "[3200000000,", "[2000000000,")),
            "llama-bench | sums-disagree | n-too-small");
  EXPECT_EQ(judged(with(bench_object(), "\"stddev_ts\": 0.5", "\"stddev_ts\": 12")),
            "llama-bench |  | n-too-small wide-spread");
}

TEST(Import, reads_the_tables_of_llama_bench) {
  const std::string table =
      "  Device 0: NVIDIA GB10, compute capability 12.1, VMM: yes\n"
      "| model  |     size | params | backend | ngl |          test |             t/s |\n"
      "| ------ | -------: | -----: | ------- | --: | ------------: | --------------: |\n"
      "| m 8B   | 4.36 GiB | 8.03 B | CUDA    |  99 |         pp512 | 3000.00 ± 12.00 |\n"
      "| m 8B   | 4.36 GiB | 8.03 B | CUDA    |  99 | tg128 @ d4096 |    40.50 ± 9.00 |\n"
      "\nbuild: 8cf427ff (5163)\n";
  const auto all = imported(table, gb10_options());
  ASSERT_TRUE(all.ok());
  ASSERT_EQ(all->rows.size(), 2U);
  EXPECT_EQ(all->rows[1].name, "m 8B, tg128 @ d4096");
  EXPECT_EQ(figure(*all, "rate.mean", 1), 40.5);
  EXPECT_EQ(reasons(all->rows[1].warnings), "wide-spread");
  const std::string csv =
      "gpu_info,model_type,n_prompt,n_gen,n_depth,avg_ts,stddev_ts\n"
      "\"NVIDIA GB10\",\"m 8B, \"\"odd\"\"\",\"512\",\"0\",\"0\",\"3000.5\",\"3\"\n";
  const auto commas = imported(csv, gb10_options());
  ASSERT_TRUE(commas.ok());
  EXPECT_EQ(commas->rows[0].name, "m 8B, \"odd\", pp512");
  EXPECT_EQ(figure(*commas, "rate.mean"), 3000.5);
}

TEST(Import, says_what_it_did_not_read) {
  const std::string head = "| model | test | t/s |\n| --- | --- | --- |\n";
  const std::string row = "| m | tg128 | 40.00 ± 0.10 |\n";
  EXPECT_EQ(judged(head + row), "llama-bench |  | ");
  // A table of another head, of the same width or not, is none of the first one's rows.
  const std::string others = "| model | test | fa |\n| --- | --- | --- |\n| m | tg64 | 99 |\n";
  const std::string wider =
      "| model | fa | test | t/s |\n| --- | --- | --- | --- |\n| m | 1 | tg128 | -5000.0 ± 9 |\n";
  for (const std::string& other : {others, wider}) {
    const auto all = imported(head + row + "\n" + other, gb10_options());
    ASSERT_TRUE(all.ok());
    EXPECT_EQ(all->rows.size(), 1U);
    EXPECT_EQ(reasons(all->rows[0].warnings), "rows-left-out");
  }
  EXPECT_EQ(judged("gpu_info,model_type,n_prompt,n_gen,n_depth,avg_ts,stddev_ts\n"
                   "\"NVIDIA GB10\",\"m\",\"512\",\"0\",\"0\",\"3000.5\",\"3\"\n"
                   "\"NVIDIA GB10\",\"m\",\"512\",\"0\",\"0\",\"9e9\",\"3\",\n"),
            "llama-bench |  | rows-left-out");
  EXPECT_EQ(judged(bench_object() + "\n{broken\n"), "llama-bench |  | n-too-small rows-left-out");
}

TEST(Import, takes_the_bare_words_of_python_for_what_is_not_known) {
  EXPECT_EQ(judged(with(serve(), "\"request_rate\": 0.5", "\"request_rate\":Infinity")),
            "vllm bench serve |  | ");
  EXPECT_EQ(judged(with(serve(), "\"mean_ttft_ms\": 300.0",
                        "\"itls\": [NaN, -Infinity], \"mean_ttft_ms\":NaN")),
            "vllm bench serve |  | ");
  const auto named = imported(
      with(with(serve(), "a/model", "x: NaN \\\" Infinity"), "300.0", "NaN"), gb10_options());
  ASSERT_TRUE(named.ok()) << named.error().what;
  EXPECT_NE(named->rows[0].name.find("x: NaN \" Infinity"), std::string::npos);
}

TEST(Import, does_not_take_a_gb100_for_a_gb10) {
  EXPECT_EQ(judged(with(copies_text(), "GB10", "GB100")), "nvbandwidth |  | other-gpu");
}

TEST(Import, judges_llama_benchy_in_its_three_forms) {
  EXPECT_EQ(judged(with(benchy_table(), "53.00 ± 1.00", "43.00 ± 1.00")),
            "llama-benchy | peak-below-average | ");
  // Nearly all of the time was taken off as latency.
  EXPECT_EQ(judged(with(benchy_table(), "1024.00 ± 9.00", "7.00 ± 9.00")),
            "llama-benchy |  | latency-subtracted");
  EXPECT_EQ(judged("model,test_name,t_s_mean,t_s_std,ttfr_mean,est_ppt_mean\n"
                   "a/model,pp2048,5656,2666,400,362\na/model,tg32,50,0.5,,\n"),
            "llama-benchy |  | wide-spread");
  const std::string json = R"({"latency_mode": "api", "model": "a/model", "benchmarks": [
{"concurrency": 2, "context_size": 4096, "prompt_size": 2048, "response_size": 32,
"is_context_prefill_phase": false, "ttfr": {"mean": 1100, "std": 1},
"pp_throughput": {"mean": 2000, "std": 3, "values": [1999, 2000, 2001]},
"tg_throughput": {"mean": 50, "std": 1, "values": [70, 70, 70]},
"peak_throughput": {"mean": 40, "std": 1, "values": [40]}}]})";
  const auto all = imported(json, gb10_options());
  ASSERT_TRUE(all.ok());
  EXPECT_EQ(all->rows[0].name, "a/model, pp2048 @ d4096 (c2)");
  EXPECT_EQ(judged(json),
            "llama-benchy | peak-below-average sums-disagree | n-too-small "
            "n-too-small");
}

TEST(Import, reads_the_matrices_of_copies) {
  const auto all = imported(copies_text(), gb10_options());
  ASSERT_TRUE(all.ok());
  ASSERT_EQ(all->rows.size(), 2U);
  EXPECT_EQ(all->rows[0].name, "host_to_device_memcpy_ce");
  EXPECT_EQ(figure(*all, "bandwidth.most"), 54.9e9);
  EXPECT_EQ(judged(with(copies_text(), "SUM host_to_device_memcpy_ce 54.90",
                        "SUM host_to_device_memcpy_ce 59.90")),
            "nvbandwidth | sums-disagree bandwidth-over-ceiling | ");
  const auto json = imported(copies_json(), gb10_options());
  ASSERT_TRUE(json.ok());
  EXPECT_TRUE(std::isnan(figure(*json, "bandwidth.most", 1)));
}

TEST(Import, takes_only_cells_that_were_measured_from_a_matrix) {
  const auto all = imported(
      "Running device_to_device_memcpy_read_ce.\nmemcpy CE GPU(row) -> GPU(column) bandwidth "
      "(GB/s)\n"
      "           0         1         2\n 0       N/A     50.00     40.00\n"
      " 1     60.00       N/A     70.00\n 2     40.00     40.00       N/A\n\n"
      "SUM device_to_device_memcpy_read_ce 300.00\n",
      gb10_options());
  ASSERT_TRUE(all.ok());
  EXPECT_EQ(figure(*all, "bandwidth.least"), 40e9);
  EXPECT_EQ(figure(*all, "bandwidth.most"), 70e9);
  EXPECT_TRUE(all->rows[0].invalid.empty());
}

TEST(Import, judges_collectives) {
  EXPECT_EQ(judged(with(collectives(), "22.00   22.00      0\n", "22.00   22.00      7\n")),
            "nccl-tests | wrong-results | ");
  EXPECT_EQ(judged(with(collectives(), "48807   22.00   22.00      0    ",
                        "24403   22.00   22.00      0    ")),
            "nccl-tests | sums-disagree | ");
  EXPECT_EQ(judged(with(collectives(), "22.00   22.00      0\n", "22.00  322.00      0\n")),
            "nccl-tests | bandwidth-over-ceiling | ");
}

TEST(Import, knows_nothing_of_what_is_missing_or_no_number) {
  for (const char* const value : {"null", "\"NaN\"", "\"inf\"", "[]", "{}", "true", "NaN"}) {
    const auto all = imported(with(serve(), "\"output_throughput\": 50.0",
                                   std::string("\"output_throughput\": ") + value),
                              gb10_options());
    ASSERT_TRUE(all.ok()) << value;
    EXPECT_TRUE(std::isnan(figure(*all, "output.rate"))) << value;
    EXPECT_TRUE(all->rows[0].invalid.empty()) << value;
  }
  EXPECT_EQ(judged("{\"output_throughput\": 1, \"completed\": 1e308}"), "vllm bench serve |  | ");
}

TEST(Import, refuses_what_is_below_zero) {
  EXPECT_EQ(judged(with(serve(), "\"mean_ttft_ms\": 300.0", "\"mean_ttft_ms\": -3.0")),
            "vllm bench serve | negative-figure | ");
}

TEST(Import, stands_hostile_text) {
  const std::string deep(100000, '[');
  EXPECT_NE(judged(deep).find("nested too deep"), std::string::npos);
  EXPECT_NE(judged(std::string(100 << 20, 'x')).find("larger than the 32 MiB"), std::string::npos);
  for (const std::string_view piece :
       {"|", "t= iters= avg= ~ TFLOP ", "step tok/sec: ", "\"\",", "# algbw busbw time ",
        "{\"avg_ts\":1,", "1 ", "Device 0: "}) {
    std::string line, many;
    while (line.size() < (1U << 18)) line += piece;
    while (many.size() < (1U << 18)) many += std::string(piece) + "\n";
    static_cast<void>(imported(line, gb10_options()).ok());
    static_cast<void>(imported(many, gb10_options()).ok());
    static_cast<void>(imported("| test | t/s |\n" + many, gb10_options()).ok());
  }
  // No program writes such a line, and it would be taken apart into millions of words.
  EXPECT_EQ(judged(std::string(9000, ' ') + "step 1 | dt: 1.00ms | tok/sec: 1\n"),
            "it is none of the forms that are known");
  std::string rows;
  for (int i = 0; i < 20000; ++i) rows += "{\"avg_ts\": 1}\n";
  EXPECT_EQ(judged(rows), "it holds 20000 results or more");
}

TEST(Import, says_the_verdict_first_and_what_is_wrong_before_the_rest) {
  const std::string many =
      bench_object() + "\n" + with(bench_object(), "\"avg_ts\": 40.0", "\"avg_ts\": -45.0");
  const auto all = imported(many, gb10_options());
  ASSERT_TRUE(all.ok());
  const std::string shown = text(*all);
  EXPECT_TRUE(shown.starts_with("llama-bench: 1 of 2 results invalid, 2 with a warning\n"))
      << shown;
  EXPECT_LT(shown.find("negative-figure"), shown.find("40 "));
  EXPECT_TRUE(is_invalid(*all));
  const std::string json = to_text(to_json(*all));
  EXPECT_NE(json.find(R"("verdict":"invalid")"), std::string::npos);
  EXPECT_NE(json.find(R"("invalid":[{"reason":"negative-figure","says":)"), std::string::npos);
  EXPECT_NE(json.find(R"("warnings":[{"reason":"n-too-small")"), std::string::npos);
}

}  // namespace
}  // namespace gb10
