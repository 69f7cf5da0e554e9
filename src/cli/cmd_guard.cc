#include <unistd.h>

#include <algorithm>

#include <fmt/format.h>

#include "base/json.h"
#include "base/nearest.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/machine.h"
#include "guard/daemon.h"
#include "guard/decision_log.h"
#include "guard/owners_policy.h"
#include "guard/unit.h"

namespace gb10 {

namespace {

constexpr const char* kRing = "--ring";
constexpr const char* kDryRun = "--dry-run";
constexpr const char* kNone = "none";  // for no ring

/// The options with a value that the unit runs the guard with.
constexpr const char* kPassedOn[] = {"--act-below", "--floor", "--never", kRing, "--tell"};

constexpr OptionSpec kOptions[] = {
    {"WHAT", nullptr, false,
     "install: as a unit of the system that starts at every boot; status; uninstall; unit: print "
     "what install would write; run: watch here and now, until Ctrl-C"},
    {kDryRun, nullptr, false,
     "run, install: a guard that tells what it would stop and stops nothing; uninstall: tell what "
     "would be removed"},
    {"--act-below", "SIZE", false,
     "stop what grows when less than this is available and it is still falling (3 GiB)"},
    {"--floor", "SIZE", false, "stop what grows whenever less than this is available (1 GiB)"},
    {"--never", "NAME", true, "never stop processes of this name, such as 'my-*'"},
    {kRing, "FILE", false, "the flight recorder's file (/var/lib/gb10/ring); none: no recorder"},
    {"--tell", "PROGRAM", false, "also run this program with each decision as its argument"},
    {"--keep", nullptr, false, "uninstall: leave the recordings"},
};

std::vector<std::string> what_names() { return {"install", "status", "uninstall", "unit", "run"}; }

/// The owner's policy, with what the options set anew as if it stood at the end of the file.
Result<GuardPolicy> policy_of(const Arguments& arguments, const HostView& host) {
  GuardPolicy policy = TRY(owners_policy(host));
  for (const auto& [option, key] : {std::pair("--act-below", "act_below"), {"--floor", "floor"}}) {
    if (!arguments.has(option)) continue;
    const auto done = set(policy, key, arguments.value(option));
    if (done.ok()) continue;
    return Error{Error::Kind::invalid, fmt::format("{}: {}", option, done.error().what),
                 done.error().hint};
  }
  if (const std::string wrong = contradiction(policy); !wrong.empty())
    return Error{Error::Kind::invalid, wrong};
  for (const std::string& name : arguments.values("--never")) policy.never.push_back(name);
  return policy;
}

/// A mistake is to be told before anything is written, not by a unit that does not start.
Result<void> check_policy(const Arguments& arguments, const HostView& host) {
  const GuardPolicy policy = TRY(policy_of(arguments, host));
  TRY(policy_here(host, policy));
  return {};
}

/// The options that the unit is to be run with: those that were typed. systemd runs it in no folder
/// of ours.
Result<std::vector<std::string>> unit_options(const Arguments& arguments) {
  std::vector<std::string> out;
  for (const char* const name : kPassedOn) {
    for (const std::string& value : arguments.values(name)) {
      if (std::any_of(value.begin(), value.end(), [](unsigned char c) { return c < ' '; }))
        return Error{Error::Kind::invalid, fmt::format("{} holds a control character", name)};
    }
  }
  for (const char* const name : {kRing, "--tell"}) {
    const std::string path = arguments.value(name);
    if (path.empty() || path.starts_with('/') || path == kNone) continue;
    return Error{Error::Kind::invalid, fmt::format("{} \"{}\" is no absolute path", name, path),
                 "a unit runs in no folder of yours"};
  }
  if (arguments.has(kDryRun)) out.emplace_back(kDryRun);
  for (const char* const name : kPassedOn) {
    for (const std::string& value : arguments.values(name))
      out.push_back(fmt::format("{}={}", name, value));
  }
  return out;
}

Result<int> watch(const Arguments& arguments, const Io& io, const Host& host) {
  GuardRun how;
  how.policy = TRY(policy_of(arguments, host));
  how.dry_run = arguments.has(kDryRun);
  how.version = GB10_VERSION;
  how.teller = arguments.value("--tell");
  if (!how.teller.empty()) TRY(check_teller(host, how.teller));
  if (arguments.has("--ring")) how.ring = arguments.value("--ring");
  if (how.ring == kNone) how.ring.clear();
  TRY(run_guard(host, how, [&](std::string_view line) { io.say(fmt::format("{}\n", line)); }));
  return int{kFine};
}

Result<int> status(const Arguments& arguments, const Io& io, const HostView& host) {
  const GuardStatus now = guard_status(host);
  const bool is_active = now.is_installed && now.state.ok() && *now.state == "active";
  const bool by_hand = !is_active && guard_runs(kGuardState);
  if (arguments.has("--json")) {
    Json json = Json::object();
    json.set("installed", now.is_installed);
    json.set("only_tells", now.only_tells);
    json.set("runs_by_hand", by_hand);
    json.set("state", now.state.ok() ? Json(*now.state) : Json());
    if (!now.state.ok()) json.set("state_not_known", now.state.error().what);
    json.set("ring", now.ring.empty() ? Json() : Json(now.ring));
    json.set("ring_bytes", now.ring_bytes.ok() ? Json(*now.ring_bytes) : Json());
    io.print(to_text(json, 2) + "\n");
    return is_active ? int{kFine} : int{kAnswerIsNo};
  }
  std::string state = now.state.ok() ? *now.state : "not known: " + now.state.error().what;
  if (now.only_tells) state += "; it only tells, and stops nothing (--dry-run)";
  if (!now.is_installed) state = "not installed";
  if (by_hand) state += "; one that was started by hand runs";
  io.print(fmt::format("guard      {}\n", state));
  if (now.ring.empty())
    io.print("recorder   none (--ring none)\n");
  else if (now.ring_bytes.ok())
    io.print(fmt::format("recorder   {}, {}\n", now.ring,
                         to_text(bytes(static_cast<double>(*now.ring_bytes)))));
  else
    io.print(fmt::format("recorder   {}\n", now.ring_bytes.error().what));
  if (!now.is_installed) io.print("do         sudo gb10 guard install\n");
  return is_active ? int{kFine} : int{kAnswerIsNo};
}

Result<int> install(const Arguments& arguments, const Io& io, Host& host) {
  TRY(check_policy(arguments, host));
  const std::string program = TRY(own_path());
  const std::vector<std::string> options = TRY(unit_options(arguments));
  TRY(install_guard(host, program, options));
  const std::string ring = arguments.has(kRing) ? arguments.value(kRing) : kRingPath;
  const bool dry = arguments.has(kDryRun);  // of the guard, not of its installation
  io.print(
      fmt::format("the guard {} now and after every boot; recordings: {}\n"
                  "what it does: journalctl -u gb10-guard{}; its limits: {}\n",
                  dry ? "watches, tells what it would do and stops nothing (--dry-run)" : "watches",
                  ring, ring == kNone ? "" : " and " + decisions_beside(ring), kGuardPolicy));
  return int{kFine};
}

Result<int> uninstall(const Arguments& arguments, const Io& io, Host& host) {
  const bool keeps = arguments.has("--keep");
  const auto state = guard_status(host).state;
  if (!arguments.has(kDryRun)) {
    if (!(state.ok() && *state == "active") && guard_runs(kGuardState))
      return Error{Error::Kind::busy, "a guard that was started by hand runs",
                   "end it first: Ctrl-C where it runs, or kill it"};
    const std::vector<std::string> removed = TRY(uninstall_guard(host, keeps));
    for (const std::string& path : removed) io.print(fmt::format("removed {}\n", path));
    io.print(removed.empty() ? "there was no guard\n" : "the guard is gone\n");
    return int{kFine};
  }
  std::vector<std::string> files = keeps ? std::vector<std::string>() : guard_files(host);
  if (host.info(kGuardUnit).ok()) files.insert(files.begin(), kGuardUnit);
  for (const std::string& file : files) io.print(fmt::format("would remove {}\n", file));
  if (files.empty()) io.print("there is no guard\n");
  return int{kFine};
}

Result<int> done(const Arguments& arguments, const Io& io) {
  const std::string what = arguments.value("WHAT");
  const std::unique_ptr<Host> host = this_host(io);
  if (what == "run") return watch(arguments, io, *host);
  if (what == "status") return status(arguments, io, *host);
  if (what == "install") return install(arguments, io, *host);
  if (what == "uninstall") return uninstall(arguments, io, *host);
  if (what == "unit") {
    TRY(check_policy(arguments, *host));
    const std::string program = TRY(own_path());
    const std::vector<std::string> options = TRY(unit_options(arguments));
    if (const auto runs = check_unit(*host, program, options); !runs.ok())
      io.say(fmt::format("gb10: install would refuse it: {}\n", runs.error().what));
    io.print(guard_unit(program, options));
    return int{kFine};
  }
  return Error{Error::Kind::invalid,
               what.empty() ? "guard what?" : fmt::format("guard has no \"{}\"", what),
               "gb10 guard install, status, uninstall, unit or run"};
}

int run(const Arguments& arguments, const Io& io) {
  const Result<int> code = done(arguments, io);
  return code.ok() ? *code : io.fail(code.error());
}

}  // namespace

CommandSpec guard_command() {
  return {"guard",
          "no freeze at memory exhaustion; a flight recorder for what still happens",
          "Watches how much memory is available and how fast it falls, twenty times a second. "
          "Before it is gone, clean page cache is dropped; then what grows is asked to end "
          "(SIGTERM), and killed when it does not. Login sessions, sshd and what --never or "
          "/etc/gb10/guard.toml name are left alone. Every second is kept for a day in a ring of "
          "64 MiB (338 to 366 MiB written a day, computed), from which gb10 doctor --last-boot "
          "tells why "
          "the machine went down. Never run on a GB10 so far: its levels are chosen from reports.",
          kOptions,
          run,
          what_names};
}

}  // namespace gb10
