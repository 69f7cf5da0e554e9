#include "wheel/version_range.h"

#include <algorithm>

namespace gb10 {

namespace {

constexpr std::int64_t kFar = 999'999;

PepVersion of_release(std::int64_t epoch, std::vector<std::int64_t> release) {
  PepVersion out;
  out.epoch = epoch;
  out.release = std::move(release);
  out.written = to_text(out);
  return out;
}

/// The first version behind all that begin as `release` does.
std::vector<std::int64_t> bumped(std::vector<std::int64_t> release) {
  ++release.back();
  return release;
}

/// A version below `release` and above everything else that one names: its last number that is not
/// 0 less one, then far up.
std::optional<std::vector<std::int64_t>> lowered(std::vector<std::int64_t> release) {
  while (!release.empty() && release.back() == 0) release.pop_back();
  if (release.empty()) return std::nullopt;
  --release.back();
  release.push_back(kFar);
  return release;
}

void add_around(std::vector<PepVersion>& out, std::int64_t epoch,
                const std::vector<std::int64_t>& release) {
  out.push_back(of_release(epoch, release));
  std::vector<std::int64_t> above = release;
  above.insert(above.end(), {0, 0, 1});
  out.push_back(of_release(epoch, std::move(above)));
  if (auto below = lowered(release)) out.push_back(of_release(epoch, *std::move(below)));
}

/// Versions at which either of the two may change its mind, the lowest first.
std::vector<PepVersion> samples(const Specifiers& wanted, const Specifiers& range) {
  std::vector<PepVersion> out = {of_release(0, {0}), of_release(0, {kFar})};
  for (const Specifiers* const each : {&wanted, &range}) {
    for (const Specifier& item : each->items) {
      if (item.op == Specifier::Op::arbitrary) {
        if (auto exact = pep_version(item.version.written); exact.ok())
          out.push_back(*std::move(exact));
        continue;
      }
      out.push_back(item.version);
      const std::vector<std::int64_t>& release = item.version.release;
      add_around(out, item.version.epoch, release);
      if (item.any_tail) add_around(out, item.version.epoch, bumped(release));
      if (item.op == Specifier::Op::compatible)
        add_around(out, item.version.epoch, bumped({release.begin(), std::prev(release.end())}));
    }
  }
  std::sort(out.begin(), out.end(),
            [](const PepVersion& a, const PepVersion& b) { return compared(a, b) < 0; });
  return out;
}

}  // namespace

Overlap overlap(const Specifiers& wanted, const Specifiers& range) {
  bool is_some = false, is_all = true;
  for (const PepVersion& version : samples(wanted, range)) {
    if (!wanted.matches(version)) continue;
    const bool is_in = range.matches(version, true);
    is_some = is_some || is_in;
    is_all = is_all && is_in;
  }
  return !is_some ? Overlap::none : is_all ? Overlap::all : Overlap::some;
}

std::optional<bool> newest_is_in(const Specifiers& wanted, const Specifiers& range) {
  const std::vector<PepVersion> all = samples(wanted, range);
  const auto newest = std::find_if(
      all.rbegin(), all.rend(), [&](const PepVersion& version) { return wanted.matches(version); });
  if (newest == all.rend()) return std::nullopt;
  return range.matches(*newest, true);
}

}  // namespace gb10
