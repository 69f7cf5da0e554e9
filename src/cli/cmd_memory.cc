#include <fmt/format.h>

#include "base/nearest.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/machine.h"
#include "facts/topics.h"
#include "ledger/amounts.h"
#include "ledger/cache.h"
#include "ledger/ledger.h"
#include "ledger/need.h"

namespace gb10 {

namespace {

constexpr OptionSpec kOptions[] = {
    {"ACTION", nullptr, false,
     "free-cache: drop clean page cache and compact memory, only when that helps (root)"},
    {"--need", "AMOUNT", false,
     "is so much available, and if not, what would make it so; 90GiB, 90G and 90 are the same, "
     "90GB are 90 x 10^9 bytes"},
    kSnapshotOption,
    kRootOption,
};

constexpr const char* kFreeCache = "free-cache";

std::vector<std::string> action_names() { return {kFreeCache}; }

std::string fenced(const std::string& text) { return fmt::format("```\n{}```\n", text); }

/// `text` is what of `value` is for people.
template <class T>
void show(const T& value, const std::string& text, const Arguments& arguments, const Io& io) {
  if (arguments.has("--json"))
    io.print(to_text(to_json(value), 2) + "\n");
  else
    io.print(arguments.has("--markdown") ? fenced(text) : text);
}

/// Columns to lay out for: what is pasted into a forum is as wide as any.
std::size_t width_of(const Arguments& arguments, const Io& io) {
  return arguments.has("--markdown") ? 100 : io.width;
}

/// What --need asks for; nothing without it.
Result<Quantity> wanted_amount(const Arguments& arguments) {
  if (!arguments.has("--need")) return bytes(0);
  Result<Quantity> read = parse_amount(arguments.value("--need"));
  if (read.ok()) return read;
  Error error = read.error();
  error.what = "--need: " + error.what;
  return error;
}

int show_need(const Facts& facts, Quantity wanted, const Arguments& arguments, const Io& io) {
  const Answer answer = need(facts, wanted);
  const std::size_t width = width_of(arguments, io);
  std::string text = to_text(answer, width);
  if (const Result<Ledger> whole = ledger(facts); whole.ok()) text += "\n" + to_text(*whole, width);
  show(answer, text, arguments, io);
  if (answer.verdict == Answer::Verdict::cannot_tell) return kUnsupported;
  return answer.verdict == Answer::Verdict::yes ? kFine : kAnswerIsNo;
}

int free_the_cache(const OpenMachine& machine, const Arguments& arguments, const Io& io) {
  if (!machine.host->self().live) {
    return io.fail({Error::Kind::unsupported, "free-cache works on this machine only",
                    "leave out --root and --snapshot"});
  }
  const std::unique_ptr<Host> host = this_host(io);
  const auto look = [&] {
    Facts facts;
    memory_topic().collect({*host, *machine.gpu}, {}, facts);
    return facts;
  };
  const CachePlan plan = free_cache_plan(look());
  if (!plan.helps()) {
    show(plan, to_text(plan), arguments, io);
    return kFine;
  }
  const Result<CacheOutcome> outcome = free_cache(*host, plan, look);
  if (!outcome.ok()) return io.fail(outcome.error());
  show(*outcome, to_text(*outcome), arguments, io);
  return kFine;
}

int run(const Arguments& arguments, const Io& io) {
  const std::string action = arguments.value("ACTION");
  if (!action.empty() && action != kFreeCache) {
    return io.fail(
        {Error::Kind::invalid, fmt::format("memory cannot \"{}\"", printable(action, 40)),
         did_you_mean(action, action_names(), "gb10 memory free-cache", "gb10 memory ")});
  }
  if (!action.empty() && arguments.has("--need")) {
    return io.fail({Error::Kind::invalid, "free-cache and --need exclude each other",
                    "gb10 memory --need 90GiB says whether giving cache back is enough"});
  }
  const Result<Quantity> wanted = wanted_amount(arguments);
  if (!wanted.ok()) return io.fail(wanted.error());
  Result<OpenMachine> machine = open_machine(arguments, io);
  if (machine.ok() && !action.empty()) return free_the_cache(*machine, arguments, io);
  CollectOptions options;
  options.topics = {"identity", "os", "memory", "gpu", "storage"};
  if (machine.ok() && arguments.has("--markdown")) {
    machine = redacted_machine(
        *machine, {}, [&](const Machine& view) { static_cast<void>(collect(view, options)); });
  }
  if (!machine.ok()) return io.fail(machine.error());
  const Facts facts = collect(machine->view(), options);
  if (arguments.has("--need")) return show_need(facts, *wanted, arguments, io);
  const Result<Ledger> whole = ledger(facts);
  if (!whole.ok())
    return io.fail(with_hint(whole.error(), "gb10 inspect memory says what is known"));
  show(*whole, to_text(*whole, width_of(arguments, io)), arguments, io);
  return kFine;
}

}  // namespace

CommandSpec memory_command() {
  return {"memory",
          "where the 128 GB went",
          "Adds up every part of the memory to the whole, with the GPU memory of each process and "
          "what the driver holds "
          "besides. --need says whether an amount can be had now (exit code 1: not now) and what "
          "would make it so. "
          "free-cache changes nothing but clean page cache and the order of pages, and only when "
          "that helps.",
          kOptions,
          run,
          action_names};
}

}  // namespace gb10
