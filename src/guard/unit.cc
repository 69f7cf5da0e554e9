#include "guard/unit.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "guard/decision_log.h"
#include "guard/ring.h"

namespace gb10 {

namespace {

constexpr std::string_view kMark =
    "# Written by gb10 guard install; gb10 guard uninstall removes it.";
constexpr const char* kName = "gb10-guard.service";

/// What the guard may do. It must write to /proc/sys/vm, signal any process, read what any holds,
/// and ask the driver through its device files; nothing else.
constexpr std::string_view kLimits = R"(OOMScoreAdjust=-1000
Nice=-20
CPUWeight=10000
MemoryMin=16M
LimitMEMLOCK=infinity
StateDirectory=gb10
StateDirectoryMode=0750
UMask=0027
Restart=always
RestartSec=1
CapabilityBoundingSet=CAP_KILL CAP_IPC_LOCK CAP_SYS_NICE CAP_SYS_PTRACE CAP_SYSLOG
CapabilityBoundingSet=CAP_DAC_READ_SEARCH
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateNetwork=yes
PrivateMounts=yes
ProtectClock=yes
ProtectHostname=yes
ProtectKernelModules=yes
ProtectControlGroups=yes
RestrictAddressFamilies=AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
KeyringMode=private
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallErrorNumber=EPERM
DevicePolicy=closed
DeviceAllow=/dev/kmsg r
DeviceAllow=char-nvidia rw
DeviceAllow=char-nvidia-frontend rw
DeviceAllow=char-nvidiactl rw
DeviceAllow=char-nvidia-caps rw
)";

/// As one word of a unit file; "%" is another matter.
std::string quoted(std::string_view text) {
  return fmt::format("\"{}\"", replaced(replaced(text, "\\", "\\\\"), "\"", "\\\""));
}

/// The folder of a ring that an option puts elsewhere: the unit may write nowhere else.
std::optional<std::string> foreign_folder(std::string_view option) {
  constexpr std::string_view kRing = "--ring=/";
  if (!option.starts_with(kRing)) return std::nullopt;
  const std::string_view path = option.substr(kRing.size() - 1);
  const std::string folder(path.substr(0, std::max<std::size_t>(path.rfind('/'), 1)));
  if (folder == kGuardState) return std::nullopt;
  return folder;
}

Result<Output> systemctl(Host& host, std::vector<std::string> words) {
  words.insert(words.begin(), "systemctl");
  const std::string what = joined(words, " ");
  const Output done =
      TRY(host.run({.argv = std::move(words), .deadline = std::chrono::seconds(60)}));
  if (done.exit != 0)
    return Error{Error::Kind::failed, fmt::format("{} ended with {}: {}", what, done.exit,
                                                  printable(trimmed(done.err)))};
  return done;
}

/// Root runs it at every boot: nobody else may be able to change it, or a folder above it.
Result<void> check_owner(const HostView& host, const std::string& program) {
  constexpr unsigned kOthersWrite = 022;
  for (std::string path = program; !path.empty(); path.resize(path.rfind('/'))) {
    const FileInfo info = TRY(host.info(path));
    if (info.owner != 0 || (info.mode & kOthersWrite) != 0)
      return Error{Error::Kind::invalid,
                   fmt::format("{} can be changed by others than root, and root would run it at "
                               "every boot",
                               path),
                   fmt::format("sudo install -m 755 {} /usr/local/bin/gb10, then "
                               "sudo /usr/local/bin/gb10 guard install",
                               program)};
  }
  return {};
}

Result<bool> is_there(const HostView& host) {
  const auto text = host.read(kGuardUnit);
  if (!text.ok() && text.error().kind == Error::Kind::not_found) return false;
  if (!text.ok()) return text.error();
  if (text->starts_with(kMark)) return true;
  return Error{Error::Kind::conflict, fmt::format("{} is not of gb10", kGuardUnit),
               "move it away first"};
}

}  // namespace

std::string guard_unit(const std::string& program, const std::vector<std::string>& options) {
  std::string line = program + " guard run";
  std::string limits(kLimits);
  for (const std::string& option : options) {
    line += " " + quoted(option);
    if (const auto folder = foreign_folder(option))
      limits += fmt::format("ReadWritePaths={}\n", replaced(quoted(*folder), "%", "%%"));
  }
  line = replaced(replaced(line, "%", "%%"), "$", "$$");
  return fmt::format(
      "{}\n[Unit]\nDescription=gb10 guard: keeps the machine from running out of memory\n"
      "After=local-fs.target\n\n[Service]\nType=exec\nExecStart={}\n{}\n[Install]\n"
      "WantedBy=multi-user.target\n",
      kMark, line, limits);
}

Result<void> install_guard(Host& host, const std::string& program,
                           const std::vector<std::string>& options) {
  if (host.self().effective_user != 0)
    return Error{Error::Kind::denied, "the guard is a unit of the system",
                 "sudo gb10 guard install"};
  TRY(check_owner(host, program));
  if (const auto there = is_there(host); !there.ok()) return there.error();
  TRY(host.install({kGuardUnit, guard_unit(program, options), 0644}));
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"daemon-reload"}, {"enable", kName}, {"restart", kName}}) {
    const auto done = systemctl(host, words);
    if (done.ok()) continue;
    // A unit that could not be started must not be there at the next boot.
    static_cast<void>(systemctl(host, {"disable", "--now", kName}));
    TRY(host.remove(kGuardUnit));
    static_cast<void>(systemctl(host, {"daemon-reload"}));
    return done.error();
  }
  return {};
}

Result<bool> uninstall_guard(Host& host, bool keep) {
  if (host.self().effective_user != 0)
    return Error{Error::Kind::denied, "the guard is a unit of the system",
                 "sudo gb10 guard uninstall"};
  const bool was_there = TRY(is_there(host));
  if (was_there) {
    TRY(systemctl(host, {"disable", "--now", kName}));
    TRY(host.remove(kGuardUnit));
    TRY(systemctl(host, {"daemon-reload"}));
  }
  if (keep) return was_there;
  const std::string decisions = decisions_beside(kRingPath);
  bool had_any = false;
  for (const std::string& path : {std::string(kRingPath), decisions, decisions + ".1"}) {
    if (!host.info(path).ok()) continue;
    TRY(host.remove(path));
    had_any = true;
  }
  // Only when nothing else lies there.
  const auto rest = host.list(kGuardState);
  if (rest.ok() && rest->empty()) {
    const Output gone = TRY(host.run({.argv = {"rmdir", kGuardState}}));
    if (gone.exit != 0) return Error{Error::Kind::failed, std::string(trimmed(gone.err))};
  }
  return was_there || had_any;
}

GuardStatus guard_status(const HostView& host) {
  const Error unknown{Error::Kind::not_found, "not asked"};
  GuardStatus out{
      .is_installed = host.info(kGuardUnit).ok(), .state = unknown, .ring_bytes = unknown};
  const auto said = host.query({.argv = {"systemctl", "is-active", kName}});
  if (said.ok())
    out.state = std::string(trimmed(said->out));
  else
    out.state = said.error();
  const auto ring = host.info(kRingPath);
  if (ring.ok())
    out.ring_bytes = static_cast<std::int64_t>(ring->size);
  else
    out.ring_bytes = ring.error();
  return out;
}

}  // namespace gb10
