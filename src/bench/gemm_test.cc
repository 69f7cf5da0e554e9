#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>

#include "bench/gemm_fakes.h"
#include "bench/gemm_measure.h"
#include "bench/library_places.h"
#include "host/fake_host.h"

namespace gb10 {
namespace {

using namespace gemm_fakes;

class GemmOnFakes : public testing::Test {
 protected:
  GemmOnFakes() {
    light() = {};
    fake::gpu().total = fake::gpu().free = std::size_t{8} << 30U;
    wish_.type = gemm_type("fp32");
    wish_.m = 64, wish_.n = 48, wish_.k = 32;
  }

  GemmPlace place() { return {cuda_, 0, module_, stream_, library_}; }
  Result<GemmRun> run(GemmMeasure measure) {
    measure.final_seconds = 0.002;
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
  EXPECT_TRUE(done->before.passed());
  EXPECT_TRUE(done->after.passed());
  EXPECT_EQ(done->after.checked, 64 * 48);
  EXPECT_GE(done->batches.back().at, 2.2);
  const GemmSummary summary = summary_of(*done, nullptr);
  EXPECT_NEAR(summary.steady / (done->flop_of_batch / 1e-3), 1, 0.6);
}

TEST_F(GemmOnFakes, leave_out_a_candidate_that_is_wrong_and_say_so) {
  light().proposals = 1;
  light().wrong = 0;
  const auto all_wrong = run({0.1});
  ASSERT_TRUE(all_wrong.ok());
  const GemmSummary summary = summary_of(*all_wrong, nullptr);
  EXPECT_EQ(verdict_of(*all_wrong, summary, nullptr).reason, "wrong-results");
  light().proposals = 2;
  const auto one_wrong = run({0.1});
  ASSERT_TRUE(one_wrong.ok());
  EXPECT_TRUE(one_wrong->after.passed());
  for (const int rank : one_wrong->wrong_ranks) EXPECT_EQ(rank, 0);
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
  measure.must_end = [&](const GemmRun* run) -> EarlyEnd {
    if (run && ++asked > 20) return {CutBy::interrupted, "interrupted"};
    return {};
  };
  const auto done = run(measure);
  ASSERT_TRUE(done.ok());
  EXPECT_EQ(done->cut.why, CutBy::interrupted);
  EXPECT_GT(done->batches.size(), 20U);
  EXPECT_EQ(verdict_of(*done, summary_of(*done, nullptr), nullptr).reason, "cut");
}

TEST_F(GemmOnFakes, end_in_the_search_too) {
  GemmMeasure measure{60};
  measure.must_end = [](const GemmRun*) -> EarlyEnd {
    return {CutBy::interrupted, "interrupted"};
  };
  EXPECT_EQ(run(measure).error().kind, Error::Kind::cancelled);
}

TEST_F(GemmOnFakes, keep_what_was_finished_before_a_failure) {
  GemmMeasure measure{60};
  measure.must_end = [](const GemmRun* run) -> EarlyEnd {
    if (run && run->batches.size() == 5) light().refuses = true;
    if (run && run->batches.size() == 9) return {CutBy::memory, "no memory"};
    return {};
  };
  const auto done = run(measure);
  ASSERT_TRUE(done.ok());
  EXPECT_GE(done->batches.size(), 9U);
  EXPECT_EQ(done->cut.why, CutBy::failed);
  EXPECT_EQ(verdict_of(*done, summary_of(*done, nullptr), nullptr).verdict, "invalid");
}

TEST_F(GemmOnFakes, check_each_layout_against_its_own_rows_and_columns) {
  wish_.m = wish_.n = wish_.k = 48;  // square, so that any of them can be taken for another
  for (const GemmLayout layout : kAllGemmLayouts) {
    light() = {};
    wish_.layout = layout;
    const auto gemm = Gemm::make(place(), wish_);
    ASSERT_TRUE(gemm.ok()) << gemm.error().what;
    const auto right = (*gemm)->checked({});
    ASSERT_TRUE(right.ok()) << right.error().what;
    EXPECT_TRUE(right->passed()) << word(layout);
    // A library that takes the factors for what they are not.
    light().attributes[kTransposeA] ^= 1;
    light().attributes[kTransposeB] ^= 1;
    const auto wrong = (*gemm)->checked({});
    ASSERT_TRUE(wrong.ok()) << wrong.error().what;
    EXPECT_GT(wrong->wrong, 500) << word(layout);
  }
}

double decoded_bits(const char* type, std::uint32_t bits) {
  std::byte bytes[4];
  std::memcpy(bytes, &bits, sizeof bits);
  return decoded(*gemm_type(type)->a, bytes, 0);
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

TEST(LibraryCopies, are_found_in_toolkits_and_environments) {
  FakeHost host;
  host.file("/usr/local/cuda/lib64/libcublasLt.so.13", "")
      .file("/usr/local/cuda-13.2/lib64/libcublasLt.so.13", "")
      .file("/opt/env/lib/python3.12/site-packages/nvidia/cu13/lib/libcublasLt.so.13", "")
      .file("/opt/conda/lib/libcublasLt.so.13", "")
      .file("/opt/env/lib/python3.12/site-packages/nvidia/cusparselt/lib/libcusparseLt.so.0", "")
      .file("/opt/new/lib/python3.12/site-packages/nvidia/cu13/lib/libcusparseLt.so.0", "");
  EXPECT_EQ(library_copies(host, "libcublasLt.so.13", "").size(), 2U);
  EXPECT_EQ(library_copies(host, "libcublasLt.so.13", "/opt/env").size(), 1U);
  EXPECT_EQ(library_copies(host, "libcublasLt.so.13", "/opt/conda").front(),
            "/opt/conda/lib/libcublasLt.so.13");
  EXPECT_TRUE(library_copies(host, "libcublasLt.so.13", "/none").empty());
  for (const char* const environment : {"/opt/env", "/opt/new"})
    EXPECT_EQ(library_copies(host, "libcusparseLt.so.0", environment).size(), 1U) << environment;
}

TEST(GpuReferences, name_file_and_line_of_a_mistake) {
  const auto read = [](const char* text) { return read_gpu_reference({"x", text, "here"}); };
  EXPECT_FALSE(read("name = 'x'\n").ok());
  const auto wrong = read(
      "name='x'\ntitle='x'\nsource='x'\ndate='x'\ncapability='9.9'\n[[type]]\nname='fp16'\n"
      "flop_per_clock=1\nhealthy=[\"9 TFLOP/s\", \"1 TFLOP/s\"]\n");
  ASSERT_FALSE(wrong.ok());
  EXPECT_NE(wrong.error().what.find("x:9"), std::string::npos) << wrong.error().what;
}

}  // namespace
}  // namespace gb10
