#include <optional>

#include <fmt/format.h>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/machine.h"
#include "cli/quick_memory.h"
#include "facts/meminfo.h"
#include "guard/daemon.h"
#include "guard/owners_policy.h"
#include "guard/torch_share.h"
#include "guard/watched.h"
#include "host/foreground.h"
#include "ledger/amounts.h"
#include "ledger/ledger.h"

namespace gb10 {

namespace {

constexpr OptionSpec kOptions[] = {
    {"COMMAND", nullptr, true, "what to run, with its arguments"},
    {"--budget", "SIZE", false,
     "end the command, and all that it started, when they hold more than this together"},
    {"--load-guard", nullptr, false,
     "while the command loads a model, until it answers to HTTP on a port of this machine: drop "
     "clean page cache and compact memory where they are in the way; needs root"},
    {"--patience", "SECONDS", false, "from SIGTERM to SIGKILL, 1 to 600; else 3"},
};

struct Limits {
  std::optional<double> budget;  // bytes
  double patience = 3;           // seconds
  bool load_guard = false;
};

Result<Limits> limits_of(const Arguments& arguments) {
  Limits out;
  if (arguments.has("--budget")) {
    // "100G" is what people write for GiB.
    const auto budget = parse_amount(arguments.value("--budget"));
    if (!budget.ok())
      return Error{Error::Kind::invalid, "--budget: " + budget.error().what, budget.error().hint};
    out.budget = budget->value;
  }
  if (arguments.has("--patience")) {
    const auto seconds = decimal_number(arguments.value("--patience"));
    if (!seconds || !(*seconds >= 1) || *seconds > 600)
      return Error{Error::Kind::invalid, "--patience wants 1 to 600 seconds"};
    out.patience = *seconds;
  }
  out.load_guard = arguments.has("--load-guard");
  if (!out.budget && !out.load_guard)
    return Error{Error::Kind::invalid, "run within what?",
                 "gb10 run --budget 100G -- COMMAND, or --load-guard"};
  if (arguments.values("COMMAND").empty())
    return Error{Error::Kind::invalid, "run what?", "gb10 run --budget 100G -- COMMAND"};
  return out;
}

/// The machine's memory: all of it, and what is available now.
Result<std::pair<double, double>> memory_now(const HostView& host) {
  const std::string text = TRY(host.read("/proc/meminfo"));
  const auto values = meminfo(text);
  const auto total = values.find("MemTotal"), available = values.find("MemAvailable");
  if (total == values.end() || available == values.end())
    return Error{Error::Kind::unsupported, "/proc/meminfo does not tell what is available"};
  return std::pair(static_cast<double>(total->second), static_cast<double>(available->second));
}

/// The command's environment: a PyTorch that knows it is told its share, where the GPU's memory is
/// the machine's.
Environment environment_of(const std::vector<std::string>& command, const HostView& host,
                           const std::optional<double>& share, const Io& io) {
  if (!share || !gpu_shares_memory(host)) return io.environment;
  const auto torch = torch_beside(host, command.front(), io.environment);
  return torch && knows_share(*torch) ? with_share(io.environment, *share) : io.environment;
}

/// What a container's client starts is no child of it.
void warn_of_containers(std::string_view program, const Io& io) {
  const std::string_view name = program.substr(program.rfind('/') + 1);
  for (const char* const client :
       {"docker", "docker-compose", "podman", "nerdctl", "systemd-run"}) {
    if (name == client)
      io.say(
          fmt::format("gb10: what {} starts is not among what it started itself, and its memory "
                      "is not watched here; gb10 guard watches all\n",
                      name));
  }
}

Result<int> done(const Arguments& arguments, const Io& io, bool& has_started) {
  for (const char* const other : {"--json", "--markdown"}) {
    if (arguments.has(other))
      return Error{Error::Kind::invalid, fmt::format("run has no {}", other),
                   "its standard output is the command's; what is said goes to standard error"};
  }
  const Limits limits = TRY(limits_of(arguments));
  const std::unique_ptr<Host> host = this_host(io);
  const auto [total, available] = TRY(memory_now(*host));
  if (limits.budget && *limits.budget > available)
    return Error{Error::Kind::conflict,
                 fmt::format("a budget of {} is more than is available: {}",
                             to_text(bytes(*limits.budget)), to_text(bytes(available))),
                 "gb10 memory --need SIZE says what would give more"};
  const GuardPolicy policy = TRY(owners_policy(*host));
  ProcessScan scan = TRY(ProcessScan::open("/proc"));
  TakenSignals signals = TRY(TakenSignals::take(Foreground::signals()));
  adopt_orphans();
  WatchedRun how{.budget = limits.budget,
                 .patience = limits.patience,
                 .load_guard = limits.load_guard,
                 .policy = policy.on(total),
                 .total = total,
                 .say = [&](std::string_view text) { io.say(text); },
                 .where = {}};
  how.where = [&](const GpuNews& news, std::span<const ProcessUse> processes) {
    Result<Ledger> where = ledger(QuickMemory(*host).facts(news, processes));
    if (where.ok()) where->free_blocks.clear();
    return where.ok() ? fmt::format("\n{}\n", to_text(*where, io.width)) : std::string();
  };
  Watched watched(*host, std::move(how), std::move(scan));
  if (limits.load_guard) TRY(watched.make_room());
  warn_of_containers(arguments.values("COMMAND").front(), io);
  has_started = true;
  const std::vector<std::string> command = arguments.values("COMMAND");
  const auto share = limits.budget ? std::optional(*limits.budget / total) : std::nullopt;
  Foreground program =
      TRY(Foreground::start(command, environment_of(command, *host, share, io), signals));
  return watched.run(program, signals);
}

int run(const Arguments& arguments, const Io& io) {
  bool has_started = false;
  const Result<int> code = done(arguments, io, has_started);
  if (code.ok()) return *code;
  io.fail(code.error());
  if (!has_started) return kOwnFailure;
  return code.error().kind == Error::Kind::not_found ? kNotFound : kCannotExecute;
}

}  // namespace

CommandSpec run_command() {
  return {"run",
          "a command within a budget of memory, which containers' limits do not see on a GB10",
          "Runs COMMAND on this terminal as if it had been started alone, and watches what it and "
          "all that it started hold together: their own memory, shared memory, swap, and on a GB10 "
          "what the driver says they hold of the GPU's. Over the budget, or when the machine runs "
          "out of memory, they get SIGTERM, and SIGKILL when they do not end; where the memory was "
          "is then told. --load-guard keeps page cache out of the way while a model loads, and "
          "refuses to begin where no large blocks of memory are left: then a reboot is needed. "
          "On a GB10 a PyTorch of 2.10 or later is given its share of the memory by its own "
          "variable. The exit code is the command's; 143 or 137 when it was ended by the budget. A "
          "budget must be "
          "available when the command starts. What it holds is looked at ten times a second near "
          "the budget, else twice: one that takes much at once goes over it for a moment. When the "
          "command ends by itself, what it left running is told and no longer watched.",
          kOptions,
          run,
          nullptr,
          true};
}

}  // namespace gb10
