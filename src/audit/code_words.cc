#include "audit/code_words.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

std::vector<std::string> by_use(const std::map<std::string, int>& used, std::string_view prefix) {
  std::vector<std::pair<int, std::string>> counted;
  for (const auto& [name, count] : used) {
    if (name.starts_with(prefix)) counted.emplace_back(-count, name);
  }
  std::sort(counted.begin(), counted.end());
  std::vector<std::string> out;
  for (auto& [count, name] : counted) out.push_back(std::move(name));
  return out;
}

std::string native_note(const std::map<std::string, int>& used, const GpuTarget& gpu) {
  const std::string own = fmt::format("sm_{}", gpu.arch);
  const std::vector<std::string> names = by_use(used, "sm_");
  const bool exact = std::all_of(names.begin(), names.end(),
                                 [&](const std::string& name) { return name.starts_with(own); });
  const std::string code = joined(names, ", ") + " code";
  return exact ? code : fmt::format("{}, valid on {}", code, gpu.capability());
}

std::string listed(const std::set<std::string>& archs) {
  std::vector<std::pair<std::pair<int, std::int64_t>, std::string>> sorted;
  for (const std::string& arch : archs) {
    const std::size_t digits = arch.find('_') + 1;
    const auto number =
        whole_number(arch.substr(digits, arch.find_last_of("0123456789") + 1 - digits));
    sorted.push_back({{arch.starts_with("sm_") ? 0 : 1, number.value_or(0)}, arch});
  }
  std::sort(sorted.begin(), sorted.end());
  std::vector<std::string> names;
  for (auto& [key, arch] : sorted) names.push_back(std::move(arch));
  return joined(names, ", ");
}

}  // namespace gb10
