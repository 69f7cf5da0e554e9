#include "audit/cuda_build.h"

#include "base/text.h"

namespace gb10 {

std::optional<CudaBuild> cuda_build(std::string_view tag) {
  CudaBuild out;
  out.tag = tag;
  out.is_cpu = tag == "cpu";
  if (out.is_cpu) return out;
  if (!tag.starts_with("cu") || tag.size() < 4 || tag.size() > 5) return std::nullopt;
  const auto number = whole_number(tag.substr(2));
  if (!number || *number < 10) return std::nullopt;
  const bool has_minor = *number >= 100;
  out.major = static_cast<int>(has_minor ? *number / 10 : *number);
  out.minor = static_cast<int>(has_minor ? *number % 10 : -1);
  return out;
}

std::optional<CudaBuild> cuda_build_of(const PepVersion& version) {
  for (const PepVersion::LocalPart& part : version.local) {
    if (const auto build = cuda_build(part.text)) return build;
  }
  return std::nullopt;
}

std::optional<CudaBuild> cuda_build_of_index(std::string_view url) {
  std::optional<CudaBuild> out;
  for (const std::string_view part : split(url.substr(0, url.find_first_of("?#")), '/')) {
    if (const auto build = cuda_build(lower(part))) out = build;
  }
  return out;
}

bool is_of_torch_family(std::string_view package) {
  return package == "torch" || package == "torchvision" || package == "torchaudio";
}

const PackageSource* source_of(const RequirementSet& set, std::string_view package,
                               const MarkerEnvironment& machine) {
  for (const PackageSource& source : set.sources) {
    if (source.package != package) continue;
    if (!source.condition || source.condition->holds(machine).value_or(true)) return &source;
  }
  return nullptr;
}

std::optional<CudaBuild> cuda_build_from_indexes(const RequirementSet& set,
                                                 std::string_view package,
                                                 const MarkerEnvironment& machine) {
  const PackageSource* const source = source_of(set, package, machine);
  std::optional<CudaBuild> out;
  for (const PackageIndex& index : set.indexes) {
    const bool is_chosen = source && !index.name.empty() && index.name == source->index;
    if (source ? !is_chosen : index.is_explicit) continue;
    const auto build = cuda_build_of_index(index.url);
    if (!build) continue;
    // Of several the installer takes the highest version: "+cu130" is above "+cu128" and "+cpu".
    if (!out || compared(*pep_version("0+" + out->tag), *pep_version("0+" + build->tag)) < 0)
      out = build;
  }
  return out;
}

}  // namespace gb10
