#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <limits>
#include <optional>

#include <fmt/format.h>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/machine.h"
#include "facts/meminfo.h"
#include "gpu/helper_gpu.h"
#include "guard/budget.h"
#include "guard/daemon.h"
#include "guard/hands.h"
#include "guard/load_guard.h"
#include "host/foreground.h"
#include "host/listening.h"
#include "ledger/ledger.h"
#include "sampler/clock.h"
#include "sampler/sampler.h"

namespace gb10 {

namespace {

constexpr OptionSpec kOptions[] = {
    {"COMMAND", nullptr, true, "what to run, with its arguments"},
    {"--budget", "SIZE", false,
     "end the command, and all that it started, when they hold more than this together"},
    {"--load-guard", nullptr, false,
     "while the command loads a model, until it listens on a TCP port: drop clean page cache and "
     "compact memory where they are in the way; needs root"},
    {"--patience", "SECONDS", false, "from SIGTERM to SIGKILL, 1 to 600; else 3"},
};

constexpr double kStep = 0.05, kLookEvery = 0.5, kLookSoon = 0.1;  // seconds
constexpr double kRoomShare = 0.1;  // of all memory, that is to be free while a model loads
constexpr double kNear = 0.8;       // of the budget: look more often

struct Limits {
  std::optional<double> budget;  // bytes
  double patience = 3;           // seconds
  bool load_guard = false;
};

Result<Limits> limits_of(const Arguments& arguments) {
  Limits out;
  if (arguments.has("--budget")) {
    // "100G" is what people write for GiB.
    std::string text = arguments.value("--budget");
    if (!text.empty() && (text.back() == 'G' || text.back() == 'M')) text += "iB";
    const auto budget = parse_quantity(text);
    if (!budget.ok() || budget->unit != Unit::bytes || !(budget->value > 0))
      return Error{Error::Kind::invalid,
                   fmt::format("--budget: {} is no amount of memory",
                               printable(arguments.value("--budget"), 40)),
                   "gb10 run --budget 100G -- COMMAND"};
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

/// The command's environment: PyTorch is told its share, which it keeps to by itself.
std::map<std::string, std::string, std::less<>> with_share(
    std::map<std::string, std::string, std::less<>> environment, double share) {
  const std::string part = fmt::format("per_process_memory_fraction:{:.4f}", share);
  for (const char* const name : {"PYTORCH_ALLOC_CONF", "PYTORCH_CUDA_ALLOC_CONF"}) {
    const auto at = environment.find(name);
    if (at == environment.end()) continue;
    // What the owner set already stays as it is.
    if (at->second.find("per_process_memory_fraction") != std::string::npos) return environment;
    at->second += (at->second.empty() ? "" : ",") + part;
    return environment;
  }
  environment["PYTORCH_ALLOC_CONF"] = part;
  return environment;
}

/// A command under watch.
class Watched {
 public:
  Watched(const Host& host, const Limits& limits, const GuardPolicy& policy, double total,
          ProcessScan scan, const Io& io)
      : host_(host),
        limits_(limits),
        io_(io),
        shares_memory_(gpu_shares_memory(host)),
        scan_(std::move(scan)),
        sampler_(host, settings_here()),
        budget_(limits.budget.value_or(std::numeric_limits<double>::infinity()), policy),
        policy_(policy),
        loading_(policy, kRoomShare * total),
        is_loading_(limits.load_guard) {
    if (shares_memory_) feed_.emplace(GpuFeed::Settings{});
  }

  /// Before a load: gives the cache back where large blocks are missing. Error unsupported where
  /// they do not come back.
  Result<void> make_room();
  int run(Foreground& program, TakenSignals& signals);

 private:
  void look(double now, std::int64_t head);
  void judge(double now);
  void load(double now);
  void end(std::string_view why);
  void post_mortem(std::string_view why);

  const Host& host_;
  const Limits& limits_;
  const Io& io_;
  bool shares_memory_;
  std::optional<GpuFeed> feed_;
  ProcessScan scan_;
  Sampler sampler_;
  Budget budget_;
  GuardPolicy policy_;
  LoadGuard loading_;
  bool is_loading_;
  std::string drop_trouble_;
  Reading reading_;
  Family family_;
  std::vector<ProcessUse> all_;
  double looked_ = -1e9, whole_ = -1e9, begun_ = 0;
  std::optional<double> asked_;  // when SIGTERM was sent
  bool killed_ = false;
};

void Watched::look(double now, std::int64_t head) {
  const bool is_near = static_cast<double>(family_.holds) > kNear * *limits_.budget;
  if (now - looked_ < (is_near || asked_ ? kLookSoon : kLookEvery)) return;
  looked_ = now;
  scan_.read(all_);
  GpuBytes gpu;
  if (feed_) {
    const GpuNews& news = feed_->news(now);
    for (std::size_t i = 0; i < news.count; ++i) {
      if (!std::isnan(news.holders[i].bytes))
        gpu[news.holders[i].pid] += static_cast<std::int64_t>(news.holders[i].bytes);
    }
  }
  family_ = family_of(head, ::getpid(), all_, gpu);
}

/// Where the memory was when the end was decided.
void Watched::post_mortem(std::string_view why) {
  io_.say(fmt::format("gb10: {}\n", why));
  const HelperGpu silent;
  CollectOptions options;
  options.topics = {"memory"};
  const Facts facts = collect({host_, silent}, options);
  const Result<Ledger> where = ledger(facts);
  if (where.ok()) io_.say(fmt::format("\n{}\n", to_text(*where, io_.width)));
}

void Watched::end(std::string_view why) {
  asked_ = boot_seconds();
  for (const Target& target : family_.members) send_signal(target, SIGTERM);
  post_mortem(why);
}

void Watched::judge(double now) {
  const Budget::Verdict verdict = budget_.judge(reading_, family_);
  if (asked_) {
    const bool is_at_floor = budget_.outlook().alarm == Alarm::floor;
    if (killed_ || (now - *asked_ < limits_.patience && !is_at_floor)) return;
    killed_ = true;
    io_.say("gb10: it did not end: SIGKILL\n");
    for (const Target& target : family_.members) send_signal(target, SIGKILL);
    return;
  }
  const std::string holds = to_text(bytes(static_cast<double>(family_.holds)));
  if (verdict == Budget::Verdict::over_budget)
    end(fmt::format(
        "over its budget: the command holds {} in {}, {} of it {}; SIGTERM", holds,
        counted(static_cast<std::int64_t>(family_.members.size()), "process", "processes"),
        to_text(bytes(static_cast<double>(family_.largest_holds))), family_.largest));
  else if (verdict == Budget::Verdict::machine_is_short)
    end(fmt::format("the machine runs out of memory ({}) while the command holds {}; SIGTERM",
                    sentence(budget_.outlook()), holds));
}

Result<void> Watched::make_room() {
  sampler_.read(reading_, boot_seconds(), true);
  if (!LoadGuard::lacks_blocks(reading_, policy_).value_or(false)) return {};
  const std::string trouble = drop_cache_now();
  sampler_.read(reading_, boot_seconds(), true);
  if (!LoadGuard::lacks_blocks(reading_, policy_).value_or(false)) return {};
  return Error{Error::Kind::unsupported,
               fmt::format("only {} of memory is free in blocks of 32 MiB{}",
                           to_text(bytes(reading_.at(metric("memory.free_32m")))),
                           trouble.empty() ? ", and compaction brought none back"
                                           : "; it cannot be compacted: " + trouble),
               trouble.empty() ? "reboot first, then load" : "run it as root, or reboot first"};
}

/// Keeps the way free while a model loads.
void Watched::load(double now) {
  if (loading_.wants_drop(reading_)) {
    const std::string trouble = drop_cache_now();
    if (trouble != drop_trouble_)
      io_.say(fmt::format("gb10: cannot drop the cache: {}\n", trouble));
    drop_trouble_ = trouble;
  }
  std::vector<std::int64_t> members;
  for (const Target& target : family_.members) members.push_back(target.pid);
  const auto port = listening_port(members);
  if (!port) return;
  is_loading_ = false;
  io_.say(fmt::format("gb10: it listens on port {} after {:.0f} s; the page cache was dropped {}\n",
                      *port, now - begun_, counted(loading_.drops(), "time", "times")));
}

int Watched::run(Foreground& program, TakenSignals& signals) {
  begun_ = boot_seconds();
  while (true) {
    pollfd watched{signals.descriptor(), POLLIN, 0};
    ::poll(&watched, 1, static_cast<int>(kStep * 1000));
    while (const auto came = signals.next()) program.pass_on(*came);
    if (const auto code = program.ended()) {
      if (!asked_) return *code;
      return killed_ ? 128 + SIGKILL : 128 + SIGTERM;
    }
    const double now = boot_seconds();
    const bool whole = now - whole_ >= 1;
    sampler_.read(reading_, now, whole);
    if (whole) whole_ = now;
    look(now, program.id());
    if (whole && is_loading_) load(now);
    judge(now);
  }
}

Result<int> done(const Arguments& arguments, const Io& io, bool& has_started) {
  const Limits limits = TRY(limits_of(arguments));
  const std::unique_ptr<Host> host = this_host(io);
  const auto [total, available] = TRY(memory_now(*host));
  if (limits.budget && *limits.budget > available)
    return Error{Error::Kind::conflict,
                 fmt::format("a budget of {} is more than is available: {}",
                             to_text(bytes(*limits.budget)), to_text(bytes(available))),
                 "gb10 memory --need SIZE says what would give more"};
  const GuardPolicy policy = TRY(guard_policy());
  ProcessScan scan = TRY(ProcessScan::open("/proc"));
  TakenSignals signals = TRY(TakenSignals::take(Foreground::signals()));
  adopt_orphans();
  Watched watched(*host, limits, policy.on(total), total, std::move(scan), io);
  if (limits.load_guard) TRY(watched.make_room());
  has_started = true;
  const auto environment =
      limits.budget ? with_share(io.environment, *limits.budget / total) : io.environment;
  Foreground program = TRY(Foreground::start(arguments.values("COMMAND"), environment, signals));
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
          "PyTorch is given its share of the memory by its own variable. The exit "
          "code is the command's; 143 or 137 when it was ended by the budget.",
          kOptions,
          run,
          nullptr,
          true};
}

}  // namespace gb10
