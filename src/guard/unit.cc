#include "guard/unit.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "guard/decision_log.h"
#include "guard/ring.h"
#include "host/units.h"

namespace gb10 {

namespace {

constexpr std::string_view kMark =
    "# Written by gb10 guard install; gb10 guard uninstall removes it.";
constexpr const char* kName = "gb10-guard.service";
constexpr std::string_view kRing = "--ring=", kTell = "--tell=";

/// What the guard may do. It must write to /proc/sys/vm, signal any process, read what any holds,
/// and ask the driver through its device files; nothing else. RestrictSUIDSGID is left out: it
/// takes openat2(2) away, without which each file is read through a process of its own.
constexpr std::string_view kLimits = R"(OOMScoreAdjust=-1000
Nice=-20
CPUWeight=10000
NotifyAccess=main
WatchdogSec=60
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
PrivateMounts=yes
ProtectClock=yes
ProtectHostname=yes
ProtectKernelModules=yes
ProtectControlGroups=yes
RestrictNamespaces=yes
RestrictRealtime=yes
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

/// The guard itself needs no network; the program that it is to tell may.
constexpr std::string_view kNoNetwork = "PrivateNetwork=yes\nRestrictAddressFamilies=AF_UNIX\n";

/// The folder of a ring that an option puts elsewhere: the unit may write nowhere else.
std::optional<std::string> foreign_folder(std::string_view option) {
  if (!option.starts_with(kRing) || !option.substr(kRing.size()).starts_with('/'))
    return std::nullopt;
  const std::string_view path = option.substr(kRing.size());
  const std::string folder(path.substr(0, std::max<std::size_t>(path.rfind('/'), 1)));
  if (folder == kGuardState) return std::nullopt;
  return folder;
}

/// Whether the unit sees a path as everybody else does.
Result<void> check_seen(const std::string& path, const char* hint) {
  for (const char* const hidden : {"/home", "/root", "/tmp", "/var/tmp", "/run", "/dev", "/proc"}) {
    if (path == hidden || path.starts_with(fmt::format("{}/", hidden)))
      return Error{Error::Kind::invalid, fmt::format("the unit does not see {}", path), hint};
  }
  return {};
}

/// A folder that it may write.
Result<void> check_folder(const HostView& host, const std::string& folder) {
  TRY(check_seen(folder, "put the ring on a disk, such as below /var/lib or /data"));
  if (folder == "/")
    return Error{Error::Kind::invalid, "the unit would have to be let write everywhere",
                 "put the ring in a folder of its own"};
  return check_root_only(host, folder);
}

}  // namespace

Result<void> check_teller(const HostView& host, const std::string& program) {
  if (!program.starts_with('/'))
    return Error{Error::Kind::invalid, fmt::format("--tell \"{}\" is no absolute path", program)};
  const FileInfo info = TRY(host.info(program));
  if (info.kind == FileKind::regular && (info.mode & 0111) != 0) return {};
  return Error{Error::Kind::invalid, fmt::format("--tell {} is no program", program)};
}

Result<void> check_unit(const HostView& host, const std::string& program,
                        const std::vector<std::string>& options) {
  TRY(check_root_only(host, program));
  TRY(check_seen(program, "sudo install -m 755 gb10 /usr/local/bin/gb10, and run that"));
  for (const std::string& option : options) {
    if (const auto folder = foreign_folder(option)) TRY(check_folder(host, *folder));
    if (!option.starts_with(kTell)) continue;
    const std::string teller = option.substr(kTell.size());
    TRY(check_root_only(host, teller));
    TRY(check_seen(teller, "put it below /usr/local/bin"));
    TRY(check_teller(host, teller));
  }
  return {};
}

namespace {

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
  std::string line = unit_word(program) + " guard run";
  std::string limits(kLimits);
  bool tells = false;
  for (const std::string& option : options) {
    line += " " + unit_word(option);
    tells = tells || option.starts_with(kTell);
    if (const auto folder = foreign_folder(option))
      limits += fmt::format("ReadWritePaths={}\n", replaced(unit_word(*folder), "%", "%%"));
  }
  if (!tells) limits += kNoNetwork;
  line = replaced(replaced(line, "%", "%%"), "$", "$$");
  return fmt::format(
      "{}\n[Unit]\nDescription=gb10 guard: keeps the machine from running out of memory\n"
      "After=local-fs.target systemd-modules-load.service nvidia-persistenced.service\n"
      "StartLimitIntervalSec=0\n\n[Service]\nType=notify\nExecStart={}\n{}\n[Install]\n"
      "WantedBy=multi-user.target\n",
      kMark, line, limits);
}

Result<void> install_guard(Host& host, const std::string& program,
                           const std::vector<std::string>& options) {
  if (host.self().effective_user != 0)
    return Error{Error::Kind::denied, "the guard is a unit of the system",
                 "sudo gb10 guard install"};
  if (!has_systemd(host))
    return Error{Error::Kind::unsupported, "this system was not started by systemd",
                 "sudo gb10 guard run watches without it, until it is ended"};
  TRY(check_unit(host, program, options));
  const bool was_there = TRY(is_there(host));
  const std::string before = was_there ? TRY(host.read(kGuardUnit)) : std::string();
  TRY(host.install({kGuardUnit, guard_unit(program, options), 0644}));
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"daemon-reload"}, {"enable", kName}, {"restart", kName}}) {
    const auto done = systemctl(host, words);
    if (done.ok()) continue;
    // What could not be started must not be there at the next boot; what ran before may go on.
    const Error why = done.error();
    if (was_there) {
      TRY(host.install({kGuardUnit, before, 0644}));
    } else {
      static_cast<void>(systemctl(host, {"disable", "--now", kName}));
      TRY(host.remove(kGuardUnit));
    }
    static_cast<void>(systemctl(host, {"daemon-reload"}));
    if (was_there) static_cast<void>(systemctl(host, {"restart", kName}));
    return why;
  }
  return {};
}

namespace {

/// Where the guard that is installed keeps its ring; nothing where it keeps none.
std::optional<std::string> ring_of_unit(const HostView& host) {
  const auto text = host.read(kGuardUnit);
  if (!text.ok()) return kRingPath;
  const std::string mark = fmt::format("\"{}", kRing);
  const std::size_t at = text->find(mark);
  if (at == std::string::npos) return kRingPath;
  std::string path;
  for (std::size_t i = at + mark.size(); i < text->size() && (*text)[i] != '"'; ++i) {
    const bool doubled = (*text)[i] == '%' || (*text)[i] == '$' || (*text)[i] == '\\';
    if (doubled) ++i;
    if (i < text->size()) path += (*text)[i];
  }
  return path.starts_with('/') ? std::optional(path) : std::nullopt;
}

}  // namespace

std::vector<std::string> guard_files(const HostView& host) {
  std::vector<std::string> out;
  const auto ring = ring_of_unit(host);
  if (!ring) return out;
  const std::string decisions = decisions_beside(*ring);
  for (const std::string& path : {*ring, decisions, decisions + ".1"}) {
    if (host.info(path).ok()) out.push_back(path);
  }
  return out;
}

Result<std::vector<std::string>> uninstall_guard(Host& host, bool keep) {
  if (host.self().effective_user != 0)
    return Error{Error::Kind::denied, "the guard is a unit of the system",
                 "sudo gb10 guard uninstall"};
  std::vector<std::string> removed;
  const bool was_there = TRY(is_there(host));
  const std::vector<std::string> files = guard_files(host);
  if (was_there) {
    TRY(systemctl(host, {"disable", "--now", kName}));
    TRY(host.remove(kGuardUnit));
    removed.emplace_back(kGuardUnit);
    TRY(systemctl(host, {"daemon-reload"}));
  }
  if (keep) return removed;
  for (const std::string& path : files) {
    TRY(host.remove(path));
    removed.push_back(path);
  }
  // Only when it is ours and nothing else lies there.
  const auto rest = host.list(kGuardState);
  if (!removed.empty() && rest.ok() && rest->empty()) {
    const Output gone = TRY(host.run({.argv = {"rmdir", kGuardState}}));
    if (gone.exit != 0) return Error{Error::Kind::failed, std::string(trimmed(gone.err))};
    removed.emplace_back(kGuardState);
  }
  return removed;
}

GuardStatus guard_status(const HostView& host) {
  GuardStatus out;
  const auto unit = host.read(kGuardUnit);
  out.is_installed = unit.ok() && unit->starts_with(kMark);
  out.only_tells = out.is_installed && unit->find("\"--dry-run\"") != std::string::npos;
  const auto said = host.query({.argv = {"systemctl", "is-active", kName}});
  if (!said.ok())
    out.state = said.error();
  else if (const std::string_view word = trimmed(said->out); !word.empty())
    out.state = std::string(word);
  else
    out.state = Error{Error::Kind::failed, printable(trimmed(said->err), 200)};
  out.ring = ring_of_unit(host).value_or("");
  const auto ring = host.info(out.ring);
  if (ring.ok())
    out.ring_bytes = static_cast<std::int64_t>(ring->size);
  else
    out.ring_bytes = ring.error();
  return out;
}

}  // namespace gb10
