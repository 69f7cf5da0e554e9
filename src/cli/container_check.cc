#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "cli/container_parts.h"
#include "cli/machine.h"
#include "container/inside.h"
#include "report/checklist.h"

namespace gb10 {

namespace {

Error invalid(std::string what, std::string hint) {
  return {Error::Kind::invalid, std::move(what), std::move(hint)};
}

struct Running {
  std::string name, image;
};

/// What Docker says of its containers, or what keeps it from saying so.
Result<Facts> asked_docker(const OpenMachine& machine) {
  Facts facts = collect(machine.view(), {{}, {"docker"}});
  const Fact* const count = facts.find("docker.containers");
  if (count && count->value.ok()) return facts;
  std::string hint = "start Docker (sudo systemctl start docker), then ask again";
  const Fact* const installed = facts.find("docker.installed");
  const Fact* const access = facts.find("docker.socket_access");
  if (installed && installed->value.ok() && !facts.is_true("docker.installed"))
    hint = "Docker is not installed: DGX OS brings it, elsewhere see docs.docker.com";
  else if (access && access->value.ok() && !facts.is_true("docker.socket_access"))
    hint = "sudo usermod -aG docker $USER, then log in again";
  return Error{Error::Kind::unsupported,
               fmt::format("cannot look into a container: {}",
                           count ? count->value.error().what : "Docker was not asked"),
               hint};
}

std::vector<Running> running(const Facts& facts) {
  std::vector<Running> out;
  for (const std::string& name : facts.instances("container")) {
    const auto* const state = facts.known<std::string>(key("container", name, "state"));
    const auto* const image = facts.known<std::string>(key("container", name, "image"));
    if (state && *state == "running") out.push_back({name, image ? *image : "not known"});
  }
  return out;
}

std::string names_of(const std::vector<Running>& containers) {
  std::vector<std::string> out;
  for (const Running& each : containers) out.push_back(each.name);
  return joined(out, ", ");
}

/// The containers that run a service of compose.
Result<std::string> of_service(const HostView& host, const std::string& service) {
  const Result<Output> answer =
      host.query({{"docker", "ps", "--filter", "label=com.docker.compose.service=" + service,
                   "--format", "{{.Names}}"},
                  std::chrono::milliseconds(20'000)});
  if (!answer.ok()) return answer.error();
  if (answer->exit != 0)
    return Error{Error::Kind::failed, "docker ps failed: " + printable(trimmed(answer->err), 200),
                 "docker ps shows why"};
  const auto found = lines(answer->out);
  if (found.size() > 1)
    return invalid(fmt::format("{} containers run the service {}", found.size(), service),
                   "gb10 container check CONTAINER with the name of one");
  return std::string(found.empty() ? std::string_view() : trimmed(found[0]));
}

Result<Running> chosen(const HostView& host, const Facts& facts, const std::string& wanted) {
  const std::vector<Running> all = running(facts);
  if (all.empty())
    return Error{Error::Kind::unsupported, "no container is running",
                 "docker compose up -d, then gb10 container check"};
  if (wanted.empty()) {
    if (all.size() == 1) return all[0];
    return invalid(fmt::format("{} containers are running", all.size()),
                   "gb10 container check with one of: " + names_of(all));
  }
  if (!is_container_reference(wanted))
    return invalid(fmt::format("{} is no name of a container", printable(wanted, 60)),
                   "running are: " + names_of(all));
  std::string name = wanted;
  const auto named = [&](const Running& each) { return each.name == name; };
  auto found = std::find_if(all.begin(), all.end(), named);
  if (found == all.end()) {
    name = TRY(of_service(host, wanted));
    found = std::find_if(all.begin(), all.end(), named);
  }
  if (found != all.end()) return *found;
  return invalid(fmt::format("no running container or service is called {}", wanted),
                 "running are: " + names_of(all));
}

bool is_so(const Checklist& list, std::string_view name) {
  return std::any_of(list.items.begin(), list.items.end(), [&](const ChecklistItem& item) {
    return item.name == name && item.is == Settled::yes;
  });
}

}  // namespace

Result<int> container_check(const Arguments& arguments, const Io& io) {
  const std::vector<std::string> words = arguments.values("WHAT");
  if (words.size() > 2)
    return invalid("check takes one name", "gb10 container check " + printable(words[1], 40));
  const OpenMachine machine = TRY(open_machine(arguments, io));
  const Facts facts = TRY(asked_docker(machine));
  const Running container = TRY(chosen(*machine.host, facts, words.size() == 2 ? words[1] : ""));
  // One after the other: what the GPU is asked for must not look as if it were busy with others.
  std::vector<Result<Output>> answers;
  for (const Command& question : inside_questions(container.name).all())
    answers.push_back(machine.host->query(question));
  const Checklist list = proved_inside(container.name, container.image, answers);
  if (arguments.has("--json"))
    io.print(to_text(to_json(list), 2) + "\n");
  else if (arguments.has("--markdown"))
    io.print(markdown(list));
  else
    io.print(text(list, {io.color, io.width, arguments.has("--all")}));
  if (list.count(Settled::no) > 0) return int{kAnswerIsNo};
  // Limits and mounts alone prove nothing of a GPU.
  return int{is_so(list, "gpu") || is_so(list, "torch") ? kFine : kUnsupported};
}

}  // namespace gb10
