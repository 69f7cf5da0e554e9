#include "wheel/version_range.h"

#include <algorithm>
#include <iterator>

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

/// Versions at which `clauses` may change their mind.
void add_samples(std::vector<PepVersion>& out, const Specifiers& clauses) {
  for (const Specifier& item : clauses.items) {
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

}  // namespace

std::vector<PepVersion> sample_versions(const Specifiers& wanted,
                                        std::span<const Specifiers> ranges) {
  std::vector<PepVersion> all = {of_release(0, {0}), of_release(0, {kFar})};
  add_samples(all, wanted);
  for (const Specifiers& range : ranges) add_samples(all, range);
  std::vector<PepVersion> out;
  std::copy_if(all.begin(), all.end(), std::back_inserter(out),
               [&](const PepVersion& version) { return wanted.matches(version); });
  std::sort(out.begin(), out.end(),
            [](const PepVersion& a, const PepVersion& b) { return compared(a, b) < 0; });
  return out;
}

Overlap overlap(const Specifiers& wanted, const Specifiers& range) {
  const std::vector<PepVersion> all = sample_versions(wanted, {&range, 1});
  const auto count = std::count_if(all.begin(), all.end(), [&](const PepVersion& version) {
    return range.matches(version, true);
  });
  if (count == 0) return Overlap::none;
  return count == std::ssize(all) ? Overlap::all : Overlap::some;
}

}  // namespace gb10
