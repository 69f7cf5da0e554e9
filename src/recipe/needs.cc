#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "recipe/plan.h"
#include "recipe/stamps.h"

namespace gb10 {

namespace {

constexpr const char* kPackages = "/var/lib/dpkg/status";

/// The packages that are installed, by the table of dpkg.
std::set<std::string, std::less<>> installed_packages(std::string_view status) {
  std::set<std::string, std::less<>> out;
  std::string_view package;
  bool is_there = false;  // also one that was removed stands in the table
  for (const std::string_view line : lines(status)) {
    if (line.starts_with("Package: ")) {
      package = trimmed(line.substr(9));
      is_there = false;
    }
    if (line.starts_with("Status: ") && line.ends_with(" installed")) {
      is_there = true;
      out.emplace(package);
    }
    if (is_there && line.starts_with("Provides: ")) {
      for (const std::string_view each : split(line.substr(10), ',')) {
        const std::vector<std::string_view> parts = words(each);
        if (!parts.empty()) out.emplace(parts.front());
      }
    }
  }
  return out;
}

void add_packages(const Recipe& recipe, const HostView& host, std::vector<BuildNeed>& out) {
  if (recipe.apt.empty()) return;
  const Result<std::string> table = host.read(kPackages);
  const std::set<std::string, std::less<>> installed =
      installed_packages(table.ok() ? *table : std::string());
  for (const RecipeNeed& each : recipe.apt) {
    BuildNeed need{"apt", each.name, each.why, "", BuildNeed::State::not_known};
    if (!table.ok())
      need.note = table.error().what;
    else
      need.state =
          installed.count(each.name) > 0 ? BuildNeed::State::there : BuildNeed::State::missing;
    out.push_back(std::move(need));
  }
}

/// The toolkits whose version is known, their folder first.
std::vector<std::pair<std::string, Version>> toolkits_of(const Facts& facts) {
  std::vector<std::pair<std::string, Version>> out;
  const std::string* const path = facts.known<std::string>("cuda.default_path");
  const Version* const version = facts.known<Version>("cuda.default");
  if (path && version) out.emplace_back(*path, *version);
  for (const std::string& each : facts.instances("toolkit")) {
    const Version* const known = facts.known<Version>(key("toolkit", each, "version"));
    if (known) out.emplace_back(each, *known);
  }
  return out;
}

bool is_major(const Version& version, int major) {
  return to_text(version).starts_with(fmt::format("{}.", major));
}

BuildNeed toolkit_need(const Recipe& recipe, const Facts& facts) {
  BuildNeed out{"toolkit", fmt::format("CUDA {}", recipe.cuda), "nvcc, headers and libraries", "",
                BuildNeed::State::missing};
  const std::string folder = toolkit_of(facts, recipe.cuda);
  if (!folder.empty()) {
    out.state = BuildNeed::State::there;
    out.note = folder;
    return out;
  }
  std::vector<std::string> others;
  for (const auto& [path, version] : toolkits_of(facts))
    others.push_back(fmt::format("{} is {}", path, to_text(version)));
  out.note = others.empty() ? "no toolkit is found" : joined(others, ", ");
  return out;
}

}  // namespace

std::string toolkit_of(const Facts& facts, int major) {
  for (const auto& [path, version] : toolkits_of(facts)) {
    if (is_major(version, major)) return path;
  }
  return {};
}

std::vector<BuildNeed> build_needs(const Recipe& recipe, const HostView& host,
                                   const BuildSetting& setting) {
  std::vector<BuildNeed> out;
  for (const std::string& name : recipe.needs) {
    BuildNeed need{"recipe", name, "its result is taken", "", BuildNeed::State::missing};
    const Result<BuildRecord> record = read_build_record(host, work_folder(setting, name));
    if (record.ok() && record->is_whole) need.state = BuildNeed::State::there;
    need.note = need.state == BuildNeed::State::there ? "built" : "is built before";
    out.push_back(std::move(need));
  }
  add_packages(recipe, host, out);
  if (recipe.cuda > 0) out.push_back(toolkit_need(recipe, *setting.facts));
  return out;
}

}  // namespace gb10
