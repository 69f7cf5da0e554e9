#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "base/text.h"
#include "cli/launch_plan.h"
#include "cli/machine.h"
#include "cli/run_parts.h"
#include "cli/run_store.h"
#include "host/child.h"
#include "host/kept_words.h"
#include "sampler/clock.h"

namespace gb10::run_words {

namespace {

constexpr const char* kFlags[] = {kReport, kLoadGuard};
constexpr const char* kValues[] = {kProfile, "--with", kTry,      "--blocks", "--score",
                                   "--work", kBudget,  kPatience, "--data"};

/// What a run may be asked for.
constexpr const char* kAsks[] = {kProfile, "--with", kTry, kBudget, kLoadGuard};

/// Whose systemd runs it.
struct Manager {
  bool is_root = false;

  std::vector<std::string> words(const char* program) const {
    return is_root ? std::vector<std::string>{program}
                   : std::vector<std::string>{program, "--user"};
  }
};

/// The program on the caller's PATH; Error unsupported where there is none.
Result<std::string> program_named(const char* name, const HostView& host, const Io& io) {
  const auto path = io.environment.find("PATH");
  if (path != io.environment.end()) {
    for (const std::string_view folder : split(path->second, ':')) {
      std::string place = fmt::format("{}/{}", folder, name);
      const auto info = host.info(place);
      if (folder.starts_with('/') && info.ok() && (info->mode & 0111U) != 0) return place;
    }
  }
  return Error{Error::Kind::unsupported, fmt::format("there is no {} here", name),
               "--detach needs systemd; without it: setsid gb10 run … < /dev/null &"};
}

/// Our environment, which carries the way to the user's systemd.
std::vector<std::string> own_environment(const Io& io) {
  std::vector<std::string> out;
  for (const auto& [name, value] : io.environment) out.push_back(fmt::format("{}={}", name, value));
  return out;
}

Error no_systemd(const char* program, const std::string& said, const HostView& host) {
  const std::string why =
      said.empty() ? "it does not say why" : printable(lines(said).front(), 200);
  const std::string what = fmt::format("{} cannot start a unit: {}", program, why);
  if (host.info("/run/systemd/system").ok()) return {Error::Kind::failed, what, ""};
  return {Error::Kind::unsupported, what,
          "--detach needs systemd, which does not run here; without it: setsid gb10 run … < "
          "/dev/null &"};
}

/// That the user's systemd goes on when the user logs out.
Result<void> check_linger(const HostView& host, const Io& io) {
  const std::string loginctl = TRY(program_named("loginctl", host, io));
  const Result<Output> asked =
      run_child({{loginctl, "show-user", fmt::format("{}", ::geteuid()), "--property=Linger"}},
                own_environment(io));
  if (asked.ok() && trimmed(asked->out) == "Linger=yes") return {};
  const bool is_said = asked.ok() && trimmed(asked->out) == "Linger=no";
  if (!is_said && !host.info("/run/systemd/system").ok())
    return no_systemd("loginctl", asked.ok() ? asked->err : asked.error().what, host);
  return Error{Error::Kind::conflict,
               is_said ? "it would be ended when you log out"
                       : "it is not known whether it would be ended when you log out",
               "loginctl enable-linger lets your units go on, then try again"};
}

/// What the unit runs: this program, where it is asked for more than the command alone.
std::vector<std::string> own_words(const Arguments& arguments, const std::string& program) {
  const bool is_alone = std::none_of(std::begin(kAsks), std::end(kAsks),
                                     [&](const char* option) { return arguments.has(option); });
  if (is_alone) return arguments.values("COMMAND");
  std::vector<std::string> out = {program, "run"};
  for (const char* const flag : kFlags) {
    if (arguments.has(flag)) out.emplace_back(flag);
  }
  for (const char* const option : kValues) {
    // Each as one word, so that a value may begin with a dash.
    for (const std::string& value : arguments.values(option))
      out.push_back(fmt::format("{}={}", option, value));
  }
  out.emplace_back("--");
  for (const std::string& word : arguments.values("COMMAND")) out.push_back(word);
  return out;
}

/// The words for systemd-run. Of variables it gets the names alone, and reads their values in its
/// own environment: anybody may read its words.
Result<std::vector<std::string>> unit_words(const std::string& systemd_run, const std::string& unit,
                                            const Arguments& arguments, const Io& io) {
  std::vector<std::string> out = Manager{::geteuid() == 0}.words(systemd_run.c_str());
  std::error_code lost;
  const std::string here = std::filesystem::current_path(lost).string();
  if (lost) return Error{Error::Kind::failed, "the current folder is gone", ""};
  out.insert(out.end(), {"--quiet", "--unit=" + unit, "--working-directory=" + here,
                         "--description=gb10 run", "--property=KillMode=mixed"});
  for (const auto& [name, value] : io.environment) {
    const bool is_plain =
        !name.empty() &&
        name.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") ==
            std::string::npos;
    // The unit has its own of these; a shell's functions have odd names.
    if (is_plain && name != "INVOCATION_ID" && name != "JOURNAL_STREAM" && name != "NOTIFY_SOCKET")
      out.push_back("--setenv=" + name);
  }
  // What it prints goes into the journal when it is printed.
  if (!io.environment.contains("PYTHONUNBUFFERED")) out.emplace_back("--setenv=PYTHONUNBUFFERED=1");
  out.emplace_back("--");
  const std::string self = TRY(own_path());
  for (std::string& word : own_words(arguments, self)) out.push_back(std::move(word));
  return out;
}

/// A unit of the system tells its variables to every user who asks systemd for them.
Result<void> check_secrets(const Io& io) {
  const KeptWords kept = kept_words(io);
  for (const auto& [name, value] : io.environment) {
    const std::string shown = kept.words({fmt::format("{}={}", name, value)}).front();
    if (shown.find("[hidden]") == std::string::npos) continue;
    return Error{Error::Kind::conflict,
                 fmt::format("every user of this machine could read {} in a unit of the system",
                             printable(name, 60)),
                 fmt::format("start it as a user, or without it: env -u {} gb10 run --detach …",
                             printable(name, 60))};
  }
  return {};
}

void tell_unit(const std::string& unit, const Io& io) {
  const char* const user = ::geteuid() == 0 ? "" : " --user";
  io.print(
      fmt::format("started as {}\n"
                  "  status   systemctl{} status {}\n"
                  "  output   journalctl{} -u {} -f\n"
                  "  stop     systemctl{} stop {}\n",
                  unit, user, unit, user, unit, user, unit));
}

}  // namespace

Result<int> detached(const Arguments& arguments, const Io& io) {
  TRY(limits_of(arguments));
  if (arguments.has(kExplain) || arguments.has("--json"))
    return Error{Error::Kind::invalid, "--detach starts it, which --explain and --json do not",
                 "leave one of them out"};
  if (arguments.values("COMMAND").empty())
    return Error{Error::Kind::invalid, "run what?", "gb10 run --detach -- COMMAND"};
  const std::unique_ptr<Host> host = this_host(io);
  // A mistake is told here, and not only in the journal.
  if (arguments.has(kProfile) || arguments.has("--with") || arguments.has(kTry))
    TRY(launch_plan_of(arguments, arguments.values("COMMAND"), io, *host));
  const std::string systemd_run = TRY(program_named("systemd-run", *host, io));
  TRY(::geteuid() == 0 ? check_secrets(io) : check_linger(*host, io));
  const std::string unit = "gb10-run-" + run_id(wall_nanoseconds());
  const std::vector<std::string> words = TRY(unit_words(systemd_run, unit, arguments, io));
  constexpr std::chrono::milliseconds kPatience{30000};
  const Result<Output> started = run_child({words, kPatience}, own_environment(io));
  if (!started.ok()) return started.error();
  if (started->exit != 0) return no_systemd("systemd-run", started->err, *host);
  tell_unit(unit, io);
  return int{kFine};
}

}  // namespace gb10::run_words
