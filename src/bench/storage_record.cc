#include "bench/storage_record.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/median.h"
#include "base/text.h"
#include "model/quantity.h"

namespace gb10 {

namespace {

constexpr const char* kNotOfADisk = ", but not of a disk: see the verdict";

std::vector<double> finite(const std::vector<double>& values) {
  std::vector<double> out;
  std::copy_if(values.begin(), values.end(), std::back_inserter(out),
               [](double value) { return std::isfinite(value); });
  return out;
}

/// The value below which such a share of them lies; they are sorted and not empty.
double share_below(const std::vector<double>& sorted, double share) {
  const auto last = static_cast<double>(sorted.size() - 1);
  return sorted[static_cast<std::size_t>(std::lround(share * last))];
}

void add_latencies(RunRecord& record, const LadderCellRun& step) {
  std::vector<double> sorted = step.latencies;
  if (sorted.empty()) return;
  std::sort(sorted.begin(), sorted.end());
  const std::string name = replaced(step.cell.name(), "storage.read.", "storage.latency.");
  const std::string how = fmt::format("of {} reads, from the asking to the answer", sorted.size());
  constexpr std::pair<const char*, double> kShares[] = {
      {"p50", 0.5}, {"p90", 0.9}, {"p99", 0.99}, {"p99.9", 0.999}, {"most", 1}};
  for (const auto& [word, share] : kShares) {
    // Of fewer nobody lies above it but the slowest one.
    const bool is_known = share == 1 || static_cast<double>(sorted.size()) * (1 - share) >= 0.999;
    record.results.push_back({name + "." + word, Unit::seconds,
                              is_known ? share_below(sorted, share) : NAN, "measured",
                              is_known ? how : how + "; too few for this share"});
  }
}

/// Why steps have no number though they had their blocks.
void note_slow_steps(RunRecord& record, const ReadLadderRun& ladder) {
  std::vector<std::string> slow;
  for (const LadderCellRun& step : ladder.cells) {
    if (!step.rates.empty() && finite(step.rates).empty())
      slow.push_back(replaced(step.cell.name(), "storage.read.", ""));
  }
  if (slow.empty()) return;
  record.notes.push_back(fmt::format(
      "reads too slow for a block, fewer ended in time than count: {}", joined(slow, ", ")));
}

void add_cached(RunRecord& record, const ReadLadderRun& ladder) {
  const auto add = [&](const char* name, std::optional<double> share, const char* when) {
    record.results.push_back(
        {name, Unit::ratio, share.value_or(NAN), "measured",
         share ? fmt::format("share of the file in the page cache {} the reads", when)
               : std::string("the kernel does not tell")});
  };
  add("storage.cached.before", ladder.cached_before, "before");
  add("storage.cached.after", ladder.cached_after, "after");
}

void add_ladder(RunRecord& record, const ReadLadderRun& ladder, const std::string& but) {
  for (const LadderCellRun& step : ladder.cells) {
    const std::string name = step.cell.name();
    if (step.rates.empty()) continue;
    record.series.push_back({name + ".block", Unit::bytes_per_second, step.at, step.rates});
    const auto rate = median(finite(step.rates));
    record.results.push_back(
        {name, Unit::bytes_per_second, rate.value_or(NAN), "measured",
         rate ? "median of the blocks, bytes that were read" + but
              : "the reads were too slow for a block: fewer ended in time than count"});
    add_latencies(record, step);
  }
}

std::string cache_words(const StoragePasses& passes) {
  if (passes.cache == CacheState::past) return "past the page cache";
  if (!passes.cached) return "what was in the page cache before, the kernel does not tell";
  const std::string share =
      fmt::format("{:.0f} % of it in the page cache before", 100 * *passes.cached);
  return passes.cache == CacheState::cold && !passes.is_cold() ? "cached, not cold: " + share
                                                               : share;
}

/// What of the time was not reading.
std::string checking_words(const StoragePasses& passes) {
  if (passes.checking <= 0 || passes.seconds <= 0) return {};
  return fmt::format("; {:.1f} % of the time was the check of the content",
                     100 * passes.checking / passes.seconds);
}

void add_passes(RunRecord& record, const StoragePasses& passes, const std::string& but) {
  if (!passes.left_out.empty())
    record.notes.push_back(fmt::format("{}: left out: {}", passes.words, passes.left_out));
  if (!passes.note.empty()) record.notes.push_back(passes.words + ": " + passes.note);
  if (passes.rates.empty()) return;
  record.series.push_back(
      {passes.name + ".block", Unit::bytes_per_second, passes.at, passes.rates});
  record.results.push_back({passes.name, Unit::bytes_per_second, median(passes.rates).value_or(NAN),
                            "measured",
                            passes.words + ", median of the readings; " + cache_words(passes) +
                                checking_words(passes) + but});
  const bool not_cold = passes.cache == CacheState::cold && !passes.is_cold();
  if (not_cold) record.notes.push_back(fmt::format("{}: {}", passes.name, cache_words(passes)));
}

void add_params(RunRecord& record, const StorageRun& run, const StorageVerdict& verdict,
                const std::vector<std::string>& advice) {
  auto& params = record.params;
  params.insert(run.gpu.begin(), run.gpu.end());
  params["benchmark"] = "storage";
  params["size"] = to_text(bytes(static_cast<double>(run.size)));
  params["file"] = run.is_ours ? "made for it, random data" : "was there";
  params["file_system"] = run.place.type.empty() ? "not known" : run.place.type;
  params["disk"] = run.place.disk.empty() ? "not known" : run.place.disk;
  if (!run.place.model.empty()) params["disk.model"] = run.place.model;
  if (run.place.link) {
    params["disk.link"] = run.place.link->words();
    params["disk.link.best"] = fmt::format(
        "PCIe {} x{}", pcie_generation(run.place.link->speed_max), run.place.link->lanes_max);
  }
  params["reads"] = run.direct_refused.empty() ? "O_DIRECT" : "page cache";
  params["engine"] = run.ladder.engine;
  params["result.where"] = run.place.words();
  params["result.chosen"] = run.chosen;
  params["result.verdict"] = verdict.verdict;
  params["result.verdict.reason"] = verdict.reason;
  params["result.verdict.why"] = verdict.says;
  if (!verdict.remedy.empty()) params["result.verdict.remedy"] = verdict.remedy;
  if (!advice.empty()) params["result.advice"] = joined(advice, "\n");
  if (!run.no_gpu.empty()) params["result.no_gpu"] = run.no_gpu;
}

}  // namespace

void add_to(RunRecord& record, const StorageRun& run, const StorageVerdict& verdict,
            const std::vector<std::string>& advice) {
  const std::string but = verdict.verdict == "invalid" ? kNotOfADisk : "";
  add_params(record, run, verdict, advice);
  record.results.push_back({"storage.read.best", Unit::bytes_per_second, verdict.best, "measured",
                            std::isnan(verdict.best)
                                ? "no reads that are large and many enough were measured"
                                : "the best of the reads by which is judged" + but});
  add_ladder(record, run.ladder, but);
  add_cached(record, run.ladder);
  std::uint64_t checked = run.ladder.checked, wrong = run.ladder.wrong;
  for (const auto* const all : {&run.buffered, &run.copies}) {
    for (const StoragePasses& each : *all) {
      add_passes(record, each, but);
      checked += each.checked;
      wrong += each.wrong;
    }
  }
  record.results.push_back({"storage.checked", Unit::none, static_cast<double>(checked), "measured",
                            "blocks of 4 KiB whose content was looked at"});
  record.results.push_back({"storage.wrong", Unit::none, static_cast<double>(wrong), "measured",
                            "reads, or blocks on the GPU, that are not what the file holds"});
  note_slow_steps(record, run.ladder);
  if (!run.ladder.instead.empty())
    record.notes.push_back(run.ladder.instead + ": threads with pread stood in");
  if (run.cut.why == CutBy::no && run.ladder.turns < run.turns_wanted)
    record.notes.push_back(
        fmt::format("a slow disk: {} turns in place of {}", run.ladder.turns, run.turns_wanted));
  if (!run.direct_refused.empty())
    record.notes.push_back(run.direct_refused + ": read through the page cache");
  if (!run.no_gpu.empty()) record.notes.push_back("without the GPU: " + run.no_gpu);
  record.notes.insert(record.notes.end(), run.notes.begin(), run.notes.end());
  if (run.cut.why == CutBy::no) return;
  record.params["result.cut"] = run.cut.says;
  record.notes.push_back(run.cut.says);
}

}  // namespace gb10
