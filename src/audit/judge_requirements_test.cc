#include "audit/judge_requirements.h"

#include <gtest/gtest.h>

#include "audit/requirement_edits.h"
#include "audit/requirement_samples.h"
#include "base/text.h"
#include "host/fake_host.h"

namespace gb10 {
namespace {

struct Judged {
  RequirementSet set;
  RequirementAudit audit;
};

Judged judge_files(const SampleFiles& files, const std::string& path,
                   const RequirementTarget& target = {}) {
  const SampleAdvisor advice;
  auto set = read_requirements(sample_reader(files), path,
                               requirement_kind(path).value_or(RequirementKind::requirements));
  EXPECT_TRUE(set.ok()) << (set.ok() ? "" : set.error().what);
  Judged out;
  if (set.ok()) out.set = *set;
  out.audit = judged(out.set, target, advice.advisor());
  return out;
}

Judged judge(const std::string& text) {
  return judge_files({{"/p/requirements.txt", text}}, "/p/requirements.txt");
}

/// "verdict" of each line that is not fine, unknown or elsewhere.
std::string said(const RequirementAudit& audit) {
  std::string out;
  for (const LineFinding& each : audit.findings) {
    if (each.verdict >= LineVerdict::unknown) continue;
    out += std::to_string(each.line) + " " + word(each.verdict) + "|";
  }
  return out;
}

std::string verdict(const std::string& line) {
  const Judged out = judge(line + "\n");
  return out.audit.findings.empty() ? "none" : word(out.audit.findings.back().verdict);
}

std::string instead(const std::string& text) {
  const Judged out = judge(text);
  return out.audit.findings.empty() ? "" : joined(out.audit.findings.back().instead, " | ");
}

constexpr const char* kIndex = "--extra-index-url https://download.pytorch.org/whl/cu130\n";

TEST(RequirementVerdicts, of_single_lines) {
  const std::pair<const char*, const char*> kLines[] = {
      {"torch", "fine"},
      {"https://h/x-1-cp310-cp310-manylinux_2_28_aarch64.whl", "breaks"},
      {"https://h/x-1-cp312-cp312-manylinux_2_99_aarch64.whl", "breaks"},
      {"torch>=2.11", "fine"},
      {"torch==2.9.0", "cpu-build"},
      {"torch==2.7.0", "breaks"},
      {"torch==2.9.0+cu130", "breaks"},  // no index has it
      {"torch==2.10.0+cpu", "cpu-build"},
      {"torch==2.11.0+cu126", "breaks"},
      {"torch==2.11.0+cu128", "second-cuda"},
      {"torch>=2.7", "may-break"},
      {"torch<2.11", "cpu-build"},
      {"vllm", "fine"},
      {"vllm==0.12.0", "breaks"},
      {"vllm>=0.12.0", "may-break"},
      {"vllm>=0.12,<0.13", "breaks"},
      {"vllm==0.14.0", "replaces-torch"},
      {"vllm==0.33.0", "fine"},
      {"vllm==0.12.0; platform_machine != 'aarch64'", "elsewhere"},
      {"Flash_Attn>=2.8.3; platform_system != 'Darwin'", "not-here"},
      {"flash-attn; platform_machine == 'x86_64'", "elsewhere"},
      {"ctranslate2", "cpu-only"},
      {"sgl-kernel", "breaks"},
      {"sgl-kernel==0.3.21", "breaks"},
      {"numpy", "unknown"},
      {"numpy==1.0+cpu", "cpu-build"},
      {"nvidia-cudnn-cu12==9.1", "second-cuda"},
      {"cupy-cuda12x", "second-cuda"},
      {"cupy-cuda13x", "unknown"},
      {"vllm @ https://h/vllm-0.13.0%2Bcu130-cp38-abi3-manylinux_2_35_aarch64.whl", "unknown"},
      {"vllm @ https://h/vllm-0.13.0%2Bcu130-cp38-abi3-manylinux_2_35_x86_64.whl", "breaks"},
      {"https://h/torch-2.9.0%2Bcu126-cp312-cp312-manylinux_2_28_aarch64.whl", "breaks"},
      {"https://h/torch-2.9.0%2Bcpu-cp312-cp312-manylinux_2_28_aarch64.whl", "cpu-build"},
      {"git+https://h/r.git", "unknown"},
      {"-e git+https://h/x.git#egg=flash-attn", "not-here"},
      {"git+https://h/o/flash-attn.git@v2.8", "not-here"},
      {"git+https://h/o/flash-attention", "not-here"},
      {"flash-attention", "unknown"},
      {"git+https://h/o/vllm.git", "unknown"},
  };
  for (const auto& [line, wanted] : kLines) EXPECT_EQ(verdict(line), wanted) << line;
}

TEST(RequirementVerdicts, of_hashed_lines_are_not_of_an_index) {
  const auto of = [](const std::string& line) { return said(judge(kIndex + line + "\n").audit); };
  EXPECT_EQ(of("torch==2.9.0"), "");
  EXPECT_EQ(of("torch==2.9.0 --hash=sha256:a"), "2 cpu-build|");
  EXPECT_EQ(of("torch==2.9.0+cu130 --hash=sha256:a"), "");
}

TEST(RequirementVerdicts, know_the_indexes_of_the_file) {
  EXPECT_EQ(said(judge(std::string(kIndex) + "torch==2.9.0+cu130\ntorchvision==0.24.0\n").audit),
            "");
  EXPECT_EQ(said(judge(std::string(kIndex) + "torch==2.9.0\nvllm==0.14.0\n").audit),
            "3 works-with|");
  EXPECT_EQ(said(judge("--index-url https://download.pytorch.org/whl/cpu\ntorch\n").audit),
            "2 cpu-build|");
  EXPECT_EQ(said(judge("-i https://download.pytorch.org/whl/cu124\ntorch>=2.11\n").audit),
            "2 breaks|");
  EXPECT_EQ(said(judge("-i https://mirror.example/simple\ntorch==2.9.0+cu130\n").audit), "");
}

TEST(RequirementVerdicts, know_what_else_binds_torch) {
  EXPECT_EQ(said(judge("vllm==0.14.0\n").audit), "1 replaces-torch|");
  EXPECT_EQ(said(judge(std::string(kIndex) + "vllm==0.14.0\n").audit), "2 works-with|");
  EXPECT_EQ(said(judge("vllm==0.14.0\ntorch>=2.11\n").audit), "1 works-with|");
  // Constraints count with the line itself.
  const SampleFiles files = {{"/p/requirements.txt", "-c c.txt\ntorch\n"},
                             {"/p/c.txt", "torch==2.7.0\n"}};
  EXPECT_EQ(said(judge_files(files, "/p/requirements.txt").audit), "1 breaks|2 breaks|");
}

TEST(RequirementVerdicts, of_two_cudas_in_one_file_are_worse) {
  EXPECT_EQ(said(judge(std::string(kIndex) + "torch\ntool==1.0+cu128\n").audit), "3 breaks|");
  EXPECT_EQ(said(judge("tool==1.0+cu128\n").audit), "1 second-cuda|");
}

TEST(RequirementVerdicts, on_another_machine_leave_the_matrix_out) {
  RequirementTarget target;
  target.machine = "x86_64";
  target.is_gb10 = false;
  const SampleFiles files = {
      {"/p/requirements.txt",
       "torch==2.7.0\nflash-attn\nvllm @ https://h/vllm-1-cp38-abi3-linux_aarch64.whl\n"}};
  EXPECT_EQ(said(judge_files(files, "/p/requirements.txt", target).audit), "3 breaks|");
}

TEST(RequirementVerdicts, say_what_to_write_instead) {
  EXPECT_EQ(instead("flash-attn>=2.8.3\n"), "flash-attn>=2.8.3; platform_machine != 'aarch64'");
  EXPECT_EQ(instead("flash-attn>=2.8.3; sys_platform == \"linux\" or os_name == \"nt\"\n"),
            "flash-attn>=2.8.3; (sys_platform == \"linux\" or os_name == \"nt\") and "
            "platform_machine != \"aarch64\"");
  EXPECT_EQ(instead("vllm[audio]==0.12.0; os_name == 'posix'\n"),
            "vllm[audio]==0.12.0; os_name == 'posix' and platform_machine != 'aarch64' | "
            "vllm[audio]>=0.27.1; os_name == 'posix' and platform_machine == 'aarch64'");
  EXPECT_EQ(instead("vllm==0.12.0; platform_machine == 'aarch64'\n"),
            "vllm>=0.27.1; platform_machine == 'aarch64'");
  EXPECT_EQ(instead("torch==2.9.0\n"),
            "torch==2.9.0; platform_machine != 'aarch64' | "
            "torch==2.9.0+cu130; platform_machine == 'aarch64'");
  EXPECT_EQ(instead("x @ https://h/x-1-cp312-cp312-linux_x86_64.whl\n"),
            "x @ https://h/x-1-cp312-cp312-linux_x86_64.whl ; platform_machine != 'aarch64'");
  EXPECT_EQ(instead("flash-attn; platform_machine == 'aarch64'\n"), "");
  EXPECT_EQ(instead("-e git+https://h/x.git#egg=flash-attn\n"), "");
  EXPECT_EQ(instead("git+https://h/o/flash-attention.git\n"),
            "git+https://h/o/flash-attention.git ; platform_machine != 'aarch64'");
  EXPECT_EQ(judge("torch==2.9.0\n").audit.to_add.at(0).lines.at(0) + "\n", kIndex);
  EXPECT_TRUE(judge(std::string(kIndex) + "torch==2.9.0\n").audit.to_add.empty());
}

std::string project(const std::string& dependencies, const std::string& rest = {}) {
  return "[project]\nname = \"x\"\ndependencies = [\n" + dependencies + "]\n" + rest;
}

/// What a file is after its edits, and that it is then without fault and left alone.
std::string edited(const std::string& text, const std::string& path, bool is_clean = true) {
  const SampleAdvisor advice;
  SampleFiles files = {{path, text}};
  const auto edit_once = [&] {
    const auto set = read_requirements(sample_reader(files), path, *requirement_kind(path));
    EXPECT_TRUE(set.ok());
    auto tried = tried_edits(*set, {}, advice.advisor());
    EXPECT_TRUE(tried.ok()) << (tried.ok() ? "" : tried.error().what);
    return *tried;
  };
  const TriedEdits first = edit_once();
  EXPECT_EQ(first.after.breaks(), !is_clean) << said(first.after);
  for (const FileEdit& edit : first.edits.files) {
    EXPECT_EQ(edit.before(), files[edit.path]);
    files[edit.path] = edit.after();
  }
  EXPECT_TRUE(!is_clean || edit_once().edits.files.empty()) << files[path];
  return files[path];
}

TEST(RequirementEdits, of_pip_files_keep_all_else) {
  EXPECT_EQ(
      edited("# mine\r\n\r\ntorch==2.9.0   # pinned\r\n  flash-attn \\\r\n   --hash=sha256:a\r\n"
             "vllm>=0.12.0\r\nx",
             "/p/requirements.txt"),
      "# mine\r\n\r\n--extra-index-url https://download.pytorch.org/whl/cu130\r\n"
      "torch==2.9.0; platform_machine != 'aarch64'   # pinned\r\n"
      "torch==2.9.0+cu130; platform_machine == 'aarch64'\r\n"
      "  flash-attn; platform_machine != 'aarch64' \\\r\n   --hash=sha256:a\r\n"
      "vllm>=0.12.0; platform_machine != 'aarch64'\r\n"
      "vllm>=0.27.1; platform_machine == 'aarch64'\r\nx");
  // Without an end of the last line, and with a mark at the beginning.
  EXPECT_EQ(edited("\xef\xbb\xbfvllm==0.12.0", "/p/requirements.txt"),
            "\xef\xbb\xbfvllm==0.12.0; platform_machine != 'aarch64'\n"
            "vllm>=0.27.1; platform_machine == 'aarch64'");
  EXPECT_EQ(edited("\xef\xbb\xbftorch<2.11", "/p/requirements.txt"),
            "\xef\xbb\xbf--extra-index-url https://download.pytorch.org/whl/cu130\ntorch<2.11");
}

TEST(RequirementEdits, of_projects_add_indexes_and_sources) {
  EXPECT_EQ(
      edited(project("  'torch==2.9.0',\n  \"flash-attn>=2\", # fast\n"), "/p/pyproject.toml"),
      project("  'torch==2.9.0',\n"
              "  \"flash-attn>=2; platform_machine != 'aarch64'\", # fast\n") +
          "\n[tool.uv.sources]\n"
          "torch = [{ index = \"pytorch-cu130\", marker = \"sys_platform == 'linux' and "
          "platform_machine == 'aarch64'\" }]\n"
          "\n[[tool.uv.index]]\nname = \"pytorch-cu130\"\n"
          "url = \"https://download.pytorch.org/whl/cu130\"\nexplicit = true\n");
  EXPECT_EQ(edited("[project]\ndependencies = [\"vllm==0.12.0\", 'flash-attn; os_name == \"a\" or "
                   "sys_platform == \"linux\"']\n",
                   "/p/pyproject.toml"),
            "[project]\ndependencies = [\"vllm==0.12.0; platform_machine != 'aarch64'\", "
            "\"vllm>=0.27.1; platform_machine == 'aarch64'\", 'flash-attn; (os_name == \"a\" or "
            "sys_platform == \"linux\") and platform_machine != \"aarch64\"']\n");
}

TEST(RequirementEdits, bind_torch_where_another_package_brings_it) {
  const std::string after = edited(project("  \"vllm==0.14.0\",\n"), "/p/pyproject.toml");
  EXPECT_NE(after.find("  \"vllm==0.14.0\",\n  \"torch; platform_machine == 'aarch64'\",\n"),
            std::string::npos)
      << after;
  EXPECT_NE(after.find("[tool.uv.sources]\ntorch = [{ index"), std::string::npos) << after;
}

TEST(RequirementEdits, keep_other_sources_for_other_machines) {
  const std::string index =
      "[[tool.uv.index]]\nname = \"cpu\"\nurl = \"https://download.pytorch.org/whl/cpu\"\n"
      "explicit = true\n";
  const std::string listed = edited(
      project("  \"torch\",\n  \"torchvision\",\n",
              "[tool.uv.sources]\ntorch = [\n  { index = \"cpu\", marker = \"platform_system != "
              "'Darwin'\"}, # why\n]\n" +
                  index),
      "/p/pyproject.toml");
  EXPECT_NE(listed.find("\n  { index = \"cpu\", marker = \"platform_system != 'Darwin' and "
                        "platform_machine != 'aarch64'\"}, { index = \"pytorch-cu130\", marker = "
                        "\"sys_platform == 'linux' and platform_machine == 'aarch64'\" }, # why\n"),
            std::string::npos)
      << listed;
  // Torch and torchvision come from one index.
  EXPECT_NE(listed.find("\ntorchvision = [{ index = \"pytorch-cu130\""), std::string::npos)
      << listed;
  const std::string single =
      edited(project("  \"torch\",\n", "[tool.uv.sources]\ntorch = { index = \"cpu\" }\n" + index),
             "/p/pyproject.toml");
  EXPECT_NE(
      single.find("\ntorch = [{ index = \"cpu\", marker = \"platform_machine != 'aarch64'\" }, "
                  "{ index = \"pytorch-cu130\""),
      std::string::npos)
      << single;
}

TEST(RequirementEdits, that_cannot_be_made_are_left_to_hand) {
  const auto by_hand = [](const std::string& text, const std::string& path) {
    const Judged out = judge_files({{path, text}}, path);
    return joined(proposed_edits(out.set, out.audit).by_hand, "|");
  };
  EXPECT_EQ(by_hand("vllm==0.12.0 --hash=sha256:a\n", "/p/requirements.txt"),
            "/p/requirements.txt:1: the new line needs the hashes of its own wheels");
  EXPECT_EQ(by_hand("flash-attn \\\n >=2\n", "/p/requirements.txt"),
            "/p/requirements.txt:1: it does not stand on one line as it is read");
  EXPECT_NE(by_hand(std::string("\xff\xfev\0l\0l\0m\0=\0=\0"
                                "0\0.\0"
                                "1\0",
                                20),
                    "/p/requirements.txt")
                .find("UTF-16"),
            std::string::npos);
  EXPECT_NE(by_hand(project("\"\"\"vllm==0.12.0\"\"\",\n"), "/p/pyproject.toml"), "none");
}

TEST(RequirementEdits, after_which_a_project_makes_no_sense_are_refused) {
  const SampleAdvisor advice;
  const std::string path = "/p/pyproject.toml";
  const SampleFiles files = {{path, project("  \"torch==2.9.0\",\n", "[tool.uv]\nindex = []\n")}};
  const auto set = read_requirements(sample_reader(files), path, RequirementKind::pyproject);
  ASSERT_TRUE(set.ok());
  const auto tried = tried_edits(*set, {}, advice.advisor());
  ASSERT_FALSE(tried.ok());
  EXPECT_EQ(tried.error().kind, Error::Kind::unsupported);
}

TEST(RequirementEdits, are_shown_as_a_difference) {
  const SampleAdvisor advice;
  const std::string path = "/p/requirements.txt";
  const SampleFiles files = {{path, "a\nb\nc\nd\nflash-attn\ne\nf\ng\nh\ni\nj\nk\nvllm==0.12.0"}};
  const auto set = read_requirements(sample_reader(files), path, RequirementKind::requirements);
  const auto tried = tried_edits(*set, {}, advice.advisor());
  ASSERT_EQ(tried->edits.files.size(), 1U);
  EXPECT_EQ(unified_diff(tried->edits.files[0]),
            "--- /p/requirements.txt\n+++ /p/requirements.txt\n@@ -2,7 +2,7 @@\n b\n c\n d\n"
            "-flash-attn\n+flash-attn; platform_machine != 'aarch64'\n e\n f\n g\n"
            "@@ -10,4 +10,5 @@\n i\n j\n k\n-vllm==0.12.0\n\\ No newline at end of file\n"
            "+vllm==0.12.0; platform_machine != 'aarch64'\n"
            "+vllm>=0.27.1; platform_machine == 'aarch64'\n\\ No newline at end of file\n");
}

TEST(RequirementWrites, keep_what_was_and_never_overwrite) {
  FakeHost host;
  host.file("/p/requirements.txt", "flash-attn\n", 0640).owned("/p/requirements.txt", 1000);
  host.file("/p/requirements.txt.gb10-before", "older");
  const FileEdit edit = {"/p/requirements.txt", {{'-', "flash-attn\n"}, {'+', "x\n"}}};
  const auto kept = write_edit(host, edit);
  ASSERT_TRUE(kept.ok()) << kept.error().what;
  EXPECT_EQ(*kept, "/p/requirements.txt.gb10-before.2");
  EXPECT_EQ(*host.read("/p/requirements.txt.gb10-before"), "older");
  EXPECT_EQ(*host.read(*kept), "flash-attn\n");
  EXPECT_EQ(*host.read("/p/requirements.txt"), "x\n");
  EXPECT_EQ(host.info("/p/requirements.txt")->mode, 0640U);
  // A second time the file is another one.
  const auto again = write_edit(host, edit);
  ASSERT_FALSE(again.ok());
  EXPECT_EQ(again.error().kind, Error::Kind::conflict);
}

TEST(RequirementWrites, are_refused_where_the_file_is_not_ours) {
  const FileEdit edit = {"/p/r.txt", {{'-', "a\n"}, {'+', "b\n"}}};
  FakeHost fixed;
  fixed.file("/p/r.txt", "a\n", 0444).owned("/p/r.txt", 1000);
  EXPECT_EQ(write_edit(fixed, edit).error().kind, Error::Kind::denied);
  FakeHost others;
  others.file("/p/r.txt", "a\n").owned("/p/r.txt", 0);
  EXPECT_EQ(write_edit(others, edit).error().kind, Error::Kind::denied);
  FakeHost linked;
  linked.file("/p/real.txt", "a\n").owned("/p/real.txt", 1000).link_at("/p/r.txt", "real.txt");
  EXPECT_EQ(write_edit(linked, edit).error().kind, Error::Kind::denied);
  EXPECT_TRUE(fixed.done.empty() && others.done.empty() && linked.done.empty());
}

constexpr const char* kLock = R"(version = 1
[[package]]
name = "app"
version = "0.1"
source = { virtual = "." }
dependencies = [
  { name = "torch", version = "2.9.0", source = { registry = "https://pypi.org/simple" }, marker = "platform_machine == 'aarch64'" },
  { name = "torch", version = "2.9.0+cu130", marker = "platform_machine != 'aarch64'" },
  { name = "plain" }, { name = "tool", extra = ["gpu"] },
]
[package.dev-dependencies]
dev = [{ name = "old" }]
[[package]]
name = "torch"
version = "2.9.0"
source = { registry = "https://pypi.org/simple" }
resolution-markers = ["platform_machine == 'aarch64'"]
wheels = [{ url = "https://h/torch-2.9.0-cp312-cp312-manylinux_2_28_aarch64.whl" }]
[[package]]
name = "torch"
version = "2.9.0+cu130"
source = { registry = "https://download.pytorch.org/whl/cu130" }
resolution-markers = ["platform_machine != 'aarch64'"]
wheels = [{ url = "https://h/torch-2.9.0%2Bcu130-cp312-cp312-manylinux_2_28_x86_64.whl" }]
dependencies = [{ name = "nvidia-x-cu12", marker = "platform_machine == 'x86_64'" }]
[[package]]
name = "nvidia-x-cu12"
version = "1"
wheels = [{ url = "https://h/nvidia_x_cu12-1-py3-none-manylinux2014_x86_64.whl" }]
[[package]]
name = "plain"
version = "1"
wheels = [{ url = "https://h/plain-1-py3-none-any.whl" }]
[[package]]
name = "tool"
version = "1"
sdist = { url = "https://h/tool-1.tar.gz" }
wheels = [{ url = "https://h/tool-1-cp312-cp312-manylinux_2_28_x86_64.whl" }]
[package.optional-dependencies]
gpu = [{ name = "only-intel" }]
other = [{ name = "never" }]
[[package]]
name = "only-intel"
version = "1"
wheels = [{ url = "https://h/only_intel-1-cp312-cp312-manylinux_2_28_x86_64.whl" }]
[[package]]
name = "never"
version = "1"
wheels = [{ url = "https://h/never-1-cp312-cp312-win_amd64.whl" }]
[[package]]
name = "old"
version = "1.0+cu118"
source = { registry = "https://h.example/simple" }
sdist = { url = "https://h/old.tar.gz" }
)";

TEST(UvLocks, tell_what_is_taken_on_the_machine) {
  const Judged out = judge_files({{"/p/uv.lock", kLock}}, "/p/uv.lock");
  std::string all;
  for (const LineFinding& each : out.audit.findings)
    all += each.written + " " + word(each.verdict) + "|";
  EXPECT_EQ(all,
            "app==0.1 fine|torch==2.9.0 cpu-build|plain==1 unknown|tool==1 unknown|"
            "only-intel==1 breaks|old==1.0+cu118 breaks|");
  EXPECT_TRUE(proposed_edits(out.set, out.audit).files.empty());
  RequirementTarget intel;
  intel.machine = "x86_64";
  intel.is_gb10 = false;
  EXPECT_EQ(said(judge_files({{"/p/uv.lock", kLock}}, "/p/uv.lock", intel).audit), "");
}

}  // namespace
}  // namespace gb10
