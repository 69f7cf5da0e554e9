#include "audit/uv_index.h"

#include <algorithm>

#include <fmt/format.h>

#include "audit/cuda_build.h"
#include "base/text.h"

namespace gb10 {

namespace {

constexpr const char* kSources = "[tool.uv.sources]";
constexpr const char* kEnd = "at the end";

LinesToAdd* added_at(RequirementAudit& audit, const std::string& place, std::string_view first) {
  for (LinesToAdd& each : audit.to_add) {
    if (each.place == place && (first.empty() || each.lines.front() == first)) return &each;
  }
  return nullptr;
}

/// The name of the index in the file; adds it where the file has none with that address.
std::string index_named(const RequirementSet& set, const InstallAdvice& advice,
                        RequirementAudit& out) {
  std::string name = advice.index_name;
  for (const PackageIndex& index : set.indexes) {
    if (index.url == advice.index && !index.name.empty()) return index.name;
    if (index.name == name) name += "-gb10";
  }
  for (const LinesToAdd& each : out.to_add) {
    const bool is_there = each.place == kEnd && each.lines.size() > 2 &&
                          each.lines[2] == fmt::format("url = \"{}\"", advice.index);
    if (is_there) return name;
  }
  out.to_add.push_back({set.path,
                        0,
                        kEnd,
                        {"[[tool.uv.index]]", fmt::format("name = \"{}\"", name),
                         fmt::format("url = \"{}\"", advice.index), "explicit = true"},
                        "the index that has the builds with CUDA, for those packages alone that "
                        "name it"});
  return name;
}

std::string line_at(const std::string& text, int number) {
  const auto all = lines(text);
  const auto at = static_cast<std::size_t>(number) - 1;
  return number > 0 && at < all.size() ? std::string(all[at]) : std::string();
}

/// The entry `{ … }` of an existing source, kept for all other machines; empty where it does not
/// stand on one line alone.
std::string with_other_entry(const std::string& line, const PackageSource& source,
                             const std::string& machine, const std::string& entry) {
  const std::size_t begin = line.find('{'), end = line.find('}');
  if (begin == std::string::npos || end == std::string::npos || end < begin ||
      line.find('{', begin + 1) != std::string::npos)
    return {};
  std::string old = line.substr(begin, end - begin + 1);
  const std::string others = fmt::format("platform_machine != '{}'", machine);
  if (source.condition_text.empty()) {
    old = fmt::format("{}, marker = \"{}\" }}", trimmed(old.substr(0, old.size() - 1)), others);
  } else {
    // A source's markers must not overlap.
    const std::size_t at = old.find(source.condition_text);
    const std::size_t length = source.condition_text.size();
    if (at == std::string::npos || at == 0) return {};
    const bool is_double = old[at - 1] == '"';
    const bool has_or = source.condition_text.find(" or ") != std::string::npos;
    old.replace(at, length,
                fmt::format("{}{}{} and {}", has_or ? "(" : "", source.condition_text,
                            has_or ? ")" : "", is_double ? others : replaced(others, "'", "\"")));
  }
  return fmt::format("{}{}{}, {}{}{}", line.substr(0, begin), source.is_listed ? "" : "[", old,
                     entry, source.is_listed ? "" : "]", line.substr(end + 1));
}

}  // namespace

void bind_to_index(const RequirementSet& set, const std::string& package,
                   const InstallAdvice& advice, const MarkerEnvironment& machine,
                   RequirementAudit& out) {
  const auto given = cuda_build_from_indexes(set, package, machine);
  const PackageSource* const source = source_of(set, package, machine);
  if (source && given && given->is_cuda_13()) return;
  const std::string name = index_named(set, advice, out);
  const std::string& cpu = machine.values.find("platform_machine")->second;
  const std::string entry = fmt::format(
      "{{ index = \"{}\", marker = \"sys_platform == 'linux' and platform_machine == '{}'\" }}",
      name, cpu);
  if (!source) {
    const std::string line = fmt::format("{} = [{}]", package, entry);
    if (LinesToAdd* const there = added_at(out, kSources, {}))
      there->lines.push_back(line);
    else
      out.to_add.push_back(
          {set.path, 0, kSources, {line}, "on this machine alone; all others resolve as before"});
    return;
  }
  const auto text = set.texts.find(set.path);
  const std::string there = text == set.texts.end() ? "" : line_at(text->second, source->line);
  std::string line = with_other_entry(there, *source, cpu, entry);
  const int replaces = line.empty() ? 0 : source->line;
  if (line.empty()) line = fmt::format("{} = [{}]", package, entry);
  out.to_add.push_back({set.path,
                        replaces,
                        replaces > 0 ? fmt::format("in place of line {}", replaces)
                                     : std::string("by hand, in its list of sources"),
                        {line},
                        fmt::format("{} has another source already", package)});
}

}  // namespace gb10
