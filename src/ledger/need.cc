#include "ledger/need.h"

#include <array>

#include <fmt/format.h>

#include "base/text.h"
#include "ledger/amounts.h"
#include "ledger/ledger.h"

namespace gb10 {

namespace {

constexpr const char* kFreeCache = "sudo gb10 memory free-cache";

/// What is known of the memory, in bytes.
struct State {
  std::int64_t total = 0, free = 0, available = 0;
  std::optional<std::int64_t> clean, large;
  bool fragmented = false;
  bool shared = false;  // the GPU uses this memory too
};

Result<State> state_of(const Facts& facts) {
  for (const char* key : {"memory.total", "memory.free", "memory.available"}) {
    if (amount(facts, key)) continue;
    const Fact* const fact = facts.find(key);
    if (fact && !fact->value.ok()) return fact->value.error();
    return Error{Error::Kind::not_found, fmt::format("{} is not known", key)};
  }
  const auto clean = clean_cache(facts);
  return State{
      .total = part(facts, "memory.total"),
      .free = part(facts, "memory.free"),
      .available = part(facts, "memory.available"),
      .clean = clean ? std::optional(static_cast<std::int64_t>(clean->value)) : std::nullopt,
      .large = amount(facts, "memory.large_block_memory"),
      .fragmented = is_fragmented(facts),
      .shared = facts.is_true("identity.gb10")};
}

std::string gib_of(std::int64_t count) { return gib(static_cast<double>(count)); }

constexpr const char* kCompact =
    "move pages together, so that large blocks come back; where they do not, a reboot brings them "
    "(reported)";

/// One command does both, so both are one step.
NeedStep drop_step(const State& state) {
  std::string text = "give clean page cache back";
  if (state.clean) text += fmt::format(" ({} GiB)", gib_of(*state.clean));
  if (state.fragmented) text += fmt::format(" and {}", kCompact);
  return {.kind = NeedStep::Kind::drop_cache,
          .text = std::move(text),
          .command = kFreeCache,
          .gain = quantity_of(state.clean)};
}

NeedStep compact_step() {
  return {.kind = NeedStep::Kind::compact, .text = kCompact, .command = kFreeCache, .gain = {}};
}

NeedStep stop_step(const Holder& holder) {
  return {.kind = holder.orphan ? NeedStep::Kind::stop_orphan : NeedStep::Kind::stop_process,
          .text = fmt::format("stop {}pid {} ({}, {} GiB)", holder.orphan ? "the orphan " : "",
                              holder.pid, holder.name, gib_of(holder.bytes)),
          .command = fmt::format("kill {}", holder.pid),
          .gain = bytes(static_cast<double>(holder.bytes)),
          .pid = holder.pid};
}

/// What a boot with another setting would bring.
struct AfterReboot {
  NeedStep step;
  std::int64_t gain = 0;
};

/// What rule storage.zfs-cache-unlimited leaves to the ZFS cache. A limit below its size makes it
/// shrink only under memory pressure (zfs(4)), so the gain counts from the next boot on.
constexpr std::int64_t kZfsLimit = std::int64_t{8} << 30;

std::optional<AfterReboot> less_zfs_cache(const Facts& facts) {
  const std::int64_t cache = part(facts, "storage.zfs_arc");
  const bool limited = part(facts, "storage.zfs_arc_max") <= kZfsLimit;
  const std::int64_t gain = cache - kZfsLimit;
  if (limited || gain < (std::int64_t{1} << 30)) return std::nullopt;
  return AfterReboot{{.kind = NeedStep::Kind::limit_zfs,
                      .text = fmt::format("limit the ZFS cache, which has {} GiB, to {} and reboot",
                                          gib_of(cache), gib_of(kZfsLimit)),
                      .command = fmt::format("echo 'options zfs zfs_arc_max={}' | sudo tee "
                                             "/etc/modprobe.d/gb10-zfs.conf && sudo "
                                             "update-initramfs -u",
                                             kZfsLimit),
                      .gain = quantity_of(gain)},
                     gain};
}

/// What a kernel with that fault keeps for itself is reported, not in any counter.
std::optional<AfterReboot> no_handover(const Facts& facts) {
  if (!facts.is_true("identity.gb10") || !keeps_handover_memory(facts)) return std::nullopt;
  return AfterReboot{{.kind = NeedStep::Kind::boot_option,
                      .text = "boot with kho=off, which gave back about 9 GiB elsewhere (reported)",
                      .command = "gb10 show memory.cma-broken",
                      .gain = {}},
                     std::int64_t{9} << 30};
}

/// Too little in large blocks although enough is free. What a load of less than 200 of them does is
/// not known: one fleet asks for so many before it loads a model (reported).
bool lacks_blocks(const State& state, std::int64_t wanted) {
  constexpr std::int64_t kLoad = std::int64_t{200} * 32 << 20;
  return wanted >= kLoad && state.fragmented && state.large && *state.large < wanted;
}

/// What should stay available at the peak of a load (reported: 8 GiB and more).
constexpr std::int64_t kReserve = std::int64_t{8} << 30;

/// "; that leaves 3.6 GiB …" where it leaves little.
std::string leftover(const State& state, std::int64_t wanted) {
  const std::int64_t left = state.available - wanted;
  if (!state.shared || left >= kReserve) return {};
  return fmt::format(
      "; that leaves {} GiB, and a GB10 that runs out freezes as a whole (reported; keep 8)",
      gib_of(left));
}

/// The step for memory that is there but not at hand.
void add_cache_step(const State& state, std::int64_t wanted, std::int64_t gained, Answer& answer) {
  if (!state.shared) return;  // what the kernel can take back is as good as free
  if (state.free + gained < wanted)
    answer.steps.push_back(drop_step(state));
  else if (state.fragmented)
    answer.steps.push_back(compact_step());
}

void answer_available(const State& state, std::int64_t wanted, Answer& answer) {
  const std::string free = gib_of(state.free), available = gib_of(state.available);
  if (!state.shared) {
    // A GPU with memory of its own: what the kernel can take back is as good as free.
    answer.verdict = Answer::Verdict::yes;
    answer.sentence = fmt::format("yes: {} GiB available", available);
    return;
  }
  if (state.free >= wanted && !lacks_blocks(state, wanted)) {
    answer.verdict = Answer::Verdict::yes;
    answer.sentence = fmt::format("yes: {} GiB free{}", free, leftover(state, wanted));
    return;
  }
  answer.verdict = Answer::Verdict::not_now;
  add_cache_step(state, wanted, 0, answer);
  if (state.free < wanted) {
    answer.sentence = fmt::format(
        "not now: {} GiB free, which is all that CUDA's own query sees; giving cache back would "
        "make it up to {}",
        free, available);
  } else {
    answer.sentence =
        fmt::format("not now: {} GiB free, but only {} of it in blocks of 32 MiB or more", free,
                    gib_of(*state.large));
  }
}

/// What lacks even with every program stopped, brought by a boot with other settings where that is
/// enough; otherwise no step at all.
void add_reboot(const Facts& facts, std::int64_t lacking, Answer& answer) {
  std::vector<NeedStep> steps;
  for (std::optional<AfterReboot>& each : std::array{less_zfs_cache(facts), no_handover(facts)}) {
    if (!each || lacking <= 0) continue;
    lacking -= each->gain;
    steps.push_back(std::move(each->step));
  }
  if (lacking > 0) return answer.steps.clear();
  answer.sentence += "; a reboot as below would bring it";
  answer.steps.insert(answer.steps.begin(), steps.begin(), steps.end());
}

/// "the orphan pid 4711", "pid 4712".
std::string named(const Holder& holder) {
  return fmt::format("{}pid {}", holder.orphan ? "the orphan " : "", holder.pid);
}

void answer_by_more(const Facts& facts, const State& state, std::int64_t wanted, Answer& answer) {
  std::int64_t gained = 0;
  std::vector<std::string> stopped;
  for (const Holder& holder : holders(facts)) {
    if (state.available + gained >= wanted) break;
    if (holder.graphics) continue;  // the desktop, which holds next to nothing
    gained += holder.bytes;
    stopped.push_back(named(holder));
    answer.steps.push_back(stop_step(holder));
  }
  const std::string now = gib_of(state.available);
  const std::string then = gib_of(std::min(state.available + gained, state.total));
  const std::string all = joined(stopped, " and ");
  if (state.available + gained >= wanted) {
    answer.verdict = Answer::Verdict::not_now;
    answer.sentence =
        fmt::format("not now: {} GiB available; stopping {} would make it {}", now, all, then);
    return add_cache_step(state, wanted, gained, answer);
  }
  answer.verdict = Answer::Verdict::no;
  answer.sentence =
      stopped.empty()
          ? fmt::format("no: {} GiB available, and no program on the GPU is known to hold any", now)
          : fmt::format("no: {} GiB available; even stopping {} would make it only {}", now, all,
                        then);
  add_reboot(facts, wanted - state.available - gained, answer);
}

}  // namespace

const char* word(NeedStep::Kind kind) {
  constexpr const char* kWords[] = {"drop_cache",   "limit_zfs", "stop_orphan",
                                    "stop_process", "compact",   "boot_option"};
  return kWords[static_cast<std::size_t>(kind)];
}

const char* word(Answer::Verdict verdict) {
  constexpr const char* kWords[] = {"yes", "not_now", "no", "cannot_tell"};
  return kWords[static_cast<std::size_t>(verdict)];
}

Answer need(const Facts& facts, Quantity wanted) {
  Answer answer;
  answer.wanted = wanted;
  constexpr double kMost = 1e15;
  if (wanted.unit != Unit::bytes || !(wanted.value >= 0) || wanted.value > kMost) {
    answer.sentence = fmt::format("cannot tell: {} is no amount of memory", to_text(wanted));
    return answer;
  }
  const auto state = state_of(facts);
  if (!state.ok()) {
    answer.sentence = "cannot tell: " + state.error().what;
    return answer;
  }
  answer.free = bytes(static_cast<double>(state->free));
  answer.available = bytes(static_cast<double>(state->available));
  const auto count = static_cast<std::int64_t>(wanted.value);
  if (count > state->total) {
    answer.verdict = Answer::Verdict::no;
    answer.sentence =
        fmt::format("no: this machine gives Linux {} GiB in all", gib_of(state->total));
  } else if (state->available >= count) {
    answer_available(*state, count, answer);
  } else {
    answer_by_more(facts, *state, count, answer);
  }
  return answer;
}

std::string to_text(const Answer& answer, std::size_t width) {
  std::string text;
  for (const std::string& line : wrapped(answer.sentence, width)) text += line + "\n";
  for (const NeedStep& step : answer.steps) {
    std::string label = &step == answer.steps.data() ? "do" : "";
    for (const std::string& line : wrapped(step.text, width - 7)) {
      text += fmt::format("  {:<5}{}\n", label, line);
      label.clear();
    }
    text += fmt::format("       {}\n", step.command);
  }
  return text;
}

Json to_json(const Answer& answer) {
  Json steps = Json::array();
  for (const NeedStep& step : answer.steps) {
    Json object = Json::object();
    object.set("kind", word(step.kind)).set("text", step.text).set("command", step.command);
    object.set("gain", json_of(step.gain));
    if (step.pid != 0) object.set("pid", step.pid);
    steps.push(std::move(object));
  }
  Json json = Json::object();
  json.set("verdict", word(answer.verdict)).set("sentence", answer.sentence);
  json.set("wanted", json_of(answer.wanted)).set("free", json_of(answer.free));
  json.set("available", json_of(answer.available)).set("steps", std::move(steps));
  return json;
}

}  // namespace gb10
