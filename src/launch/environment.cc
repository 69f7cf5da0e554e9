#include "launch/environment.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "facts/paths.h"
#include "launch/program.h"

namespace gb10 {

namespace {

std::optional<std::string> variable(const HostView& host, std::string_view name) {
  const auto found = host.self().environment.find(name);
  if (found == host.self().environment.end() || found->second.empty()) return std::nullopt;
  return found->second;
}

std::string shown(std::string_view path) { return printable(path, 200); }

/// An environment whose interpreter leads nowhere, as after an upgrade of the system's Python.
void check_interpreter(const HostView& host, LaunchEnvironment& out) {
  const python::Environment& environment = *out.python;
  if (environment.kind != "venv" && environment.kind != "conda") return;
  for (const char* const name : {"python3", "python"}) {
    const std::string file = environment.path + "/bin/" + name;
    const auto found = host.info(file);
    if (found.ok()) return;
    if (found.error().kind != Error::Kind::not_found) {
      out.warnings.push_back(fmt::format("{} cannot be looked at: {}", shown(file),
                                         printable(found.error().what, 200)));
      return;
    }
    const auto target = host.link(file);
    if (!target.ok()) continue;
    out.warnings.push_back(
        fmt::format("{} leads to {}, which is not there: nothing of {} can "
                    "start; make the environment anew (uv venv --clear)",
                    shown(file), shown(*target), shown(environment.path)));
    return;
  }
  out.warnings.push_back(
      fmt::format("{} has no bin/python: nothing of it can start", shown(environment.path)));
}

/// Folders of PYTHONPATH come before those of the environment, with what is installed in them.
void add_python_path(const HostView& host, LaunchEnvironment& out) {
  if (const auto home = variable(host, "PYTHONHOME")) {
    out.warnings.push_back(
        fmt::format("PYTHONHOME is {}: Python takes its library from there, "
                    "whatever the environment; unset PYTHONHOME",
                    shown(*home)));
  }
  const auto path = variable(host, "PYTHONPATH");
  if (!path) return;
  std::vector<std::string> with_packages;
  auto& sites = out.python->sites;
  for (const std::string_view part : split(*path, ':')) {
    const std::string dir(part);
    if (!dir.starts_with('/')) continue;
    const auto entries = host.list(dir);
    const auto all = entries.value_or(std::vector<DirEntry>());
    const bool packages = std::any_of(all.begin(), all.end(), [](const DirEntry& entry) {
      return entry.name.ends_with(".dist-info");
    });
    if (packages) with_packages.push_back(dir);
  }
  if (with_packages.empty()) return;
  sites.insert(sites.begin(), with_packages.begin(), with_packages.end());
  out.warnings.push_back(fmt::format("PYTHONPATH holds packages that come before those of {}: {}",
                                     shown(out.python->path), shown(joined(with_packages, ":"))));
}

void finish(const HostView& host, LaunchEnvironment& out) {
  if (!out.python) return;
  check_interpreter(host, out);
  add_python_path(host, out);
}

bool is_same(const HostView& host, const std::string& a, const std::string& b) {
  return paths::resolved(host, a).value_or(a) == paths::resolved(host, b).value_or(b);
}

/// Other environments that the shell says are active.
void note_others(const HostView& host, LaunchEnvironment& out) {
  if (!out.python) return;
  for (const char* const name : {"VIRTUAL_ENV", "CONDA_PREFIX"}) {
    const auto active = variable(host, name);
    if (!active || out.chosen_by == name || is_same(host, *active, out.python->path)) continue;
    // A venv made from a conda Python, with that conda still active, is no mistake.
    if (is_same(host, *active, out.python->base)) continue;
    out.warnings.push_back(fmt::format("{} is {}, but this is of {} ({})", name, shown(*active),
                                       shown(out.python->path), out.chosen_by));
  }
}

/// Debian's own Python has its packages outside of lib/python3.X.
Result<python::Environment> environment_at(const HostView& host, const std::string& dir) {
  for (const python::Environment& system : python::system_environments(host)) {
    if (system.path == dir) return system;
  }
  return python::environment_in(host, dir);
}

std::optional<LaunchEnvironment> of_folder(const HostView& host, const std::string& dir,
                                           const std::string& chosen_by) {
  auto found = environment_at(host, paths::plain(dir));
  if (!found.ok()) return std::nullopt;
  return LaunchEnvironment{.python = *std::move(found), .chosen_by = chosen_by, .warnings = {}};
}

/// The environment around an interpreter: by its own folder where that is a venv, else by what the
/// links of its name lead to.
std::optional<LaunchEnvironment> of_interpreter(const HostView& host, const std::string& file,
                                                const std::string& chosen_by) {
  const std::string prefix = paths::parent(paths::parent(file));
  if (host.info(prefix + "/pyvenv.cfg").ok() || host.info(prefix + "/conda-meta").ok())
    return of_folder(host, prefix, chosen_by);
  const std::string real = paths::resolved(host, file).value_or(file);
  const std::string base = paths::parent(paths::parent(real));
  for (const python::Environment& system : python::system_environments(host)) {
    if (system.path == base || system.path == prefix)
      return LaunchEnvironment{.python = system, .chosen_by = chosen_by, .warnings = {}};
  }
  return of_folder(host, base, chosen_by);
}

LaunchEnvironment of_shell(const HostView& host, const std::string& folder) {
  std::vector<std::string> warnings;
  for (const char* const name : {"VIRTUAL_ENV", "CONDA_PREFIX"}) {
    const auto dir = variable(host, name);
    if (!dir) continue;
    auto found = environment_at(host, paths::plain(*dir));
    if (found.ok())
      return {.python = *std::move(found), .chosen_by = name, .warnings = std::move(warnings)};
    const bool is_none = found.error().kind == Error::Kind::not_found;
    warnings.push_back(fmt::format("{} is {}, {}", name, shown(*dir),
                                   is_none ? "which is no Python environment"
                                           : "and that cannot be read: " + found.error().what));
  }
  LaunchEnvironment out;
  if (const auto python = python_on_path(host, folder)) {
    if (auto found = of_interpreter(host, *python, "python3 of PATH")) out = *std::move(found);
  }
  out.warnings.insert(out.warnings.begin(), warnings.begin(), warnings.end());
  return out;
}

}  // namespace

Result<LaunchEnvironment> environment_of_shell(const HostView& host, const std::string& named,
                                               const std::string& folder) {
  LaunchEnvironment out;
  if (named.empty()) {
    out = of_shell(host, folder);
  } else {
    out.python = TRY(environment_at(host, paths::plain(named)));
    out.chosen_by = "--env";
  }
  if (named.empty()) note_others(host, out);
  finish(host, out);
  return out;
}

LaunchEnvironment environment_of_command(const HostView& host, std::span<const std::string> command,
                                         const std::string& folder) {
  const PythonProgram program = python_program(host, command, folder);
  std::optional<LaunchEnvironment> found;
  if (!program.prefix.empty()) found = of_folder(host, program.prefix, "the project");
  if (!found && !program.interpreter.empty())
    found = of_interpreter(host, program.interpreter, "the program");
  LaunchEnvironment out = found ? *std::move(found) : of_shell(host, folder);
  if (!found && !program.prefix.empty())
    out.warnings.push_back(
        fmt::format("{} is not there yet: what it will hold is not known", shown(program.prefix)));
  note_others(host, out);
  finish(host, out);
  if (program.program.empty() && !command.empty())
    out.warnings.push_back("the command is not found, so that this is for the shell's environment");
  out.warnings.insert(out.warnings.end(), program.notes.begin(), program.notes.end());
  return out;
}

}  // namespace gb10
