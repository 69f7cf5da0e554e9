#include "audit/remedies.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "audit/library_causes.h"
#include "base/text.h"

namespace gb10 {

bool needs_remedy(const AuditItem& item) {
  const bool overwrites = std::any_of(item.causes.begin(), item.causes.end(),
                                      [](const auto& cause) { return cause.kind == "two-copies"; });
  return overwrites || item.verdict == AuditVerdict::cannot_load ||
         item.verdict == AuditVerdict::partly || item.verdict == AuditVerdict::cpu_only;
}

namespace {

/// What was made for another processor is not mended package by package.
bool is_for_elsewhere(const AuditItem& item) {
  return std::any_of(item.causes.begin(), item.causes.end(), [](const AuditCause& cause) {
    return cause.kind == "wrong-processor" || cause.kind == "wrong-python";
  });
}

/// Files of it are not there or are no longer what they were.
bool is_damaged(const AuditItem& item) {
  return std::any_of(item.causes.begin(), item.causes.end(), [](const AuditCause& cause) {
    return !cause.file.empty() && (cause.kind == "missing-file" || cause.kind == "malformed");
  });
}

/// Of an installed package; a wheel or a file cannot be made another.
std::vector<Step> reinstalled(const AuditItem& item, const std::string& what, const char* why) {
  if (!item.path.ends_with("-info")) return {};
  return {Step{"in the activated environment", "uv pip install --reinstall " + what, why}};
}

/// Puts in what the item wants of the system; empty where that is not what keeps it from loading.
std::vector<Step> of_system(const AuditItem& item, const LibraryTable& table) {
  std::set<std::string> packages, unknown;
  for (const AuditCause& cause : item.causes) {
    if (cause.kind != "missing-library") continue;
    const std::string package = table.system_package(cause.library);
    if (package.empty())
      unknown.insert(printable(cause.library, 80));
    else
      packages.insert(package);
  }
  std::vector<Step> out;
  const std::vector<std::string> named(packages.begin(), packages.end());
  if (!named.empty())
    out.push_back({"where it is to run", "sudo apt-get install " + joined(named, " "),
                   "brings what it wants of the system; in an image without sudo, as root"});
  if (!unknown.empty() && !named.empty())
    out.push_back({{}, {}, "of the rest apt-file search tells the package"});
  return out;
}

/// Whether the system's libraries are all that it lacks.
bool lacks_only_system(const AuditItem& item) {
  return std::all_of(item.causes.begin(), item.causes.end(), [](const AuditCause& cause) {
    return cause.kind == "missing-library" || !forbids_loading(cause);
  });
}

/// What mends an item, by its causes; the row's remedy where they say nothing else.
std::vector<Step> remedy_of(const AuditItem& item, const CompatRow* row,
                            const LibraryTable& table) {
  if (row && is_for_elsewhere(item)) {
    return reinstalled(item, shell_quoted(item.name),
                       "takes the build for this machine, where there is one");
  }
  if (is_damaged(item)) {
    const std::string exactly = item.version.empty() ? item.name : item.name + "==" + item.version;
    return reinstalled(item, "--no-deps " + shell_quoted(exactly),
                       "puts back the files that are lost or damaged");
  }
  std::vector<Step> steps = of_system(item, table);
  if (row && (steps.empty() || !lacks_only_system(item)))
    steps.insert(steps.end(), row->remedy.begin(), row->remedy.end());
  return steps;
}

}  // namespace

void add_remedies(Audit& audit, const CompatMatrix& matrix, const LibraryTable& table) {
  std::string brings_torch;  // what installs the torch that it is built for
  for (AuditItem& item : audit.items) {
    const bool is_alone = audit.items.size() == 1;
    if (!needs_remedy(item) && !is_alone) continue;
    const CompatRow* const row = matrix.for_package(item.name);
    if (row) item.row = row->name;
    if (!needs_remedy(item)) continue;
    item.remedy = remedy_of(item, row, table);
    if (row && row->install && row->install->replaces_torch && item.name != "torch")
      brings_torch = item.name;
  }
  if (brings_torch.empty()) return;
  // Two commands that each choose a torch would undo each other.
  for (AuditItem& item : audit.items) {
    if (item.name != "torch" || item.remedy.empty() || is_damaged(item)) continue;
    item.remedy = {
        Step{{},
             {},
             fmt::format("mend {} first: it brings the torch that it is built for", brings_torch)}};
  }
}

}  // namespace gb10
