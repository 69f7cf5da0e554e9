#include "audit/remedies.h"

#include <gtest/gtest.h>

#include "audit/audit_samples.h"

namespace gb10 {
namespace {

/// What is told to be run for an item with these causes.
std::vector<std::string> told(const std::string& name, std::vector<AuditCause> causes,
                              const std::string& version = "1.0",
                              const std::vector<std::string>& lacks = {}) {
  Audit audit;
  AuditItem item;
  item.name = name;
  item.version = version;
  item.path = "/v/lib/python3.12/site-packages/" + name + "-" + version + ".dist-info";
  item.verdict = AuditVerdict::cannot_load;
  item.causes = std::move(causes);
  item.lacks = lacks;
  audit.items = {item, AuditItem{}};
  add_remedies(audit, *CompatMatrix::built_in(), audit_samples::table());
  std::vector<std::string> out;
  for (const Step& step : audit.items[0].remedy) {
    if (!step.run.empty()) out.push_back(step.run);
  }
  return out;
}

using Told = std::vector<std::string>;
const AuditCause kNoStdlib = {"missing-library", "wants libstdc++.so.6", "x.so", "libstdc++.so.6"};
const AuditCause kNoGcc = {"missing-library", "wants libgcc_s.so.1", "x.so", "libgcc_s.so.1"};

TEST(Remedies, install_what_is_missing_of_the_system) {
  EXPECT_EQ(told("ctranslate2", {kNoStdlib, kNoGcc, kNoStdlib}),
            Told{"sudo apt-get install libgcc-s1 libstdc++6"});
  EXPECT_EQ(told("nobody-knows-it", {kNoStdlib}), Told{"sudo apt-get install libstdc++6"});
}

TEST(Remedies, are_the_rows_as_well_where_more_is_wrong) {
  const Told both = told("jax-cuda12-plugin", {{"cuda-major", "is for CUDA 12", ""}, kNoStdlib});
  ASSERT_GT(both.size(), 1U);
  EXPECT_EQ(both[0], "sudo apt-get install libstdc++6");
  const AuditCause unknown = {"missing-library", "wants libfoo.so.1", "x.so", "libfoo.so.1"};
  EXPECT_EQ(told("nobody-knows-it", {unknown}), Told{});
}

TEST(Remedies, put_lost_files_back_as_they_were) {
  EXPECT_EQ(told("torch", {{"missing-file", "is not there", "torch/lib/libtorch_cuda.so"}}),
            Told{"uv pip install --reinstall --no-deps torch==1.0"});
  // What PyPI does not have comes from the index of that build.
  EXPECT_EQ(told("torch", {{"missing-file", "is not there", "torch/lib/x.so"}}, "2.9.1+cu129"),
            Told{"uv pip install --reinstall --no-deps torch==2.9.1+cu129 --index-url "
                 "https://download.pytorch.org/whl/cu129"});
  EXPECT_EQ(told("nobody-knows-it", {{"missing-file", "is not there", "x.so"}}, "1.0+mine"),
            Told{});
}

TEST(Remedies, install_what_metadata_asks_for_and_nothing_else) {
  const AuditCause cause = {"missing-cuda", "wants libcudnn.so.9", "x.so"};
  EXPECT_EQ(told("torch", {cause}, "2.14.0", {"nvidia-cudnn-cu13==9.24.0.43"}),
            Told{"uv pip install nvidia-cudnn-cu13==9.24.0.43"});
  EXPECT_NE(told("torch", {cause, {"no-code", "has code for sm_90 only", ""}}, "2.14.0",
                 {"nvidia-cudnn-cu13==9.24.0.43"}),
            Told{"uv pip install nvidia-cudnn-cu13==9.24.0.43"});
}

TEST(Remedies, install_torch_where_it_is_what_is_missing) {
  const Told found = told("torchcodec", {{"missing-torch", "wants libtorch.so", "x.so"}});
  ASSERT_FALSE(found.empty());
  EXPECT_NE(found[0].find("torch"), std::string::npos);
  EXPECT_EQ(found[0].find("ffmpeg"), std::string::npos);
}

}  // namespace
}  // namespace gb10
