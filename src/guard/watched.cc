#include "guard/watched.h"

#include <poll.h>
#include <signal.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "base/text.h"
#include "guard/daemon.h"
#include "host/listening.h"
#include "host/process.h"
#include "sampler/clock.h"

namespace gb10 {

namespace {

constexpr double kStep = 0.05, kLookEvery = 0.5, kLookSoon = 0.1;  // seconds
constexpr double kNear = 0.8;                                      // of the budget: look more often
constexpr double kCountAgain = 0.5;  // seconds between two exact counts
constexpr double kGoes = 2;          // seconds that what was killed has to go

std::string amount(std::int64_t value) { return to_text(bytes(static_cast<double>(value))); }

/// The settings of the terminal that we run on, to be put back when the command was not let do it.
class Terminal {
 public:
  Terminal() { is_ours_ = ::tcgetattr(STDIN_FILENO, &settings_) == 0; }
  void put_back() const {
    if (!is_ours_ || ::tcgetpgrp(STDIN_FILENO) != ::getpgrp()) return;
    while (::tcsetattr(STDIN_FILENO, TCSANOW, &settings_) != 0 && errno == EINTR) {
    }
  }

 private:
  termios settings_{};
  bool is_ours_ = false;
};

}  // namespace

std::string table_of(const Family& family, std::span<const ProcessUse> all, const GpuBytes& gpu) {
  constexpr std::size_t kMost = 8;
  std::vector<std::pair<const ProcessUse*, Holding>> rows;
  for (const ProcessUse& process : all) {
    if (family.has(process)) rows.emplace_back(&process, holding_of(process, gpu));
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return a.second.all() > b.second.all(); });
  const auto row = [&](const auto& pid, std::string_view own, std::string_view shared,
                       std::string_view on_gpu, std::string_view name) {
    const std::string column = gpu.empty() ? std::string() : fmt::format("  {:>10}", on_gpu);
    return fmt::format("{:>9}  {:>10}  {:>10}{}  {}\n", pid, own, shared, column, name);
  };
  std::string out = row("pid", "own", "shared", "GPU", "name");
  for (std::size_t i = 0; i < std::min(kMost, rows.size()); ++i) {
    const auto& [process, holding] = rows[i];
    out += row(process->pid, amount(holding.own), amount(holding.shared), amount(holding.gpu),
               printable(process->name()));
  }
  if (rows.size() > kMost) out += fmt::format("{:>9}  and {} more\n", "", rows.size() - kMost);
  if (rows.size() > 1)
    out += fmt::format("{:>9}  what several of them share stands with each\n", "");
  return out;
}

Watched::Watched(const HostView& host, WatchedRun how, ProcessScan scan)
    : how_(std::move(how)),
      scan_(std::move(scan)),
      sampler_(host, settings_here()),
      budget_(how_.budget.value_or(std::numeric_limits<double>::infinity()), how_.policy),
      loading_(how_.policy, how_.total),
      is_loading_(how_.load_guard) {
  if (gpu_shares_memory(host)) feed_.emplace(GpuFeed::Settings{});
}

/// Not in this thread: whoever reads it may not go on, and memory does not wait.
void Watched::say(std::string text) {
  voice_.add([this, text = std::move(text)] { how_.say(text); });
}

void Watched::sample(double now) {
  const bool whole = now - whole_ >= 1;
  sampler_.read(reading_, now, whole);
  if (!whole) return;
  whole_ = now;
  if (is_loading_) load(now);
}

void Watched::look(double now, std::int64_t head) {
  const bool is_near = how_.budget && static_cast<double>(family_.holds) > kNear * *how_.budget;
  if (now - looked_ < (is_near || asked_ ? kLookSoon : kLookEvery)) return;
  looked_ = now;
  scan_.read(all_);
  // A driver that is silent is taken to say what it said last.
  auto gpu = gpu_bytes_of(feed_ ? &*feed_ : nullptr, now);
  if (gpu) gpu_ = *std::move(gpu);
  if (!gpu && !has_said_unknown_ && now - begun_ > 5) {
    say("gb10: what the command holds of the GPU's memory is not known: the driver is silent\n");
    has_said_unknown_ = true;
  }
  const FamilyTree tree{head, ::getpid(), own_children()};
  family_ = family_of(tree, all_, gpu_);
  // What open files keep is looked for in the family alone.
  for (ProcessUse& process : all_) {
    if (family_.has(process)) scan_.add_held(process);
  }
  family_ = family_of(tree, all_, gpu_);
}

void Watched::signal_all(int signal) {
  for (const Target& target : family_.members) reached_ = send_signal(target, signal) || reached_;
}

void Watched::kill_rest(const std::string& why) {
  signal_all(SIGKILL);
  killed_ = boot_seconds();
  say(fmt::format("gb10: {}: SIGKILL\n", why));
}

void Watched::end(const std::string& why, bool at_once) {
  const auto where = [&] {
    return how_.where(feed_ ? feed_->news(boot_seconds()) : GpuNews(), all_);
  };
  // Where the memory was when it was decided; when the machine runs out of it nothing comes first.
  if (!at_once) post_mortem_ = where();
  signal_all(SIGTERM);
  asked_ = boot_seconds();
  say(fmt::format("gb10: {}\n", why));
  if (at_once) post_mortem_ = where();
  post_mortem_ = "\n" + table_of(family_, all_, gpu_) + post_mortem_;
}

void Watched::tell_end(double now) {
  if (asked_) {
    const auto rest = static_cast<std::int64_t>(family_.members.size());
    say(rest == 0 ? fmt::format("gb10: it ended {:.1f} s after SIGTERM{}\n{}", now - *asked_,
                                killed_ ? ", by SIGKILL" : "", post_mortem_)
                  : fmt::format(
                        "gb10: {} not end{}\n{}", counted(rest, "process does", "processes do"),
                        reached_ ? " even by SIGKILL" : ": it may not be signalled", post_mortem_));
  } else if (!family_.members.empty()) {
    say(fmt::format(
        "gb10: {} that it started still {}, and {} not watched any more\n",
        counted(static_cast<std::int64_t>(family_.members.size()), "process", "processes"),
        family_.members.size() == 1 ? "runs" : "run", family_.members.size() == 1 ? "is" : "are"));
  }
}

/// The sum of what each process says is an upper bound: what they share is counted for each. Only
/// the exact count convicts.
void Watched::judge_budget(double now) {
  const auto count = exact_.newest();
  if (!count || now - count->begun >= kCountAgain) {
    std::vector<ProcessUse> members;
    for (const ProcessUse& process : all_) {
      if (family_.has(process)) members.push_back(process);
    }
    exact_.begin(members, gpu_, now);
  }
  const bool is_of_now = count && count->begun >= *over_;
  if (!is_of_now || static_cast<double>(count->bytes) <= *how_.budget) return;
  end(fmt::format(
          "over its budget of {}: the command holds {} in {}, {} of it {}; SIGTERM",
          to_text(bytes(*how_.budget)), amount(count->bytes),
          counted(static_cast<std::int64_t>(family_.members.size()), "process", "processes"),
          amount(std::min(family_.largest_holds, count->bytes)), family_.largest),
      false);
}

void Watched::judge(double now) {
  const Budget::Verdict verdict = budget_.judge(reading_, family_);
  // What they start meanwhile, too.
  if (killed_) return signal_all(SIGKILL);
  if (asked_) {
    const bool is_at_floor = budget_.outlook().alarm == Alarm::floor;
    const double patience =
        is_at_floor ? std::min(how_.patience, how_.policy.floor_patience) : how_.patience;
    if (family_.members.empty() || now - *asked_ < patience) return;
    return kill_rest("it did not end");
  }
  if (verdict == Budget::Verdict::machine_is_short)
    return end(
        fmt::format("the machine runs out of memory ({}) while the command holds {}; SIGTERM",
                    sentence(budget_.outlook()), amount(family_.holds)),
        true);
  if (verdict == Budget::Verdict::fine) return over_.reset();
  if (!over_) over_ = now;
  judge_budget(now);
}

Result<void> Watched::make_room() {
  sampler_.read(reading_, boot_seconds(), true);
  if (!LoadGuard::lacks_blocks(reading_, how_.policy).value_or(false)) return {};
  const std::string trouble = drop_cache_now();
  sampler_.read(reading_, boot_seconds(), true);
  if (!LoadGuard::lacks_blocks(reading_, how_.policy).value_or(false)) return {};
  return Error{Error::Kind::unsupported,
               fmt::format("only {} of memory is free in blocks of 32 MiB{}",
                           to_text(bytes(reading_.at(metric("memory.free_32m")))),
                           trouble.empty() ? ", and compaction brought none back"
                                           : "; it cannot be compacted: " + trouble),
               trouble.empty() ? "reboot first, then load" : "run it as root, or reboot first"};
}

/// Whether one of the command's ports answers as a server does that has loaded its model.
void Watched::ask_ports() {
  if (asked_ports_.runs()) return;
  std::vector<std::int64_t> members;
  for (const Target& target : family_.members) members.push_back(target.pid);
  asked_ports_.start([members](Asked& asked) {
    for (const ListeningAt& place : listening_at(members)) {
      if (serves(place)) asked.port = place.port;
    }
  });
}

/// Keeps the way free while a model loads.
void Watched::load(double now) {
  const auto over = [&](const std::string& why) {
    is_loading_ = false;
    say(fmt::format("gb10: {}; the page cache was dropped {}\n", why,
                    counted(drops_, "time", "times")));
  };
  if (const int port = asked_ports_.state().port)
    return over(fmt::format("it answers on port {} after {:.0f} s", port, now - begun_));
  if (loading_.is_level(reading_))
    return over(fmt::format("what is available did not change for {:.0f} s: nothing loads any more",
                            LoadGuard::kLevel));
  ask_ports();
  if (!loading_.wants_drop(reading_)) return;
  dropping_.add([this] {
    const std::string trouble = drop_cache_now();
    if (trouble.empty())
      ++drops_;
    else
      say(fmt::format("gb10: cannot drop the cache: {}\n", trouble));
  });
}

bool Watched::is_done(bool has_ended, double now) const {
  // What it started may go on, holding what it holds; and there is what not even SIGKILL ends.
  if (asked_ && reached_ && killed_ && now - *killed_ > kGoes) return true;
  return has_ended && (!asked_ || family_.members.empty());
}

int Watched::run(Foreground& program, TakenSignals& signals) {
  begun_ = boot_seconds();
  if (is_loading_ && ::access("/proc/sys/vm/drop_caches", W_OK) != 0)
    say("gb10: the page cache stays where it is: only root can drop it\n");
  const Terminal terminal;
  std::optional<int> code;
  while (true) {
    pollfd watched{signals.descriptor(), POLLIN, 0};
    ::poll(&watched, 1, static_cast<int>(kStep * 1000));
    bool is_told_to_end = false;
    while (const auto came = signals.next()) {
      program.pass_on(*came);
      is_told_to_end = is_told_to_end || came->number == SIGINT || came->number == SIGTERM;
    }
    if (!code) code = program.ended();
    reap_others(program.id());
    const double now = boot_seconds();
    sample(now);
    if (code) looked_ = -1e9;  // who is left
    // The number of one that has ended may be another's by now.
    look(now, code ? 0 : program.id());
    if (is_done(code.has_value(), now)) break;
    if (code && is_told_to_end && !killed_) kill_rest("told to end");
    judge(now);
  }
  if (asked_) terminal.put_back();
  tell_end(boot_seconds());
  if (!asked_ || (code && !reached_)) return *code;
  return killed_ ? 128 + SIGKILL : 128 + SIGTERM;
}

}  // namespace gb10
