#include "launch/program.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/blob.h"
#include "base/text.h"
#include "facts/libraries.h"
#include "facts/paths.h"

namespace gb10 {

namespace {

constexpr std::uint64_t kHead = 1024;
constexpr int kMostSteps = 8;  // "nohup env nice …" and so on

std::string head_of(const HostView& host, const std::string& file) {
  const auto blob = host.open(file);
  if (!blob.ok()) return {};
  return bytes_at(**blob, 0, std::min(kHead, (*blob)->size())).value_or(std::string());
}

/// "python", "python3", "python3.12", "pypy3" is none.
bool is_python(std::string_view name) {
  if (!name.starts_with("python")) return false;
  return name.substr(6).find_first_not_of("0123456789.t") == std::string_view::npos;
}

std::optional<std::string> variable(const HostView& host, std::string_view name) {
  const auto found = host.self().environment.find(name);
  if (found == host.self().environment.end() || found->second.empty()) return std::nullopt;
  return found->second;
}

std::string absolute(const std::string& path, const std::string& folder) {
  return path.starts_with('/') ? path : paths::plain(folder + "/" + path);
}

/// The words of a first line "#!…", and of the two lines that pip and uv write where the path is
/// too long for one.
std::vector<std::string> shebang(const HostView& host, const std::string& file) {
  const std::string head = head_of(host, file);
  if (!head.starts_with("#!")) return {};
  const auto all = lines(head);
  std::vector<std::string> out;
  for (const std::string_view word : words(all[0].substr(2))) out.emplace_back(word);
  constexpr std::string_view kExec = "'''exec' ";
  if (out.size() == 1 && out[0] == "/bin/sh" && all.size() > 1 && all[1].starts_with(kExec)) {
    std::string_view rest = trimmed(all[1].substr(kExec.size()));
    const bool quoted = rest.starts_with('"') || rest.starts_with('\'');
    const std::size_t end = quoted ? rest.find(rest[0], 1) : rest.find(' ');
    if (quoted) rest.remove_prefix(1);
    return {
        std::string(rest.substr(0, end == std::string_view::npos ? end : end - (quoted ? 1 : 0)))};
  }
  return out;
}

/// What is left of a command behind a program that only starts it.
using Words = std::span<const std::string>;

bool is_assignment(std::string_view word) {
  const std::size_t equals = word.find('=');
  return equals != std::string_view::npos && equals > 0;
}

/// Behind `options` that each take one value; flags are passed over.
Words behind_options(Words all, std::initializer_list<std::string_view> with_value) {
  while (!all.empty() && all[0].starts_with('-') && all[0] != "-") {
    const std::string word = all[0];
    all = all.subspan(1);
    if (word == "--") break;
    const bool takes = std::find(with_value.begin(), with_value.end(), word) != with_value.end();
    if (takes && !all.empty()) all = all.subspan(1);
  }
  return all;
}

/// The command behind env, nohup, nice and their like; empty where `name` is none of them.
Words behind_wrapper(const std::string& name, Words rest) {
  if (name == "env") {
    rest = behind_options(rest, {"-u", "--unset", "-C", "--chdir"});
    while (!rest.empty() && is_assignment(rest[0])) rest = rest.subspan(1);
    return rest;
  }
  if (name == "nohup" || name == "setsid" || name == "time" || name == "catchsegv")
    return behind_options(rest, {"-f", "-o"});
  if (name == "nice") return behind_options(rest, {"-n"});
  if (name == "ionice") return behind_options(rest, {"-c", "-n"});
  if (name == "stdbuf") return behind_options(rest, {"-i", "-o", "-e"});
  if (name == "numactl") return behind_options(rest, {"-N", "-m", "-C", "-i"});
  const bool has_operand = name == "timeout" || name == "taskset" || name == "chrt";
  if (!has_operand) return {};
  rest = behind_options(rest, {"-s", "-k", "--signal", "--kill-after"});
  return rest.empty() ? rest : rest.subspan(1);
}

constexpr std::string_view kCondaValues[] = {"-n", "--name", "-p", "--prefix", "--cwd"};
constexpr std::string_view kUvValues[] = {"-p",
                                          "--python",
                                          "--with",
                                          "--with-editable",
                                          "--with-requirements",
                                          "-w",
                                          "--extra",
                                          "--no-extra",
                                          "--group",
                                          "--no-group",
                                          "--only-group",
                                          "--package",
                                          "--no-package",
                                          "--env-file",
                                          "--project",
                                          "--directory",
                                          "--index",
                                          "--default-index",
                                          "--index-url",
                                          "-i",
                                          "--extra-index-url",
                                          "-f",
                                          "--find-links",
                                          "--index-strategy",
                                          "--keyring-provider",
                                          "--resolution",
                                          "--prerelease",
                                          "--exclude-newer",
                                          "--link-mode",
                                          "--refresh-package",
                                          "-P",
                                          "--upgrade-package",
                                          "--reinstall-package",
                                          "--no-build-package",
                                          "--no-binary-package",
                                          "-C",
                                          "--config-setting",
                                          "--cache-dir",
                                          "--config-file",
                                          "--color",
                                          "--python-platform"};

/// The options before the first word that is none, which is the program to start; what follows is
/// the program's own.
Words options_of(Words all, std::span<const std::string_view> with_value) {
  std::size_t at = 0;
  while (at < all.size() && all[at].starts_with('-') && all[at] != "--" && all[at] != "-") {
    const bool takes = std::find(with_value.begin(), with_value.end(), all[at]) != with_value.end();
    at += takes ? 2 : 1;
  }
  return all.first(std::min(at, all.size()));
}

/// The folder of the nearest project above the working directory.
std::string project_of(const HostView& host, std::string folder) {
  for (int depth = 0; depth < 64; ++depth) {
    if (host.info(folder + "/pyproject.toml").ok()) return folder;
    if (folder == "/" || folder.empty()) break;
    folder = paths::parent(folder);
  }
  return {};
}

/// `uv run` takes the environment of the project, not the one that is active.
void of_uv(const HostView& host, Words rest, const std::string& folder, PythonProgram& out) {
  if (rest.empty() || rest[0] != "run") return;
  rest = options_of(rest.subspan(1), kUvValues);
  bool active = false;
  for (const std::string& word : rest) active = active || word == "--active";
  const auto virtual_env = variable(host, "VIRTUAL_ENV");
  std::string from = folder;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    for (const std::string_view option : {"--project", "--directory"}) {
      if (rest[i] == option && i + 1 < rest.size()) from = absolute(rest[i + 1], folder);
      if (rest[i].starts_with(std::string(option) + "="))
        from = absolute(rest[i].substr(option.size() + 1), folder);
    }
  }
  const std::string project = project_of(host, from);
  if (active && virtual_env) {
    out.prefix = *virtual_env;
  } else if (const auto own = variable(host, "UV_PROJECT_ENVIRONMENT"); own && !project.empty()) {
    out.prefix = absolute(*own, project);
  } else if (!project.empty()) {
    out.prefix = project + "/.venv";
  } else if (virtual_env) {
    out.prefix = *virtual_env;
  } else if (host.info(folder + "/.venv").ok()) {
    out.prefix = folder + "/.venv";
  }
}

void of_conda(Words rest, const std::string& folder, PythonProgram& out) {
  if (rest.empty() || rest[0] != "run") return;
  rest = options_of(rest.subspan(1), kCondaValues);
  for (std::size_t i = 0; i < rest.size(); ++i) {
    const std::size_t equals = rest[i].starts_with("--") ? rest[i].find('=') : std::string::npos;
    const std::string option = rest[i].substr(0, equals);
    std::string value;
    if (equals != std::string::npos) value = rest[i].substr(equals + 1);
    if (equals == std::string::npos && i + 1 < rest.size()) value = rest[i + 1];
    if (value.empty()) continue;
    if (option == "-p" || option == "--prefix") out.prefix = absolute(value, folder);
    if (option == "-n" || option == "--name")
      out.notes.push_back(
          fmt::format("where conda keeps {} is not looked up: name its folder with "
                      "conda run -p",
                      printable(value, 60)));
  }
}

/// Managers of projects that keep environments where only they know.
bool keeps_its_own(std::string_view name) {
  return name == "poetry" || name == "pdm" || name == "hatch" || name == "pipenv" || name == "pixi";
}

bool starts_containers(std::string_view name) {
  return name == "docker" || name == "podman" || name == "nerdctl" || name == "docker-compose";
}

/// The version of pyenv that is in force in `folder`: by its variable, the nearest .python-version,
/// the one for all.
std::string pyenv_version(const HostView& host, const std::string& root, std::string folder) {
  if (const auto set = variable(host, "PYENV_VERSION")) return *set;
  for (int depth = 0; depth < 64; ++depth) {
    const auto text = host.read(folder + "/.python-version");
    if (text.ok()) return std::string(trimmed(text->substr(0, text->find('\n'))));
    if (folder == "/" || folder.empty()) break;
    folder = paths::parent(folder);
  }
  const auto text = host.read(root + "/version");
  return text.ok() ? std::string(trimmed(text->substr(0, text->find('\n')))) : "system";
}

/// What a shim of pyenv ("~/.pyenv/shims/python3") starts; nothing where `file` is none.
std::optional<std::string> behind_shim(const HostView& host, const std::string& file,
                                       const std::string& folder) {
  const std::string dir = paths::parent(file), root = paths::parent(dir);
  if (paths::last(dir) != "shims" || !host.info(root + "/versions").ok()) return std::nullopt;
  const std::string version = pyenv_version(host, root, folder);
  if (version != "system" && version.find('/') == std::string::npos)
    return fmt::format("{}/versions/{}/bin/{}", root, version, paths::last(file));
  const std::string path = variable(host, "PATH").value_or("");
  for (const std::string& each : libraries::path_dirs(path)) {
    const std::string other = each + "/" + paths::last(file);
    if (each != dir && host.info(other).ok()) return other;
  }
  return std::nullopt;
}

/// The interpreter of a file that is started; `words` is its name and what follows.
void of_file(const HostView& host, const std::string& file, const std::string& folder,
             PythonProgram& out) {
  if (const auto real = behind_shim(host, file, folder)) {
    out.interpreter = *real;
    return;
  }
  if (is_python(paths::last(file))) {
    out.interpreter = file;
    return;
  }
  const std::vector<std::string> first = shebang(host, file);
  if (first.empty()) return;
  std::size_t at = 0;
  if (paths::last(first[0]) == "env") {
    at = 1;
    while (at < first.size() && (first[at].starts_with('-') || is_assignment(first[at]))) ++at;
  }
  if (at >= first.size() || !is_python(paths::last(first[at]))) return;
  const std::string found = program_on_path(host, first[at], folder).value_or(first[at]);
  out.interpreter = behind_shim(host, found, folder).value_or(found);
}

}  // namespace

std::optional<std::string> program_on_path(const HostView& host, const std::string& name,
                                           const std::string& folder) {
  if (name.empty()) return std::nullopt;
  if (name.find('/') != std::string::npos) {
    const std::string file = absolute(name, folder);
    return host.info(file).ok() ? std::optional(file) : std::nullopt;
  }
  const std::string path = variable(host, "PATH").value_or("/usr/local/bin:/usr/bin:/bin");
  for (const std::string& dir : libraries::path_dirs(path)) {
    const std::string file = dir + "/" + name;
    const auto info = host.info(file);
    if (info.ok() && info->kind == FileKind::regular) return file;
  }
  return std::nullopt;
}

std::optional<std::string> python_on_path(const HostView& host, const std::string& folder) {
  const auto found = program_on_path(host, "python3", folder);
  return found ? std::optional(behind_shim(host, *found, folder).value_or(*found)) : found;
}

PythonProgram python_program(const HostView& host, std::span<const std::string> command,
                             const std::string& folder) {
  PythonProgram out;
  Words rest = command;
  for (int step = 0; step < kMostSteps && !rest.empty(); ++step) {
    const std::string name = paths::last(rest[0]);
    const Words inner = behind_wrapper(name, rest.subspan(1));
    if (inner.empty()) break;
    rest = inner;
  }
  if (rest.empty()) return out;
  const std::string name = paths::last(rest[0]);
  const Words behind = rest.subspan(1);
  out.program = program_on_path(host, rest[0], folder).value_or(std::string());
  if (name == "uv") of_uv(host, behind, folder, out);
  if (name == "conda" || name == "mamba" || name == "micromamba") of_conda(behind, folder, out);
  if (keeps_its_own(name))
    out.notes.push_back(
        fmt::format("where {} keeps its environment is not looked up: start its "
                    "bin/python by its path",
                    name));
  if (starts_containers(name))
    out.notes.push_back(
        fmt::format("what {} starts is in a container, which gets no variable and "
                    "no hook from here: gb10 env --format docker writes a file for "
                    "--env-file",
                    name));
  const bool is_manager = keeps_its_own(name) || name == "uv";
  if (out.prefix.empty() && !out.program.empty() && !is_manager)
    of_file(host, out.program, folder, out);
  return out;
}

}  // namespace gb10
