#include <gtest/gtest.h>

#include "audit/judge_line.h"
#include "audit/judge_requirements.h"
#include "audit/requirement_samples.h"

namespace gb10 {
namespace {

RequirementAudit judge_file(const std::string& path, const std::string& text) {
  const SampleFiles files = {{path, text}};
  const SampleAdvisor advice;
  const auto set = read_requirements(sample_reader(files), path, *requirement_kind(path));
  EXPECT_TRUE(set.ok());
  return set.ok() ? judged(*set, {}, advice.advisor()) : RequirementAudit();
}

std::string verdict(const std::string& line) {
  const RequirementAudit out = judge_file("/p/requirements.txt", line + "\n");
  return out.findings.empty() ? "none" : word(out.findings[0].verdict);
}

TEST(RequirementVerdicts, of_versions_that_no_range_is_of_are_not_known) {
  InstallAdvice advice;
  advice.ranges = {{sample_clauses("<0.4"), AdvisedRange::Outcome::broken, "for CUDA 12"},
                   {sample_clauses(">=0.4.4"), AdvisedRange::Outcome::usable, ""}};
  EXPECT_EQ(judged_by_ranges(sample_clauses("==0.4.2"), advice).verdict, LineVerdict::unknown);
  EXPECT_EQ(judged_by_ranges(sample_clauses(">=0.4.2"), advice).verdict, LineVerdict::fine);
}

TEST(RequirementVerdicts, of_extras_that_name_a_cuda) {
  EXPECT_EQ(verdict("any-cuda12-plugin"), "second-cuda");
  EXPECT_EQ(verdict("accelerate[cuda12]"), "second-cuda");
  EXPECT_EQ(verdict("accelerate[cuda13]"), "fine");
}

TEST(RequirementVerdicts, of_an_address_leave_no_machine_without_it) {
  const RequirementAudit out = judge_file(
      "/p/requirements.txt",
      "torch @ https://h/whl/cpu/torch-2.9.1%2Bcpu-cp312-cp312-manylinux_2_28_aarch64.whl\n");
  ASSERT_EQ(out.findings.size(), 1U);
  EXPECT_EQ(out.findings[0].verdict, LineVerdict::cpu_build);
  ASSERT_EQ(out.findings[0].instead.size(), 2U);
  EXPECT_NE(out.findings[0].instead[1].find("; platform_machine == 'aarch64'"), std::string::npos);
}

TEST(RequirementVerdicts, of_sources_that_an_extra_chooses_name_the_index) {
  const RequirementAudit out =
      judge_file("/p/pyproject.toml",
                 "[project]\nname = 'x'\n[project.optional-dependencies]\ncpu = ['torch>=2.11']\n"
                 "[tool.uv.sources]\ntorch = [{ index = 'pc', extra = 'cpu' }]\n"
                 "[[tool.uv.index]]\nname = 'pc'\nurl = 'https://download.pytorch.org/whl/cpu'\n"
                 "explicit = true\n");
  ASSERT_EQ(out.findings.size(), 1U);
  EXPECT_EQ(out.findings[0].verdict, LineVerdict::works_with);
  EXPECT_TRUE(out.to_add.empty());
}

}  // namespace
}  // namespace gb10
