#include <map>

#include <fmt/format.h>

#include "base/text.h"
#include "elf/artifact.h"

namespace gb10 {

namespace {

std::string number_of(int container) { return container < 0 ? "-" : fmt::format("{}", container); }

std::string note_of(const GpuImage& image) {
  std::vector<std::string> parts;
  if (image.debug) parts.emplace_back("debug");
  if (image.name_is_lost) parts.emplace_back("name out of range");
  if (!image.name.empty()) parts.push_back("name=" + printable(image.name));
  return parts.empty() ? "-" : joined(parts, " ");
}

GpuListRow row_of(const GpuContainer& container, const GpuImage& image) {
  return {printable(container.where),
          number_of(container.number),
          kind_name(image),
          arch_name(image),
          packing_name(image.packing),
          version_name(image),
          fmt::format("{}", image.stored),
          fmt::format("{}", image.unpacked),
          note_of(image)};
}

const char* word(GpuProblem::Kind kind) {
  switch (kind) {
    case GpuProblem::Kind::none:
      return "NONE";
    case GpuProblem::Kind::no_bytes:
      return "NOBITS";
    case GpuProblem::Kind::no_sections:
      return "NOSECTIONS";
    case GpuProblem::Kind::error:
      break;
  }
  return "ERROR";
}

GpuListRow row_of(const GpuProblem& problem) {
  return {printable(problem.where),
          number_of(problem.container),
          word(problem.kind),
          "-",
          "-",
          "-",
          "-",
          "-",
          printable(problem.what)};
}

}  // namespace

std::vector<GpuListRow> gpu_list(const GpuCode& code) {
  std::vector<GpuListRow> rows;
  std::multimap<int, const GpuProblem*> of_containers;
  for (const GpuProblem& problem : code.problems) {
    if (problem.container >= 0) of_containers.emplace(problem.container, &problem);
  }
  for (const GpuProblem& problem : code.problems) {
    const bool is_of_file = problem.where.ends_with("elf");
    if (is_of_file) rows.push_back(row_of(problem));
  }
  for (const GpuContainer& container : code.containers) {
    for (const GpuImage& image : container.images) rows.push_back(row_of(container, image));
    const auto [first, last] = of_containers.equal_range(container.number);
    for (auto each = first; each != last; ++each) rows.push_back(row_of(*each->second));
  }
  for (const GpuProblem& problem : code.problems) {
    if (!problem.where.ends_with("elf") && problem.container < 0) rows.push_back(row_of(problem));
  }
  if (rows.empty())
    rows.push_back(row_of(GpuProblem{GpuProblem::Kind::none, "file", -1, "no device code"}));
  return rows;
}

}  // namespace gb10
