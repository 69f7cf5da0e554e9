#include "audit/requirement_set.h"

#include <gtest/gtest.h>

#include "audit/cuda_build.h"
#include "audit/requirement_samples.h"

namespace gb10 {
namespace {

RequirementSet read(const SampleFiles& files, const std::string& path = "/p/requirements.txt") {
  const auto kind = requirement_kind(path);
  EXPECT_TRUE(kind.has_value()) << path;
  auto out =
      read_requirements(sample_reader(files), path, kind.value_or(RequirementKind::requirements));
  EXPECT_TRUE(out.ok()) << (out.ok() ? "" : out.error().what);
  return out.ok() ? *out : RequirementSet{};
}

RequirementSet read(const std::string& text) { return read({{"/p/requirements.txt", text}}); }

std::string written(const RequirementSet& set) {
  std::string out;
  for (const RequirementLine& line : set.lines)
    out += std::to_string(line.line) + ":" + line.written + "|";
  return out;
}

TEST(RequirementFiles, are_known_by_their_names) {
  EXPECT_EQ(requirement_kind("a/requirements-dev.txt"), RequirementKind::requirements);
  EXPECT_EQ(requirement_kind("requirements/build.txt"), RequirementKind::requirements);
  EXPECT_EQ(requirement_kind("requirements.in"), RequirementKind::requirements);
  EXPECT_EQ(requirement_kind("deps.txt"), RequirementKind::requirements);
  EXPECT_EQ(requirement_kind("constraints.txt"), RequirementKind::constraints);
  EXPECT_EQ(requirement_kind("/x/pyproject.toml"), RequirementKind::pyproject);
  EXPECT_EQ(requirement_kind("uv.lock"), RequirementKind::uv_lock);
  for (const char* const other : {"poetry.lock", "environment.yml", "x.whl", "dir/"})
    EXPECT_FALSE(requirement_kind(other).has_value()) << other;
}

TEST(PipFiles, are_read_as_pip_reads_them) {
  const RequirementSet set = read(
      "# first\n"
      "--index-url https://i.example/simple\n"
      "-f ./wheels\n"
      "\n"
      "torch==2.9.0 \\\n"
      "    --hash=sha256:aa \\\n"
      "    --hash=sha256:bb  # the wheel\n"
      "-e git+https://h.example/f.git#egg=flash-attn\n"
      "numpy ; python_version<'3.13' # why\r\n"
      "git+https://h.example/r.git@main#egg=tool_x&subdirectory=y\n"
      "./vllm-0.13.0+cu130-cp38-abi3-manylinux_2_35_aarch64.whl\n"
      "vllm @ https://h.example/a#sha256=1\n"
      "--pre\n"
      "--extra-index-url=https://download.pytorch.org/whl/cu130\n"
      "last");
  EXPECT_EQ(written(set),
            "5:torch==2.9.0|8:-e git+https://h.example/f.git#egg=flash-attn|9:numpy ; "
            "python_version<'3.13'|"
            "10:git+https://h.example/r.git@main#egg=tool_x&subdirectory=y|"
            "11:./vllm-0.13.0+cu130-cp38-abi3-manylinux_2_35_aarch64.whl|"
            "12:vllm @ https://h.example/a#sha256=1|15:last|");
  EXPECT_TRUE(set.unread.empty()) << set.unread.front().what;
  EXPECT_TRUE(set.lines[0].has_hashes);
  EXPECT_EQ(set.lines[0].last_line, 7);
  EXPECT_EQ(set.lines[1].wanted.name, "flash-attn");
  EXPECT_EQ(set.lines[3].wanted.name, "tool_x");
  EXPECT_EQ(set.lines[4].wanted.key(), "vllm");
  ASSERT_EQ(set.indexes.size(), 3U);
  EXPECT_TRUE(set.indexes[0].is_default);
  EXPECT_EQ(cuda_build_of_index(set.indexes[2].url)->tag, "cu130");
}

TEST(PipFiles, lose_nothing_that_is_editable) {
  const RequirementSet set = read(
      "-e .\n--editable=./sub\n-e tool @ git+https://h/t\n-e git+https://h/r.git\n"
      "-e file:///x#egg=mine\n-e what\n");
  EXPECT_EQ(written(set),
            "3:-e tool @ git+https://h/t|4:-e git+https://h/r.git|5:-e file:///x#egg=mine|");
  EXPECT_EQ(set.lines[0].wanted.key(), "tool");
  EXPECT_EQ(set.lines[2].wanted.key(), "mine");
  ASSERT_EQ(set.unread.size(), 3U);
  EXPECT_TRUE(set.unread[0].what.starts_with("-e .: an editable folder")) << set.unread[0].what;
  EXPECT_EQ(set.unread[2].line, 6);
}

TEST(PipFiles, include_others_from_beside_them) {
  const RequirementSet set = read({{"/p/requirements.txt", "-r sub/base.txt\n-c ../c.txt\na\n"},
                                   {"/p/sub/base.txt", "b\n-r more.txt\n"},
                                   {"/p/sub/more.txt", "c\n"},
                                   {"/p/../c.txt", "a<2\n"}});
  EXPECT_EQ(written(set), "1:b|1:c|1:a<2|3:a|");
  EXPECT_EQ(set.lines[1].file, "/p/sub/more.txt");
  EXPECT_TRUE(set.lines[2].is_constraint);
  EXPECT_FALSE(set.lines[3].is_constraint);
  EXPECT_TRUE(set.unread.empty());
}

TEST(PipFiles, reached_by_two_ways_are_read_once) {
  SampleFiles files{{"/p/requirements.txt", "-r sub/a.txt\n-r ./sub/../sub/a.txt\n"},
                    {"/p/sub/a.txt", "torch\n-r ../requirements.txt\n"}};
  const RequirementSet set = read(files);
  EXPECT_EQ(written(set), "1:torch|");
  EXPECT_EQ(set.texts.size(), 2U);
  ASSERT_EQ(set.unread.size(), 1U);
  EXPECT_NE(set.unread[0].what.find("in a circle"), std::string::npos);
  // Behind a link the shorter name is another file's, even where both say the same.
  files["/q/sub/a.txt"] = files["/p/sub/a.txt"];
  const auto behind =
      read_requirements(sample_reader(files, {{"/p/sub/../sub/a.txt", "/q/sub/a.txt"},
                                              {"/p/./sub/../sub/a.txt", "/q/sub/a.txt"}}),
                        "/p/requirements.txt", RequirementKind::requirements);
  ASSERT_TRUE(behind.ok());
  EXPECT_EQ(written(*behind), "1:torch|1:torch|");
}

TEST(PipFiles, included_as_both_are_requirements_that_bind) {
  for (const char* const order : {"-c c.txt\n-r c.txt\n", "-r c.txt\n-c c.txt\n"}) {
    const RequirementSet set = read({{"/p/requirements.txt", std::string(order) + "a\n"},
                                     {"/p/c.txt", "a<2\n-r more.txt\n"},
                                     {"/p/more.txt", "b\n"}});
    EXPECT_EQ(set.lines.size(), 3U) << order << written(set);
    for (const RequirementLine& line : set.lines) {
      EXPECT_FALSE(line.is_constraint) << order << line.written;
      EXPECT_TRUE(line.binds_others || line.file != "/p/c.txt") << order;
    }
  }
}

TEST(PipFiles, that_are_no_text_are_refused) {
  const SampleFiles files = {{"/p/x.txt", std::string("\x7f"
                                                      "ELF\0\0",
                                                      6)}};
  const auto set =
      read_requirements(sample_reader(files), "/p/x.txt", RequirementKind::requirements);
  ASSERT_FALSE(set.ok());
  EXPECT_EQ(set.error().what, "/p/x.txt is no text");
}

TEST(PipFiles, name_what_they_cannot_include_and_go_on) {
  const RequirementSet set =
      read({{"/p/requirements.txt",
             "-r gone.txt\n-r https://h.example/r.txt\n-r other.txt\n-r\n--odd thing\nlast\n"},
            {"/p/other.txt", "-r requirements.txt\nx\n"}});
  EXPECT_EQ(written(set), "2:x|6:last|");
  ASSERT_EQ(set.unread.size(), 5U);
  EXPECT_EQ(set.unread[0].what, "gone.txt: cannot read /p/gone.txt: no such file");
  EXPECT_EQ(set.unread[0].line, 1);
  EXPECT_NE(set.unread[1].what.find("nothing is fetched"), std::string::npos);
  EXPECT_NE(set.unread[2].what.find("in a circle"), std::string::npos);
  EXPECT_EQ(set.unread[2].file, "/p/other.txt");
  EXPECT_NE(set.unread[4].what.find("--odd"), std::string::npos);
}

TEST(PipFiles, that_include_without_end_are_cut) {
  SampleFiles files;
  for (int i = 0; i < 40; ++i)
    files["/p/r" + std::to_string(i)] = "-r r" + std::to_string(i + 1) + "\n";
  files["/p/requirements.txt"] = "-r r0\n";
  const RequirementSet set = read(files);
  ASSERT_EQ(set.unread.size(), 1U);
  EXPECT_NE(set.unread[0].what.find("too deep"), std::string::npos);
}

TEST(PipFiles, of_hostile_bytes_lose_only_the_lines_that_make_no_sense) {
  const std::string nul("a\0b", 3);
  const RequirementSet set = read("good\n#" + std::string(600, '-') + "\n" + nul +
                                  "\n\xff\xfe"
                                  "bad\n" +
                                  std::string(10'000'000, 'x') + "\n[[[\nname; ((((\nend\n");
  EXPECT_EQ(written(set), "1:good|8:end|");
  EXPECT_EQ(set.unread.size(), 5U);
  std::string many;
  for (int i = 0; i < 1000; ++i) many += "?\n";
  EXPECT_LE(read(many).unread.size(), 201U);
}

TEST(PipFiles, in_utf_16_or_with_a_mark_are_read) {
  EXPECT_EQ(written(read("\xef\xbb\xbf"
                         "torch\n")),
            "1:torch|");
  const RequirementSet little =
      read(std::string("\xff\xfe"
                       "a\0\n\0b\0",
                       8));
  EXPECT_EQ(written(little), "1:a|2:b|");
  EXPECT_EQ(little.converted.size(), 1U);
  EXPECT_EQ(written(read(std::string("\xfe\xff\0a\0\n\0b", 8))), "1:a|2:b|");
  // Half a pair is no text.
  EXPECT_EQ(read(std::string("\xff\xfe\x00\xd8\x61\x00", 6)).unread.size(), 1U);
}

TEST(PipFiles, continued_at_the_end_are_whole) {
  EXPECT_EQ(written(read("a \\\n  ==1 \\")), "1:a   ==1|");
  EXPECT_EQ(written(read("a \\\n# no\nb\n")), "1:a|3:b|");
  EXPECT_EQ(written(read("")), "");
}

constexpr const char* kProject = R"([project]
name = "x"
dependencies = [
    "torch==2.9.0",  # why
    'numpy<2; sys_platform == "linux"',
]
[project.optional-dependencies]
fast = ["flash-attn>=2.8"]
[dependency-groups]
dev = ["pytest", {include-group = "lint"}]
lint = ["ruff"]
[build-system]
requires = ["setuptools"]
[tool.uv]
constraint-dependencies = ["torch<3"]
override-dependencies = ["numpy==1.26"]
extra-index-url = ["https://h.example/simple"]
[tool.uv.sources]
torch = [
  { index = "pytorch-cu128", marker = "platform_system != 'Darwin'"},
]
tool = { git = "https://h.example/t" }
[[tool.uv.index]]
name = "pytorch-cu128"
url = "https://download.pytorch.org/whl/cu128"
explicit = true
)";

TEST(Pyproject, is_read_with_its_groups_sources_and_indexes) {
  const RequirementSet set = read({{"/p/pyproject.toml", kProject}}, "/p/pyproject.toml");
  EXPECT_TRUE(set.unread.empty());
  EXPECT_EQ(written(set),
            "4:torch==2.9.0|5:numpy<2; sys_platform == \"linux\"|8:flash-attn>=2.8|10:pytest|"
            "11:ruff|13:setuptools|15:torch<3|16:numpy==1.26|");
  EXPECT_EQ(set.lines[2].scope, "project.optional-dependencies.fast");
  EXPECT_TRUE(set.lines[6].is_constraint);
  ASSERT_EQ(set.sources.size(), 2U);
  ASSERT_EQ(set.indexes.size(), 2U);
  const auto build = cuda_build_from_indexes(set, "torch", linux_environment("aarch64"));
  ASSERT_TRUE(build.has_value());
  EXPECT_EQ(build->tag, "cu128");
  EXPECT_FALSE(cuda_build_from_indexes(set, "numpy", linux_environment("aarch64")).has_value());
}

TEST(Pyproject, of_odd_shapes_is_read_as_far_as_it_goes) {
  const RequirementSet set = read({{"/p/pyproject.toml",
                                    "[project]\ndependencies = [\"a\", 3, \"b b\", \"c\"]\n"
                                    "optional-dependencies = 7\n"
                                    "[tool.poetry.dependencies]\ntorch = \"*\"\n"
                                    "[[tool.uv.index]]\nname = \"x\"\n"
                                    "[tool.uv]\nsources = [1]\nindex-url = 4\n"}},
                                  "/p/pyproject.toml");
  EXPECT_EQ(written(set), "2:a|2:c|");
  EXPECT_EQ(set.unread.size(), 6U);
}

TEST(Pyproject, whose_dependencies_stand_elsewhere_says_where) {
  const std::string head = "[project]\nname = 'a'\ndynamic = ['version', 'dependencies']\n";
  const auto unread = [&](const std::string& more) {
    const RequirementSet set = read({{"/p/pyproject.toml", head + more}}, "/p/pyproject.toml");
    return set.unread.empty() ? std::string() : set.unread[0].what;
  };
  EXPECT_EQ(unread("[tool.setuptools.dynamic]\ndependencies = {file = ['req.txt']}\n"),
            "dependencies stand in req.txt: audit that");
  EXPECT_EQ(unread("[tool.setuptools.dynamic]\ndependencies = {file = 'req.txt'}\n"),
            "dependencies stand in req.txt: audit that");
  EXPECT_EQ(unread(""), "dependencies are filled in by the build");
}

TEST(Pyproject, that_is_no_toml_is_refused_with_its_line) {
  const SampleFiles files = {{"/p/pyproject.toml", "[project]\nx = \n"}};
  const auto set =
      read_requirements(sample_reader(files), "/p/pyproject.toml", RequirementKind::pyproject);
  ASSERT_FALSE(set.ok());
  EXPECT_NE(set.error().what.find("/p/pyproject.toml:2"), std::string::npos) << set.error().what;
}

TEST(WheelsAtAddresses, are_told_by_their_names) {
  const auto wheel =
      wheel_at("https://h/x/vllm-0.13.0%2Bcu130-cp38-abi3-manylinux_2_35_aarch64.whl#a=b");
  ASSERT_TRUE(wheel.has_value());
  EXPECT_EQ(wheel->version, "0.13.0+cu130");
  EXPECT_EQ(wheel->tags.at(0).platform, "manylinux_2_35_aarch64");
  EXPECT_FALSE(wheel_at("a.tar.gz").has_value());
  EXPECT_FALSE(wheel_at("a-1.whl").has_value());
}

TEST(CudaBuilds, are_read_from_tags) {
  EXPECT_TRUE(cuda_build("cpu")->is_cpu);
  EXPECT_TRUE(cuda_build("cu130")->is_cuda_13());
  EXPECT_TRUE(cuda_build("cu13")->is_cuda_13());
  EXPECT_TRUE(cuda_build("cu118")->is_too_old());
  EXPECT_TRUE(cuda_build("cu126")->is_too_old());
  EXPECT_FALSE(cuda_build("cu128")->is_too_old());
  EXPECT_TRUE(cuda_build("cu128")->is_cuda_12());
  for (const char* const other : {"", "cu", "cu1", "cuda", "xpu", "cu1300", "cu-12"})
    EXPECT_FALSE(cuda_build(other).has_value()) << other;
  EXPECT_FALSE(cuda_build_of_index("https://pypi.org/simple").has_value());
}

}  // namespace
}  // namespace gb10
