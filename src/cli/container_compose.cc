#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "base/embedded.h"
#include "base/nearest.h"
#include "base/text.h"
#include "cli/audit_target.h"
#include "cli/container_parts.h"
#include "cli/doctor_options.h"
#include "cli/machine.h"
#include "cli/new_file.h"
#include "container/compose.h"
#include "host/tables.h"
#include "ledger/ledger.h"

namespace gb10 {

namespace {

Error invalid(std::string what, std::string hint) {
  return {Error::Kind::invalid, std::move(what), std::move(hint)};
}

Result<std::vector<ServiceTemplate>> templates_in_force(const Arguments& arguments, const Io& io) {
  const std::vector<std::string> data = TRY(data_directories(arguments));
  const std::unique_ptr<Host> here = this_host(io);
  const std::vector<DataFile> files = TRY(data_files(*here, "containers", data));
  return read_service_templates(files);
}

Result<ServiceTemplate> template_named(const std::string& name, const Arguments& arguments,
                                       const Io& io) {
  const std::vector<ServiceTemplate> all = TRY(templates_in_force(arguments, io));
  std::vector<std::string> names;
  for (const ServiceTemplate& each : all) {
    if (each.name == name) return each;
    names.push_back(each.name);
  }
  const std::string known = fmt::format("gb10 container compose {}", joined(names, ", "));
  if (name.empty()) return invalid("compose wants the name of a template", known);
  return invalid(fmt::format("no template is called {}", printable(name, 60)),
                 did_you_mean(name, names, known, "gb10 container compose "));
}

Result<std::vector<std::int64_t>> wanted_ports(const Arguments& arguments) {
  std::vector<std::int64_t> out;
  for (const std::string& text : arguments.values("--port")) {
    const auto number = whole_number(text);
    if (!number || *number < 1 || *number > 65535)
      return invalid(fmt::format("{} is no port", printable(text, 40)), "--port 1 to 65535");
    out.push_back(*number);
  }
  return out;
}

Result<std::optional<double>> wanted_share(const Arguments& arguments) {
  if (!arguments.has("--memory")) return std::optional<double>();
  const std::optional<double> share = decimal_number(arguments.value("--memory"));
  if (!share || !(*share >= 0.05 && *share <= 0.95))
    return invalid("--memory wants a share from 0.05 to 0.95", "--memory 0.7");
  return share;
}

/// How the GPU is named to Docker: as asked for, else as this machine's Docker can.
Result<void> choose_gpu(const Arguments& arguments, const Facts& facts, ComposeWish& wish) {
  const std::string asked = arguments.value("--gpu");
  if (!asked.empty() && asked != "reservation" && asked != "cdi")
    return invalid(fmt::format("--gpu cannot be {}", printable(asked, 40)),
                   "--gpu reservation or --gpu cdi");
  const auto* const specs = facts.known<std::vector<std::string>>("docker.cdi_specs");
  const bool has_cdi = specs && !specs->empty();
  if (!asked.empty()) {
    wish.cdi = asked == "cdi";
    wish.gpu_why = "as asked for with --gpu";
    if (wish.cdi && specs && !has_cdi)
      wish.gpu_why +=
          "; no CDI description is on this machine (sudo nvidia-ctk cdi generate "
          "--output=/etc/cdi/nvidia.yaml)";
  } else if (facts.is_true("docker.nvidia_runtime")) {
    wish.gpu_why = "Docker here knows NVIDIA's runtime";
  } else if (has_cdi) {
    wish.cdi = true;
    wish.gpu_why = "here is " + specs->front() + ", and NVIDIA's runtime is not known to Docker";
  } else {
    wish.gpu_why = "what Docker here knows is not known; it needs nvidia-container-toolkit";
  }
  return {};
}

/// What the machine says: its Docker, and what of its memory is available now.
Facts asked(const OpenMachine& machine) {
  CollectOptions options;
  options.topics = {"identity", "os", "memory", "gpu", "docker"};
  return collect(machine.view(), options);
}

void set_memory(const Facts& facts, ComposeWish& wish) {
  const Result<Ledger> whole = ledger(facts);
  if (whole.ok()) wish.available = whole->available;
  if (const Quantity* const total = facts.known<Quantity>("memory.total")) wish.total = *total;
}

/// The current folder as the shell calls it, where that is it: who starts programs in a folder
/// often leaves the variable as it was.
std::string here(const Io& io) {
  const std::string real = working_directory();
  const auto found = io.environment.find("PWD");
  if (found == io.environment.end() || !found->second.starts_with('/')) return real;
  std::error_code error;
  return std::filesystem::equivalent(found->second, real, error) ? found->second : real;
}

/// The folder of --cache, else that of who asks. Nobody who asks lives on another machine.
std::string cache_folder(const Arguments& arguments, const Io& io, bool live) {
  const std::string given = arguments.value("--cache");
  if (!given.empty()) return absolute_path(given, live ? here(io) : "/");
  if (!live) return {};
  const auto home = io.environment.find("HOME");
  const bool known = home != io.environment.end() && home->second.starts_with('/');
  return absolute_path(".cache/huggingface", known ? home->second : here(io));
}

std::string workspace_folder(const Arguments& arguments, const Io& io, bool live) {
  const std::string given = arguments.value("--workspace");
  if (!given.empty()) return absolute_path(given, live ? here(io) : "/");
  return live ? here(io) : std::string();
}

/// What would keep the container from starting: folders that are not there.
void check_folders(const HostView& host, ComposeFile& file) {
  for (const std::string& folder : file.folders) {
    const Result<FileInfo> info = host.info(folder);
    if (info.ok() && info->kind != FileKind::directory)
      file.notes.push_back(fmt::format("{} is no folder, and is to be mounted", printable(folder)));
    if (!info.ok() && info.error().kind == Error::Kind::not_found)
      file.notes.push_back(fmt::format("{} is not there; before the start: mkdir -p {}",
                                       printable(folder), shell_quoted(folder)));
  }
}

Result<ComposeWish> wished(const Arguments& arguments, const Io& io, const OpenMachine& machine,
                           const std::string& name) {
  ComposeWish wish;
  wish.project = arguments.has("--name") ? arguments.value("--name") : name;
  wish.image = arguments.value("--image");
  if (arguments.has("--listen")) wish.listen = arguments.value("--listen");
  wish.ports = TRY(wanted_ports(arguments));
  wish.share = TRY(wanted_share(arguments));
  wish.model = arguments.value("--model");
  const bool live = machine.host->self().live;
  wish.cache = cache_folder(arguments, io, live);
  wish.workspace = workspace_folder(arguments, io, live);
  wish.ipc = arguments.value("--ipc");
  if (!wish.ipc.empty() && wish.ipc != "host" && wish.ipc != "private")
    return invalid(fmt::format("--ipc cannot be {}", printable(wish.ipc, 40)),
                   "--ipc host or --ipc private");
  const Facts facts = asked(machine);
  TRY(choose_gpu(arguments, facts, wish));
  set_memory(facts, wish);
  return wish;
}

/// An option that the template has no place for would do nothing, and look as if it did.
Result<void> check_places(const ServiceTemplate& service, const Arguments& arguments) {
  const auto has_volume = [&](std::string_view from) {
    return std::any_of(service.volumes.begin(), service.volumes.end(),
                       [&](const ServiceTemplate::Volume& each) { return each.from == from; });
  };
  const std::pair<std::string_view, bool> places[] = {{"--model", service.wants_model()},
                                                      {"--memory", service.memory.has_value()},
                                                      {"--cache", has_volume("cache")},
                                                      {"--workspace", has_volume("workspace")}};
  for (const auto& [option, there] : places) {
    if (arguments.has(option) && !there)
      return invalid(fmt::format("{} has no place for {}", service.name, option),
                     fmt::format("gb10 container compose {} without it", service.name));
  }
  return {};
}

void show(const ComposeFile& file, const std::string& path, const Arguments& arguments,
          const Io& io) {
  if (arguments.has("--json")) {
    Json out = Json::object().set("image", file.image).set("compose", file.text);
    if (file.share) out.set("memory_share", *file.share);
    if (!path.empty()) out.set("file", path);
    out.set("start", file.start(path));
    io.print(to_text(out.set("notes", Json::list(file.notes)), 2) + "\n");
    return;
  }
  if (!path.empty())
    io.print(fmt::format("{}\n  start:  {}\n", printable(path), file.start(path)));
  else if (arguments.has("--markdown"))
    io.print(fmt::format("```yaml\n{}```\n", file.text));
  else
    io.print(file.text);
  if (path.empty() && file.asks_for_model)
    io.say(fmt::format("gb10: start it with {}\n", file.start(path)));
  for (const std::string& note : file.notes) io.say(fmt::format("gb10: {}\n", note));
}

}  // namespace

std::vector<std::string> container_template_names() {
  constexpr std::string_view kFolder = "containers/", kEnding = ".toml";
  std::vector<std::string> out;
  for (const Embedded& file : embedded_files()) {
    if (!file.path.starts_with(kFolder)) continue;
    const std::string_view name = file.path.substr(kFolder.size());
    out.emplace_back(name.substr(0, name.size() - kEnding.size()));
  }
  return out;
}

Result<int> container_compose(const Arguments& arguments, const Io& io) {
  const std::vector<std::string> words = arguments.values("WHAT");
  if (words.size() > 2)
    return invalid("compose takes one name", "gb10 container compose " + printable(words[1], 40));
  const std::string name = words.size() == 2 ? words[1] : "";
  const ServiceTemplate service = TRY(template_named(name, arguments, io));
  TRY(check_places(service, arguments));
  const OpenMachine machine = TRY(open_machine(arguments, io));
  const ComposeWish wish = TRY(wished(arguments, io, machine, name));
  ComposeFile file = TRY(compose_file(service, wish));
  check_folders(*machine.host, file);
  const std::string output = arguments.value("--output");
  const std::string path = output.empty() || output == "-" ? "" : absolute_path(output, here(io));
  if (!path.empty()) TRY(write_new(path, file.text));
  show(file, path, arguments, io);
  return int{kFine};
}

}  // namespace gb10
