#include "bench/storage_verdict.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/median.h"
#include "base/text.h"
#include "model/quantity.h"

namespace gb10 {

namespace {

constexpr double kStale =
    0.02;  // of the file: more in the page cache, and reads did not go past it
constexpr double kRounding = 1.02;  // above the link: more than clocks explain

std::string giga(double rate) { return fmt::format("{:.2f} GB/s", rate / 1e9); }

std::string size_text(std::size_t size) { return to_text(bytes(static_cast<double>(size))); }

std::string cell_words(const LadderCell& cell) {
  return fmt::format("{} reads of {} at once, {}", cell.depth, size_text(cell.block),
                     cell.random ? "random" : "sequential");
}

/// What is wrong with the content: of the ladder, the page cache, or a way to the GPU.
std::string wrong_words(const StorageRun& run) {
  if (run.ladder.wrong > 0)
    return fmt::format("{} reads brought something else than was {} there, first at {}",
                       run.ladder.wrong, run.is_ours ? "written" : "read before",
                       run.ladder.first_wrong);
  for (const auto* const all : {&run.buffered, &run.copies}) {
    for (const StoragePasses& each : *all) {
      if (each.wrong > 0)
        return fmt::format("{}: {} blocks are not what the file holds, first at {}", each.words,
                           each.wrong, each.first_wrong);
    }
  }
  return {};
}

/// Why the numbers are not of a disk.
std::optional<StorageVerdict> not_a_disk(const StorageRun& run) {
  const StoragePlace& place = run.place;
  if (place.kind == StoragePlace::Kind::memory)
    return StorageVerdict{"invalid", "memory-file-system",
                          fmt::format("{} is memory: these are no numbers of a disk",
                                      place.disk.empty() ? place.type : place.disk),
                          "name a folder on the disk"};
  if (!run.direct_refused.empty())
    return StorageVerdict{"invalid", "page-cache",
                          run.direct_refused +
                              ": the reads came from the page cache, and these "
                              "are no numbers of a disk",
                          "name a folder on another file system"};
  const double came =
      run.ladder.cached_after.value_or(0) - run.ladder.cached_before.value_or(0);  // untold: below
  if (run.ladder.cached_before && came > kStale)
    return StorageVerdict{
        "invalid", "page-cache",
        fmt::format("{:.0f} % of the file came into the page cache meanwhile: the file system took "
                    "O_DIRECT and read through the cache all the same, or others read the file",
                    100 * came),
        "name a folder on another file system"};
  return std::nullopt;
}

/// Why what was in the page cache leaves open whether the disk was read. What was there before
/// hides what comes; a file of ours nobody else brings there.
std::optional<StorageVerdict> cache_untold(const StorageRun& run) {
  constexpr const char* kRemedy = "name a folder on the disk, in which a file is made";
  const ReadLadderRun& ladder = run.ladder;
  if (ladder.cached_before.value_or(0) > kStale)
    return StorageVerdict{
        "cannot tell", "page-cache",
        fmt::format("{:.0f} % of the file stayed in the page cache, {} after the reads: whether "
                    "they came from the disk cannot be told",
                    100 * *ladder.cached_before,
                    ladder.cached_after ? fmt::format("{:.0f} %", 100 * *ladder.cached_after)
                                        : "not known"),
        kRemedy};
  if (run.is_ours || (ladder.cached_before && ladder.cached_after)) return std::nullopt;
  return StorageVerdict{"cannot tell", "page-cache",
                        "what of the file is in the page cache the kernel does not tell, as of "
                        "files of other users: whether the reads came from the disk is not known",
                        kRemedy};
}

/// A file that others may have written is no measure of what a disk keeps.
StorageVerdict changed(const std::string& wrong) {
  return {"cannot tell", "file-changed",
          "the file was written meanwhile" + (wrong.empty() ? "" : ": " + wrong),
          "name a file that nobody writes, or a folder in which one is made"};
}

std::string link_words(const StoragePlace& place, const SsdReference& reference) {
  if (!place.link) return "its PCIe link is not shown";
  const PcieLink& link = *place.link;
  std::string out = link.words();
  if (link.speed < link.speed_max || link.lanes < link.lanes_max)
    return out + fmt::format(", below the PCIe {} x{} that it can do: see gb10 doctor",
                             pcie_generation(link.speed_max), link.lanes_max);
  constexpr double kFourth = 16;
  if (link.speed == kFourth && !reference.note.empty()) out += "; " + reference.note;
  return out;
}

/// A rate that the disk's link cannot carry.
std::optional<StorageVerdict> over_link(const StorageRun& run, const DeepestRead& best) {
  if (!run.place.link || best.rate <= run.place.link->most() * kRounding) return std::nullopt;
  return StorageVerdict{
      "invalid", "storage-over-link",
      fmt::format("{} is more than the {} that {} carries: it came from a cache", giga(best.rate),
                  giga(run.place.link->most()), run.place.link->words())};
}

StorageVerdict untold(const StorageRun& run, const std::string& seen) {
  const StoragePlace& place = run.place;
  const auto cannot = [&](const char* reason, const std::string& why) {
    return StorageVerdict{"cannot tell", reason, seen + "; " + why};
  };
  if (place.type == "zfs")
    return cannot("own-cache", "ZFS may have read from its own cache, which it does not show");
  if (place.kind == StoragePlace::Kind::network) return cannot("network", place.unknown);
  if (place.disk.empty()) return cannot("disk-unknown", place.unknown);
  return cannot(
      "no-reference",
      fmt::format("{} is no NVMe disk, and only of those good numbers are known", place.disk));
}

StorageVerdict by_range(const StorageRun& run, const StorageReference& reference,
                        const DeepestRead& best, const std::string& seen) {
  const SsdReference& range = reference.read;
  const std::string reported =
      fmt::format("{:.1f} to {:.1f} GB/s are reported of {}", range.healthy.first / 1e9,
                  range.healthy.second / 1e9, reference.title);
  const std::string says = fmt::format("{}; {}; {}", seen, reported, link_words(run.place, range));
  if (best.rate >= range.healthy.first) return {"healthy", "in-range", says};
  const char* const remedy = "gb10 doctor shows the disk's link, its queue and how full it is";
  if (best.rate >= range.slow) return {"look closer", "below-range", says, remedy};
  return {"slow", "far-below-range", says, remedy};
}

/// "mmap" of "storage.gpu.mmap.cold"; nothing for ways that no loader takes so far, in which the
/// GPU reads in place.
std::string family_of(const StoragePasses& passes) {
  if (passes.name.find("in-place") != std::string::npos) return {};
  for (const char* const family : {"mmap", "direct", "cufile"}) {
    if (passes.name.starts_with(fmt::format("storage.gpu.{}", family))) return family;
  }
  return "buffered";
}

/// Whether the kernel does not tell what of the file was in the page cache.
bool is_cache_untold(const StorageRun& run) {
  return std::any_of(run.copies.begin(), run.copies.end(), [](const StoragePasses& each) {
    return each.cache == CacheState::cold && !each.rates.empty() && !each.cached;
  });
}

/// The best way of a family, with the file out of the page cache.
const StoragePasses* best_of(const StorageRun& run, std::string_view family) {
  const StoragePasses* out = nullptr;
  double most = 0;
  for (const StoragePasses& each : run.copies) {
    const bool counts = each.cache == CacheState::past || each.is_cold();
    const double rate = median(each.rates).value_or(0);
    if (!counts || each.wrong > 0 || family_of(each) != family || rate <= most) continue;
    out = &each;
    most = rate;
  }
  return out;
}

double rate_of(const StoragePasses& passes) { return median(passes.rates).value_or(0); }

}  // namespace

DeepestRead deepest_read(const ReadLadderRun& ladder, const SsdReference& reference) {
  DeepestRead out;
  for (const LadderCellRun& each : ladder.cells) {
    if (each.cell.block < reference.block || each.cell.depth < reference.depth) continue;
    std::vector<double> known;
    std::copy_if(each.rates.begin(), each.rates.end(), std::back_inserter(known),
                 [](double rate) { return std::isfinite(rate); });
    const double rate = median(known).value_or(0);
    if (rate > out.rate) out = {&each, rate};
  }
  return out;
}

namespace {

StorageVerdict judged(const StorageRun& run, const StorageReference& reference) {
  const std::string wrong = wrong_words(run);
  const bool is_still = run.is_ours || run.is_unwritten;
  if (!wrong.empty() && is_still)
    return {"faulty", "wrong-data", wrong,
            "do not trust this disk, its memory or its driver until that is explained: read its "
            "SMART log, and test the memory"};
  if (auto other = not_a_disk(run)) return *std::move(other);
  if (!is_still) return changed(wrong);
  const DeepestRead best = deepest_read(run.ladder, reference.read);
  if (!best.cell)
    return {"cannot tell", "too-short",
            fmt::format("it ended before {} reads of {} at once were measured",
                        reference.read.depth, size_text(reference.read.block))};
  if (auto cannot_be = over_link(run, best)) return *std::move(cannot_be);
  if (auto untold_cache = cache_untold(run)) return *std::move(untold_cache);
  const std::string seen =
      fmt::format("{} at best ({})", giga(best.rate), cell_words(best.cell->cell));
  const bool has_range = run.place.is_nvme() && run.place.type != "zfs" &&
                         run.place.kind != StoragePlace::Kind::network;
  return has_range ? by_range(run, reference, best, seen) : untold(run, seen);
}

}  // namespace

StorageVerdict verdict_of(const StorageRun& run, const StorageReference& reference) {
  StorageVerdict out = judged(run, reference);
  const DeepestRead best = deepest_read(run.ladder, reference.read);
  if (best.cell) out.best = best.rate;
  return out;
}

std::vector<std::string> loader_advice(const StorageRun& run, const StorageReference& reference) {
  constexpr double kWorthIt = 1.1;
  const StoragePasses* const mapped = best_of(run, "mmap");
  std::vector<const StoragePasses*> ways;
  for (const char* const family : {"direct", "buffered", "cufile"}) {
    if (const StoragePasses* const way = best_of(run, family)) ways.push_back(way);
  }
  std::sort(ways.begin(), ways.end(),
            [](const auto* a, const auto* b) { return rate_of(*a) > rate_of(*b); });
  if (!mapped && is_cache_untold(run))
    return {
        "which way is the fastest cannot be told: the kernel shows what of a file is in the page "
        "cache to its owner alone"};
  if (!mapped || ways.empty()) return {};
  if (rate_of(*ways.front()) < kWorthIt * rate_of(*mapped))
    return {fmt::format("mapping the file ({}) is as fast as any other way here: no flag is needed",
                        giga(rate_of(*mapped)))};
  std::vector<std::string> out = {fmt::format("fastest: {}, {}; {}: {}, {:.1f} times as long",
                                              ways.front()->words, giga(rate_of(*ways.front())),
                                              mapped->words, giga(rate_of(*mapped)),
                                              rate_of(*ways.front()) / rate_of(*mapped))};
  for (const StoragePasses* const way : ways) {
    if (rate_of(*way) < kWorthIt * rate_of(*mapped)) continue;
    for (const LoaderFlag& each : reference.loaders) {
      if (each.family == family_of(*way))
        out.push_back(fmt::format("{}: {}{} ({}, {})", each.engine, each.flag,
                                  each.verified ? "" : ", whose effect nobody showed", each.source,
                                  each.date));
    }
  }
  return out;
}

}  // namespace gb10
