#include <poll.h>

#include <fmt/format.h>

#include "base/text.h"
#include "cli/build_run.h"
#include "cli/machine.h"
#include "cli/quick_memory.h"
#include "cli/run_parts.h"
#include "guard/daemon.h"
#include "guard/owners_policy.h"
#include "guard/torch_share.h"
#include "guard/watched.h"
#include "ledger/amounts.h"
#include "ledger/ledger.h"

namespace gb10::run_words {

namespace {

/// The command's environment: a PyTorch that knows it is told its share, where the GPU's memory is
/// the machine's.
Environment environment_of(const std::vector<std::string>& command, const HostView& host,
                           const std::optional<double>& share, const Environment& given) {
  if (!share || !gpu_shares_memory(host)) return given;
  const auto torch = torch_beside(host, command.front(), given);
  return torch && knows_share(*torch) ? with_share(given, *share) : given;
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

/// Runs it, and passes signals on.
Result<int> ran_alone(Started& program, TakenSignals& signals) {
  program.has_started = true;
  Foreground started = TRY(Foreground::start(program.command, program.environment, signals));
  for (;;) {
    pollfd watched{signals.descriptor(), POLLIN, 0};
    ::poll(&watched, 1, -1);
    while (const auto came = signals.next()) started.pass_on(*came);
    if (const auto code = started.ended()) return *code;
  }
}

Result<int> ran_watched(Started& program, const Limits& limits, TakenSignals& signals,
                        const Io& io) {
  const std::unique_ptr<Host> host = this_host(io);
  const MachineMemory memory = TRY(machine_memory(*host));
  if (limits.budget) TRY(check_budget(*limits.budget, memory.available));
  const GuardPolicy policy = TRY(owners_policy(*host));
  ProcessScan scan = TRY(ProcessScan::open("/proc"));
  adopt_orphans();
  WatchedRun how{.budget = limits.budget,
                 .patience = limits.patience,
                 .load_guard = limits.load_guard,
                 .policy = policy.on(memory.total),
                 .total = memory.total,
                 .say = [&](std::string_view text) { io.say(text); },
                 .where = {}};
  how.where = [&](const GpuNews& news, std::span<const ProcessUse> processes) {
    Result<Ledger> where = ledger(QuickMemory(*host).facts(news, processes));
    if (where.ok()) where->free_blocks.clear();
    return where.ok() ? fmt::format("\n{}\n", to_text(*where, io.width)) : std::string();
  };
  Watched watched(*host, std::move(how), std::move(scan));
  if (limits.load_guard) TRY(watched.make_room());
  warn_of_containers(program.command.front(), io);
  program.has_started = true;
  const auto share = limits.budget ? std::optional(*limits.budget / memory.total) : std::nullopt;
  Foreground started = TRY(Foreground::start(
      program.command, environment_of(program.command, *host, share, program.environment),
      signals));
  return watched.run(started, signals);
}

}  // namespace

namespace {

/// An option that would do nothing is a mistake, and told.
Result<void> check_together(const Arguments& arguments) {
  for (const char* const option : {"--blocks", "--score", "--work"}) {
    if (arguments.has(option) && !arguments.has(kTry))
      return Error{Error::Kind::invalid, fmt::format("{} goes with --try", option),
                   "gb10 run --try FIX -- COMMAND"};
  }
  const bool has_plan = arguments.has(kProfile) || arguments.has("--with");
  if (arguments.has(kReport) && !has_plan)
    return Error{Error::Kind::invalid, "--report goes with --profile",
                 "gb10 run --profile train --report -- COMMAND"};
  return {};
}

}  // namespace

Result<Limits> limits_of(const Arguments& arguments) {
  TRY(check_together(arguments));
  Limits out;
  if (arguments.has(kBudget)) {
    // "100G" is what people write for GiB.
    const auto budget = parse_amount(arguments.value(kBudget));
    if (!budget.ok())
      return Error{Error::Kind::invalid, "--budget: " + budget.error().what, budget.error().hint};
    out.budget = budget->value;
  }
  if (arguments.has(kPatience)) {
    const auto seconds = decimal_number(arguments.value(kPatience));
    if (!seconds || !(*seconds >= 1) || *seconds > 600)
      return Error{Error::Kind::invalid, "--patience wants 1 to 600 seconds"};
    out.patience = *seconds;
  }
  out.load_guard = arguments.has(kLoadGuard);
  const bool is_launch = arguments.has(kProfile) || arguments.has(kTry) ||
                         arguments.has(kExplain) || arguments.has("--with");
  if (!out.any() && !is_launch && !arguments.has(kDetach))
    return Error{Error::Kind::invalid, "run within what?",
                 "gb10 run --budget 100G -- COMMAND, or --load-guard, or --profile train"};
  return out;
}

Result<int> ran(Started& program, const Limits& limits, TakenSignals& signals, const Io& io) {
  return limits.any() ? ran_watched(program, limits, signals, io) : ran_alone(program, signals);
}

}  // namespace gb10::run_words
