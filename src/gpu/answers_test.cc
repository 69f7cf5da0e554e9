#include "gpu/answers.h"

#include <gtest/gtest.h>

namespace gb10 {
namespace {

Json json(std::string_view text) {
  Result<Json> parsed = parse_json(text);
  CHECK(parsed.ok());
  return *std::move(parsed);
}

template <class T>
Error::Kind refused(const Result<T>& result) {
  return result.ok() ? Error::Kind::failed : result.error().kind;
}

TEST(Answers, questions_go_there_and_back) {
  for (const char* const text :
       {R"({"ask":"driver"})", R"({"ask":"list"})", R"({"ask":"processes"})",
        R"({"ask":"sample","gpu":1})", R"({"ask":"load","gpu":0,"kind":"matrix_vector"})",
        R"({"ask":"load","gpu":0,"kind":"copy","seconds":4.5})"}) {
    const Result<Question> question = question_from(json(text));
    ASSERT_TRUE(question.ok()) << text;
    EXPECT_EQ(to_text(to_json(*question)), text);
  }
}

TEST(Answers, what_is_no_question_is_invalid) {
  for (const char* const text :
       {"[]", "null", "{}", R"({"ask":"reboot"})", R"({"ask":1})", R"({"ask":"sample"})",
        R"({"ask":"sample","gpu":-1})", R"({"ask":"sample","gpu":"0"})",
        R"({"ask":"load","gpu":0})", R"({"ask":"load","gpu":0,"kind":"sha"})",
        R"({"ask":"load","gpu":0,"kind":"fma","seconds":"4"})", R"({"ask":"list","gpus":0})"}) {
    EXPECT_EQ(refused(question_from(json(text))), Error::Kind::invalid) << text;
  }
}

TEST(Answers, the_driver_may_be_unknown_in_part) {
  const Result<GpuDriver> driver = driver_from(
      json(R"({"driver_version":"580.142","cu_init":100,)"
           R"("cuda_version":{"unknown":"busy","what":"no answer","hint":"ask again"}})"));
  ASSERT_TRUE(driver.ok());
  EXPECT_EQ(*driver->driver_version, "580.142");
  EXPECT_EQ(*driver->cu_init, 100);
  EXPECT_EQ(driver->cuda_version.error(), (Error{Error::Kind::busy, "no answer", "ask again"}));
  EXPECT_EQ(driver->nvml_version.error().kind, Error::Kind::not_recorded);
}

TEST(Answers, a_driver_of_the_wrong_types_is_invalid) {
  for (const char* const text :
       {"[]", R"({"driver_version":580})", R"({"cu_init":"0"})", R"({"cuda_version":-1})",
        R"({"cu_init":{"unknown":"because","what":""}})", R"({"cu_init":{"unknown":"busy"}})",
        R"({"cu_ini":1})"}) {
    EXPECT_EQ(refused(driver_from(json(text))), Error::Kind::invalid) << text;
  }
}

TEST(Answers, fields_have_the_types_of_the_table) {
  const Result<std::vector<GpuInfo>> gpus = list_from(
      json(R"([{"index":0,"fields":{"name":"NVIDIA GB10","compute_capability":{"version":"12.1"},)"
           R"("memory.total":{"unknown":"unsupported","what":"Not Supported"},"energy":1500,)"
           R"("clock.sm":{"quantity":2405000000,"unit":"hertz"},"reasons":["sw_power_cap"],)"
           R"("of.a.newer.version":7}}])"));
  ASSERT_TRUE(gpus.ok()) << gpus.error().what;
  const Facts& fields = gpus->at(0).fields;
  EXPECT_EQ(*fields.known<Version>("compute_capability"), Version{"12.1"});
  EXPECT_EQ(*fields.known<Quantity>("clock.sm"), megahertz(2405));
  EXPECT_EQ(*fields.known<double>("energy"), 1500);
  EXPECT_EQ(*fields.known<std::int64_t>("of.a.newer.version"), 7);
  EXPECT_EQ(fields.find("memory.total")->value.error(),
            (Error{Error::Kind::unsupported, "Not Supported"}));
  EXPECT_EQ(fields.find("name")->source, "NVML");
}

TEST(Answers, fields_of_other_types_are_invalid) {
  for (const char* const field :
       {R"("name":7)", R"("pstate":"P8")", R"("clock.sm":2405)", R"("name":null)",
        R"("clock.sm":{"quantity":2405,"unit":"watts"})", R"("ecc":0)", R"("reasons":[1])",
        R"("name":{"unknown":"unsupported"})"}) {
    const std::string text = std::string(R"([{"index":0,"fields":{)") + field + "}}]";
    EXPECT_EQ(refused(list_from(json(text))), Error::Kind::invalid) << text;
  }
  EXPECT_EQ(refused(list_from(json("{}"))), Error::Kind::invalid);
  EXPECT_EQ(refused(list_from(json(R"([{"index":0}])"))), Error::Kind::invalid);
  EXPECT_EQ(refused(list_from(json(R"([{"fields":{}}])"))), Error::Kind::invalid);
}

TEST(Answers, memory_that_the_driver_does_not_tell_is_left_out) {
  const auto processes =
      processes_from(json(R"([{"gpu":0,"pid":4711,"memory":36077305856,"type":"compute"},)"
                          R"({"gpu":0,"pid":1200,"type":"graphics"}])"));
  ASSERT_TRUE(processes.ok());
  EXPECT_EQ(processes->at(0).memory, 36'077'305'856U);
  EXPECT_EQ(processes->at(1).memory, std::nullopt);
  EXPECT_EQ(refused(processes_from(json(R"([{"gpu":0,"pid":1}])"))), Error::Kind::invalid);
  EXPECT_EQ(refused(processes_from(json(R"([{"gpu":0,"pid":1,"type":"compute","memroy":5}])"))),
            Error::Kind::invalid);
}

TEST(Answers, a_load_needs_all_its_members) {
  const char* const good =
      R"({"kind":"fma","seconds":4.0,"rate":3e13,"verified":true,"samples":[{"seconds":0.5}]})";
  const Result<LoadResult> load = load_from(json(good));
  ASSERT_TRUE(load.ok());
  EXPECT_EQ(load->rate, 3e13);
  EXPECT_EQ(load->samples.size(), 1U);
  for (const char* const text :
       {R"({"kind":"fma","seconds":4,"rate":3e13,"samples":[]})",
        R"({"kind":"x","seconds":4,"rate":3e13,"verified":true,"samples":[]})",
        R"({"kind":"fma","seconds":4,"rate":-3,"verified":true,"samples":[]})",
        R"({"kind":"fma","seconds":4,"rate":3,"verified":true,"samples":[{"sm_clok":1}]})"}) {
    EXPECT_EQ(refused(load_from(json(text))), Error::Kind::invalid) << text;
  }
}

TEST(Answers, a_line_has_an_answer_or_an_error_and_not_both) {
  EXPECT_EQ(refused(answer_in(json("{}"))), Error::Kind::invalid);
  EXPECT_EQ(refused(answer_in(json(R"({"answer":1,"error":{"kind":"failed","what":"x"}})"))),
            Error::Kind::invalid);
  EXPECT_EQ(refused(answer_in(json(R"({"error":{"kind":"failed"}})"))), Error::Kind::invalid);
  const auto honest = answer_in(json(R"({"error":{"kind":"denied","what":"x","hint":"y"}})"));
  ASSERT_TRUE(honest.ok());
  EXPECT_EQ(honest->error(), (Error{Error::Kind::denied, "x", "y"}));
}

TEST(Answers, every_kind_of_load_has_a_word_that_is_read_back) {
  for (const LoadKind kind : {LoadKind::fma, LoadKind::matrix_vector, LoadKind::copy}) {
    EXPECT_EQ(load_kind(word(kind)), kind);
  }
  EXPECT_EQ(load_kind("gemm"), std::nullopt);
}

}  // namespace
}  // namespace gb10
