#include "audit/compat_advice.h"

namespace gb10 {

namespace {

using Outcome = AdvisedRange::Outcome;

/// `is_main`: the versions to use, whose condition is what every owner has to read anyway.
Outcome outcome_of(CompatStatus status, bool is_main) {
  switch (status) {
    case CompatStatus::works:
    case CompatStatus::jit:
      return Outcome::usable;
    case CompatStatus::works_with:
      return is_main ? Outcome::usable : Outcome::conditional;
    case CompatStatus::cpu_only:
      return Outcome::cpu_only;
    case CompatStatus::needs_build:
      return Outcome::needs_build;
    case CompatStatus::broken:
      return Outcome::broken;
    case CompatStatus::no_build:
      return Outcome::no_build;
    case CompatStatus::unknown:
      break;
  }
  return Outcome::unknown;
}

void add_range(const CompatRange& range, bool is_main, InstallAdvice& out) {
  // Ranges of kernels and images need not be those of packages.
  auto versions = specifiers(range.versions);
  if (!versions.ok()) return;
  out.ranges.push_back({*std::move(versions), outcome_of(range.status, is_main), range.why});
}

}  // namespace

InstallAdvice install_advice(const CompatRow& row) {
  InstallAdvice out;
  out.row = row.name;
  for (const CompatRange& range : row.ranges) add_range(range, false, out);
  add_range(row.main, true, out);
  if (!row.install) return out;
  const CompatInstall& install = *row.install;
  out.requirement = install.requirement;
  out.index = install.index;
  out.index_name = install.index_name;
  out.marker = install.marker;
  out.replaces_torch = install.replaces_torch;
  out.x86_only = install.x86_only;
  out.former_names = install.former_names;
  out.note = install.note;
  const std::string& cpu_only = install.cpu_only_on_aarch64;
  if (!cpu_only.empty()) {
    auto versions = specifiers(cpu_only == "*" ? "" : cpu_only);
    if (versions.ok()) out.cpu_only_on_aarch64 = *std::move(versions);
  }
  return out;
}

MatrixAdvisor::MatrixAdvisor(const CompatMatrix& matrix) : matrix_(matrix) {
  for (const CompatRow& row : matrix.rows()) {
    const InstallAdvice& advice = by_row_.emplace(row.name, install_advice(row)).first->second;
    for (const std::string& repository : row.repositories)
      by_repository_.emplace(repository + ".git", &advice);
  }
}

Advisor MatrixAdvisor::advisor() const {
  return [this](std::string_view package) -> const InstallAdvice* {
    const auto repository = by_repository_.find(package);
    if (repository != by_repository_.end()) return repository->second;
    const CompatRow* const row = matrix_.for_package(package);
    return row ? &by_row_.find(row->name)->second : nullptr;
  };
}

}  // namespace gb10
