#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "audit/audit.h"
#include "base/text.h"
#include "elf/fake_fatbin.h"
#include "host/fake_host.h"

/// Environments made of strings, for tests of the audit.
namespace gb10::audit_samples {

inline const std::string kEnvironment = "/home/u/.venv";
inline const std::string kSite = kEnvironment + "/lib/python3.12/site-packages";
inline const std::string kLib13 = "nvidia/cu13/lib/";

struct SampleFile {
  std::string path;  // below the site
  std::string bytes;
};

/// An empty virtual environment of Python 3.12.
inline FakeHost machine() {
  FakeHost host;
  host.file(kEnvironment + "/pyvenv.cfg", "home = /usr/bin\nversion = 3.12.3\n");
  host.directory(kSite);
  return host;
}

inline std::string info_of(const std::string& name, const std::string& version) {
  return kSite + "/" + name + "-" + version + ".dist-info";
}

/// Installs a distribution; what it requires are lines of METADATA.
inline void install(FakeHost& host, const std::string& name, const std::string& version,
                    const std::vector<SampleFile>& files,
                    const std::vector<std::string>& requires_dist = {}) {
  std::string metadata = "Metadata-Version: 2.1\nName: " + name + "\nVersion: " + version + "\n";
  for (const std::string& each : requires_dist) metadata += "Requires-Dist: " + each + "\n";
  std::string record;
  for (const SampleFile& file : files) {
    host.file(kSite + "/" + file.path, file.bytes);
    record += file.path + ",,\n";
  }
  host.file(info_of(name, version) + "/METADATA", metadata);
  host.file(info_of(name, version) + "/RECORD", record);
}

/// Code of one module for each architecture.
inline FakeSection code_for(const std::vector<std::uint32_t>& archs) {
  FakeContainer container;
  for (const std::uint32_t arch : archs) container.images.push_back({.arch = arch});
  return {.name = ".nv_fatbin", .bytes = bytes_of(container)};
}

/// torch for CUDA 13 and the libraries of NVIDIA that it loads by its own paths.
inline void install_torch(FakeHost& host) {
  install(host, "nvidia_cublas", "13.1.0.3",
          {{kLib13 + "libcublas.so.13",
            bytes_of(FakeElf{.soname = "libcublas.so.13", .needed = {"libcublasLt.so.13"}})},
           {kLib13 + "libcublasLt.so.13", bytes_of(FakeElf{.soname = "libcublasLt.so.13"})}});
  install(host, "nvidia_cuda_runtime", "13.0.96",
          {{kLib13 + "libcudart.so.13", bytes_of(FakeElf{.soname = "libcudart.so.13"})}});
  install(host, "torch", "2.9.0+cu130",
          {{"torch/lib/libc10.so",
            bytes_of(FakeElf{.soname = "libc10.so", .symbols = {{"_ZN3c105errorEv"}}})},
           {"torch/lib/libtorch_cuda.so",
            bytes_of(FakeElf{.soname = "libtorch_cuda.so",
                             .needed = {"libc10.so", "libcudart.so.13", "libcublas.so.13",
                                        "libcuda.so.1", "libc.so.6"},
                             .runpath = "$ORIGIN:$ORIGIN/../../nvidia/cu13/lib",
                             .symbols = {{"_ZN2at3addEv"}},
                             .sections = {code_for({80, 90, 120})}})}},
          {"nvidia-cublas==13.1.0.3", "nvidia-cuda-runtime"});
}

inline GpuRules rules() { return *GpuRules::built_in(); }
inline LibraryTable table() { return *LibraryTable::built_in(); }

/// The machine of a GB10 as it is documented; its own libraries are those of the host.
inline AuditSetting setting() {
  AuditTarget target = *named_target("gb10", "", rules(), {});
  target.system_is_seen = true;
  return {std::move(target), rules(), table()};
}

inline Audit audit(const FakeHost& host, const AuditSetting& how = setting(),
                   const std::string& path = kEnvironment) {
  auto found = audited(host, path, how);
  EXPECT_TRUE(found.ok()) << (found.ok() ? "" : found.error().what);
  return found.ok() ? *std::move(found) : Audit();
}

/// "runs", and after a colon the kinds of its causes: "cannot-load: cuda-major".
inline std::string verdict(const Audit& audit, const std::string& name) {
  for (const AuditItem& item : audit.items) {
    if (item.name != name) continue;
    std::vector<std::string> kinds;
    for (const AuditCause& cause : item.causes) kinds.push_back(cause.kind);
    const std::string said = word(item.verdict);
    return kinds.empty() ? said : said + ": " + joined(kinds, " ");
  }
  return "no such item";
}

inline std::vector<std::string> kinds(const std::vector<AuditCause>& causes) {
  std::vector<std::string> out;
  for (const AuditCause& cause : causes) out.push_back(cause.kind);
  return out;
}

/// The cache of the dynamic loader as glibc writes it for a CPU.
struct CacheEntry {
  std::string soname, file;
  std::uint32_t flags = 0xa03;  // AArch64; 0x303 x86-64
};

inline std::string loader_cache_of(const std::vector<CacheEntry>& entries) {
  std::string out = "glibc-ld.so.cache1.1", strings;
  fake::append(out, entries.size(), 4);
  const std::uint64_t strings_at = 48 + 24 * entries.size();
  std::string rows;
  for (const CacheEntry& each : entries) {
    fake::append(rows, each.flags, 4);
    fake::append(rows, strings_at + fake::name(strings, each.soname), 4);
    fake::append(rows, strings_at + fake::name(strings, each.file), 4);
    rows.append(12, '\0');
  }
  fake::append(out, strings.size(), 4);
  out.append(48 - out.size(), '\0');
  return out + rows + strings;
}

}  // namespace gb10::audit_samples
