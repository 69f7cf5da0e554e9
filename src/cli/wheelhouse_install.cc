// diff, prune and install: a house and the environments of this machine.

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include <fmt/format.h>

#include "base/text.h"
#include "cli/machine.h"
#include "cli/run_store.h"
#include "cli/wheelhouse_parts.h"
#include "facts/python_parts.h"
#include "host/foreground.h"
#include "report/wheelhouse.h"
#include "wheel/pep440.h"
#include "wheelhouse/closure.h"
#include "wheelhouse/diff.h"
#include "wheelhouse/files.h"
#include "wheelhouse/prune.h"

namespace gb10::house_words {

int waited_for(Foreground& program, TakenSignals& signals) {
  for (;;) {
    if (const auto code = program.ended()) return *code;
    while (const auto came = signals.next()) program.pass_on(*came);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

Result<int> diff_house(const Arguments& arguments, const Io& io) {
  const std::string path = TRY(house_path(arguments, io));
  const std::unique_ptr<Host> host = this_host(io);
  const HouseState here = TRY(read_house(path));
  const DiffSubject there = TRY(diff_subject(*host, whole_path(behind(arguments).front())));
  const HouseDiff found = difference(path, here.manifest, there);
  if (arguments.has("--json"))
    io.print(to_text(to_json(found), 2) + "\n");
  else
    print_text(text(found, dress_of(arguments, io)), arguments, io);
  return found.is_equal() ? int{kFine} : int{kAnswerIsNo};
}

namespace {

Result<int> versions_to_keep(const Arguments& arguments) {
  if (!arguments.has(kKeep)) return 1;
  const auto number = whole_number(arguments.value(kKeep));
  if (!number || *number < 1 || *number > 1000)
    return Error{Error::Kind::invalid, "--keep takes a number of versions, 1 or more"};
  return static_cast<int>(*number);
}

/// What the environments of this machine have installed, and those that were named.
Result<void> look_at_environments(const Arguments& arguments, const Io& io, PruneWants& wants,
                                  HousePrune& out) {
  const std::unique_ptr<Host> host = this_host(io);
  CollectOptions options;
  for (const std::string& named : arguments.values(kEnv))
    options.environments.push_back(whole_path(named));
  const python::Found found = python::environments(*host, options);
  if (!found.wrong.empty())
    return Error{Error::Kind::not_found,
                 fmt::format("{} is no environment", printable(found.wrong.front().first, 300)),
                 "nothing was removed"};
  for (const python::Environment& environment : found.environments) {
    auto& packages = wants.environments[environment.path];
    for (const python::Package& package : python::packages(*host, environment).all)
      packages.emplace(normalised_name(package.name), package.version);
    out.environments.push_back(environment.path);
  }
  out.not_searched = found.not_searched;
  return {};
}

}  // namespace

Result<int> prune_house(const Arguments& arguments, const Io& io) {
  const std::string path = TRY(house_path(arguments, io));
  PruneWants wants;
  wants.keep = TRY(versions_to_keep(arguments));
  HousePrune out;
  out.house = path;
  TRY(look_at_environments(arguments, io, wants, out));
  if (arguments.has(kYes)) {
    HeldHouse house = TRY(HeldHouse::take(path, how_to_take(io, false)));
    out.rows = prunable(house.state().manifest, wants);
    TRY(house.begin());
    if (out.bytes() > 0) TRY(house.commit(without(house.state().manifest, out.rows)));
    out.done = true;
  } else {
    const HouseState state = TRY(read_house(path));
    out.rows = prunable(state.manifest, wants);
  }
  if (arguments.has("--json"))
    io.print(to_text(to_json(out), 2) + "\n");
  else
    print_text(text(out, dress_of(arguments, io)), arguments, io);
  return int{kFine};
}

namespace {

/// Where wheels are to be installed, and with what.
struct InstallPlan {
  std::string environment, python;
  ClosureTarget target;
  HouseClosure closure;
  std::vector<std::string> argv;
};

Result<std::string> environment_path(const Arguments& arguments, const Io& io) {
  const std::vector<std::string> named = arguments.values(kEnv);
  if (named.size() > 1)
    return Error{Error::Kind::invalid, "install goes into one environment", "--env DIR once"};
  if (!named.empty()) return whole_path(named.front());
  const auto active = io.environment.find("VIRTUAL_ENV");
  if (active != io.environment.end() && active->second.starts_with('/')) return active->second;
  return Error{Error::Kind::invalid, "no environment is active and none was named",
               "python3 -m venv .venv, then gb10 wheelhouse install --env .venv …"};
}

bool is_on_path(const std::string& program, const Io& io) {
  const auto path = io.environment.find("PATH");
  if (path == io.environment.end()) return false;
  for (const std::string_view folder : split(path->second, ':')) {
    if (!folder.empty() && ::access(fmt::format("{}/{}", folder, program).c_str(), X_OK) == 0)
      return true;
  }
  return false;
}

Result<ClosureTarget> target_of(const HostView& host, const std::string& environment) {
  const python::Environment found = TRY(python::environment_in(host, environment));
  const auto parts = split(found.version, '.');
  if (parts.size() < 2)
    return Error{Error::Kind::unsupported,
                 fmt::format("which Python {} is of is not known", printable(environment, 300))};
  ClosureTarget out;
  out.python = fmt::format("{}.{}", parts[0], parts[1]);
  const auto machine = host.query({{"uname", "-m"}});
  if (machine.ok() && machine->exit == 0) out.machine = std::string(trimmed(machine->out));
  out.installed = installed_packages(host, environment);
  out.installed_wants = installed_wants(host, environment);
  return out;
}

/// The command that installs from the house alone. Settings of the user that name other places are
/// passed over.
Result<std::vector<std::string>> command_of(const InstallPlan& plan, const std::string& house,
                                            const Arguments& arguments, const Io& io) {
  const std::string wheels = fmt::format("{}/{}", house, house_names::kWheels);
  if (arguments.has(kPip) && arguments.has(kUv))
    return Error{Error::Kind::invalid, "--pip and --uv exclude each other", "give one of them"};
  const bool has_pip = plan.target.installed.find("pip") != plan.target.installed.end();
  const bool has_uv = is_on_path("uv", io);
  if (arguments.has(kPip) && !has_pip)
    return Error{Error::Kind::not_found, fmt::format("{} has no pip", plan.environment),
                 "python -m ensurepip in it, or --uv"};
  if ((arguments.has(kUv) || !has_pip) && !has_uv)
    return Error{Error::Kind::not_found,
                 has_pip ? "there is no uv on the PATH"
                         : fmt::format("{} has no pip, and there is no uv", plan.environment),
                 "python -m ensurepip in it, or install uv"};
  if (arguments.has(kUv) || !has_pip)
    return std::vector<std::string>{"uv",         "pip",         "install",      "--offline",
                                    "--no-index", "--no-config", "--find-links", wheels,
                                    "--python",   plan.python};
  return std::vector<std::string>{plan.python, "-m",         "pip",          "--isolated",
                                  "install",   "--no-index", "--find-links", wheels};
}

/// What lies among the wheels without being one of the house: pip would take a newer one of these.
Result<void> check_foreign(const std::string& house, const HouseManifest& manifest) {
  const std::vector<std::string> names =
      TRY(house_files::names_in(fmt::format("{}/{}", house, house_names::kWheels)));
  for (const std::string& name : names) {
    // Pieces of a change that goes on in a house that could not be held.
    if (current_wheel(manifest, name) || name.find(".part-") != std::string::npos) continue;
    return Error{
        Error::Kind::conflict,
        fmt::format("{} is not in the manifest, and pip would take it", printable(name, 200)),
        "nothing was installed; move it away, or add it"};
  }
  return {};
}

/// The wheels that will be taken, by their bytes.
Result<void> check_wheels(const std::string& house, const std::vector<HouseWheel>& wheels) {
  for (const HouseWheel& wheel : wheels) {
    const auto sum =
        TRY(house_files::sum_of(fmt::format("{}/{}", house, house_names::by_name(wheel.file))));
    if (sum.sha256 == wheel.sha256) continue;
    return Error{Error::Kind::conflict,
                 fmt::format("{} is not as the manifest says", printable(wheel.file, 200)),
                 "nothing was installed; gb10 wheelhouse verify names what has changed"};
  }
  return {};
}

Result<InstallPlan> install_plan(const HouseState& house, const std::string& path,
                                 const Arguments& arguments, const Io& io) {
  InstallPlan out;
  const std::unique_ptr<Host> host = this_host(io);
  out.environment = TRY(environment_path(arguments, io));
  out.python = out.environment + "/bin/python";
  out.target = TRY(target_of(*host, out.environment));
  const std::vector<std::string> wanted = behind(arguments);
  auto closure = closure_of(house.manifest, wanted, out.target);
  if (!closure.ok())
    return with_hint(closure.error(),
                     "it takes names and versions, such as \"numpy>=2\"; a wheel is put into the "
                     "house first: gb10 wheelhouse add FILE.whl");
  out.closure = *std::move(closure);
  out.argv = TRY(command_of(out, path, arguments, io));
  out.argv.insert(out.argv.end(), wanted.begin(), wanted.end());
  return out;
}

std::string command_text(const std::vector<std::string>& argv) {
  std::vector<std::string> out;
  for (const std::string& each : argv) out.push_back(shell_quoted(each));
  return joined(out, " ");
}

Json json_of(const InstallPlan& plan) {
  Json wheels = Json::array(), lacks = Json::array();
  for (const HouseWheel& wheel : plan.closure.wheels) wheels.push(wheel.file);
  for (const HouseLack& lack : plan.closure.lacks) lacks.push(to_json(lack));
  Json out = Json::object().set("schema", 1).set("environment", plan.environment);
  out.set("python", plan.target.python).set("wheels", std::move(wheels));
  out.set("installed", Json::list(plan.closure.there)).set("missing", std::move(lacks));
  return std::move(out.set("command", Json::list(plan.argv)));
}

std::string text_of(const InstallPlan& plan, const Dress& dress) {
  const auto& closure = plan.closure;
  const auto many = static_cast<std::int64_t>(closure.wheels.size());
  // What comes from names and METADATA of the environment is shown as one line.
  const auto shown = [](const std::string& each) { return printable(each, 300); };
  std::string out =
      closure.lacks.empty()
          ? fmt::format("the house has all of it: {}\n", counted(many, "wheel"))
          : fmt::format("not all of it is in the house: {} missing\n",
                        counted(static_cast<std::int64_t>(closure.lacks.size()), "requirement"));
  out += fmt::format("  into            {}; Python {}{}\n", shown(plan.environment),
                     shown(plan.target.python),
                     plan.target.machine.empty() ? "" : " on " + plan.target.machine);
  for (const HouseWheel& wheel : closure.wheels)
    out += fmt::format("  wheel           {}\n", wheel.file);
  for (const std::string& each : closure.there)
    out += fmt::format("  installed       {}\n", shown(each));
  out += lacks_text(closure.lacks, dress);
  if (closure.lacks.empty()) out += fmt::format("  command         {}\n", command_text(plan.argv));
  return out;
}

}  // namespace

Result<int> install_wheels(const Arguments& arguments, const Io& io) {
  const std::string path = TRY(house_path(arguments, io));
  // Held while pip reads it, where it can be held: nobody prunes it then.
  const HouseToRead read = TRY(house_to_read(path, io));
  const HouseState& house = read.state;
  const InstallPlan plan = TRY(install_plan(house, path, arguments, io));
  const bool runs = plan.closure.lacks.empty() && !arguments.has(kDryRun);
  const std::string said = arguments.has("--json") ? to_text(json_of(plan), 2) + "\n"
                                                   : text_of(plan, dress_of(arguments, io));
  if (!runs) {
    io.print(said);
    return plan.closure.lacks.empty() ? int{kFine} : int{kAnswerIsNo};
  }
  TRY(check_foreign(path, house.manifest));
  TRY(check_wheels(path, plan.closure.wheels));
  io.print(said);
  static_cast<void>(io.written());
  TakenSignals signals = TRY(TakenSignals::take(Foreground::signals()));
  Foreground program = TRY(Foreground::start(plan.argv, io.environment, signals));
  return waited_for(program, signals);
}

}  // namespace gb10::house_words
