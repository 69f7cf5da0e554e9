#include "audit/library_causes.h"

#include <tuple>
#include <utility>

#include <gtest/gtest.h>

#include "audit/audit_samples.h"

namespace gb10 {
namespace {

using namespace audit_samples;

std::string with_module(FakeHost& host, const FakeElf& module,
                        const std::string& path = "ext/_C.abi3.so") {
  install(host, "ext", "1.0", {{path, bytes_of(module)}}, {"torch"});
  return verdict(audit(host), "ext");
}

std::string what_of(const Audit& audit, const std::string& name) {
  for (const AuditItem& item : audit.items) {
    if (item.name == name && !item.causes.empty()) return item.causes[0].what;
  }
  return {};
}

TEST(LibraryCauses, symbols_that_the_installed_libtorch_lacks_are_told) {
  FakeHost host = machine();
  install_torch(host);
  FakeElf module{.needed = {"libtorch_cuda.so"},
                 .symbols = {{"_ZN2at3addEv", false}, {"_ZN3c105errorEv", false}}};
  EXPECT_EQ(with_module(host, module), "no-gpu-code");
  module.symbols.push_back({"_ZN3c104goneEv", false});
  module.symbols.push_back({"_ZN2at6absentEv", false, 2});
  module.symbols.push_back({"not_of_torch", false});
  EXPECT_EQ(with_module(host, module), "cannot-load: torch-abi");
  EXPECT_EQ(what_of(audit(host), "ext"),
            "wants 1 symbol that torch 2.9.0+cu130 does not have, such as c10::gone()");
}

TEST(LibraryCauses, symbols_that_its_own_package_defines_are_not_missed) {
  FakeHost host = machine();
  install_torch(host);
  install(host, "ext", "1.0",
          {{"ext/_C.so", bytes_of(FakeElf{.needed = {"libtorch_cuda.so", "libmore.so"},
                                          .runpath = "$ORIGIN",
                                          .symbols = {{"_ZN5torch4moreEv", false}}})},
           {"ext/libmore.so",
            bytes_of(FakeElf{.soname = "libmore.so", .symbols = {{"_ZN5torch4moreEv"}}})}},
          {"torch"});
  EXPECT_EQ(verdict(audit(host), "ext"), "no-gpu-code");
}

TEST(LibraryCauses, symbols_of_a_module_that_cannot_be_read_are_told) {
  FakeHost host = machine();
  install_torch(host);
  const FakeElf module{.needed = {"libtorch_cuda.so"}, .symbols = {{"_ZN2at3addEv", false}}};
  std::string bytes = bytes_of(module);
  const auto info = read_elf(MemoryBlob(bytes));
  ASSERT_TRUE(info.ok());
  bytes.replace(info->symbols.gnu_hash, 4, std::string(4, '\xff'));  // how many buckets it has
  install(host, "ext", "1.0", {{"ext/_C.abi3.so", bytes}}, {"torch"});
  EXPECT_EQ(verdict(audit(host), "ext"), "no-gpu-code: malformed");
  EXPECT_EQ(what_of(audit(host), "ext"), "elf: its hash table of symbols makes no sense");
}

TEST(LibraryCauses, a_libtorch_whose_symbols_cannot_be_read_refutes_nothing) {
  FakeHost host = machine();
  install(host, "torch", "2.9.0",
          {{"torch/lib/libtorch_cuda.so",
            bytes_of(FakeElf{.soname = "libtorch_cuda.so", .sections = {code_for({120})}})}});
  EXPECT_EQ(with_module(host, {.needed = {"libtorch_cuda.so"}, .symbols = {{"_ZN2at1xEv", false}}}),
            "no-gpu-code");
}

/// A machine whose files with one name can be opened so many times.
class CountingHost : public FakeHost {
 public:
  Result<std::unique_ptr<Blob>> open(std::string_view path) const override {
    if (!path.ends_with(name)) return FakeHost::open(path);
    if (++opens > most) return Error{Error::Kind::denied, "permission denied"};
    return FakeHost::open(path);
  }
  std::string name;
  int most = 1000;
  mutable int opens = 0;
};

/// Two modules and a third library in one package; each module lacks a symbol.
void install_lacking(FakeHost& host) {
  static_cast<FakeHost&>(host) = machine();
  install_torch(host);
  const FakeElf module{.needed = {"libtorch_cuda.so"}, .symbols = {{"_ZN3c104goneEv", false}}};
  install(host, "ext", "1.0",
          {{"ext/_A.so", bytes_of(module)},
           {"ext/_B.so", bytes_of(module)},
           {"ext/libmore.so", bytes_of(FakeElf{.symbols = {{"more"}}})}},
          {"torch"});
}

TEST(LibraryCauses, a_library_that_cannot_be_opened_again_refutes_nothing) {
  for (const char* const name : {"/libmore.so", "/libc10.so"}) {
    CountingHost host;
    install_lacking(host);
    host.name = name;
    EXPECT_EQ(verdict(audit(host), "ext"), "cannot-load: torch-abi torch-abi") << name;
    host.opens = 0;
    host.most = 1;
    EXPECT_EQ(verdict(audit(host), "ext"), "no-gpu-code") << name;
  }
}

TEST(LibraryCauses, the_libraries_of_a_package_are_opened_once_more) {
  CountingHost host;
  install_lacking(host);
  host.name = "/libmore.so";
  audit(host);
  EXPECT_EQ(host.opens, 2);
}

TEST(LibraryCauses, a_generation_of_cuda_that_the_driver_is_too_old_for_is_told) {
  FakeHost host = machine();
  install_torch(host);
  install(host, "ext", "1.0",
          {{"ext/_C.abi3.so", bytes_of(FakeElf{.needed = {"libcudart.so.13"}})}}, {"torch"});
  AuditSetting old = setting();
  old.target.gpu.driver_cuda = CudaVersion{12, 8};
  EXPECT_EQ(verdict(audit(host), "ext"), "no-gpu-code");
  EXPECT_EQ(verdict(audit(host, old), "ext"), "cannot-load: newer-driver");
  EXPECT_EQ(what_of(audit(host, old), "ext"),
            "wants libcudart.so.13: CUDA 13 needs driver 580 or newer, this one is of CUDA 12.8");
}

TEST(LibraryCauses, a_module_for_another_python_cannot_load_unless_one_for_this_is_beside_it) {
  FakeHost host = machine();
  const std::string module = bytes_of(FakeElf{});
  install(host, "ext", "1.0", {{"ext/_C.cpython-311-aarch64-linux-gnu.so", module}});
  EXPECT_EQ(verdict(audit(host), "ext"), "cannot-load: wrong-python");
  EXPECT_EQ(what_of(audit(host), "ext"), "is built for Python 3.11, this is 3.12");
  install(host, "ext", "1.0",
          {{"ext/_C.cpython-311-aarch64-linux-gnu.so", module},
           {"ext/_C.cpython-312-aarch64-linux-gnu.so", module},
           {"ext/_D.abi3.so", module}});
  EXPECT_EQ(verdict(audit(host), "ext"), "no-gpu-code");
}

TEST(LibraryCauses, a_newer_c_library_is_wanted) {
  FakeHost host = machine();
  EXPECT_EQ(with_module(host, {.needed = {"libc.so.6"}, .version = "GLIBC_2.39"}), "no-gpu-code");
  EXPECT_EQ(with_module(host, {.needed = {"libc.so.6"}, .version = "GLIBC_2.9"}), "no-gpu-code");
  EXPECT_EQ(with_module(host, {.needed = {"libc.so.6"}, .version = "GLIBC_PRIVATE"}),
            "no-gpu-code");
  EXPECT_EQ(with_module(host, {.needed = {"libc.so.6"}, .version = "GLIBC_2.41"}),
            "cannot-load: glibc-too-new");
  EXPECT_EQ(what_of(audit(host), "ext"), "wants glibc 2.41, this is 2.39");
}

TEST(LibraryCauses, a_version_that_the_library_here_does_not_define_is_missed) {
  FakeHost host = machine();
  host.file("/etc/ld.so.cache", loader_cache_of({{"libstdc++.so.6", "/usr/lib/libstdc++.so.6"}}));
  host.file("/usr/lib/libstdc++.so.6",
            bytes_of(FakeElf{.soname = "libstdc++.so.6", .definitions = {"A_1", "GLIBCXX_3.4"}}));
  const std::vector<std::string> wanted{"libstdc++.so.6"};
  EXPECT_EQ(with_module(host, {.needed = wanted, .version = "GLIBCXX_3.4"}), "no-gpu-code");
  EXPECT_EQ(with_module(host, {.needed = wanted, .version = "GLIBCXX_3.4.99"}),
            "cannot-load: missing-version");
  // A library that defines none is not held to any.
  host.file("/usr/lib/libstdc++.so.6", bytes_of(FakeElf{.soname = "libstdc++.so.6"}));
  EXPECT_EQ(with_module(host, {.needed = wanted, .version = "GLIBCXX_3.4.99"}), "no-gpu-code");
}

TEST(LibraryCauses, a_version_that_a_library_of_the_environment_does_not_define_is_missed) {
  FakeHost host = machine();
  const auto with_version = [&](const std::string& version) {
    install(host, "ext", "1.0",
            {{"ext/_C.so",
              bytes_of(FakeElf{.needed = {"libv.so"}, .runpath = "$ORIGIN", .version = version})},
             {"ext/libv.so",
              bytes_of(FakeElf{.soname = "libv.so", .definitions = {"libv.so", "V_1"}})}});
    return verdict(audit(host), "ext");
  };
  EXPECT_EQ(with_version("V_1"), "no-gpu-code");
  EXPECT_EQ(with_version("V_2"), "cannot-load: missing-version");
}

TEST(LibraryCauses, another_processor_is_told_unless_the_file_is_one_of_several_for_each) {
  const FakeElf foreign{.machine = 62, .sections = {code_for({120})}};
  FakeHost host = machine();
  EXPECT_EQ(with_module(host, foreign), "cannot-load: wrong-processor");
  EXPECT_EQ(with_module(host, foreign, "ext/_C.cpython-312-x86_64-linux-gnu.so"),
            "cannot-load: wrong-processor");
  for (const char* const path :
       {"ext/bin/linux-x64/run.so", "ext/linuxamd64/run.so", "ext/x86_64-v3/run.so"})
    EXPECT_EQ(with_module(host, foreign, path), "runs") << path;
  // The end of another word is no name of a processor.
  EXPECT_EQ(with_module(host, foreign, "ext/matrix64/run.so"), "cannot-load: wrong-processor");
}

TEST(LibraryCauses, of_the_same_processor_other_words_and_bytes_are_told) {
  for (const auto& [at, value, what] :
       {std::tuple(4, '\1', "is a 32-bit file, this machine loads 64-bit ones"),
        std::tuple(5, '\2', "is a big-endian file, this machine is little-endian")}) {
    std::string bytes = bytes_of(FakeElf{});
    bytes[at] = value;
    if (at == 5) std::swap(bytes[18], bytes[19]);
    FakeHost host = machine();
    install(host, "ext", "1.0", {{"ext/_C.so", bytes}});
    EXPECT_EQ(verdict(audit(host), "ext"), "cannot-load: wrong-processor");
    EXPECT_EQ(what_of(audit(host), "ext"), what);
  }
}

TEST(LibraryCauses, where_the_environment_lies_says_nothing_of_its_processor) {
  const std::string path = "/home/u/x86_64/.venv";
  FakeHost host;
  host.file(path + "/pyvenv.cfg", "version = 3.12.3\n");
  host.file(path + "/lib/python3.12/site-packages/alone.so", bytes_of(FakeElf{.machine = 62}));
  EXPECT_EQ(verdict(audit(host, setting(), path), "alone.so"), "cannot-load: wrong-processor");
}

TEST(LibraryCauses, a_file_that_stands_for_itself_is_judged_whatever_its_name) {
  FakeHost host;
  host.file("/x/libk_x86_64.so", bytes_of(FakeElf{.machine = 62}));
  EXPECT_EQ(verdict(audit(host, setting(), "/x/libk_x86_64.so"), "/x/libk_x86_64.so"),
            "cannot-load: wrong-processor");
  EXPECT_EQ(verdict(audit(host, setting(), "/x"), "libk_x86_64.so"),
            "cannot-load: wrong-processor");
}

TEST(LibraryCauses, of_another_processor_are_not_asked_for_the_rest) {
  FakeHost host = machine();
  EXPECT_EQ(with_module(host, {.machine = 62, .needed = {"libcudart.so.12", "libmystery.so"}}),
            "cannot-load: wrong-processor");
}

TEST(LibraryCauses, what_is_empty_or_no_elf_file_does_not_load) {
  FakeHost host = machine();
  install(host, "ext", "1.0",
          {{"ext/_C.so", bytes_of(FakeElf{.needed = {"libown.so.1"}})}, {"ext/libown.so.1", ""}});
  EXPECT_EQ(verdict(audit(host), "ext"), "cannot-load: missing-library malformed");
  host.file(kSite + "/ext/libown.so.1", "<html>404</html>");
  EXPECT_EQ(verdict(audit(host), "ext"), "cannot-load: missing-library malformed");
  host.file(kSite + "/ext/_C.so", bytes_of(FakeElf{.needed = {"libc.so.6"}}));
  host.file(kSite + "/ext/libown.so.1", "/* GNU ld script */\nINPUT(libown.so.2)\n");
  EXPECT_EQ(verdict(audit(host), "ext"), "no-gpu-code");
}

TEST(LibraryCauses, broken_files_are_malformed_and_unreadable_ones_unreadable) {
  FakeHost host = machine();
  install(host, "ext", "1.0",
          {{"ext/_C.so", bytes_of(FakeElf{.needed = {"libc.so.6"}}).substr(0, 90)}});
  EXPECT_EQ(verdict(audit(host), "ext"), "cannot-load: malformed");
  host.fail(kSite + "/ext/_C.so", Error{Error::Kind::denied, "permission denied"});
  EXPECT_EQ(verdict(audit(host), "ext"), "not-judged: unreadable");
}

/// A module that wants a function of NCCL, in an environment without NCCL of its own.
FakeHost with_nccl_of_machine(const std::vector<FakeSymbol>& defined) {
  FakeHost host = machine();
  host.file("/usr/lib/aarch64-linux-gnu/libnccl.so.2",
            bytes_of(FakeElf{.soname = "libnccl.so.2", .symbols = defined}));
  install(host, "ext", "1.0",
          {{"ext/_C.so", bytes_of(FakeElf{.needed = {"libnccl.so.2"},
                                          .symbols = {{"ncclCommResume", false}}})}});
  return host;
}

TEST(LibraryCauses, functions_that_an_older_library_of_the_machine_lacks_are_told) {
  FakeHost host = with_nccl_of_machine({{"ncclCommAbort"}});
  EXPECT_EQ(verdict(audit(host), "ext"), "cannot-load: missing-symbol");
  EXPECT_EQ(what_of(audit(host), "ext"),
            "wants 1 function that /usr/lib/aarch64-linux-gnu/libnccl.so.2 does not have, such as "
            "ncclCommResume");
  EXPECT_EQ(verdict(audit(with_nccl_of_machine({{"ncclCommResume"}})), "ext"), "no-gpu-code");
  // One of the environment may be loaded before it is.
  install(host, "nvidia-nccl-cu13", "2.28",
          {{"nvidia/nccl/lib/libnccl.so.2",
            bytes_of(FakeElf{.soname = "libnccl.so.2", .symbols = {{"ncclCommResume"}}})}});
  EXPECT_EQ(verdict(audit(host), "ext"), "no-gpu-code");
}

TEST(LibraryCauses, a_module_for_another_python_is_told_by_its_suffix) {
  for (const auto& [suffix, told] :
       std::vector<std::pair<std::string, std::string>>{{"cpython-312", ""},
                                                        {"cpython-312t", "3.12t"},
                                                        {"cpython-311", "3.11"},
                                                        {"pypy310-pp73", "PyPy 3.10"}}) {
    FakeHost host = machine();
    install(host, "ext", "1.0",
            {{"ext/_C." + suffix + "-aarch64-linux-gnu.so", bytes_of(FakeElf{})}});
    EXPECT_EQ(verdict(audit(host), "ext"),
              told.empty() ? "no-gpu-code" : "cannot-load: wrong-python")
        << suffix;
    if (told.empty()) continue;
    EXPECT_EQ(what_of(audit(host), "ext"), "is built for Python " + told + ", this is 3.12");
  }
}

TEST(LibraryCauses, a_function_that_another_library_has_is_not_missed) {
  for (const bool is_own : {true, false}) {
    FakeHost host = machine();
    install(host, "nvidia-cublas", "13.1",
            {{kLib13 + "libcublas.so.13",
              bytes_of(FakeElf{.soname = "libcublas.so.13", .symbols = {{"cublasCreate_v2"}}})}});
    const SampleFile more = {is_own ? "ext/libown.so" : kLib13 + "libcublasmp.so.0",
                             bytes_of(FakeElf{.soname = is_own ? "libown.so" : "libcublasmp.so.0",
                                              .symbols = {{"cublasMpCreate"}}})};
    FakeElf module{.needed = {"libcublas.so.13"}, .symbols = {{"cublasMpCreate", false}}};
    if (!is_own) module.needed.push_back("libcublasmp.so.0");
    std::vector<SampleFile> files = {{"ext/_C.so", bytes_of(module)}};
    if (is_own) files.push_back(more);
    install(host, "ext", "1.0", files);
    EXPECT_EQ(verdict(audit(host), "ext"), is_own ? "no-gpu-code" : "cannot-load: missing-library")
        << is_own;
    if (is_own) continue;
    install(host, "nvidia-cublasmp", "0.5", {more});
    EXPECT_EQ(verdict(audit(host), "ext"), "no-gpu-code");
  }
}

TEST(LibraryCauses, a_library_is_also_known_by_the_name_it_was_asked_for_by) {
  FakeHost host = machine();
  install(
      host, "ext", "1.0",
      {{"ext/_C.so", bytes_of(FakeElf{.needed = {"libx-abc.so", "libb.so"}, .runpath = "$ORIGIN"})},
       {"ext/libb.so", bytes_of(FakeElf{.soname = "libb.so", .needed = {"libx-abc.so"}})},
       {"ext/libx-abc.so", bytes_of(FakeElf{.soname = "libx.so.1"})}});
  EXPECT_EQ(verdict(audit(host), "ext"), "no-gpu-code");
}

TEST(LibraryCauses, modules_of_the_stable_abi_are_not_for_a_python_that_runs_threads_freely) {
  FakeHost host;
  const std::string site = "/v/lib/python3.13t/site-packages";
  host.file("/v/pyvenv.cfg", "home = /usr/bin\nversion = 3.13.1\n")
      .file(site + "/a-1.dist-info/METADATA", "Metadata-Version: 2.1\nName: a\nVersion: 1\n")
      .file(site + "/a-1.dist-info/RECORD", "a/_C.abi3.so,,\n")
      .file(site + "/a/_C.abi3.so", bytes_of(FakeElf{}));
  EXPECT_EQ(verdict(audit(host, setting(), "/v"), "a"), "cannot-load: wrong-python");
}

}  // namespace
}  // namespace gb10
