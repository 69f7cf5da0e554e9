#include "cli/milestones.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/text.h"
#include "cli/audit_target.h"
#include "cli/claims.h"
#include "cli/compat_table.h"
#include "cli/machine.h"
#include "cli/new_file.h"
#include "cli/run_store.h"
#include "container/inside.h"

namespace gb10 {

namespace {

using Kind = Error::Kind;
using Texts = std::vector<std::string>;

constexpr FactSpec kSpecs[] = {
    {"milestone.gpus", Type::list, Unit::none, "GPUs that the driver shows"},
    {"milestone.records", Type::list, Unit::none, "descriptions of the machine in the project"},
    {"milestone.compose_files", Type::list, Unit::none, "compose files that name the GPU"},
    {"milestone.compose_valid", Type::boolean, Unit::none, "whether docker compose accepts it"},
    {"milestone.pytorch", Type::list, Unit::none, "running containers of NVIDIA's PyTorch"},
    {"milestone.pytorch_gpu", Type::boolean, Unit::none, "whether the first of them sees a GPU"},
    {"milestone.compat_rows", Type::integer, Unit::none, "rows of the compatibility matrix"},
    {"milestone.models", Type::list, Unit::none, "models that Ollama has"},
    {"milestone.ollama", Type::boolean, Unit::none, "whether Ollama is installed, in no container"},
    {"milestone.runs", Type::integer, Unit::none, "benchmarks that are kept"},
    {"milestone.notebooks", Type::integer, Unit::none, "notebooks in the project"},
    {"milestone.unfinished", Type::list, Unit::none,
     "notebooks with cells that were not run, or "
     "without a word of explanation"},
};

constexpr std::size_t kMostFiles = 200;

/// Files right in the project, and in the folders right in it: labs keep their notebooks so.
Result<Texts> files_in(const HostView& host, const std::string& project) {
  const std::vector<DirEntry> top = TRY(host.list(project));
  Texts out;
  for (const DirEntry& entry : top) {
    const std::string path = project + "/" + entry.name;
    if (entry.kind == FileKind::regular) out.push_back(path);
    if (entry.kind != FileKind::directory || entry.name.starts_with('.')) continue;
    const auto below = host.list(path);
    for (const DirEntry& each : below.value_or(std::vector<DirEntry>())) {
      if (each.kind == FileKind::regular && out.size() < kMostFiles * 10)
        out.push_back(path + "/" + each.name);
    }
  }
  return out;
}

std::string name_of(std::string_view path) { return std::string(path.substr(path.rfind('/') + 1)); }

/// Without folders, whose names are nobody's business in a report.
Texts names_of(const Texts& paths) {
  Texts out;
  std::transform(paths.begin(), paths.end(), std::back_inserter(out),
                 [](const std::string& path) { return name_of(path); });
  return out;
}

bool is_record(const std::string& path) {
  const std::string name = name_of(path);
  return name == "system_info.json" || fits_glob("gb10-*.tar.zst", name) ||
         fits_glob("*system*.md", name) || fits_glob("*system*.ipynb", name);
}

bool is_compose(const std::string& path) {
  static constexpr std::array<std::string_view, 4> kNames = {
      "compose.yaml", "compose.yml", "docker-compose.yml", "docker-compose.yaml"};
  return std::find(kNames.begin(), kNames.end(), name_of(path)) != kNames.end();
}

/// A cell without a word in it; its source is one text, or a list of lines.
bool is_blank(const Json& cell) {
  const Json* const source = cell.find("source");
  if (!source) return false;
  if (const Json::Array* const all = source->as_array())
    return std::all_of(all->begin(), all->end(), [](const Json& line) {
      const std::string* const text = line.as_string();
      return text && trimmed(*text).empty();
    });
  const std::string* const text = source->as_string();
  return text && trimmed(*text).empty();
}

/// What is missing in a notebook: cells that were not run, any word. Empty where nothing is; a
/// notebook that cannot be read is not finished either.
std::string unfinished(const HostView& host, const std::string& path) {
  const Result<std::string> text = host.read(path);
  const Result<Json> read = text.ok() ? parse_json(*text) : text.error();
  const Json* const cells = read.ok() ? read->find("cells") : nullptr;
  if (!cells || !cells->as_array()) return "cannot be read";
  int code = 0, run = 0, prose = 0;
  for (const Json& cell : *cells->as_array()) {
    const std::string type = cell.text("cell_type");
    prose += type == "markdown" ? 1 : 0;
    if (type != "code") continue;
    // Jupyter leaves an empty cell at the end of each notebook.
    if (is_blank(cell)) continue;
    ++code;
    const Json* const count = cell.find("execution_count");
    run += count && count->as_int() ? 1 : 0;
  }
  if (run < code) return fmt::format("{} of {} cells were not run", code - run, code);
  return prose > 0 ? "" : "no cell explains anything";
}

void add_notebooks(const HostView& host, const Texts& files, Facts& facts) {
  std::int64_t count = 0;
  Texts missing;
  for (const std::string& path : files) {
    if (!path.ends_with(".ipynb") || count >= static_cast<std::int64_t>(kMostFiles)) continue;
    ++count;
    const std::string what = unfinished(host, path);
    if (!what.empty()) missing.push_back(fmt::format("{}: {}", name_of(path), what));
  }
  facts.set("milestone.notebooks", count, "the project");
  facts.set("milestone.unfinished", std::move(missing), "the project");
}

/// Whether compose accepts a file; an Error where it was not judged.
Result<bool> accepted(const HostView& host, const std::string& path) {
  const Output said = TRY(host.query(
      {{"docker", "compose", "-f", path, "config", "--quiet"}, std::chrono::seconds(20)}));
  const auto tells = [&](std::string_view words) {
    return said.err.find(words) != std::string::npos;
  };
  // Docker without that plugin, in its newer and in its older words.
  if (tells("unknown command") || tells("unknown shorthand flag") ||
      tells("is not a docker command"))
    return Error{Kind::failed, "this Docker has no compose"};
  // "${MODEL:?…}" wants a value at the start, which says nothing against the file.
  if (said.exit != 0 && tells("required variable"))
    return Error{Kind::failed, "it wants a variable: " + printable(trimmed(said.err), 200)};
  return said.exit == 0;
}

void add_compose(const HostView& host, const Texts& files, Facts& facts) {
  Texts found;
  for (const std::string& path : files) {
    if (!is_compose(path)) continue;
    const std::string text = host.read(path).value_or(std::string());
    if (text.find("nvidia") != std::string::npos) found.push_back(path);
  }
  facts.set("milestone.compose_files", names_of(found), "the project");
  if (found.empty())
    return facts.unknown("milestone.compose_valid", {Kind::not_found, "there is no such file"},
                         "project");
  const std::string source = "docker compose config of " + name_of(found.front());
  const Result<bool> valid = accepted(host, found.front());
  if (valid.ok())
    facts.set("milestone.compose_valid", *valid, source);
  else
    facts.unknown("milestone.compose_valid", valid.error(), source);
}

void add_project(const HostView& host, const std::string& project, Facts& facts) {
  const Error none{Kind::not_recorded, "no project is named: --project DIR"};
  const Result<Texts> files = project.empty() ? none : files_in(host, project);
  if (!files.ok()) {
    for (const char* const name :
         {"milestone.records", "milestone.compose_files", "milestone.compose_valid",
          "milestone.notebooks", "milestone.unfinished"})
      facts.unknown(name, {Kind::not_recorded, files.error().what}, "the project");
    return;
  }
  Texts records;
  std::copy_if(files->begin(), files->end(), std::back_inserter(records), is_record);
  facts.set("milestone.records", names_of(records), "the project");
  add_compose(host, *files, facts);
  add_notebooks(host, *files, facts);
}

void add_gpus(Facts& facts) {
  Texts names;
  for (const std::string& gpu : facts.instances("gpu")) {
    const auto* const name = facts.known<std::string>(key("gpu", gpu, "name"));
    if (name) names.push_back(*name);
  }
  const Fact* const count = facts.find("gpu.count");
  if (names.empty() && count && !count->value.ok())
    return facts.unknown("milestone.gpus", count->value.error(), count->source);
  facts.set("milestone.gpus", std::move(names), "the driver");
}

void add_pytorch(const HostView& host, Facts& facts) {
  const Fact* const count = facts.find("docker.containers");
  const Error why = count && !count->value.ok() ? count->value.error()
                                                : Error{Kind::not_found, "none is running"};
  facts.unknown("milestone.pytorch_gpu", why, "docker exec");
  if (!count || !count->value.ok()) return facts.unknown("milestone.pytorch", why, "docker ps");
  Texts found;
  for (const std::string& name : facts.instances("container")) {
    const auto* const state = facts.known<std::string>(key("container", name, "state"));
    const auto* const image = facts.known<std::string>(key("container", name, "image"));
    const bool fits =
        state && image && *state == "running" && image->find("nvidia/pytorch") != std::string::npos;
    if (fits) found.push_back(name);
  }
  if (!found.empty()) {
    const Result<Output> said = host.query(inside_questions(found.front()).devices);
    if (said.ok())
      facts.set("milestone.pytorch_gpu", said->exit == 0 && said->out.starts_with("GPU "),
                "nvidia-smi -L in " + found.front());
    else
      facts.unknown("milestone.pytorch_gpu", said.error(), "docker exec");
  }
  facts.set("milestone.pytorch", std::move(found), "docker ps");
}

/// "library/llama3.1:8b" by the manifests that Ollama keeps, one file for each tag.
void add_models_of(const HostView& host, const std::string& folder, Texts& out) {
  const auto below = [&](const std::string& path) {
    return host.list(path).value_or(std::vector<DirEntry>());
  };
  for (const DirEntry& registry : below(folder)) {
    for (const DirEntry& owner : below(folder + "/" + registry.name)) {
      const std::string path = fmt::format("{}/{}/{}", folder, registry.name, owner.name);
      for (const DirEntry& model : below(path)) {
        for (const DirEntry& tag : below(path + "/" + model.name))
          out.push_back(fmt::format("{}:{}", model.name, tag.name));
      }
    }
  }
}

void add_models(const HostView& host, Facts& facts) {
  constexpr const char* kSource = "Ollama's manifests";
  Texts folders = {"/usr/share/ollama/.ollama/models/manifests"}, out;
  const auto home = host.self().environment.find("HOME");
  if (home != host.self().environment.end())
    folders.push_back(home->second + "/.ollama/models/manifests");
  for (const std::string& folder : folders) {
    const auto top = host.list(folder);
    if (!top.ok() && top.error().kind != Kind::not_found)
      return facts.unknown("milestone.models", top.error(), kSource);
    add_models_of(host, folder, out);
  }
  facts.set("milestone.models", std::move(out), kSource);
}

/// Where Ollama's own installer, snap and the shell of who asks have programs.
void add_ollama(const HostView& host, Facts& facts) {
  Texts folders = {"/usr/local/bin", "/usr/bin", "/bin", "/snap/bin"};
  const auto path = host.self().environment.find("PATH");
  if (path != host.self().environment.end()) {
    for (const std::string_view folder : split(path->second, ':')) {
      if (folder.starts_with('/')) folders.emplace_back(folder);
    }
  }
  std::optional<Error> closed;
  for (const std::string& folder : folders) {
    const std::string file = folder + "/ollama";
    const Result<FileInfo> info = host.info(file);
    if (info.ok()) return facts.set("milestone.ollama", true, file);
    if (info.error().kind != Kind::not_found && !closed) closed = info.error();
  }
  if (closed) return facts.unknown("milestone.ollama", *closed, "the folders of programs");
  facts.set("milestone.ollama", false, "the folders of programs");
}

void add_runs(bool live, const Io& io, Facts& facts) {
  constexpr const char* kSource = "gb10 history";
  if (!live)
    return facts.unknown("milestone.runs", {Kind::not_recorded, "runs are kept on the machine"},
                         kSource);
  const Result<RunStore> store = read_run_store(io);
  if (!store.ok() && store.error().kind == Kind::not_found)
    return facts.set("milestone.runs", std::int64_t{0}, kSource);
  const auto runs = store.ok() ? store->list() : Result<std::vector<RunSummary>>(store.error());
  if (!runs.ok()) return facts.unknown("milestone.runs", runs.error(), kSource);
  const auto is_bench = [](const RunSummary& run) {
    return run.headline &&
           std::count(run.command.begin(), run.command.end(), std::string("bench")) > 0;
  };
  facts.set("milestone.runs",
            static_cast<std::int64_t>(std::count_if(runs->begin(), runs->end(), is_bench)),
            kSource);
}

/// The folder with somebody's work; empty where none is known.
Result<std::string> project_of(const Arguments& arguments, const HostView& host) {
  const std::string given = arguments.value("--project");
  const bool live = host.self().live;
  if (given.empty()) return live ? working_directory() : std::string();
  std::string path = absolute_path(given, live ? working_directory() : "/");
  const Result<FileInfo> info = host.info(path);
  const bool is_missing = !info.ok() && info.error().kind == Kind::not_found;
  if (is_missing || (info.ok() && info->kind != FileKind::directory))
    return Error{Kind::invalid, fmt::format("--project {} is no folder", printable(path, 200)),
                 "gb10 doctor --milestones --project DIR names the folder with your work"};
  return path;
}

}  // namespace

std::span<const FactSpec> milestone_specs() { return kSpecs; }

Result<int> show_milestones(const Arguments& arguments, const Io& io) {
  const std::vector<Claim> claims =
      TRY(claims_in_force(arguments, io, "milestones", milestone_specs()));
  const CompatMatrix matrix = TRY(matrix_in_force(arguments, io));
  const OpenMachine machine = TRY(open_machine(arguments, io));
  const HostView& host = *machine.host;
  const std::string project = TRY(project_of(arguments, host));
  Facts facts = collect(machine.view(), {{}, {"identity", "gpu", "docker"}});
  add_gpus(facts);
  add_project(host, project, facts);
  add_pytorch(host, facts);
  facts.set("milestone.compat_rows", static_cast<std::int64_t>(matrix.rows().size()),
            "gb10 compat");
  add_models(host, facts);
  add_ollama(host, facts);
  add_runs(host.self().live, io, facts);
  Checklist list;
  list.words = {"done", "to do", "not known"};
  list.subject = arguments.has("--markdown") ? machine.public_origin : machine.origin;
  for (const Claim& claim : claims) list.items.push_back(settled(claim, facts, ""));
  list.notes = {"whether you understood what you did was not judged"};
  show_checklist(list, arguments, io);
  const bool all = list.count(Settled::yes) == static_cast<std::int64_t>(list.items.size());
  return int{all ? kFine : kAnswerIsNo};
}

}  // namespace gb10
