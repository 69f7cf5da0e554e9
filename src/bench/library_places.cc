#include "bench/library_places.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

std::vector<std::string> below(const HostView& host, const std::string& folder,
                               std::string_view pattern) {
  std::vector<std::string> out;
  const auto entries = host.list(folder);
  for (const DirEntry& entry : entries.value_or(std::vector<DirEntry>())) {
    if (fits_glob(pattern, entry.name)) out.push_back(fmt::format("{}/{}", folder, entry.name));
  }
  return out;
}

/// Folders of NVIDIA's wheels in an environment, the newest CUDA first, and conda's own.
std::vector<std::string> folders_of(const HostView& host, const std::string& environment) {
  std::vector<std::string> out = {environment, environment + "/lib", environment + "/lib64"};
  for (const std::string& python : below(host, environment + "/lib", "python3*")) {
    const std::string site = python + "/site-packages/nvidia";
    for (const char* const part : {"cu13/lib", "cublas/lib", "cusparselt/lib", "cu12/lib"})
      out.push_back(fmt::format("{}/{}", site, part));
  }
  return out;
}

std::vector<std::string> folders_of_system(const HostView& host) {
  std::vector<std::string> out = {"/usr/local/cuda/lib64"};
  std::vector<std::string> toolkits = below(host, "/usr/local", "cuda-*");
  std::reverse(toolkits.begin(), toolkits.end());
  for (const std::string& toolkit : toolkits) out.push_back(toolkit + "/lib64");
  for (const char* const folder : {"/usr/lib/aarch64-linux-gnu", "/usr/lib/x86_64-linux-gnu"})
    out.emplace_back(folder);
  return out;
}

}  // namespace

std::vector<std::string> library_copies(const HostView& host, std::string_view soname,
                                        const std::string& environment) {
  std::vector<std::string> out;
  for (const std::string& folder :
       environment.empty() ? folders_of_system(host) : folders_of(host, environment)) {
    std::string path = fmt::format("{}/{}", folder, soname);
    if (host.info(path).ok()) out.push_back(std::move(path));
  }
  return out;
}

}  // namespace gb10
