#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/text.h"
#include "facts/ask.h"
#include "facts/compiler.h"
#include "facts/python_parts.h"
#include "facts/topics.h"
#include "facts/value.h"

namespace gb10 {

namespace {

using python::Environment;
using python::Package;
using python::Packages;

Command machine_question() { return {{"uname", "-m"}}; }
std::vector<Command> questions(const Self&) { return {machine_question()}; }

/// What is the same for all environments, worked out once.
struct Shared {
  Result<std::string> machine;
  Result<LibraryTable> table;
  std::vector<std::string> libraries;
};

/// Where the facts of one environment go.
struct Target {
  const HostView& host;
  const Environment& environment;
  Facts& facts;

  std::string key_of(std::string_view field) const {
    return key("python", ask::instance(environment.path), field);
  }
  void set(std::string_view field, Value value, const std::string& source) const {
    facts.set(key_of(field), std::move(value), source);
  }
  void put(std::string_view field, Result<Value> value, const std::string& source) const {
    facts.put(key_of(field), std::move(value), source);
  }
  void unknown(std::string_view field, Error why, const std::string& source) const {
    facts.unknown(key_of(field), std::move(why), source);
  }
};

/// "13.0" of a line such as "cuda: Optional[str] = '13.0'", "none" of one that ends in None.
std::optional<std::string> torch_cuda(std::string_view text) {
  for (const std::string_view line : lines(text)) {
    if (!line.starts_with("cuda")) continue;
    const std::size_t equals = line.find('=');
    const std::string_view name = line.substr(0, line.find_first_of(":= "));
    if (name != "cuda" || equals == std::string_view::npos) continue;
    const std::string_view value = trimmed(line.substr(equals + 1));
    if (value == "None") return "none";
    const std::size_t end = value.size() > 1 ? value.find(value[0], 1) : std::string_view::npos;
    if (end == std::string_view::npos || (value[0] != '\'' && value[0] != '"')) continue;
    return printable(value.substr(1, end - 1), 40);
  }
  return std::nullopt;
}

/// Sets what torch says of itself; the CUDA version it was built for, empty when not known.
std::string set_torch(const Target& target, const Packages& packages) {
  const Package* const torch = python::find(packages, "torch");
  if (!torch) return {};
  const std::size_t plus = torch->version.find('+');
  if (plus != std::string::npos) {
    target.set("torch_metadata_cuda", torch->version.substr(plus + 1), torch->info);
  }
  const std::string file = torch->site + "/torch/version.py";
  const auto text = target.host.read(file);
  if (!text.ok()) {
    target.unknown("torch_cuda", text.error(), file);
    return {};
  }
  const auto cuda = torch_cuda(*text);
  if (!cuda) {
    target.unknown("torch_cuda", {Error::Kind::failed, file + " names no CUDA version"}, file);
    return {};
  }
  target.set("torch_cuda", *cuda, file);
  return *cuda == "none" ? std::string() : *cuda;
}

void set_triton(const Target& target, const Packages& packages) {
  const Package* const triton = python::find(packages, "triton");
  if (!triton) return;
  constexpr std::pair<const char*, const char*> kTools[] = {
      {"triton_ptxas", "ptxas"}, {"triton_ptxas_blackwell", "ptxas-blackwell"}};
  for (const auto& [field, tool] : kTools) {
    const std::string file = fmt::format("{}/triton/backends/nvidia/bin/{}", triton->site, tool);
    const auto version = compiler_version(target.host, file);
    if (version.ok()) target.set(field, Version{*version}, file);
    // Old versions of Triton have no assembler for Blackwell.
    if (!version.ok() && version.error().kind != Error::Kind::not_found) {
      target.unknown(field, version.error(), file);
    }
  }
}

/// The libraries of CUDA 13 that have lost the "-cu12" of their names.
bool is_plain_cuda13(const Package& package) {
  constexpr std::string_view kNames[] = {
      "nvidia_cublas",     "nvidia_cuda_runtime", "nvidia_cuda_nvrtc", "nvidia_cuda_nvcc",
      "nvidia_cuda_cupti", "nvidia_cufft",        "nvidia_cufile",     "nvidia_curand",
      "nvidia_cusolver",   "nvidia_cusparse",     "nvidia_nvjitlink",  "nvidia_nvtx",
      "nvidia_cuda_cccl",  "nvidia_cuda_crt",     "nvidia_nvvm",       "nvidia_npp",
      "nvidia_nvjpeg",
  };
  return std::find(std::begin(kNames), std::end(kNames), package.name) != std::end(kNames);
}

void set_version(const Target& target, const Package& package) {
  if (!python::has_fact(package.name)) return;
  if (!package.version.empty()) {
    return target.set(package.name, Version{package.version}, package.info);
  }
  target.unknown(package.name, {Error::Kind::failed, package.info + " tells no version"},
                 package.info);
}

void set_packages(const Target& target, const Packages& packages) {
  std::vector<std::string> cupy, cu12, cu13;
  for (const Package& package : packages.all) {
    set_version(target, package);
    const std::string name = replaced(package.name, "_", "-");
    const std::string shown(trimmed(name + " " + package.version));
    const bool nvidia = name.starts_with("nvidia-");
    if (name == "cupy" || name.starts_with("cupy-")) cupy.push_back(shown);
    if (nvidia && name.ends_with("-cu12")) cu12.push_back(shown);
    if ((nvidia && name.ends_with("-cu13")) || is_plain_cuda13(package)) cu13.push_back(shown);
  }
  const std::string source = joined(target.environment.sites, ", ");
  target.set("packages", static_cast<std::int64_t>(packages.all.size()), source);
  target.set("cupy_packages", cupy, source);
  target.set("cu12_packages", cu12, source);
  target.set("cu13_packages", cu13, source);
  target.set("broken_packages", packages.broken, source);
}

/// A list that is empty only because the search ended early is not known to be empty.
Result<Value> found_or_unread(const std::vector<std::string>& found, std::size_t unread) {
  if (!found.empty() || unread == 0) return Value(found);
  return Error{Error::Kind::failed, fmt::format("{} libraries were not looked at", unread)};
}

void set_libraries(const Target& target, const Packages& packages, const Shared& shared,
                   const std::string& torch_cuda) {
  const std::string machine = shared.machine.value_or(std::string());
  const std::string source = "ELF headers of the packages' libraries";
  if (!shared.table.ok()) {
    for (const char* const field : {"cuda12_libraries", "cuda13_libraries", "foreign_libraries"})
      target.unknown(field, shared.table.error(), source);
    return;
  }
  const auto found = python::libraries(target.host, packages,
                                       {machine, torch_cuda, shared.libraries, *shared.table});
  target.put("cuda12_libraries", found_or_unread(found.missing_cuda12, found.unread), source);
  target.put("cuda13_libraries", found_or_unread(found.missing_cuda13, found.unread), source);
  target.put(
      "foreign_libraries",
      shared.machine.ok() ? found_or_unread(found.foreign, found.unread) : shared.machine.error(),
      shared.machine.ok() ? source : "uname -m");
}

/// "3.12" of "3.12.3"; empty when there are no two parts.
std::string short_version(std::string_view version) {
  const auto parts = split(version, '.');
  return parts.size() < 2 ? std::string() : fmt::format("{}.{}", parts[0], parts[1]);
}

void set_interpreter(const Target& target) {
  const Environment& environment = target.environment;
  const std::string config = environment.path + "/pyvenv.cfg";
  const std::string source = environment.kind == "venv" ? config : environment.path;
  target.set("kind", environment.kind, source);
  const Error unknown{Error::Kind::failed, "nothing there tells the version of its Python"};
  if (environment.version.empty()) {
    target.unknown("python", unknown, source);
  } else {
    target.set("python", Version{environment.version}, source);
  }
  const std::string version = short_version(environment.version);
  if (version.empty() || environment.base.empty()) {
    return target.unknown("headers", unknown, source);
  }
  const std::string header = fmt::format("{}/include/python{}/Python.h", environment.base, version);
  target.put("headers", as_value(ask::exists(target.host, header)), header);
}

void set_environment(const Target& target, const Shared& shared) {
  const Packages packages = python::packages(target.host, target.environment);
  const std::string cuda =
      python::set_versions(target.host, target.environment, packages, target.facts);
  set_libraries(target, packages, shared, cuda);
}

Result<std::string> machine_of(const HostView& host) {
  const std::string printed = TRY(ask::printed(host, machine_question()));
  return std::string(trimmed(printed));
}

void collect(const Machine& machine, const CollectOptions& options, Facts& facts) {
  const HostView& host = machine.host;
  const auto found = python::environments(host, options);
  Shared shared{machine_of(host), LibraryTable::built_in(), {}};
  if (shared.table.ok()) shared.libraries = python::machine_libraries(host, *shared.table);
  for (const Environment& environment : found.environments) {
    set_environment({host, environment, facts}, shared);
  }
  for (const auto& [dir, why] : found.wrong) {
    const std::string instance = ask::instance(dir);
    facts.unknown(key("python", instance, "kind"), why, "--env");
    facts.unknown(key("python", instance, "python"), why, "--env");
  }
  facts.set("python.environments", static_cast<std::int64_t>(found.environments.size()),
            "pyvenv.cfg, conda-meta and lib/python3.*");
  facts.put("python.interpreters",
            python::interpreters(host).map(
                [](const std::vector<std::string>& names) { return Value(names); }),
            "/usr/bin and /usr/local/bin");
  facts.set("python.not_searched", found.not_searched, "home directories and /opt");
  if (!found.not_searched.empty())
    facts.incomplete("python.environments", "not searched: " + joined(found.not_searched, ", "));
}

}  // namespace

std::string python::set_versions(const HostView& host, const Environment& environment,
                                 const Packages& packages, Facts& facts) {
  const Target target{host, environment, facts};
  set_interpreter(target);
  set_packages(target, packages);
  std::string cuda = set_torch(target, packages);
  set_triton(target, packages);
  return cuda;
}

Topic python_topic() {
  return {.name = "python",
          .words = "Python environments and what is installed in them",
          .specs = python::specs(),
          .questions = questions,
          .collect = collect};
}

}  // namespace gb10
