#include "ledger/cache.h"

#include <fmt/format.h>

#include "base/text.h"
#include "ledger/amounts.h"
#include "ledger/ledger.h"

namespace gb10 {

namespace {

constexpr double kWorthwhile = 1024.0 * 1024 * 1024;
constexpr std::string_view kDropCaches = "/proc/sys/vm/drop_caches";
constexpr std::string_view kCompact = "/proc/sys/vm/compact_memory";

std::string amount_text(const std::optional<Quantity>& quantity) {
  return quantity ? to_text(*quantity) : "not known";
}

std::string reason(const CachePlan& plan) {
  if (!plan.clean && !plan.compact) return "how much of the page cache is clean is not known";
  if (plan.drop && plan.compact) {
    return fmt::format("{} of clean cache can go, and free memory lies in small blocks",
                       amount_text(plan.clean));
  }
  if (plan.drop) return fmt::format("{} of clean cache can go", amount_text(plan.clean));
  if (plan.compact) return "free memory lies in small blocks";
  return fmt::format("nothing to gain: {} of clean cache, and free memory is not fragmented",
                     amount_text(plan.clean));
}

Error with_hint(Error error) {
  if (error.kind == Error::Kind::denied)
    error.hint = "run it with sudo: sudo gb10 memory free-cache";
  return error;
}

void note_before(const Facts& facts, CacheOutcome& outcome) {
  outcome.free_before = quantity_of(amount(facts, "memory.free"));
  outcome.available_before = quantity_of(amount(facts, "memory.available"));
  outcome.large_before = quantity_of(amount(facts, "memory.large_block_memory"));
}

void note_after(const Facts& facts, CacheOutcome& outcome) {
  outcome.free_after = quantity_of(amount(facts, "memory.free"));
  outcome.available_after = quantity_of(amount(facts, "memory.available"));
  outcome.large_after = quantity_of(amount(facts, "memory.large_block_memory"));
  outcome.dirty_after = quantity_of(amount(facts, "memory.dirty"));
  if (outcome.compacted && is_fragmented(facts)) {
    outcome.problems.push_back(
        "the large blocks did not come back: reboot before a big load (reported to help)");
  }
}

}  // namespace

CachePlan free_cache_plan(const Facts& facts) {
  CachePlan plan;
  plan.clean = clean_cache(facts);
  plan.dirty = quantity_of(amount(facts, "memory.dirty"));
  plan.drop = plan.clean && plan.clean->value >= kWorthwhile;
  plan.compact = is_fragmented(facts);
  plan.why = reason(plan);
  return plan;
}

Result<CacheOutcome> free_cache(Host& host, const CachePlan& plan, const LookAtMemory& look) {
  CacheOutcome outcome;
  Facts now = look();
  note_before(now, outcome);
  if (plan.drop) {
    const auto dropped = host.poke(kDropCaches, "1");
    if (!dropped.ok()) return with_hint(dropped.error());
    outcome.dropped = true;
    now = look();
  }
  // What dropping leaves free may lie in pieces too, so look again before deciding.
  if (plan.compact || is_fragmented(now)) {
    const auto compacted = host.poke(kCompact, "1");
    outcome.compacted = compacted.ok();
    if (!compacted.ok() && !outcome.dropped) return with_hint(compacted.error());
    if (!compacted.ok()) outcome.problems.push_back(compacted.error().what);
    now = look();
  }
  note_after(now, outcome);
  return outcome;
}

std::string to_text(const CachePlan& plan) {
  std::string text = fmt::format("{}\n", plan.why);
  if (plan.drop && plan.dirty && plan.dirty->value > 0) {
    text += fmt::format("  {} is not written yet and stays; nothing is synced for this\n",
                        to_text(*plan.dirty));
  }
  return text;
}

std::string to_text(const CacheOutcome& outcome) {
  if (!outcome.dropped && !outcome.compacted) return "nothing done: nothing to gain\n";
  std::string text = fmt::format("{} free, before {}\n", amount_text(outcome.free_after),
                                 amount_text(outcome.free_before));
  text += fmt::format("  in blocks of 32 MiB or more   {}, before {}\n",
                      amount_text(outcome.large_after), amount_text(outcome.large_before));
  text += fmt::format("  not written yet, stays        {} (nothing was synced)\n",
                      amount_text(outcome.dirty_after));
  for (const std::string& problem : outcome.problems) text += fmt::format("  {}\n", problem);
  return text;
}

Json to_json(const CachePlan& plan) {
  Json json = Json::object();
  json.set("helps", plan.helps()).set("drop", plan.drop).set("compact", plan.compact);
  json.set("clean", json_of(plan.clean)).set("dirty", json_of(plan.dirty)).set("why", plan.why);
  return json;
}

Json to_json(const CacheOutcome& outcome) {
  Json json = Json::object();
  json.set("dropped", outcome.dropped).set("compacted", outcome.compacted);
  json.set("free_before", json_of(outcome.free_before));
  json.set("free_after", json_of(outcome.free_after));
  json.set("available_before", json_of(outcome.available_before));
  json.set("available_after", json_of(outcome.available_after));
  json.set("large_before", json_of(outcome.large_before));
  json.set("large_after", json_of(outcome.large_after));
  json.set("dirty_after", json_of(outcome.dirty_after));
  json.set("problems", Json::list(outcome.problems));
  return json;
}

}  // namespace gb10
