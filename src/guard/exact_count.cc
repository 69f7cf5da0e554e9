#include "guard/exact_count.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"
#include "guard/hands.h"
#include "host/kept_files.h"
#include "sampler/clock.h"

namespace gb10 {

namespace {

std::string file_of(std::int64_t pid, const char* name) {
  std::ostringstream text;
  text << std::ifstream(fmt::format("/proc/{}/{}", pid, name)).rdbuf();
  return text.str();
}

/// Whether it still has memory: one that ended and was not waited for is there, and has none.
bool has_memory(const ProcessUse& process) {
  const std::string size = file_of(process.pid, "statm");
  return !size.empty() && !size.starts_with("0 ") && is_still({process.pid, process.started});
}

/// The files without a disk that a process has mapped, of the text of its maps: "… 00:01 1234 …".
void add_mapped(std::string_view maps, std::set<KeptFile::Id>& into) {
  constexpr std::size_t kDevice = 3, kInode = 4;
  for (const std::string_view line : lines(maps)) {
    const auto parts = words(line);
    if (parts.size() <= kInode || !parts[kDevice].starts_with("00:")) continue;
    const auto device = whole_number(parts[kDevice].substr(3), 16);
    const auto inode = whole_number(parts[kInode]);
    if (device && inode && *inode > 0)
      into.insert({static_cast<std::uint64_t>(*device), static_cast<std::uint64_t>(*inode)});
  }
}

}  // namespace

std::optional<std::int64_t> proportional(std::string_view text) {
  std::int64_t sum = 0;
  // Files that are mapped are page cache, which comes back by itself.
  for (const char* const key : {"Pss_Anon", "Pss_Shmem", "SwapPss"}) {
    const auto value = value_of(text, key);
    if (!value || !value->ends_with(" kB")) return std::nullopt;
    const auto number = whole_number(value->substr(0, value->size() - 3));
    if (!number || *number < 0) return std::nullopt;
    sum += *number * 1024;
  }
  return sum;
}

std::optional<std::int64_t> counted_exactly(std::span<const ProcessUse> members,
                                            const GpuBytes& gpu) {
  // What a fork shares with its parent is split between them when either is looked at: of one that
  // came or goes while we count, the same pages would be counted at both. So one that is young
  // counts with what it has beyond its parent.
  constexpr double kYoung = 1;  // second
  const double old = (boot_seconds() - kYoung) * static_cast<double>(::sysconf(_SC_CLK_TCK));
  std::map<std::int64_t, std::int64_t> own;  // by pid
  for (const ProcessUse& process : members) own[process.pid] = holding_of(process, gpu).own;
  std::int64_t sum = 0;
  std::map<KeptFile::Id, std::int64_t> kept;
  std::set<KeptFile::Id> mapped;
  for (const ProcessUse& process : members) {
    if (static_cast<double>(process.started) > old) {
      const Holding young = holding_of(process, gpu);
      const auto parent = own.find(process.parent);
      const std::int64_t inherited = parent == own.end() ? 0 : std::min(young.own, parent->second);
      if (is_still({process.pid, process.started})) sum += young.own - inherited + young.gpu;
      continue;
    }
    const auto exact = proportional(file_of(process.pid, "smaps_rollup"));
    const std::string maps = exact ? file_of(process.pid, "maps") : std::string();
    const std::vector<KeptFile> files = exact ? kept_files(process.pid) : std::vector<KeptFile>();
    const Holding most = holding_of(process, gpu);
    sum += exact ? *exact + most.gpu : most.all();
    add_mapped(maps, mapped);
    for (const KeptFile& file : files) kept[file.id] = file.bytes;
  }
  const bool all_live = std::all_of(members.begin(), members.end(), [&](const auto& process) {
    return static_cast<double>(process.started) > old || has_memory(process);
  });
  if (!all_live) return std::nullopt;
  for (const auto& [id, bytes] : kept) {
    if (mapped.count(id) == 0) sum += bytes;
  }
  return sum;
}

void ExactCount::begin(std::span<const ProcessUse> members, const GpuBytes& gpu, double seconds) {
  if (aside_.runs()) return;
  aside_.start(
      [all = std::vector<ProcessUse>(members.begin(), members.end()), gpu, seconds](State& state) {
        const std::optional<std::int64_t> bytes = counted_exactly(all, gpu);
        if (!bytes) return;
        const std::lock_guard lock(state.mutex);
        state.newest = Counted{seconds, *bytes};
      });
}

std::optional<ExactCount::Counted> ExactCount::newest() const {
  const std::lock_guard lock(aside_.state().mutex);
  return aside_.state().newest;
}

}  // namespace gb10
