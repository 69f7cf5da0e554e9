#include "guard/torch_share.h"

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

/// The folder of the program, as a shell finds it.
std::optional<std::string> folder_of(const HostView& host, std::string_view program,
                                     const Environment& environment) {
  const std::size_t slash = program.rfind('/');
  if (slash != std::string_view::npos) return std::string(program.substr(0, slash));
  const auto path = environment.find("PATH");
  if (path == environment.end()) return std::nullopt;
  for (const std::string_view folder : split(path->second, ':')) {
    if (folder.starts_with('/') && host.info(fmt::format("{}/{}", folder, program)).ok())
      return std::string(folder);
  }
  return std::nullopt;
}

std::optional<std::string> version_in(const HostView& host, const std::string& packages) {
  const auto entries = host.list(packages);
  if (!entries.ok()) return std::nullopt;
  for (const DirEntry& entry : *entries) {
    constexpr std::string_view kHead = "torch-", kTail = ".dist-info";
    const std::string_view name = entry.name;
    if (name.starts_with(kHead) && name.ends_with(kTail))
      return std::string(name.substr(kHead.size(), name.size() - kHead.size() - kTail.size()));
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> torch_beside(const HostView& host, std::string_view program,
                                        const Environment& environment) {
  const auto folder = folder_of(host, program, environment);
  if (!folder || !folder->starts_with('/')) return std::nullopt;
  const std::string lib = folder->substr(0, folder->rfind('/')) + "/lib";
  const auto entries = host.list(lib);
  if (!entries.ok()) return std::nullopt;
  for (const DirEntry& entry : *entries) {
    if (!entry.name.starts_with("python3")) continue;
    for (const char* const packages : {"site-packages", "dist-packages"}) {
      if (auto version = version_in(host, fmt::format("{}/{}/{}", lib, entry.name, packages)))
        return version;
    }
  }
  return std::nullopt;
}

bool knows_share(std::string_view torch) {
  const auto parts = split(torch, '.');
  const auto major = parts.empty() ? std::nullopt : whole_number(parts[0]);
  const auto minor = parts.size() < 2 ? std::nullopt : whole_number(parts[1]);
  return major && minor && (*major > 2 || (*major == 2 && *minor >= 10));
}

Environment with_share(Environment environment, double share) {
  const std::string part = fmt::format("per_process_memory_fraction:{:.4f}", share);
  for (const char* const name : {"PYTORCH_ALLOC_CONF", "PYTORCH_CUDA_ALLOC_CONF"}) {
    const auto at = environment.find(name);
    if (at == environment.end()) continue;
    if (at->second.find("per_process_memory_fraction") != std::string::npos) return environment;
    at->second += (at->second.empty() ? "" : ",") + part;
    return environment;
  }
  environment["PYTORCH_ALLOC_CONF"] = part;
  return environment;
}

}  // namespace gb10
