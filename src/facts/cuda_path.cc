#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "facts/compiler.h"
#include "facts/cuda_parts.h"
#include "facts/libraries.h"
#include "facts/paths.h"

namespace gb10::cuda_parts {

namespace {

constexpr const char* kSource = "PATH of this shell";
constexpr const char* kPathUnknown = "the caller's PATH is not known (sudo replaces it)";

/// A variable of the person who asks. sudo puts an environment of its own in the place of theirs.
std::optional<std::string> variable(const HostView& host, std::string_view name) {
  const Self& self = host.self();
  if (self.effective_user == 0 && self.environment.find("SUDO_USER") != self.environment.end())
    return std::nullopt;
  const auto found = host.self().environment.find(name);
  return found == host.self().environment.end() ? std::nullopt : std::optional(found->second);
}

/// The file that a shell would start for `tool`.
Result<std::string> on_path(const HostView& host, const char* tool) {
  const auto path = variable(host, "PATH");
  if (!path) return Error{Error::Kind::not_recorded, kPathUnknown};
  for (const std::string& dir : libraries::path_dirs(*path)) {
    const std::string file = fmt::format("{}/{}", dir, tool);
    const auto info = host.info(file);
    if (info.ok() && info->kind == FileKind::regular) return file;
  }
  return Error{Error::Kind::not_found, fmt::format("{} is in no directory of PATH", tool)};
}

/// The toolkit to which a program belongs. Debian's /usr/bin/nvcc is a script that starts the one
/// in its own directory.
std::string owner(const HostView& host, const std::string& program,
                  const std::vector<std::string>& toolkits) {
  const std::string real = paths::resolved(host, program).value_or(program);
  const std::string dir = paths::parent(paths::parent(real));
  if (std::find(toolkits.begin(), toolkits.end(), dir) != toolkits.end()) return dir;
  const bool debian = dir == "/usr" &&
                      std::find(toolkits.begin(), toolkits.end(), kDebianToolkit) != toolkits.end();
  return debian ? kDebianToolkit : std::string();
}

void set_tool(const HostView& host, const char* tool, const std::vector<std::string>& toolkits,
              Facts& facts) {
  const std::string name = fmt::format("cuda.{}_on_path", tool);
  const auto program = on_path(host, tool);
  if (!program.ok()) {
    facts.unknown(name, program.error(), kSource);
    return facts.unknown(name + "_version", program.error(), kSource);
  }
  facts.set(name, *program, kSource);
  const std::string toolkit = owner(host, *program, toolkits);
  const Fact* const known = facts.find(key("toolkit", toolkit, tool));
  if (known && known->value.ok()) {
    return facts.put(name + "_version", known->value, known->source);
  }
  const auto version = compiler_version(host, *program);
  facts.put(name + "_version", version.map([](const std::string& v) { return Value(Version{v}); }),
            *program);
}

void set_override(const HostView& host, Facts& facts) {
  constexpr const char* kKey = "cuda.ptxas_override";
  const auto program = variable(host, "TRITON_PTXAS_PATH");
  if (!program || program->empty()) {
    const Error unset{Error::Kind::not_found, "TRITON_PTXAS_PATH is not set"};
    return facts.unknown(kKey, unset, "this shell");
  }
  const auto version = compiler_version(host, *program);
  facts.put(kKey, version.map([](const std::string& v) { return Value(Version{v}); }), *program);
}

}  // namespace

void collect_path(const HostView& host, const std::vector<std::string>& toolkits, Facts& facts) {
  std::vector<std::string> owners;
  for (const char* const tool : {"nvcc", "ptxas"}) {
    set_tool(host, tool, toolkits, facts);
    const auto program = on_path(host, tool);
    if (program.ok()) owners.push_back(owner(host, *program, toolkits));
  }
  for (const std::string& dir : libraries::path_dirs(variable(host, "PATH").value_or(""))) {
    owners.push_back(paths::parent(paths::resolved(host, dir).value_or(dir)));
  }
  const bool known = variable(host, "PATH").has_value();
  for (const std::string& dir : toolkits) {
    const bool there = std::find(owners.begin(), owners.end(), dir) != owners.end();
    facts.put(key("toolkit", dir, "on_path"),
              known ? Result<Value>(there) : Error{Error::Kind::not_recorded, kPathUnknown},
              kSource);
  }
  set_override(host, facts);
}

}  // namespace gb10::cuda_parts
