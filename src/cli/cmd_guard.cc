#include <limits.h>
#include <unistd.h>

#include <array>

#include <fmt/format.h>

#include "base/json.h"
#include "base/nearest.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/machine.h"
#include "guard/daemon.h"
#include "guard/decision_log.h"
#include "guard/unit.h"

namespace gb10 {

namespace {

constexpr const char* kRing = "--ring";
constexpr const char* kNone = "none";  // for no ring

constexpr OptionSpec kOptions[] = {
    {"WHAT", nullptr, false,
     "install: as a unit of the system that starts at every boot; status; uninstall; unit: print "
     "what install would write; run: watch here and now, until Ctrl-C"},
    {"--dry-run", nullptr, false, "only tell what would be done"},
    {"--act-below", "SIZE", false,
     "stop what grows when less than this is available and it is still falling (3 GiB)"},
    {"--floor", "SIZE", false, "stop what grows whenever less than this is available (1 GiB)"},
    {"--never", "NAME", true, "never stop processes of this name, such as 'my-*'"},
    {kRing, "FILE", false, "the flight recorder's file (/var/lib/gb10/ring); none: no recorder"},
    {"--tell", "PROGRAM", false, "also run this program with each decision as its argument"},
    {"--keep", nullptr, false, "uninstall: leave the recordings"},
};

std::vector<std::string> what_names() { return {"install", "status", "uninstall", "unit", "run"}; }

/// The owner's policy file, with what the options set anew as if it stood at its end.
Result<GuardPolicy> policy_of(const Arguments& arguments, const HostView& host) {
  std::string own;
  const auto file = host.read(kGuardPolicy);
  if (file.ok()) {
    const FileInfo info = TRY(host.info(kGuardPolicy));
    if (host.self().effective_user == 0 && (info.owner != 0 || (info.mode & 022) != 0))
      return Error{Error::Kind::invalid,
                   fmt::format("{} can be changed by others than root", kGuardPolicy),
                   fmt::format("sudo chown root: {0}; sudo chmod 644 {0}", kGuardPolicy)};
    own = *file;
  } else if (file.error().kind != Error::Kind::not_found) {
    return file.error();
  }
  GuardPolicy policy = TRY(guard_policy(own, kGuardPolicy));
  for (const auto& [option, key] : {std::pair("--act-below", "act_below"), {"--floor", "floor"}}) {
    if (arguments.has(option)) TRY(set(policy, key, arguments.value(option)));
  }
  if (const std::string wrong = contradiction(policy); !wrong.empty())
    return Error{Error::Kind::invalid, wrong};
  for (const std::string& name : arguments.values("--never")) policy.never.push_back(name);
  return policy;
}

/// A mistake is to be told before anything is written, not by a unit that does not start.
Result<void> check_policy(const Arguments& arguments, const HostView& host) {
  const auto policy = policy_of(arguments, host);
  if (!policy.ok()) return policy.error();
  return {};
}

Result<std::string> own_path() {
  std::array<char, PATH_MAX> path{};
  const ssize_t n = ::readlink("/proc/self/exe", path.data(), path.size());
  if (n <= 0) return Error{Error::Kind::failed, "cannot tell where this program is"};
  return std::string(path.data(), static_cast<std::size_t>(n));
}

/// The options that the unit is to be run with: those that were typed. systemd runs it in no folder
/// of ours.
Result<std::vector<std::string>> unit_options(const Arguments& arguments) {
  std::vector<std::string> out;
  for (const char* const name : {kRing, "--tell"}) {
    const std::string path = arguments.value(name);
    if (path.empty() || path.starts_with('/') || path == kNone) continue;
    return Error{Error::Kind::invalid, fmt::format("{} \"{}\" is no absolute path", name, path),
                 "a unit runs in no folder of yours"};
  }
  if (arguments.has("--dry-run")) out.emplace_back("--dry-run");
  for (const char* const name : {"--act-below", "--floor", "--never", kRing, "--tell"}) {
    for (const std::string& value : arguments.values(name))
      out.push_back(fmt::format("{}={}", name, value));
  }
  return out;
}

Result<int> watch(const Arguments& arguments, const Io& io, const Host& host) {
  GuardRun how;
  how.policy = TRY(policy_of(arguments, host));
  how.dry_run = arguments.has("--dry-run");
  how.version = GB10_VERSION;
  how.teller = arguments.value("--tell");
  if (arguments.has("--ring")) how.ring = arguments.value("--ring");
  if (how.ring == kNone) how.ring.clear();
  TRY(run_guard(host, how, [&](std::string_view line) { io.say(fmt::format("{}\n", line)); }));
  return int{kFine};
}

Result<int> status(const Arguments& arguments, const Io& io, const HostView& host) {
  const GuardStatus now = guard_status(host);
  const std::string state = now.state.ok() ? *now.state : "not known: " + now.state.error().what;
  const bool is_active = now.is_installed && now.state.ok() && *now.state == "active";
  if (arguments.has("--json")) {
    Json json = Json::object();
    json.set("installed", now.is_installed);
    json.set("state", now.state.ok() ? Json(*now.state) : Json());
    json.set("ring_bytes", now.ring_bytes.ok() ? Json(*now.ring_bytes) : Json());
    io.print(to_text(json, 2) + "\n");
  } else {
    io.print(fmt::format("guard      {}\n", now.is_installed ? state : "not installed"));
    io.print(fmt::format(
        "recorder   {}\n",
        now.ring_bytes.ok()
            ? fmt::format("{}, {}", kRingPath, to_text(bytes(static_cast<double>(*now.ring_bytes))))
            : now.ring_bytes.error().what));
    if (!now.is_installed) io.print("do         sudo gb10 guard install\n");
  }
  return is_active ? int{kFine} : int{kAnswerIsNo};
}

Result<int> done(const Arguments& arguments, const Io& io) {
  const std::string what = arguments.value("WHAT");
  const std::unique_ptr<Host> host = this_host(io);
  if (what == "run") return watch(arguments, io, *host);
  if (what == "status") return status(arguments, io, *host);
  if (what == "install") {
    TRY(check_policy(arguments, *host));
    const std::string program = TRY(own_path());
    const std::vector<std::string> options = TRY(unit_options(arguments));
    TRY(install_guard(*host, program, options));
    const std::string ring = arguments.has(kRing) ? arguments.value(kRing) : kRingPath;
    io.print(
        fmt::format("the guard watches now and after every boot; recordings: {}\n"
                    "what it does: journalctl -u gb10-guard{}; its limits: {}\n",
                    ring, ring == kNone ? "" : " and " + decisions_beside(ring), kGuardPolicy));
    return int{kFine};
  }
  if (what == "unit") {
    TRY(check_policy(arguments, *host));
    const std::string program = TRY(own_path());
    const std::vector<std::string> options = TRY(unit_options(arguments));
    io.print(guard_unit(program, options));
    return int{kFine};
  }
  if (what == "uninstall") {
    const bool was = TRY(uninstall_guard(*host, arguments.has("--keep")));
    io.print(was ? "the guard is gone\n" : "there was no guard\n");
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
          "64 MiB (338 MiB written a day, computed), from which gb10 doctor --last-boot tells why "
          "the machine went down. Never run on a GB10 so far: its levels are chosen from reports.",
          kOptions,
          run,
          what_names};
}

}  // namespace gb10
