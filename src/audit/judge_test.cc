#include "audit/judge.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include <gtest/gtest.h>

#include "audit/audit_samples.h"

namespace gb10 {
namespace {

using namespace audit_samples;

const AuditItem& only_item(const Audit& audit) {
  static const AuditItem kNone;
  EXPECT_EQ(audit.items.size(), 1U);
  return audit.items.size() == 1 ? audit.items[0] : kNone;
}

/// What becomes of one package with these containers in one library.
AuditItem with_code(const std::string& containers, const std::string& package = "ext") {
  FakeHost host = machine();
  install(host, package, "1.0",
          {{"ext/_C.abi3.so", bytes_of(FakeElf{.sections = {{".nv_fatbin", containers}}})}});
  return only_item(audit(host));
}

std::string said(const AuditItem& item) {
  Audit one;
  one.items.push_back(item);
  return verdict(one, item.name);
}

std::string sass(std::uint32_t arch, std::uint64_t flags = 0x11) {
  return container_of({.arch = arch, .flags = flags});
}
std::string ptx(std::uint32_t arch, std::uint16_t minor = 0) {
  return container_of({.kind = 1, .arch = arch, .major = 9, .minor = minor});
}

TEST(Judge, code_that_fits_runs_and_the_note_says_by_what) {
  EXPECT_EQ(said(with_code(sass(121))), "runs");
  EXPECT_EQ(with_code(sass(121)).note, "sm_121 code");
  EXPECT_EQ(with_code(sass(120) + sass(120)).note, "sm_120 code, valid on 12.1");
  EXPECT_EQ(with_code(sass(120, 0x200011)).note, "sm_120f code, valid on 12.1");
}

TEST(Judge, ptx_alone_is_compiled_by_the_driver_that_takes_it) {
  EXPECT_EQ(said(with_code(ptx(90))), "jit");
  EXPECT_EQ(said(with_code(ptx(90, 1))), "cannot-load: newer-driver");
  EXPECT_EQ(with_code(ptx(90, 1)).causes.at(0).what, "its PTX needs driver 590.44.01 (CUDA 13.1)");
  EXPECT_EQ(said(with_code(sass(120) + ptx(90))), "runs");
  EXPECT_EQ(with_code(sass(120) + ptx(90)).note,
            "sm_120 code, valid on 12.1; 1 module compiled at the first start");
}

TEST(Judge, code_for_others_only_cannot_load) {
  EXPECT_EQ(said(with_code(sass(90, 0x100011))), "cannot-load: no-code");
  EXPECT_EQ(said(with_code(sass(120, 0x100011))), "cannot-load: no-code");
  EXPECT_EQ(with_code(sass(80) + sass(90)).causes.at(0).what, "has code for sm_80, sm_90 only");
}

TEST(Judge, a_store_of_kernels_that_is_asked_for_none_of_them_is_no_fault) {
  EXPECT_EQ(said(with_code(sass(90, 0x100011), "flashinfer_cubin")), "no-gpu-code");
}

TEST(Judge, modules_without_code_make_it_partly_unless_they_are_for_others_on_purpose) {
  const std::string old = bytes_of(FakeContainer{{{.arch = 80}, {.kind = 1, .arch = 122}}});
  const AuditItem item = with_code(sass(120) + old);
  EXPECT_EQ(said(item), "partly: no-code");
  EXPECT_EQ(item.modules, 2);
  EXPECT_EQ(item.modules_without_code, 1);
  EXPECT_EQ(item.causes[0].what, "1 of 2 modules have no code for this GPU: compute_122 sm_80");
  EXPECT_EQ(said(with_code(sass(120) + sass(90, 0x100011))), "runs");
  EXPECT_EQ(said(with_code(sass(120) + old, "torch")).substr(0, 4), "runs");
}

TEST(Judge, empty_containers_and_stubs_count_for_nothing) {
  const std::string stub = container_of({.arch = 75, .payload = std::string(1600, 's')});
  EXPECT_EQ(said(with_code(stub + bytes_of(FakeContainer{}))), "no-gpu-code");
  EXPECT_EQ(with_code(stub + sass(121)).modules, 1);
}

TEST(Judge, one_variant_that_fits_is_enough) {
  const auto variant = [](const std::string& needed, std::uint32_t arch) {
    return bytes_of(FakeElf{.needed = {needed}, .sections = {code_for({arch})}});
  };
  FakeHost host = machine();
  install_torch(host);
  install(host, "bitsandbytes", "0.48",
          {{"bitsandbytes/libbitsandbytes_cuda126.so", variant("libcudart.so.12", 90)},
           {"bitsandbytes/libbitsandbytes_cuda130.so", variant("libcudart.so.13", 120)}},
          {"torch"});
  EXPECT_EQ(verdict(audit(host), "bitsandbytes"), "runs");
  install(host, "bitsandbytes", "0.48",
          {{"bitsandbytes/libbitsandbytes_cuda126.so", variant("libcudart.so.12", 90)}}, {"torch"});
  EXPECT_EQ(verdict(audit(host), "bitsandbytes"), "cannot-load: cuda-major no-code");
}

TEST(Judge, a_part_that_misses_a_library_of_the_system_is_optional_where_others_load) {
  FakeHost host = machine();
  install(host, "ext", "1.0",
          {{"ext/_C.so", bytes_of(FakeElf{.sections = {code_for({121})}})},
           {"ext/_ffmpeg.so", bytes_of(FakeElf{.needed = {"libavcodec.so.60"}})}});
  EXPECT_EQ(verdict(audit(host), "ext"), "runs: missing-library");
  EXPECT_FALSE(audit(host).cannot_load());
  install(host, "ext", "1.0",
          {{"ext/_C.so", bytes_of(FakeElf{.sections = {code_for({121})}})},
           {"ext/_cuda.so", bytes_of(FakeElf{.needed = {"libcudart.so.12"}})}});
  EXPECT_EQ(verdict(audit(host), "ext"), "cannot-load: cuda-major");
}

TEST(Judge, a_build_without_cuda_of_what_has_one_is_told) {
  FakeHost host = machine();
  install(host, "torch", "2.9.0+cpu",
          {{"torch/lib/libtorch_cpu.so", bytes_of(FakeElf{.soname = "libtorch_cpu.so"})}});
  install(host, "flash_attn", "2.8", {{"flash_attn/_C.so", bytes_of(FakeElf{})}});
  install(host, "numpy", "2.1", {{"numpy/_core.so", bytes_of(FakeElf{})}});
  install(host, "pure", "1", {{"pure/__init__.py", ""}});
  const Audit found = audit(host);
  EXPECT_EQ(verdict(found, "torch"), "cpu-only: cpu-build");
  EXPECT_EQ(verdict(found, "flash-attn"), "cpu-only: cpu-build");
  EXPECT_EQ(verdict(found, "numpy"), "no-gpu-code");
  EXPECT_EQ(verdict(found, "pure"), "no-gpu-code");
}

TEST(Judge, without_a_gpu_one_variant_that_loads_is_enough_too) {
  FakeHost host = machine();
  install(host, "bitsandbytes", "0.50",
          {{"bitsandbytes/libbitsandbytes_cuda118.so",
            bytes_of(FakeElf{.needed = {"libcudart.so.11.0"}, .sections = {code_for({80})}})},
           {"bitsandbytes/libbitsandbytes_cuda130.so",
            bytes_of(FakeElf{.sections = {code_for({120})}})}});
  AuditSetting how = setting();
  how.target.gpu = {};
  EXPECT_EQ(verdict(audit(host, how), "bitsandbytes"), "not-judged");
}

TEST(Judge, without_a_gpu_code_is_not_judged_and_this_is_said) {
  FakeHost host = machine();
  install(host, "ext", "1.0", {{"ext/_C.so", bytes_of(FakeElf{.sections = {code_for({90})}})}});
  AuditSetting how = setting();
  how.target.gpu = {};
  const Audit found = audit(host, how);
  EXPECT_EQ(verdict(found, "ext"), "not-judged");
  EXPECT_FALSE(found.gpu_is_known);
  EXPECT_FALSE(found.is_incomplete());
  EXPECT_EQ(found.not_known.size(), 1U);
  how.target.gpu.arch = 90;
  EXPECT_EQ(audit(host, how).not_known.size(), 1U);
}

TEST(Judge, the_worst_comes_first) {
  FakeHost host = machine();
  install(host, "a", "1", {{"a/a.so", bytes_of(FakeElf{.sections = {code_for({121})}})}});
  install(host, "b", "1", {{"b/b.so", bytes_of(FakeElf{.sections = {code_for({80})}})}});
  install(host, "c", "1", {{"c/c.so", bytes_of(FakeElf{})}});
  std::vector<std::string> names;
  for (const AuditItem& item : audit(host).items) names.push_back(item.name);
  EXPECT_EQ(names, (std::vector<std::string>{"b", "a", "c"}));
}

TEST(Judge, damaged_code_is_named_and_the_rest_judged) {
  FakeImage bad;
  bad.header_size = 0;
  const AuditItem item = with_code(sass(121) + container_of(bad));
  EXPECT_EQ(said(item), "runs: malformed");
  EXPECT_EQ(item.causes.at(0).what, ".nv_fatbin: bad entry header size 0");
  EXPECT_EQ(item.causes.at(0).file, "ext/_C.abi3.so");
}

TEST(Judge, code_that_cannot_be_read_is_not_called_absent) {
  FakeContainer cut{{FakeImage{}}};
  cut.size = 1U << 20U;
  EXPECT_EQ(said(with_code(bytes_of(cut))), "not-judged: malformed");
  EXPECT_EQ(said(with_code(bytes_of(cut), "flash_attn")), "not-judged: malformed");
  FakeHost host;
  host.file("/x/cut.fatbin", bytes_of(cut))
      .file("/x/not.cubin", "words")
      .file("/x/not.so", "words");
  host.file("/x/good.fatbin", bytes_of(FakeContainer{{FakeImage{}}}));
  const Audit found = audit(host, setting(), "/x");
  EXPECT_EQ(verdict(found, "cut.fatbin"), "cannot-load: malformed");
  EXPECT_EQ(verdict(found, "not.cubin"), "cannot-load: malformed");
  EXPECT_EQ(verdict(found, "not.so"), "cannot-load: malformed");
  EXPECT_EQ(verdict(found, "good.fatbin"), "runs");
}

TEST(Judge, a_kind_of_image_that_nobody_knows_is_not_called_machine_code) {
  const AuditItem item = with_code(container_of({.kind = 119}));
  EXPECT_EQ(said(item), "not-judged");
  EXPECT_EQ(item.note, "nobody says whether 1 module runs on this GPU");
}

/// The words that stand where a cause's kind does in a source: behind "{", "?", ":"
/// or "return".
void add_kinds(const std::string& text, std::set<std::string>& kinds) {
  for (std::size_t at = text.find('"'); at != std::string::npos; at = text.find('"', at + 1)) {
    const std::size_t before = text.find_last_not_of(" \n", at - 1);
    const std::size_t end = text.find('"', at + 1);
    if (end == std::string::npos) return;
    const std::string word = text.substr(at + 1, end - at - 1);
    at = end;
    const bool is_given = before != std::string::npos &&
                          (std::string("{?:").find(text[before]) != std::string::npos ||
                           text.substr(0, before + 1).ends_with("return"));
    if (!is_given) continue;
    const bool is_word = word.find_first_not_of("abcdefghijklmnopqrstuvwxyz-") == std::string::npos;
    const bool has_dash = word.find('-', 1) < word.size() - 1;
    if (is_word && (has_dash || word == "unreadable" || word == "malformed")) kinds.insert(word);
  }
}

TEST(Judge, the_list_of_causes_has_every_kind_that_is_given_and_no_other) {
  const char* const root = std::getenv("GB10_SOURCE");
  if (!root) GTEST_SKIP() << "the sources are not here: set GB10_SOURCE";
  std::set<std::string> used;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(root) / "src" / "audit")) {
    std::ifstream file(entry.path());
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const bool gives_causes = text.find("AuditCause") != std::string::npos ||
                              text.find("causes.push_back") != std::string::npos;
    if (entry.path().extension() == ".cc" && gives_causes &&
        entry.path().string().find("_test") == std::string::npos)
      add_kinds(text, used);
  }
  EXPECT_EQ(used, std::set<std::string>(std::begin(kAuditCauses), std::end(kAuditCauses)));
}

}  // namespace
}  // namespace gb10
