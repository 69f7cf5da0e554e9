#include <fmt/format.h>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/machine.h"
#include "facts/topics.h"
#include "ledger/cache.h"
#include "ledger/ledger.h"
#include "ledger/need.h"

namespace gb10 {

namespace {

constexpr OptionSpec kOptions[] = {
    {"ACTION", nullptr, false,
     "free-cache: drop clean page cache and compact memory, only when that helps (root)"},
    {"--need", "AMOUNT", false,
     "is so much available, such as 90GiB, and if not, what would make it so"},
    kSnapshotOption,
    kRootOption,
};

std::string fenced(const std::string& text) { return fmt::format("```\n{}```\n", text); }

template <class T>
void show(const T& value, const Arguments& arguments, const Io& io) {
  if (arguments.has("--json"))
    io.print(to_text(to_json(value), 2) + "\n");
  else
    io.print(arguments.has("--markdown") ? fenced(to_text(value)) : to_text(value));
}

int show_need(const Facts& facts, const Arguments& arguments, const Io& io) {
  const Result<Quantity> wanted = parse_quantity(arguments.value("--need"));
  if (!wanted.ok() || wanted->unit != Unit::bytes || wanted->value <= 0) {
    return io.fail({Error::Kind::invalid, "--need takes an amount of memory with its unit",
                    "gb10 memory --need 90GiB"});
  }
  const Answer answer = need(facts, *wanted);
  if (arguments.has("--json")) {
    io.print(to_text(to_json(answer), 2) + "\n");
  } else {
    std::string text = to_text(answer);
    if (const Result<Ledger> whole = ledger(facts); whole.ok()) text += "\n" + to_text(*whole);
    io.print(arguments.has("--markdown") ? fenced(text) : text);
  }
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
    show(plan, arguments, io);
    return kFine;
  }
  const Result<CacheOutcome> outcome = free_cache(*host, plan, look);
  if (!outcome.ok()) return io.fail(outcome.error());
  show(*outcome, arguments, io);
  return kFine;
}

int run(const Arguments& arguments, const Io& io) {
  const std::string action = arguments.value("ACTION");
  if (!action.empty() && action != "free-cache") {
    return io.fail({Error::Kind::invalid,
                    fmt::format("memory cannot \"{}\"", printable(action, 40)),
                    "gb10 memory free-cache"});
  }
  if (!action.empty() && arguments.has("--need")) {
    return io.fail({Error::Kind::invalid, "free-cache and --need exclude each other",
                    "gb10 memory --need 90GiB says whether giving cache back is enough"});
  }
  Result<OpenMachine> machine = open_machine(arguments, io);
  if (machine.ok() && !action.empty()) return free_the_cache(*machine, arguments, io);
  if (machine.ok() && arguments.has("--markdown")) {
    machine = redacted_machine(*machine, {},
                               [](const Machine& view) { static_cast<void>(collect(view, {})); });
  }
  if (!machine.ok()) return io.fail(machine.error());
  const Facts facts = collect(machine->view(), {});
  if (arguments.has("--need")) return show_need(facts, arguments, io);
  const Result<Ledger> whole = ledger(facts);
  if (!whole.ok())
    return io.fail(with_hint(whole.error(), "gb10 inspect memory says what is known"));
  show(*whole, arguments, io);
  return kFine;
}

}  // namespace

CommandSpec memory_command() {
  return {"memory", "where the 128 GB went",
          "Adds up every part of the memory to the whole, with the GPU memory of each process and "
          "what the driver holds "
          "besides. --need says whether an amount can be had now (exit code 1: not now) and what "
          "would make it so. "
          "free-cache changes nothing but clean page cache and the order of pages, and only when "
          "that helps.",
          kOptions, run};
}

}  // namespace gb10
