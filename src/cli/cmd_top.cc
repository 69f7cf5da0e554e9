#include <poll.h>
#include <unistd.h>

#include <csignal>

#include <fmt/format.h>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/machine.h"
#include "cli/top_frame.h"
#include "host/foreground.h"
#include "record/screen.h"
#include "report/top.h"
#include "sampler/clock.h"

namespace gb10 {

namespace {

constexpr OptionSpec kOptions[] = {
    {"--once", nullptr, false, "show the machine once, without taking the terminal"},
    {"--interval", "SECONDS", false, "between two pictures, 0.2 to 3600; else 1"},
};

Result<double> interval_of(const Arguments& arguments) {
  if (!arguments.has("--interval")) return 1.0;
  const std::optional<double> interval = decimal_number(arguments.value("--interval"));
  if (interval && *interval >= 0.2 && *interval <= 3600) return *interval;
  return Error{Error::Kind::invalid,
               fmt::format("--interval: {} is no number from 0.2 to 3600",
                           printable(arguments.value("--interval"), 40)),
               "gb10 top --interval 2"};
}

void show_once(TopSource& source, double interval, const Arguments& arguments, const Io& io) {
  // A rate needs two readings.
  source.read(boot_seconds());
  ::usleep(static_cast<useconds_t>(std::min(interval, 1.0) * 1e6));
  source.read(boot_seconds());
  const TopFrame frame = source.frame();
  if (arguments.has("--json")) return io.print(to_text(to_json(frame), 2) + "\n");
  const bool markdown = arguments.has("--markdown");
  const Dress dress{io.color && !markdown, markdown ? 100 : io.width, true};
  const std::string text = joined(screen_lines(frame, dress), "\n") + "\n";
  io.print(markdown ? fmt::format("```\n{}```\n", text) : text);
}

/// What signals and keys ask for: the exit code when the end is asked for.
std::optional<int> asked(Screen& screen, TakenSignals& signals) {
  while (const auto came = signals.next()) {
    if (came->number == SIGINT) return kFine;
    if (came->number == SIGTSTP) {
      screen.leave();
      stop_here();
      screen.enter();
    } else if (came->number != SIGWINCH && came->number != SIGCONT) {
      return 128 + came->number;
    }
  }
  while (const auto key = screen.key()) {
    if (*key == 'q' || *key == 'Q') return kFine;
  }
  return std::nullopt;
}

/// Waits for a key, a signal, or `seconds`.
void wait(const Screen& screen, const TakenSignals& signals, double seconds) {
  pollfd watched[] = {{signals.descriptor(), POLLIN, 0}, {screen.keys(), POLLIN, 0}};
  ::poll(watched, 2, static_cast<int>(std::max(seconds, 0.0) * 1000) + 1);
}

int show_on(Screen& screen, TakenSignals& signals, TopSource& source, double interval, bool color) {
  double due = boot_seconds();
  for (;;) {
    const double now = boot_seconds();
    if (now >= due) {
      source.read(now);
      due = std::max(due + interval, now);
    }
    const Dress dress{color, std::min<std::size_t>(screen.size().columns, 120), true};
    if (!screen.paint(screen_lines(source.frame(), dress))) return kFailure;
    wait(screen, signals, due - boot_seconds());
    if (const auto code = asked(screen, signals)) return *code;
  }
}

int run(const Arguments& arguments, const Io& io) {
  const Result<double> interval = interval_of(arguments);
  if (!interval.ok()) return io.fail(interval.error());
  const bool once = arguments.has("--once") || !io.terminal;
  if (!once && (arguments.has("--json") || arguments.has("--markdown"))) {
    return io.fail(
        {Error::Kind::invalid, "--json and --markdown show one picture", "gb10 top --once --json"});
  }
  // Before any thread is started, so that no thread is interrupted.
  std::optional<TakenSignals> signals;
  if (!once) {
    Result<TakenSignals> taken =
        TakenSignals::take({SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH});
    if (!taken.ok()) return io.fail(taken.error());
    signals.emplace(*std::move(taken));
  }
  const std::unique_ptr<Host> host = this_host(io);
  TopSource source(*host);
  if (once) return show_once(source, *interval, arguments, io), kFine;
  Result<Screen> screen = Screen::open(STDIN_FILENO, STDOUT_FILENO);
  if (!screen.ok()) return io.fail(screen.error());
  return show_on(*screen, *signals, source, *interval, io.color);
}

}  // namespace

CommandSpec top_command() {
  return {"top", "live: watts, clocks, heat, where the memory is and who holds it",
          "Shows the machine again and again until q or Ctrl-C: the GPU's power, clock and heat, "
          "what tasks wait for, disk and network, every part of the memory as gb10 memory adds it "
          "up, who holds GPU memory, and the largest processes. Where the output is no terminal "
          "it is shown once.",
          kOptions, run};
}

}  // namespace gb10
