// Dependency lists of public projects (tests/requirements), judged by the matrix as it is built in;
// and what must be so of every list, tried on lists made at random.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include <gtest/gtest.h>

#include "audit/compat_advice.h"
#include "audit/requirement_edits.h"
#include "audit/requirement_samples.h"
#include "base/text.h"

namespace gb10 {
namespace {

namespace fs = std::filesystem;

std::string content(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class RequirementCorpus : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(matrix_.ok()) << matrix_.error().what;
    advice_.emplace(*matrix_);
  }

  RequirementSet read(const SampleFiles& files, const std::string& path) const {
    auto set = read_requirements(sample_reader(files), path, *requirement_kind(path));
    EXPECT_TRUE(set.ok()) << (set.ok() ? "" : set.error().what);
    return set.ok() ? *set : RequirementSet{};
  }

  /// Rows as expected.tsv has them.
  std::string rows(const RequirementAudit& audit) const {
    std::string out;
    for (const LineFinding& each : audit.findings) {
      if (each.verdict < LineVerdict::unknown)
        out += std::to_string(each.line) + "\t" + word(each.verdict) + "\t" +
               joined(each.instead, " | ") + "\n";
    }
    for (const LinesToAdd& each : audit.to_add)
      out += "added\t" + each.place + "\t" + joined(each.lines, " | ") + "\n";
    return out;
  }

  /// Edits a file twice: the first leaves nothing that breaks, the second changes nothing.
  void edit_twice(const std::string& text, const std::string& path) const {
    SampleFiles files = {{path, text}};
    for (int turn = 0; turn < 2; ++turn) {
      const auto tried = tried_edits(read(files, path), {}, advice_->advisor());
      ASSERT_TRUE(tried.ok()) << tried.error().what << "\n" << files[path];
      for (const FileEdit& edit : tried->edits.files) {
        ASSERT_EQ(edit.before(), files[edit.path]);
        ASSERT_EQ(turn, 0) << text << "\n-- became\n" << files[path] << unified_diff(edit);
        files[edit.path] = edit.after();
      }
      const bool is_whole = !tried->edits.by_hand.empty() || !tried->after.breaks();
      ASSERT_TRUE(is_whole) << text << "\n-- became\n" << files[path];
    }
  }

  Result<CompatMatrix> matrix_ = CompatMatrix::built_in();
  std::optional<MatrixAdvisor> advice_;
};

TEST_F(RequirementCorpus, a_repository_is_known_by_what_its_row_says) {
  const Advisor advisor = advice_->advisor();
  ASSERT_NE(advisor("flash-attention.git"), nullptr);
  EXPECT_EQ(advisor("flash-attention.git")->row, "flash-attn");
  EXPECT_EQ(advisor("flash-attention"), nullptr);
}

TEST_F(RequirementCorpus, a_lock_whose_wheels_fit_another_python_or_glibc_breaks) {
  const std::pair<const char*, bool> kWheels[] = {{"cp312-cp312-manylinux_2_39_aarch64", false},
                                                  {"cp310-cp310-manylinux_2_28_aarch64", true},
                                                  {"cp312-cp312-manylinux_2_99_aarch64", true}};
  for (const auto& [tags, breaks] : kWheels) {
    const SampleFiles files = {
        {"/p/uv.lock", std::string("version = 1\n[[package]]\nname = \"x\"\n"
                                   "version = \"1\"\nwheels = [{ url = \"https://h/x-1-") +
                           tags + ".whl\" }]\n"}};
    EXPECT_EQ(judged(read(files, "/p/uv.lock"), {}, advice_->advisor()).breaks(), breaks) << tags;
  }
}

TEST_F(RequirementCorpus, a_plain_torch_gets_the_proposal_that_one_with_a_lower_end_gets) {
  for (const char* const line : {"torch", "torch>=2.6"}) {
    const SampleFiles files = {{"/p/requirements.txt", line}};
    const RequirementAudit audit =
        judged(read(files, "/p/requirements.txt"), {}, advice_->advisor());
    ASSERT_EQ(audit.findings.size(), 1U);
    ASSERT_EQ(audit.findings[0].instead.size(), 2U) << line;
    EXPECT_EQ(audit.findings[0].instead[1], "torch>=2.11,<2.15; platform_machine == 'aarch64'");
  }
}

TEST_F(RequirementCorpus, lists_of_public_projects_are_judged_as_their_owners_found_out) {
  const char* const source = std::getenv("GB10_SOURCE");
  if (!source) GTEST_SKIP() << "GB10_SOURCE is not set";
  int seen = 0;
  for (const auto& folder : fs::directory_iterator(fs::path(source) / "tests/requirements")) {
    if (!folder.is_directory()) continue;
    for (const auto& file : fs::directory_iterator(folder)) {
      const std::string path = file.path().string();
      if (!requirement_kind(path)) continue;
      ++seen;
      const SampleFiles files = {{path, content(path)}};
      const RequirementAudit audit = judged(read(files, path), {}, advice_->advisor());
      EXPECT_EQ(rows(audit), content(folder.path() / "expected.tsv")) << path;
      EXPECT_TRUE(audit.unread.empty()) << path;
      edit_twice(files.at(path), path);
    }
  }
  EXPECT_GE(seen, 5);
}

constexpr const char* kNames[] = {"torch",
                                  "torchvision",
                                  "torchaudio",
                                  "vllm",
                                  "flash-attn",
                                  "Flash_Attn",
                                  "numpy",
                                  "bitsandbytes",
                                  "xformers",
                                  "triton",
                                  "sglang",
                                  "cupy-cuda12x",
                                  "deepspeed",
                                  "onnxruntime-gpu",
                                  "nvidia-cudnn-cu12",
                                  "sgl-kernel",
                                  "flashinfer-python",
                                  "tensorrt-llm"};
constexpr const char* kVersions[] = {
    "",      "==2.9.0",  "==2.7.0",       ">=0.12.0",     "==0.14.0",
    "<2.11", ">=2,<3",   "==2.9.0+cu130", "==2.10.0+cpu", "==2.11.0+cu128",
    "~=2.9", "==0.45.*", "==2.11.0+cu126"};
constexpr const char* kMarkers[] = {"",
                                    "; platform_machine != 'aarch64'",
                                    "; sys_platform == 'linux'",
                                    " ; python_version < '3.13' or os_name == 'nt'",
                                    "; platform_machine == 'x86_64'",
                                    "; extra == 'gpu'"};
constexpr const char* kTails[] = {"", "  # why", " \\\n    --hash=sha256:aa", ""};
constexpr const char* kBefore[] = {"",
                                   "",
                                   "# one\n\n",
                                   "\xef\xbb\xbf",
                                   "--extra-index-url https://download.pytorch.org/whl/cu130\n",
                                   "-i https://download.pytorch.org/whl/cu126\n",
                                   "--index-url https://download.pytorch.org/whl/cpu\n"};
constexpr const char* kSourcesBefore[] = {"", "[tool.uv.sources]\n",
                                          "[tool.uv.sources]\ntorch = { index = \"old\" }\n",
                                          "[tool.uv.sources]\ntorch = [\n  { index = \"old\", "
                                          "marker = \"sys_platform == 'linux'\" },\n]\n",
                                          "[tool.uv.sources]\ntorch = [{ index = \"old\", marker = "
                                          "\"sys_platform == 'linux' or os_name == "
                                          "'nt'\" }]\n"};
constexpr const char* kIndexes[] = {
    "",
    "[[tool.uv.index]]\nname = \"old\"\nurl = \"https://download.pytorch.org/whl/cu126\"\nexplicit "
    "= true\n",
    "[[tool.uv.index]]\nname = \"pytorch-cu130\"\nurl = \"https://download.pytorch.org/whl/cpu\"\n"
    "explicit = true\n",
    "[[tool.uv.index]]\nname = \"mine\"\nurl = \"https://download.pytorch.org/whl/cu130\"\n"};

class Dice {
 public:
  explicit Dice(unsigned seed) : engine_(seed) {}
  template <std::size_t N>
  std::string pick(const char* const (&all)[N]) {
    return all[engine_() % N];
  }
  std::string requirement() { return pick(kNames) + pick(kVersions) + pick(kMarkers); }
  unsigned upto(unsigned most) { return static_cast<unsigned>(engine_() % (most + 1)); }

 private:
  std::mt19937 engine_;
};

TEST_F(RequirementCorpus, any_list_of_pip_is_whole_after_one_edit) {
  for (unsigned seed = 0; seed < 600; seed += GB10_TAKES_EVERY) {
    Dice dice(seed);
    std::string text = dice.pick(kBefore);
    for (unsigned i = dice.upto(6); i-- > 0;) text += dice.requirement() + dice.pick(kTails) + "\n";
    if (dice.upto(3) == 0) text = replaced(text, "\n", "\r\n");
    if (dice.upto(3) == 0) text += "last";
    SCOPED_TRACE(seed);
    edit_twice(text, "/p/requirements.txt");
    if (HasFatalFailure()) return;
  }
}

TEST_F(RequirementCorpus, any_project_is_whole_after_one_edit) {
  for (unsigned seed = 0; seed < 600; seed += GB10_TAKES_EVERY) {
    Dice dice(seed);
    std::string list;
    const bool is_inline = dice.upto(3) == 0;
    for (unsigned i = dice.upto(5); i-- > 0;)
      list +=
          (is_inline ? " \"" : "    \"") + dice.requirement() + (is_inline ? "\"," : "\", # x\n");
    const std::string text = "[project]\nname = \"x\"\ndependencies = [" +
                             std::string(is_inline ? "" : "\n") + list + "]\n" +
                             dice.pick(kSourcesBefore) + dice.pick(kIndexes);
    SCOPED_TRACE(seed);
    edit_twice(text, "/p/pyproject.toml");
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace gb10
