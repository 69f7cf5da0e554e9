#include <gtest/gtest.h>

#include "elf/fake_elf.h"
#include "facts/gb10_fixture.h"
#include "facts/python_parts.h"
#include "facts/topics.h"

namespace gb10 {
namespace {

using fixture::shown;

const std::string kEnv = "/home/u/.venv";
const std::string kSite = kEnv + "/lib/python3.12/site-packages";

std::string fact(const Facts& facts, const std::string& field) {
  return shown(facts, "python[" + kEnv + "]." + field);
}

/// A home with one environment.
FakeHost home() {
  FakeHost host;
  host.file("/etc/passwd",
            "root:x:0:0:root:/root:/bin/bash\ndaemon:x:1:1::/usr/sbin:/usr/sbin/nologin\n"
            "u:x:1000:1000::/home/u:/bin/bash\nnobody:x:65534:65534::/nonexistent:/bin/false\n");
  host.file(kEnv + "/pyvenv.cfg",
            "home = /usr/bin\ninclude-system-site-packages = false\nversion = 3.12.3\n");
  host.directory(kSite);
  host.query_answer({"uname", "-m"}, "aarch64\n");
  return host;
}

/// Installs a distribution as pip does; `files` are its shared objects.
void install(FakeHost& host, const std::string& name, const std::string& version,
             const std::vector<std::pair<std::string, FakeElf>>& files = {}) {
  const std::string info = kSite + "/" + name + "-" + version + ".dist-info";
  std::string record = name + "/__init__.py,sha256=x,1\n";
  for (const auto& [file, elf] : files) {
    host.file(kSite + "/" + file, bytes_of(elf));
    record += file + ",sha256=x,1\n";
  }
  host.file(info + "/RECORD", record);
  host.file(info + "/METADATA", "Metadata-Version: 2.1\nName: " + name + "\n");
}

FakeElf needing(const std::string& library) { return {.needed = {library, "libc.so.6"}}; }

Facts collected(const HostView& host, const std::vector<std::string>& environments = {}) {
  Facts facts;
  const FakeGpu gpu;
  python_topic().collect(Machine{host, gpu}, CollectOptions{environments}, facts);
  return facts;
}

TEST(python, describes_an_environment_without_starting_it) {
  FakeHost host = home();
  install(host, "torch", "2.11.0+cu130");
  host.file(kSite + "/torch/version.py",
            "__version__ = '2.11.0+cu130'\n"
            "debug = False\ncuda: Optional[str] = '13.0'\n");
  host.file("/usr/include/python3.12/Python.h", "");
  const Facts facts = collected(host);
  EXPECT_EQ(shown(facts, "python.environments"), "1");
  EXPECT_EQ(fact(facts, "kind"), "venv");
  EXPECT_EQ(fact(facts, "python"), "3.12.3");
  EXPECT_EQ(fact(facts, "packages"), "1");
  EXPECT_EQ(fact(facts, "torch"), "2.11.0+cu130");
  EXPECT_EQ(fact(facts, "torch_cuda"), "13.0");
  EXPECT_EQ(fact(facts, "torch_metadata_cuda"), "cu130");
  EXPECT_EQ(fact(facts, "headers"), "yes");
  EXPECT_EQ(fact(facts, "vllm"), "not set");
  EXPECT_EQ(host.asked, (std::vector<std::vector<std::string>>{{"uname", "-m"}}));
}

TEST(python, sees_a_torch_that_was_built_for_the_cpu) {
  FakeHost host = home();
  install(host, "torch", "2.9.1");
  host.file(kSite + "/torch/version.py", "cuda_extra = 1\ncuda = None\n");
  const Facts facts = collected(host);
  EXPECT_EQ(fact(facts, "torch_cuda"), "none");
  EXPECT_EQ(fact(facts, "torch_metadata_cuda"), "not set");
  EXPECT_EQ(fact(facts, "headers"), "no");
}

TEST(python, says_why_it_does_not_know_what_torch_was_built_for) {
  FakeHost host = home();
  install(host, "torch", "2.9.1");
  EXPECT_EQ(fact(collected(host), "torch_cuda"), "unknown not_found");
}

TEST(python, names_an_environment_that_is_none) {
  const Facts facts = collected(home(), {"/home/u/wrong"});
  EXPECT_EQ(shown(facts, "python[/home/u/wrong].kind"), "unknown not_found");
  const Error& why = facts.find("python[/home/u/wrong].kind")->value.error();
  EXPECT_NE(why.what.find("/home/u/wrong"), std::string::npos);
  EXPECT_EQ(shown(facts, "python.environments"), "1");
}

TEST(python, takes_an_environment_that_is_named_and_found_once) {
  EXPECT_EQ(shown(collected(home(), {kEnv + "/"}), "python.environments"), "1");
}

TEST(triton, has_the_versions_of_its_own_assemblers) {
  FakeHost host = home();
  install(host, "triton", "3.6.0");
  const auto tool = [](const std::string& version) {
    return bytes_of({.rodata = "Cuda compilation tools, release 12.8, V" + version + "\n"});
  };
  host.file(kSite + "/triton/backends/nvidia/bin/ptxas", tool("12.8.93"));
  const Facts old = collected(host);
  EXPECT_EQ(fact(old, "triton_ptxas"), "12.8.93");
  EXPECT_EQ(fact(old, "triton_ptxas_blackwell"), "not set");
  host.file(kSite + "/triton/backends/nvidia/bin/ptxas-blackwell", tool("13.0.88"));
  EXPECT_EQ(fact(collected(host), "triton_ptxas_blackwell"), "13.0.88");
}

TEST(packages, are_known_by_their_plain_names) {
  FakeHost host = home();
  install(host, "flash_attn", "2.7.4");
  install(host, "sgl-kernel", "0.3.21");
  host.file(kSite + "/Nemo.Toolkit-2.0.dist-info/METADATA", "x")
      .file(kSite + "/Nemo.Toolkit-2.0.dist-info/RECORD", "");
  host.file(kSite + "/numpy-1.26.4-py3.12.egg-info/PKG-INFO", "Version: 1.26.4\n");
  host.file(kSite + "/vllm.egg-info/PKG-INFO", "Name: vllm\nVersion: 0.27.1.dev3\n");
  const Facts facts = collected(host);
  EXPECT_EQ(fact(facts, "flash_attn"), "2.7.4");
  EXPECT_EQ(fact(facts, "sgl_kernel"), "0.3.21");
  EXPECT_EQ(fact(facts, "nemo_toolkit"), "2.0");
  EXPECT_EQ(fact(facts, "numpy"), "1.26.4");
  EXPECT_EQ(fact(facts, "vllm"), "0.27.1.dev3");
}

TEST(packages, of_both_cuda_generations_are_told_apart) {
  FakeHost host = home();
  install(host, "nvidia_nccl_cu12", "2.27.3");
  install(host, "nvidia_nccl_cu13", "2.28.9");
  install(host, "nvidia_cuda_runtime", "13.0.96");
  install(host, "cupy_cuda12x", "13.4.1");
  install(host, "cupy_cuda13x", "13.6.0");
  const Facts facts = collected(host);
  EXPECT_EQ(fact(facts, "cu12_packages"), "nvidia-nccl-cu12 2.27.3");
  EXPECT_EQ(fact(facts, "cu13_packages"), "nvidia-cuda-runtime 13.0.96, nvidia-nccl-cu13 2.28.9");
  EXPECT_EQ(fact(facts, "cupy_packages"), "cupy-cuda12x 13.4.1, cupy-cuda13x 13.6.0");
}

TEST(packages, that_are_half_installed_are_named) {
  FakeHost host = home();
  host.file(kSite + "/torch-2.9.1.dist-info/RECORD", "")
      .file(kSite + "/torch-2.9.1.dist-info/METADATA", "");
  host.directory(kSite + "/vllm-0.12.0.dist-info");
  host.directory(kSite + "/~orch-2.9.0.dist-info");
  install(host, "triton", "3.5.0");
  install(host, "triton", "3.6.0");
  const Facts facts = collected(host);
  EXPECT_EQ(fact(facts, "broken_packages"),
            "torch 2.9.1: METADATA is empty, vllm 0.12.0: no METADATA, "
            "~orch-2.9.0.dist-info: left by an interrupted installation, "
            "triton: recorded as 3.5.0 and as 3.6.0");
  EXPECT_EQ(fact(facts, "triton"), "3.5.0");
}

TEST(packages_of_the_system, lack_records_on_purpose) {
  FakeHost host = home();
  host.file("/usr/bin/python3.12", "").link_at("/usr/bin/python3", "python3.12");
  host.file("/usr/lib/python3/dist-packages/numpy-1.26.4.dist-info/METADATA", "");
  host.file("/usr/local/lib/python3.12/dist-packages/torch-2.9.0.dist-info/METADATA", "x");
  const Facts facts = collected(host);
  EXPECT_EQ(shown(facts, "python[/usr].kind"), "system");
  EXPECT_EQ(shown(facts, "python[/usr].python"), "3.12");
  EXPECT_EQ(shown(facts, "python[/usr].numpy"), "1.26.4");
  EXPECT_EQ(shown(facts, "python[/usr].torch"), "2.9.0");
  EXPECT_EQ(shown(facts, "python[/usr].broken_packages"), "none");
}

TEST(cuda12_libraries, name_the_module_that_cannot_load) {
  FakeHost host = home();
  install(host, "vllm", "0.12.0",
          {{"vllm/_C.abi3.so", needing("libcudart.so.12")},
           {"vllm/_moe_C.abi3.so", needing("libcudart.so.12")}});
  const Facts facts = collected(host);
  EXPECT_EQ(fact(facts, "cuda12_libraries"), "vllm/_C.abi3.so (vllm 0.12.0) needs libcudart.so.12");
  EXPECT_EQ(fact(facts, "cuda13_libraries"), "none");
}

TEST(cuda12_libraries, are_not_missing_where_somebody_provides_them) {
  const std::vector<std::pair<std::string, FakeElf>> module = {
      {"vllm/_C.abi3.so", needing("libcudart.so.12")}};
  FakeHost wheel = home();
  install(wheel, "vllm", "0.12.0", module);
  wheel.file(kSite + "/nvidia/cuda_runtime/lib/libcudart.so.12", "");
  EXPECT_EQ(fact(collected(wheel), "cuda12_libraries"), "none");

  FakeHost machine = home();
  install(machine, "vllm", "0.12.0", module);
  machine.file("/etc/ld.so.conf", "/usr/local/cuda/lib64\n");
  machine.file("/usr/local/cuda/lib64/libcudart.so.12", "");
  EXPECT_EQ(fact(collected(machine), "cuda12_libraries"), "none");

  FakeHost shell = home();
  install(shell, "vllm", "0.12.0", module);
  shell.environment("LD_LIBRARY_PATH", "/opt/cuda12").file("/opt/cuda12/libcudart.so.12", "");
  EXPECT_EQ(fact(collected(shell), "cuda12_libraries"), "none");

  FakeHost own = home();
  install(own, "vllm", "0.12.0",
          {{"vllm/_C.abi3.so", {.needed = {"libcudart.so.12"}, .runpath = "/x:$ORIGIN/../lib"}}});
  own.file(kSite + "/lib/libcudart.so.12", "");
  EXPECT_EQ(fact(collected(own), "cuda12_libraries"), "none");
}

TEST(cuda_libraries, are_told_by_name_and_not_by_number) {
  FakeHost host = home();
  install(host, "torch", "2.11.0+cu130",
          {{"torch/lib/a.so", needing("libcufft.so.11")},
           {"torch/lib/b.so", needing("libcufft.so.12")},
           {"torch/lib/c.so", needing("libcusparse.so.12")}});
  const Facts facts = collected(host);
  EXPECT_EQ(fact(facts, "cuda12_libraries"),
            "torch/lib/a.so (torch 2.11.0+cu130) needs libcufft.so.11");
  EXPECT_EQ(fact(facts, "cuda13_libraries"),
            "torch/lib/b.so (torch 2.11.0+cu130) needs libcufft.so.12");
}

TEST(cuda12_libraries, of_bitsandbytes_count_for_the_cuda_of_torch_only) {
  FakeHost host = home();
  const std::string lib = "bitsandbytes/libbitsandbytes_cuda";
  install(
      host, "bitsandbytes", "0.49.0",
      {{lib + "128.so", needing("libcublas.so.12")}, {lib + "130.so", needing("libcublas.so.13")}});
  install(host, "torch", "2.11.0+cu130");
  host.file(kSite + "/torch/version.py", "cuda = '13.0'\n");
  host.file(kSite + "/nvidia/cu13/lib/libcublas.so.13", "");
  const Facts facts = collected(host);
  EXPECT_EQ(fact(facts, "cuda12_libraries"), "none");
  EXPECT_EQ(fact(facts, "cuda13_libraries"), "none");
}

TEST(foreign_libraries, are_made_for_another_cpu) {
  FakeHost host = home();
  install(host, "vllm", "0.12.0",
          {{"vllm/_C.abi3.so", {.machine = 62, .needed = {"libcudart.so.12"}}}});
  const Facts facts = collected(host);
  EXPECT_EQ(fact(facts, "foreign_libraries"), "vllm/_C.abi3.so (vllm 0.12.0) is for x86_64");
  EXPECT_EQ(fact(facts, "cuda12_libraries"), "none");
}

TEST(foreign_libraries, are_not_known_without_the_machines_own_cpu) {
  FakeHost host = home();
  host.query_answer({"uname", "-m"}, Error{Error::Kind::not_recorded, "uname was not asked"});
  EXPECT_EQ(fact(collected(host), "foreign_libraries"), "unknown not_recorded");
}

TEST(libraries_of_packages, that_cannot_be_read_are_owned_up_to) {
  const std::vector<std::pair<std::string, FakeElf>> module = {
      {"vllm/_C.abi3.so", needing("libcudart.so.12")}};
  FakeHost closed = home();
  install(closed, "vllm", "0.12.0", module);
  closed.fail(kSite + "/vllm/_C.abi3.so", Error{Error::Kind::denied, "permission denied"});
  EXPECT_EQ(fact(collected(closed), "cuda12_libraries"), "unknown failed");
  FakeHost listless = home();
  install(listless, "vllm", "0.12.0", module);
  listless.fail(kSite + "/vllm-0.12.0.dist-info/RECORD",
                Error{Error::Kind::timeout, "no answer in 2 s"});
  EXPECT_EQ(fact(collected(listless), "cuda12_libraries"), "unknown failed");
}

TEST(libraries_of_packages, beyond_the_limit_are_owned_up_to) {
  FakeHost host = home();
  std::string record;
  for (int i = 0; i < 2005; ++i) record += "vllm/m" + std::to_string(i) + ".so,,\n";
  host.file(kSite + "/vllm-1.0.dist-info/RECORD", record);
  const Facts facts = collected(host);
  EXPECT_EQ(fact(facts, "cuda12_libraries"), "unknown failed");
  EXPECT_EQ(facts.find("python[" + kEnv + "].cuda12_libraries")->value.error().what,
            "5 libraries were not looked at");
}

}  // namespace
}  // namespace gb10
