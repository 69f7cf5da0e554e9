#include "wheelhouse/prune.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "wheel/pep440.h"
#include "wheel/requirement.h"
#include "wheelhouse/closure.h"

namespace gb10 {

namespace {

class Pruner {
 public:
  Pruner(const HouseManifest& manifest, const PruneWants& wants)
      : manifest_(manifest), wants_(wants), stays_(manifest.wheels.size(), false) {
    rows_.resize(manifest.wheels.size());
  }

  std::vector<HousePruneRow> rows() {
    keep_newest();
    keep_used();
    keep_wanted();
    std::vector<HousePruneRow> out;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const HouseWheel& wheel = manifest_.wheels[i];
      HousePruneRow row{wheel.file, wheel.sha256, wheel.size, !stays_[i], rows_[i]};
      if (row.goes) row.why = wheel.replaced ? "another file has its name" : "a newer one is here";
      if (row.goes || !row.why.empty()) out.push_back(std::move(row));
    }
    return out;
  }

 private:
  /// Of a version all wheels stay: they are for different Pythons and machines.
  void keep_newest() {
    std::map<std::string, std::vector<std::string>> newest;
    for (std::size_t i = manifest_.wheels.size(); i-- > 0;) {
      const HouseWheel& wheel = manifest_.wheels[i];
      if (wheel.replaced) continue;
      auto& versions = newest[wheel.name];
      const bool known =
          std::find(versions.begin(), versions.end(), wheel.version) != versions.end();
      if (!known && versions.size() >= static_cast<std::size_t>(wants_.keep)) continue;
      if (!known) versions.push_back(wheel.version);
      stays_[i] = true;
    }
  }

  static bool is_version(const std::string& a, const std::string& b) {
    const auto left = pep_version(a), right = pep_version(b);
    return left.ok() && right.ok() ? compared(*left, *right) == 0 : a == b;
  }

  /// Also what was replaced: from which of the two files it was installed nobody knows.
  void keep_used() {
    for (std::size_t i = 0; i < manifest_.wheels.size(); ++i) {
      const HouseWheel& wheel = manifest_.wheels[i];
      if (stays_[i]) continue;
      for (const auto& [path, packages] : wants_.environments) {
        const auto found = packages.find(wheel.name);
        if (found == packages.end() || !is_version(found->second, wheel.version)) continue;
        stays_[i] = true;
        rows_[i] = fmt::format("{} has it installed", path);
        break;
      }
    }
  }

  /// What one that stays wants, whatever its condition, and only one that would go can give.
  void keep_wanted() {
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = 0; i < manifest_.wheels.size(); ++i) {
        if (!stays_[i]) continue;
        for (const std::string& text : manifest_.wheels[i].wants)
          changed = keep_for(text, manifest_.wheels[i].file) || changed;
      }
    }
  }

  bool keep_for(const std::string& text, const std::string& who) {
    if (!done_.insert(text).second) return false;
    const auto wanted = requirement(text);  // once: there are many of them, and many wheels
    if (!wanted.ok()) return false;
    const std::string key = wanted->key();
    std::optional<std::size_t> newest;
    for (std::size_t i = 0; i < manifest_.wheels.size(); ++i) {
      const HouseWheel& wheel = manifest_.wheels[i];
      if (wheel.replaced || wheel.name != key || !meets(wheel, *wanted)) continue;
      if (stays_[i]) return false;
      newest = i;
    }
    if (!newest) return false;
    // All of that version: of which Python is asked is not known.
    const HouseWheel& kept = manifest_.wheels[*newest];
    for (std::size_t i = 0; i < manifest_.wheels.size(); ++i) {
      const HouseWheel& wheel = manifest_.wheels[i];
      if (wheel.replaced || wheel.name != kept.name || wheel.version != kept.version) continue;
      stays_[i] = true;
      rows_[i] = fmt::format("{} wants it", who);
    }
    return true;
  }

  const HouseManifest& manifest_;
  const PruneWants& wants_;
  std::vector<bool> stays_;
  std::vector<std::string> rows_;  // why it stays
  std::set<std::string> done_;     // requirements that were looked at
};

}  // namespace

std::vector<HousePruneRow> prunable(const HouseManifest& manifest, const PruneWants& wants) {
  return Pruner(manifest, wants).rows();
}

HouseManifest without(const HouseManifest& manifest, const std::vector<HousePruneRow>& rows) {
  std::set<std::string> gone;
  for (const HousePruneRow& row : rows) {
    if (row.goes) gone.insert(row.sha256);
  }
  HouseManifest out = manifest;
  std::erase_if(out.wheels,
                [&](const HouseWheel& wheel) { return gone.find(wheel.sha256) != gone.end(); });
  out.lacks = lacks_of(out);
  return out;
}

}  // namespace gb10
