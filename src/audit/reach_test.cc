#include "audit/reach.h"

#include <elf.h>
#include <gtest/gtest.h>

#include "audit/audit_samples.h"

namespace gb10 {
namespace {

using namespace audit_samples;

std::string module_wanting(const std::vector<std::string>& needed) {
  return bytes_of(FakeElf{.needed = needed, .sections = {code_for({120})}});
}

/// A package "ext" with one module beside torch, and what becomes of it.
std::string extension(FakeHost& host, const std::vector<std::string>& needed,
                      const std::vector<std::string>& requires_dist) {
  install(host, "ext", "1.0", {{"ext/_C.abi3.so", module_wanting(needed)}}, requires_dist);
  return verdict(audit(host), "ext");
}

TEST(Reach, a_healthy_environment_raises_nothing) {
  FakeHost host = machine();
  install_torch(host);
  EXPECT_EQ(extension(host, {"libc10.so", "libtorch_cuda.so", "libcudart.so.13", "libcuda.so.1"},
                      {"torch"}),
            "runs");
  const Audit found = audit(host);
  EXPECT_EQ(verdict(found, "torch"), "runs");
  EXPECT_EQ(verdict(found, "nvidia-cublas"), "no-gpu-code");
  EXPECT_EQ(kinds(found.dangers), std::vector<std::string>{});
  EXPECT_EQ(kinds(found.unread), std::vector<std::string>{});
  EXPECT_FALSE(found.cannot_load());
}

TEST(Reach, what_torch_has_loaded_is_there_for_who_relies_on_torch) {
  FakeHost host = machine();
  install_torch(host);
  // cuBLASLt is wanted by cuBLAS only, which torch wants: the closure, not the list.
  EXPECT_EQ(extension(host, {"libcublasLt.so.13"}, {"torch>=2.1"}), "runs");
}

TEST(Reach, a_library_of_cuda_12_beside_a_torch_for_13_cannot_load) {
  FakeHost host = machine();
  install_torch(host);
  EXPECT_EQ(extension(host, {"libc10.so", "libcudart.so.12"}, {"torch"}),
            "cannot-load: cuda-major");
}

TEST(Reach, the_other_generations_wheels_beside_torch_change_nothing_for_who_relies_on_torch) {
  FakeHost host = machine();
  install_torch(host);
  install(host, "nvidia_cuda_runtime_cu12", "12.8.90",
          {{"nvidia/cuda_runtime/lib/libcudart.so.12",
            bytes_of(FakeElf{.soname = "libcudart.so.12"})}});
  EXPECT_EQ(extension(host, {"libc10.so", "libcudart.so.12"}, {"torch"}),
            "cannot-load: cuda-major");
  EXPECT_EQ(kinds(audit(host).dangers), std::vector<std::string>{"two-cuda-majors"});
}

TEST(Reach, who_wants_a_library_of_torch_relies_on_it_whatever_its_metadata_says) {
  FakeHost host = machine();
  install_torch(host);
  install(host, "nvidia_cuda_runtime_cu12", "12.8.90",
          {{"nvidia/cuda_runtime/lib/libcudart.so.12",
            bytes_of(FakeElf{.soname = "libcudart.so.12"})}});
  EXPECT_EQ(extension(host, {"libc10.so", "libcudart.so.12"}, {}), "cannot-load: cuda-major");
  EXPECT_EQ(extension(host, {"libcudart.so.12"}, {}), "runs");
}

TEST(Reach, a_package_that_finds_nvidias_wheels_by_itself_is_fine) {
  FakeHost host = machine();
  install(host, "nvidia_cuda_runtime_cu12", "12.8.90",
          {{"nvidia/cuda_runtime/lib/libcudart.so.12",
            bytes_of(FakeElf{.soname = "libcudart.so.12"})}});
  install(host, "cupy_cuda12x", "13.6", {{"cupy/core.so", module_wanting({"libcudart.so.12"})}});
  EXPECT_EQ(verdict(audit(host), "cupy-cuda12x"), "runs");
}

TEST(Reach, of_a_generation_that_the_machine_does_not_have_is_cuda_major_and_else_missing) {
  FakeHost host = machine();
  EXPECT_EQ(extension(host, {"libcudart.so.12"}, {}), "cannot-load: cuda-major");
  EXPECT_EQ(extension(host, {"libcudart.so.13"}, {}), "cannot-load: missing-cuda");
  EXPECT_EQ(extension(host, {"libcudnn.so.9"}, {}), "cannot-load: missing-library");
  EXPECT_EQ(extension(host, {"libmystery.so.3"}, {}), "cannot-load: missing-library");
  EXPECT_EQ(extension(host, {"libgomp.so.1"}, {}), "cannot-load: missing-library");
  host.file("/usr/lib/libstdc++.so.6", "");
  EXPECT_EQ(extension(host, {"libcuda.so.1", "libc.so.6", "libstdc++.so.6"}, {}), "runs");
}

TEST(Reach, the_machine_s_own_libraries_count) {
  FakeHost host = machine();
  host.file("/etc/ld.so.cache",
            loader_cache_of({{"libcudart.so.13", "/usr/local/cuda/lib64/libcudart.so.13"}}));
  EXPECT_EQ(extension(host, {"libcudart.so.13"}, {}), "cannot-load: missing-cuda");
  host.file("/usr/local/cuda/lib64/libcudart.so.13", "");
  EXPECT_EQ(extension(host, {"libcudart.so.13"}, {}), "runs");
  host.environment("LD_LIBRARY_PATH", "/opt/own");
  host.file("/opt/own/libmystery.so.3", "");
  EXPECT_EQ(extension(host, {"libmystery.so.3"}, {}), "runs");
}

TEST(Reach, a_path_that_is_inherited_goes_on_to_what_a_library_wants) {
  for (const bool inherited : {true, false}) {
    FakeHost host = machine();
    host.file("/opt/low/libcudart.so.12", "");
    install(host, "mid", "1",
            {{"mid/libmid.so",
              bytes_of(FakeElf{.soname = "libmid.so", .needed = {"libcudart.so.12"}})}});
    install(
        host, "torch", "2.9.0+cu130",
        {{"torch/lib/libtorch_cuda.so", bytes_of(FakeElf{.soname = "libtorch_cuda.so",
                                                         .needed = {"libmid.so"},
                                                         .runpath = "$ORIGIN/../../mid:/opt/low",
                                                         .path_is_inherited = inherited,
                                                         .sections = {code_for({120})}})}});
    // libmid has no path of its own: it finds the runtime by torch's RPATH, not by a RUNPATH.
    install(host, "ext", "1.0", {{"ext/_C.so", module_wanting({"libcudart.so.12"})}}, {"torch"});
    EXPECT_EQ(verdict(audit(host), "ext"), inherited ? "runs" : "cannot-load: cuda-major");
  }
}

TEST(Reach, a_path_below_the_file_finds_a_sibling_whatever_the_way_to_the_environment) {
  FakeHost host = machine();
  install(host, "ext", "1.0",
          {{"ext/_C.so", bytes_of(FakeElf{.needed = {"libown.so"}, .runpath = "$ORIGIN/../libs"})},
           {"libs/libown.so", bytes_of(FakeElf{})}});
  EXPECT_EQ(verdict(audit(host), "ext"), "no-gpu-code");
}

/// Where a library at /a/x.so with that path finds `soname`; empty where it does not.
std::string found_in(const FakeHost& host, const std::string& soname, bool is_rpath) {
  AuditTree tree;
  AuditLibrary library;
  library.path = "/a/x.so";
  library.elf = ElfInfo();
  library.elf->needed = {soname};
  library.elf->runpath = "$ORIGIN/own";
  library.elf->path_is_inherited = is_rpath;
  tree.libraries = {library};
  const LoaderView loader(host, EM_AARCH64);
  const AuditSetting how = setting();
  AuditContext context{how.target, how.rules, how.table};
  context.system = &loader;
  return Reach(tree, context).provision(tree.libraries[0], soname).path;
}

TEST(Reach, a_runpath_goes_behind_the_callers_library_path_and_an_rpath_before_it) {
  FakeHost host;
  host.file("/a/own/liba.so", "").file("/mine/liba.so", "").file("/usr/lib/liba.so", "");
  host.file("/mine/libb.so", "").file("/usr/lib/libb.so", "").file("/usr/lib/libc.so", "");
  EXPECT_EQ(found_in(host, "liba.so", false), "/a/own/liba.so");
  host.environment("LD_LIBRARY_PATH", "/mine");
  EXPECT_EQ(found_in(host, "liba.so", false), "/mine/liba.so");
  EXPECT_EQ(found_in(host, "liba.so", true), "/a/own/liba.so");
  EXPECT_EQ(found_in(host, "libb.so", true), "/mine/libb.so");
  EXPECT_EQ(found_in(host, "libc.so", true), "/usr/lib/libc.so");
  EXPECT_EQ(found_in(host, "libd.so", true), "");
}

TEST(Reach, both_separators_of_the_callers_library_path_count) {
  FakeHost host;
  host.file("/mine/libb.so", "").environment("LD_LIBRARY_PATH", "/none;/mine");
  EXPECT_EQ(found_in(host, "libb.so", false), "/mine/libb.so");
}

TEST(Reach, what_is_wanted_by_its_path_is_looked_for_there_alone) {
  FakeHost host = machine();
  host.file("/opt/dep/libdep.so", "").file("/usr/lib/libdep.so", "");
  EXPECT_EQ(extension(host, {"/opt/dep/libdep.so"}, {}), "runs");
  EXPECT_EQ(extension(host, {"/opt/none/libdep.so"}, {}), "cannot-load: missing-library");
  EXPECT_EQ(extension(host, {"below/libdep.so"}, {}), "runs");
}

TEST(Reach, a_library_for_another_processor_is_passed_over) {
  for (const bool fits : {true, false}) {
    FakeHost host = machine();
    FakeElf own{.soname = "libown.so"};
    if (!fits) own.machine = EM_X86_64;
    install(host, "ext", "1.0",
            {{"ext/_C.so", bytes_of(FakeElf{.needed = {"libown.so"}, .runpath = "$ORIGIN/x64"})},
             {"ext/x64/libown.so", bytes_of(own)}});
    EXPECT_EQ(verdict(audit(host), "ext"), fits ? "no-gpu-code" : "no-gpu-code: missing-library");
  }
}

TEST(Reach, a_loaded_library_is_found_by_its_soname_and_not_by_its_file) {
  FakeHost host = machine();
  const auto with_soname = [&](const std::string& soname) {
    install(host, "ext", "1.0",
            {{"ext/_C.so", bytes_of(FakeElf{.needed = {"liba.so"}})},
             {"ext/libs/liba.so", bytes_of(FakeElf{.soname = soname})}});
    return verdict(audit(host), "ext");
  };
  EXPECT_EQ(with_soname("liba.so"), "no-gpu-code");
  EXPECT_EQ(with_soname("libreal.so.1"), "no-gpu-code: missing-library");
}

TEST(Reach, without_the_targets_system_only_cuda_is_looked_for) {
  FakeHost host = machine();
  install_torch(host);
  AuditSetting how = setting();
  how.target.system_is_seen = false;
  install(host, "ext", "1.0", {{"ext/_C.so", module_wanting({"libmystery.so.3"})}});
  install(host, "old", "1.0", {{"old/_C.so", module_wanting({"libcudart.so.12"})}}, {"torch"});
  const Audit found = audit(host, how);
  EXPECT_EQ(verdict(found, "ext"), "runs");
  EXPECT_EQ(verdict(found, "old"), "cannot-load: cuda-major");
  EXPECT_EQ(verdict(found, "torch"), "runs");
  EXPECT_EQ(found.not_known.size(), 1U);
}

}  // namespace
}  // namespace gb10
