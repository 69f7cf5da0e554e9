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

/// The index of a build such as "2.11.0+cu130", which PyPI does not have: the row's, with that
/// build's folder. Empty where none is known.
std::string index_of_build(std::string_view build, const CompatRow* row) {
  if (!row || !row->install || !build.starts_with("cu")) return {};
  const std::string& index = row->install->index;
  const std::size_t folder = index.rfind("/cu");
  return folder == std::string::npos ? std::string()
                                     : index.substr(0, folder + 1) + std::string(build);
}

/// Puts lost files back: the same version, and nothing else.
std::vector<Step> put_back(const AuditItem& item, const CompatRow* row) {
  const std::string& version = item.version;
  const std::size_t plus = version.find('+');
  std::string what =
      "--no-deps " + shell_quoted(version.empty() ? item.name : item.name + "==" + version);
  if (plus != std::string::npos) {
    const std::string index = index_of_build(version.substr(plus + 1), row);
    if (index.empty()) return {};
    what += " --index-url " + index;
  }
  return reinstalled(item, what, "puts back the files that are lost or damaged");
}

/// Puts in what the item wants of the system; empty where that is not what keeps it from loading.
std::vector<Step> of_system(const AuditItem& item, const LibraryTable& table) {
  std::set<std::string> packages, unknown;
  for (const AuditCause& cause : item.causes) {
    if (cause.kind != "missing-library") continue;
    std::string package = table.system_package(cause.library);
    if (package.empty())
      unknown.insert(printable(cause.library, 80));
    else
      packages.insert(std::move(package));
  }
  if (packages.empty()) return {};
  std::vector<Step> out = {
      {"where it is to run",
       "sudo apt-get install " + joined({packages.begin(), packages.end()}, " "),
       "brings what it wants of the system; in an image without sudo, as root"}};
  if (!unknown.empty())
    out.push_back({{},
                   {},
                   fmt::format("of {} apt-file search tells the package",
                               joined({unknown.begin(), unknown.end()}, ", "))});
  return out;
}

/// Whether something keeps it from loading, and all of that is of these kinds.
bool lacks_only(const AuditItem& item, std::initializer_list<std::string_view> kinds) {
  const auto is_of_kinds = [&](const AuditCause& cause) {
    return std::find(kinds.begin(), kinds.end(), cause.kind) != kinds.end();
  };
  return std::any_of(item.causes.begin(), item.causes.end(), is_of_kinds) &&
         std::all_of(item.causes.begin(), item.causes.end(), [&](const AuditCause& cause) {
           return is_of_kinds(cause) || !(forbids_loading(cause) || cause.kind == "no-code");
         });
}

/// Installs what its own metadata asks for and is not there.
std::vector<Step> with_required(const AuditItem& item) {
  std::vector<std::string> all;
  for (const std::string& each : item.lacks) all.push_back(shell_quoted(each));
  return {{"in the activated environment", "uv pip install " + joined(all, " "),
           "its own metadata asks for that, and it is not installed"}};
}

/// What mends an item, by its causes; the matrix's remedy where they say nothing else.
std::vector<Step> remedy_of(const AuditItem& item, const CompatMatrix& matrix,
                            const LibraryTable& table) {
  const CompatRow* const row = matrix.for_package(item.name);
  std::vector<Step> steps;
  if (row && is_for_elsewhere(item)) {
    steps = reinstalled(item, shell_quoted(item.name),
                        "takes the build for this machine, where there is one");
  } else if (is_damaged(item)) {
    steps = put_back(item, row);
  }
  if (!steps.empty()) return steps;
  if (item.verdict == AuditVerdict::cannot_load) {
    const bool is_of_cuda = lacks_only(item, {"missing-cuda", "missing-symbol", "missing-version"});
    if (is_of_cuda && !item.lacks.empty()) return with_required(item);
    const CompatRow* const torch = matrix.for_package("torch");
    if (torch && item.name != "torch" && lacks_only(item, {"missing-torch"})) return torch->remedy;
  }
  steps = of_system(item, table);
  if (row && (steps.empty() || !lacks_only(item, {"missing-library"})))
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
    item.remedy = remedy_of(item, matrix, table);
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
