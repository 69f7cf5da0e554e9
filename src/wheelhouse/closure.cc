#include "wheelhouse/closure.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "model/version.h"
#include "wheel/pep440.h"
#include "wheel/tags.h"

namespace gb10 {

namespace {

constexpr const char* kUsualPython = "3.12";  // of Ubuntu 24.04, and so of DGX OS 7
constexpr std::size_t kMostSteps = 1'000'000;

TwoNumbers numbers_of(const std::string& python) {
  const auto numbers = Version{python}.numbers();
  if (numbers.size() < 2) return {3, 12};
  return {static_cast<int>(numbers[0]), static_cast<int>(numbers[1])};
}

/// By the first two numbers of a Python, the third of which is not known.
bool lets_in(const std::string& requires_python, const std::string& python) {
  const auto wanted = specifiers(requires_python);
  if (!wanted.ok()) return true;  // pip passes over what makes no sense
  const auto [major, minor] = numbers_of(python);
  for (const char* const last : {"0", "99"}) {
    const auto version = pep_version(fmt::format("{}.{}.{}", major, minor, last));
    if (version.ok() && wanted->matches(*version, true)) return true;
  }
  return false;
}

bool fits_version(const Requirement& wanted, const std::string& version) {
  const auto read = pep_version(version);
  return read.ok() && wanted.versions.matches(*read, true);
}

/// Goes from requirement to requirement, each once for each set of extras.
class ClosureWalk {
 public:
  ClosureWalk(const HouseManifest& manifest, const ClosureTarget& target)
      : target_(target), machine_(linux_environment(target.machine, target.python)) {
    // The manifest has the newest last.
    for (auto wheel = manifest.wheels.rbegin(); wheel != manifest.wheels.rend(); ++wheel) {
      if (wheel->replaced) continue;
      all_[wheel->name].push_back(&*wheel);
      if (is_usable(*wheel, target)) usable_[wheel->name].push_back(&*wheel);
    }
  }

  /// With all that it wants in turn.
  void take(const HouseWheel& wheel) {
    await(wheel, {});
    go_on();
  }
  void take(const Requirement& wanted, const std::string& text) {
    want_if(wanted.condition ? wanted.condition->holds(machine_) : std::optional(true), wanted,
            text, {});
    go_on();
  }

  std::vector<HouseLack> lacks() const { return {lacks_.begin(), lacks_.end()}; }
  std::vector<HouseWheel> wheels() const {
    std::vector<HouseWheel> out;
    for (const auto& [name, wheel] : taken_) out.push_back(*wheel);
    return out;
  }
  std::vector<std::string> there() const { return {there_.begin(), there_.end()}; }

  struct Before {
    bool operator()(const HouseLack& a, const HouseLack& b) const {
      return std::tie(a.wheel, a.requirement, a.python) <
             std::tie(b.wheel, b.requirement, b.python);
    }
  };

 private:
  /// A wheel of the house, or what is installed: pip goes through the wants of both.
  struct Visit {
    std::string who;  // its file, or "numpy 2.4.6"
    const std::vector<std::string>* wants;
    std::vector<std::string> extras;
  };

  void await(const HouseWheel& wheel, const std::vector<std::string>& extras) {
    taken_[wheel.file] = &wheel;
    waiting_.push_back({wheel.file, &wheel.wants, extras});
  }

  void go_on() {
    while (!waiting_.empty() && ++steps_ < kMostSteps) {
      const Visit next = waiting_.back();
      waiting_.pop_back();
      visit(next);
    }
  }

  void visit(const Visit& next) {
    if (!seen_.insert({next.who, next.extras}).second) return;
    MarkerEnvironment here = machine_;
    here.extras = next.extras;
    for (const std::string& text : *next.wants) {
      const auto wanted = requirement(text);
      if (!wanted.ok()) {
        lacks_.insert({next.who, printable(text, 200), target_.python, "it is no requirement"});
        continue;
      }
      const auto holds = wanted->condition ? wanted->condition->holds(here) : std::optional(true);
      want_if(holds, *wanted, text, next.who);
    }
  }

  void want_if(std::optional<bool> holds, const Requirement& wanted, const std::string& text,
               const std::string& from) {
    if (holds && !*holds) return;
    const std::string name = wanted.key();
    const auto installed = target_.installed.find(name);
    if (installed != target_.installed.end() && fits_version(wanted, installed->second)) {
      const std::string who = fmt::format("{} {}", name, installed->second);
      there_.insert(who);
      const auto wants = target_.installed_wants.find(name);
      if (wants != target_.installed_wants.end())
        waiting_.push_back({who, &wants->second, wanted.extras});
      return;
    }
    const HouseWheel* const found = wanted.url.empty() ? newest(wanted) : nullptr;
    if (found) {
      await(*found, wanted.extras);
      return;
    }
    std::string note = why_not(wanted);
    if (!holds) note += note.empty() ? "only if its condition holds" : ", if its condition holds";
    lacks_.insert({from, printable(text, 200), target_.python, note});
  }

  const HouseWheel* newest(const Requirement& wanted) const {
    const auto found = usable_.find(wanted.key());
    if (found == usable_.end()) return nullptr;
    for (const HouseWheel* const wheel : found->second) {
      if (fits_version(wanted, wheel->version)) return wheel;
    }
    return nullptr;
  }

  std::string why_not(const Requirement& wanted) const {
    if (!wanted.url.empty()) return "it is to come from an address";
    const auto usable = usable_.find(wanted.key());
    if (usable != usable_.end()) return "there is " + usable->second.front()->version;
    const auto any = all_.find(wanted.key());
    if (any == all_.end()) return {};
    return fmt::format("{} is not for Python {}{}", any->second.front()->file, target_.python,
                       target_.machine.empty() ? "" : " on " + target_.machine);
  }

  ClosureTarget target_;
  MarkerEnvironment machine_;
  std::map<std::string, std::vector<const HouseWheel*>> usable_, all_;
  std::vector<Visit> waiting_;
  std::set<std::pair<std::string, std::vector<std::string>>> seen_;
  std::map<std::string, const HouseWheel*> taken_;  // by file
  std::set<std::string> there_;
  std::set<HouseLack, Before> lacks_;
  std::size_t steps_ = 0;
};

}  // namespace

bool is_usable(const HouseWheel& wheel, const ClosureTarget& target) {
  const auto name = wheel_name(wheel.file);
  if (!name.ok()) return false;
  WheelTarget there;
  there.machine = target.machine;
  there.python = numbers_of(target.python);
  there.free_threaded = target.python.ends_with('t');
  return fits(name->tags, there).ok() && lets_in(wheel.requires_python, target.python);
}

bool meets(const HouseWheel& wheel, const Requirement& wanted) {
  return wanted.key() == wheel.name && fits_version(wanted, wheel.version);
}

std::vector<std::string> pythons_of(const HouseManifest& manifest) {
  std::set<std::pair<int, std::string>> out;
  for (const HouseWheel& wheel : manifest.wheels) {
    for (const std::string& tag : wheel.tags) {
      const auto parts = split(tag, '-');
      // Of a stable interface ("abi3") the tag names only the first Python that it is for.
      if (wheel.replaced || parts.size() != 3 || !parts[0].starts_with("cp3") ||
          !parts[1].starts_with("cp3"))
        continue;
      const auto minor = whole_number(parts[0].substr(3));
      const char* const free = parts[1].ends_with('t') ? "t" : "";
      if (minor) out.insert({static_cast<int>(*minor), fmt::format("3.{}{}", *minor, free)});
    }
  }
  if (out.empty()) return {kUsualPython};
  std::vector<std::string> names;
  for (const auto& [minor, name] : out) names.push_back(name);
  return names;
}

std::vector<HouseLack> lacks_of(const HouseManifest& manifest) {
  std::vector<HouseLack> out;
  for (const std::string& python : pythons_of(manifest)) {
    const ClosureTarget target{.machine = manifest.machine, .python = python};
    ClosureWalk walk(manifest, target);
    for (const HouseWheel& wheel : manifest.wheels) {
      if (!wheel.replaced && is_usable(wheel, target)) walk.take(wheel);
    }
    const auto lacks = walk.lacks();
    out.insert(out.end(), lacks.begin(), lacks.end());
  }
  return out;
}

Result<HouseClosure> closure_of(const HouseManifest& manifest,
                                const std::vector<std::string>& requirements,
                                const ClosureTarget& target) {
  ClosureWalk walk(manifest, target);
  for (const std::string& text : requirements) {
    const Requirement wanted = TRY(requirement(text));
    walk.take(wanted, text);
  }
  return HouseClosure{walk.wheels(), walk.there(), walk.lacks()};
}

}  // namespace gb10
