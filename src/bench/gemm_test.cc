#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <random>

#include "base/text.h"
#include "bench/gemm_measure.h"
#include "bench/library_places.h"
#include "gpu/fake_cuda.h"
#include "host/fake_host.h"

namespace gb10 {
namespace {

using namespace cublaslt;

/// What the fake library is told to do.
struct FakeLight {
  int proposals = 3;
  int wrong = -1;  // the rank whose products are wrong
  bool refuses = false;
  int products = 0;
};
FakeLight& light() {
  static FakeLight fake;
  return fake;
}

struct FakeLayout {
  std::uint64_t rows, columns;
};

/// D = A'B of floats, for as many rows as small matrices have.
void multiply(const FakeLayout& a, const FakeLayout& b, const float* left, const float* right,
              float* out) {
  for (std::uint64_t n = 0; n < b.columns; ++n) {
    for (std::uint64_t m = 0; m < a.columns; ++m) {
      double sum = 0;
      for (std::uint64_t k = 0; k < a.rows; ++k)
        sum += double{left[m * a.rows + k]} * right[n * b.rows + k];
      out[n * a.columns + m] = static_cast<float>(sum);
    }
  }
}

void add_products(Api& api) {
  api.cublasLtMatmulAlgoGetHeuristic.function = [](Handle, MatmulHandle, LayoutHandle, LayoutHandle,
                                                   LayoutHandle, LayoutHandle, PreferenceHandle,
                                                   int most, Proposal* out, int* found) {
    *found = std::min(most, light().proposals);
    for (int i = 0; i < *found; ++i) out[i] = {{{static_cast<std::uint64_t>(i)}}, 0, 0, 0, {}};
    return kSuccess;
  };
  api.cublasLtMatmul.function =
      [](Handle, MatmulHandle, const void*, const void* a, LayoutHandle la, const void* b,
         LayoutHandle lb, const void*, const void*, LayoutHandle, void* d, LayoutHandle,
         const Algorithm* algorithm, void*, std::size_t, cuda::StreamHandle) {
        if (light().refuses) return kNotSupported;
        ++light().products;
        auto* const out = static_cast<float*>(d);
        multiply(*reinterpret_cast<FakeLayout*>(la), *reinterpret_cast<FakeLayout*>(lb),
                 static_cast<const float*>(a), static_cast<const float*>(b), out);
        if (static_cast<int>(algorithm->data[0]) == light().wrong) out[0] += 100;
        return kSuccess;
      };
}

Api fake_light() {
  Api api;
  api.cublasLtGetVersion.function = [] { return std::size_t{130100}; };
  api.cublasLtGetStatusString.function = [](Status) { return "not supported here"; };
  api.cublasLtCreate.function = [](Handle*) { return kSuccess; };
  api.cublasLtDestroy.function = [](Handle) { return kSuccess; };
  api.cublasLtMatmulDescCreate.function = [](MatmulHandle*, int, int) { return kSuccess; };
  api.cublasLtMatmulDescDestroy.function = [](MatmulHandle) { return kSuccess; };
  api.cublasLtMatmulDescSetAttribute.function = [](MatmulHandle, int, const void*, std::size_t) {
    return kSuccess;
  };
  api.cublasLtMatrixLayoutCreate.function = [](LayoutHandle* out, int, std::uint64_t rows,
                                               std::uint64_t columns, std::int64_t) {
    *out = reinterpret_cast<LayoutHandle>(new FakeLayout{rows, columns});
    return kSuccess;
  };
  api.cublasLtMatrixLayoutDestroy.function = [](LayoutHandle layout) {
    delete reinterpret_cast<FakeLayout*>(layout);
    return kSuccess;
  };
  api.cublasLtMatmulPreferenceCreate.function = [](PreferenceHandle*) { return kSuccess; };
  api.cublasLtMatmulPreferenceDestroy.function = [](PreferenceHandle) { return kSuccess; };
  api.cublasLtMatmulPreferenceSetAttribute.function = [](PreferenceHandle, int, const void*,
                                                         std::size_t) { return kSuccess; };
  add_products(api);
  return api;
}

/// CUDA that fills matrices with normal numbers and starts graphs that last a millisecond.
cuda::Api gemm_cuda() {
  cuda::Api api = fake_cuda();
  api.cuStreamBeginCapture_v2.function = [](cuda::StreamHandle, int) { return cuda::kSuccess; };
  api.cuStreamEndCapture.function = [](cuda::StreamHandle, cuda::GraphHandle*) {
    return cuda::kSuccess;
  };
  api.cuGraphInstantiateWithFlags.function = [](cuda::GraphRunHandle*, cuda::GraphHandle,
                                                unsigned long long) { return cuda::kSuccess; };
  api.cuGraphLaunch.function = [](cuda::GraphRunHandle, cuda::StreamHandle) {
    const timespec time{0, 1'000'000};
    nanosleep(&time, nullptr);
    return cuda::kSuccess;
  };
  api.cuGraphDestroy.function = [](cuda::GraphHandle) { return cuda::kSuccess; };
  api.cuGraphExecDestroy.function = [](cuda::GraphRunHandle) { return cuda::kSuccess; };
  api.cuLaunchKernel.function = [](cuda::FunctionHandle, unsigned, unsigned, unsigned, unsigned,
                                   unsigned, unsigned, unsigned, cuda::StreamHandle, void** with,
                                   void**) {
    auto* const out = reinterpret_cast<float*>(*static_cast<cuda::Address*>(with[0]));
    std::mt19937_64 random(*static_cast<unsigned long long*>(with[3]));
    std::normal_distribution<float> normal;
    for (unsigned long long i = 0; i < *static_cast<unsigned long long*>(with[1]); ++i)
      out[i] = normal(random);
    return cuda::kSuccess;
  };
  return api;
}

class GemmOnFakes : public testing::Test {
 protected:
  GemmOnFakes() {
    light() = {};
    fake::gpu().total = fake::gpu().free = std::size_t{8} << 30U;
    wish_.type = gemm_type("fp32");
    wish_.m = 64, wish_.n = 48, wish_.k = 32;
  }

  GemmPlace place() { return {cuda_, 0, module_, stream_, library_}; }
  Result<GemmMeasured> run(GemmMeasure measure) {
    const std::unique_ptr<Gemm> gemm = TRY(Gemm::make(place(), wish_));
    return measured(*gemm, place(), measure);
  }

  GemmWish wish_;
  Cuda cuda_{gemm_cuda()};
  Module module_{cuda_.api(), nullptr};
  Stream stream_ = *cuda_.stream();
  CublasLt library_ = *CublasLt::make(fake_light());
};

TEST_F(GemmOnFakes, count_finished_work_and_check_it) {
  int windows = 0;
  GemmMeasure measure{2.2};
  measure.sample = [] { return GpuSample{0, {}, 2.3e9, 90.0, 70.0, std::uint64_t{0}}; };
  measure.window = [&](const GemmRun&, const GemmWindow& window) {
    ++windows;
    EXPECT_GT(window.rate, 0);
    EXPECT_EQ(window.power, 90.0);
  };
  const auto done = run(measure);
  ASSERT_TRUE(done.ok()) << done.error().what;
  EXPECT_EQ(windows, 2);
  EXPECT_TRUE(done->run.before.passed());
  EXPECT_TRUE(done->run.after.passed());
  EXPECT_EQ(done->run.after.checked, 64 * 48);
  EXPECT_GE(done->run.batches.back().at, 2.2);
  const GemmSummary summary = summary_of(done->run, nullptr);
  EXPECT_NEAR(summary.steady / (done->run.flop_of_batch / 1e-3), 1, 0.6);
}

TEST_F(GemmOnFakes, leave_out_a_candidate_that_is_wrong_and_say_so) {
  light().proposals = 1;
  light().wrong = 0;
  const auto all_wrong = run({0.1});
  ASSERT_TRUE(all_wrong.ok());
  const GemmSummary summary = summary_of(all_wrong->run, nullptr);
  EXPECT_EQ(verdict_of(all_wrong->run, summary, nullptr).reason, "wrong-results");
  light().proposals = 2;
  const auto one_wrong = run({0.1});
  ASSERT_TRUE(one_wrong.ok());
  EXPECT_TRUE(one_wrong->run.after.passed());
  for (const int rank : one_wrong->run.wrong_ranks) EXPECT_EQ(rank, 0);
}

TEST_F(GemmOnFakes, give_the_librarys_own_reason_for_a_refusal) {
  light().refuses = true;
  EXPECT_EQ(run({0.1}).error().kind, Error::Kind::unsupported);
  EXPECT_NE(run({0.1}).error().what.find("not supported here"), std::string::npos);
  light().refuses = false;
  light().proposals = 0;
  EXPECT_EQ(run({0.1}).error().kind, Error::Kind::unsupported);
}

TEST_F(GemmOnFakes, leave_half_of_the_memory_to_others) {
  wish_.m = wish_.n = wish_.k = 32768;
  EXPECT_EQ(Gemm::make(place(), wish_).error().kind, Error::Kind::busy);
}

TEST_F(GemmOnFakes, end_when_they_must_and_keep_what_was_finished) {
  GemmMeasure measure{60};
  int asked = 0;
  measure.must_end = [&]() -> std::string { return ++asked > 20 ? "interrupted" : ""; };
  const auto done = run(measure);
  ASSERT_TRUE(done.ok());
  EXPECT_EQ(done->cut, "interrupted");
  EXPECT_GT(done->run.batches.size(), 20U);
}

double decoded_bits(const char* type, std::uint32_t bits) {
  std::byte bytes[4];
  std::memcpy(bytes, &bits, sizeof bits);
  return decoded(*gemm_type(type)->a, bytes);
}

TEST(Elements, are_decoded_as_their_formats_say) {
  EXPECT_EQ(decoded_bits("fp16", 0x3c00), 1);
  EXPECT_EQ(decoded_bits("fp16", 0x7bff), 65504);
  EXPECT_EQ(decoded_bits("fp16", 0x0001), std::ldexp(1, -24));
  EXPECT_EQ(decoded_bits("fp16", 0xfc00), -INFINITY);
  EXPECT_EQ(decoded_bits("bf16", 0x3f80), 1);
  EXPECT_EQ(decoded_bits("bf16", 0xc2f7), -123.5);
  EXPECT_EQ(decoded_bits("fp8-e4m3", 0x7e), 448);
  EXPECT_EQ(decoded_bits("fp8-e4m3", 0x01), std::ldexp(1, -9));
  EXPECT_EQ(decoded_bits("fp8-e4m3", 0xb8), -1);
  EXPECT_TRUE(std::isnan(decoded_bits("fp8-e4m3", 0x7f)));
  EXPECT_EQ(decoded_bits("fp8-e5m2", 0x7b), 57344);
  EXPECT_EQ(decoded_bits("fp8-e5m2", 0x7c), INFINITY);
  EXPECT_TRUE(std::isnan(decoded_bits("fp8-e5m2", 0x7d)));
  EXPECT_EQ(decoded_bits("int8", 0x80), -128);
}

const GpuReference& gb10_reference() {
  static const GpuReference found = [] {
    const FakeHost host;
    const auto all = gpu_references(*data_files(host, "gpus", {}));
    return *reference_of(*all, Version{"12.1"});
  }();
  return found;
}

/// 60 seconds of a GB10 with the clock, power and rate that `at` says.
struct Moment {
  double rate = 94e12, clock = 2300e6, power = 91, temperature = 75;
  std::uint64_t reasons = 4;  // power cap
};

GemmRun timeline(const std::function<Moment(double)>& at) {
  GemmRun out;
  out.wish.type = gemm_type("fp16");
  out.processors = 48;
  out.flop_of_batch = 1e12;
  out.before.checked = out.after.checked = 4096;
  for (double seconds = 0.05; seconds < 60; seconds += 0.05) {
    const Moment moment = at(seconds);
    out.batches.push_back({seconds, out.flop_of_batch / moment.rate});
    out.samples.push_back(
        {seconds, 0.96, moment.clock, moment.power, moment.temperature, moment.reasons});
  }
  return out;
}

GemmVerdict verdict(const GemmRun& run) {
  return verdict_of(run, summary_of(run, &gb10_reference()), &gb10_reference());
}
GemmVerdict verdict_at(const Moment& moment) {
  return verdict(timeline([&](double) { return moment; }));
}

TEST(GemmVerdicts, know_each_state) {
  EXPECT_EQ(verdict_at({}).verdict, "healthy");
  EXPECT_EQ(verdict_at({.rate = 62.7e12}).verdict, "software");
  const GemmVerdict stuck =
      verdict_at({.rate = 36.5e12, .clock = 799e6, .power = 19.5, .reasons = 0});
  EXPECT_EQ(stuck.reason, "pinned-clock");
  EXPECT_NE(stuck.remedy.find("out of the wall"), std::string::npos);
  EXPECT_EQ(verdict_at({.rate = 70e12, .clock = 1700e6, .power = 70, .reasons = 0x40}).reason,
            "hw_thermal_slowdown");
  EXPECT_EQ(verdict_at({.rate = 80e12, .clock = 1900e6, .power = 70}).reason, "low-clock");
  EXPECT_EQ(verdict_at({.rate = 125e12}).reason, "over-the-ceiling");
}

TEST(GemmVerdicts, do_not_judge_what_is_missing) {
  GemmRun run = timeline([](double) { return Moment{}; });
  for (GpuSample& sample : run.samples) sample.power.reset();
  EXPECT_EQ(verdict(run).reason, "no-telemetry");
  run.samples.clear();
  EXPECT_EQ(verdict(run).reason, "no-telemetry");
  run = timeline([](double) { return Moment{}; });
  EXPECT_EQ(verdict_of(run, summary_of(run, nullptr), nullptr).reason, "no-reference");
  run.wish.m = 512;
  EXPECT_EQ(verdict(run).reason, "other-shape");
  run.after.wrong = 1;
  EXPECT_EQ(verdict(run).reason, "wrong-results");
  run.after = {};
  EXPECT_EQ(verdict(run).reason, "not-checked");
  run.batches.clear();
  EXPECT_EQ(verdict(run).reason, "no-work");
}

TEST(GemmVerdicts, tell_the_decay_apart_from_the_steady_rate) {
  const GemmRun run =
      timeline([](double seconds) { return Moment{.rate = seconds < 10 ? 97.9e12 : 94.1e12}; });
  const GemmSummary summary = summary_of(run, &gb10_reference());
  EXPECT_NEAR(summary.first, 97.9e12, 0.1e12);
  EXPECT_NEAR(summary.steady, 94.1e12, 0.1e12);
  EXPECT_NEAR(*summary.ceiling, 1024 * 48 * 2300e6, 1);
}

/// Every suite of the readings of a healthy unit, as if it had been a run.
TEST(GemmVerdicts, find_nothing_in_the_readings_of_a_healthy_unit) {
  const char* const shared = std::getenv("GB10_SHARED");
  std::ifstream file(std::string(shared ? shared : "") + "/data/gb10-corpus/telemetry.csv");
  if (!file) GTEST_SKIP() << "the readings of a real unit are not here";
  std::map<std::string, GemmRun> runs;
  std::string line;
  std::getline(file, line);
  std::size_t rows = 0;
  while (std::getline(file, line)) {
    const std::vector<std::string_view> cells = split(line, ',');
    ASSERT_GE(cells.size(), 7U);
    ++rows;
    if (decimal_number(cells[6]).value_or(0) < 90) continue;
    GemmRun& run = runs[std::string(cells[0]) + std::string(cells[1])];
    const double at = 10.0 * static_cast<double>(run.samples.size() + 1);
    run.samples.push_back({at,
                           0.96,
                           *decimal_number(cells[5]) * 1e6,
                           *decimal_number(cells[3]),
                           *decimal_number(cells[4]),
                           {}});
    run.batches.push_back({at, 1.0 / 94});
  }
  EXPECT_EQ(rows, 60774U);
  for (auto& [name, run] : runs) {
    if (run.samples.size() < 6) continue;
    run.wish.type = gemm_type("fp16");
    run.processors = 48;
    run.flop_of_batch = 1e12;
    run.before.checked = run.after.checked = 4096;
    EXPECT_EQ(verdict(run).verdict, "healthy") << name << ": " << verdict(run).says;
  }
}

TEST(GemmRecords, come_back_from_json_and_have_blocks) {
  const GemmRun run = timeline([](double) { return Moment{}; });
  const GemmSummary summary = summary_of(run, &gb10_reference());
  RunRecord record;
  add_to(record, run, summary, verdict(run));
  const auto back = run_record_from(*parse_json(to_text(to_json(record))));
  ASSERT_TRUE(back.ok()) << back.error().what;
  EXPECT_EQ(*back, record);
  const auto blocks =
      std::find_if(record.series.begin(), record.series.end(),
                   [](const auto& each) { return each.metric == "gemm.rate.block"; });
  ASSERT_NE(blocks, record.series.end());
  EXPECT_EQ(blocks->values.size(), 12U);
  EXPECT_EQ(record.params.at("result.verdict"), "healthy");
}

TEST(LibraryCopies, are_found_in_toolkits_and_environments) {
  FakeHost host;
  host.file("/usr/local/cuda/lib64/libcublasLt.so.13", "")
      .file("/usr/local/cuda-13.2/lib64/libcublasLt.so.13", "")
      .file("/opt/env/lib/python3.12/site-packages/nvidia/cu13/lib/libcublasLt.so.13", "")
      .file("/opt/conda/lib/libcublasLt.so.13", "");
  EXPECT_EQ(library_copies(host, "libcublasLt.so.13", "").size(), 2U);
  EXPECT_EQ(library_copies(host, "libcublasLt.so.13", "/opt/env").size(), 1U);
  EXPECT_EQ(library_copies(host, "libcublasLt.so.13", "/opt/conda").front(),
            "/opt/conda/lib/libcublasLt.so.13");
  EXPECT_TRUE(library_copies(host, "libcublasLt.so.13", "/none").empty());
}

TEST(GpuReferences, name_file_and_line_of_a_mistake) {
  const auto read = [](const char* text) { return read_gpu_reference({"x", text, "here"}); };
  EXPECT_FALSE(read("name = 'x'\n").ok());
  const auto wrong = read(
      "name='x'\ntitle='x'\nsource='x'\ndate='x'\ncapability='9.9'\n[[type]]\nname='fp16'\n"
      "flop_per_clock=1\nhealthy=[9, 1]\n");
  ASSERT_FALSE(wrong.ok());
  EXPECT_NE(wrong.error().what.find("x:9"), std::string::npos) << wrong.error().what;
}

}  // namespace
}  // namespace gb10
