#include "audit/audit.h"

#include <algorithm>

#include <elf.h>
#include <fmt/format.h>

#include "audit/image_audit.h"
#include "base/text.h"
#include "facts/paths.h"
#include "facts/python_parts.h"
#include "model/version.h"

namespace gb10 {

namespace {

CollectAudit collecting(const AuditSetting& setting, AuditSubject subject) {
  CollectAudit out{{setting.target.gpu, setting.rules, setting.table, {}}, setting.verify, 8};
  out.machine = setting.target.machine;
  out.python = setting.target.python;
  // One file is searched whole; of many only those that may hold something outside the sections
  // for it.
  if (subject != AuditSubject::file) out.reading.artifact.small = kSmallOfMany;
  if (setting.deep) out.reading.artifact.deep = ArtifactOptions::Deep::always;
  out.reading.artifact.with_names = subject == AuditSubject::file;
  return out;
}

Result<AuditTree> tree_of(const HostView& host, const std::string& path, AuditSubject subject,
                          const CollectAudit& options) {
  switch (subject) {
    case AuditSubject::environment:
      return environment_tree(host, path, options);
    case AuditSubject::folder:
      return folder_tree(host, path, options);
    case AuditSubject::wheel: {
      const std::unique_ptr<Blob> blob = TRY(host.open(path));
      return wheel_tree(*blob, paths::last(path), options);
    }
    case AuditSubject::image:
    case AuditSubject::file:
      break;
  }
  AuditTree tree = TRY(file_tree(host, path, options));
  const AuditLibrary& file = tree.libraries.front();
  if (file.kind == Artifact::Kind::other && file.problem_is == AuditLibrary::Problem::of_form)
    return Error{Error::Kind::invalid, path + " is no ELF file, cubin, fatbin or static library",
                 "gb10 audit --help lists what can be audited"};
  return tree;
}

}  // namespace

std::uint16_t machine_number(const std::string& machine) {
  if (machine == "x86_64") return EM_X86_64;
  return machine == "aarch64" ? EM_AARCH64 : EM_NONE;
}

Result<AuditSubject> subject_of(const HostView& host, const std::string& path) {
  const FileInfo info = TRY(host.info(path));
  if (info.kind != FileKind::directory) {
    if (path.ends_with(".whl")) return AuditSubject::wheel;
    for (const std::string_view ending : {".tar", ".tar.gz", ".tgz", ".tar.zst", ".oci"}) {
      if (path.ends_with(ending)) return AuditSubject::image;
    }
    return AuditSubject::file;
  }
  if (host.info(path + "/oci-layout").ok() || host.info(path + "/index.json").ok())
    return AuditSubject::image;
  const auto systems = python::system_environments(host);
  const bool is_system = std::any_of(systems.begin(), systems.end(),
                                     [&](const auto& each) { return each.path == path; });
  if (is_system || python::environment_in(host, path).ok()) return AuditSubject::environment;
  return AuditSubject::folder;
}

namespace {

/// Nothing to judge is no good news.
Result<void> check_found(const HostView& host, const std::string& path, const Audit& audit) {
  if (!audit.items.empty() || !audit.unread.empty()) return {};
  std::string hint = "name a folder with packages or libraries in it";
  for (const char* const name : {"pyproject.toml", "uv.lock", "requirements.txt"}) {
    if (host.info(path + "/" + name).ok()) hint = fmt::format("gb10 audit {}/{}", path, name);
  }
  return Error{Error::Kind::not_found, path + " holds nothing to audit: no package and no library",
               hint};
}

/// An error that does not say of which file it is.
Error of_path(Error error, const std::string& path) {
  if (error.what.find(path) == std::string::npos) error.what = path + ": " + error.what;
  return error;
}

Result<Audit> audited_tree(const HostView& host, const std::string& path, AuditSubject subject,
                           const AuditSetting& setting) {
  const CollectAudit options = collecting(setting, subject);
  const AuditTree tree = TRY(tree_of(host, path, subject, options));
  const LoaderView loader(host, machine_number(setting.target.machine));
  AuditContext context{setting.target, setting.rules, setting.table};
  context.host = &host;
  // What a wheel will find where it is installed is not known before.
  if (setting.target.system_is_seen && subject != AuditSubject::wheel) context.system = &loader;
  Audit out = judged(tree, context);
  for (const std::string& path_of_environment : tree.environments) {
    const auto inner = environment_tree(host, path_of_environment, options);
    if (!inner.ok()) {
      out.unread.push_back({"unreadable", inner.error().what, path_of_environment});
      continue;
    }
    merge(out, judged(*inner, context));
    out.notes.push_back(path_of_environment + " is an environment, judged for itself");
  }
  order(out.items);
  const bool has_packages = subject == AuditSubject::environment ||
                            subject == AuditSubject::wheel || !tree.environments.empty();
  out.unit = has_packages ? "package" : "file";
  return out;
}

}  // namespace

Result<Audit> audited(const HostView& host, const std::string& path, const AuditSetting& setting) {
  const AuditSubject subject = TRY(subject_of(host, path));
  Result<Audit> out = subject == AuditSubject::image ? audited_image(host, path, setting)
                                                     : audited_tree(host, path, subject, setting);
  if (!out.ok()) return of_path(out.error(), path);
  TRY(check_found(host, path, *out));
  out->subject = path;
  return out;
}

std::string environment_of_interpreter(const std::string& python) {
  const std::string folder = paths::parent(python);
  // Where /bin is a link, the interpreter and its packages are below /usr.
  if (folder == "/bin") return "/usr";
  return paths::last(folder) == "bin" ? paths::parent(folder) : python;
}

std::string newest_glibc(const ElfInfo& library) {
  constexpr std::string_view kStart = "GLIBC_2.";
  std::string newest;
  for (const std::string& version : library.version_definitions) {
    if (!version.starts_with(kStart)) continue;
    const std::string number = version.substr(6);
    if (newest.empty() || compared(Version{newest}, Version{number}) < 0) newest = number;
  }
  return newest;
}

std::string glibc_of(const HostView& host, const LoaderView& loader) {
  const auto path = loader.on_system("libc.so.6");
  if (!path) return {};
  const auto blob = host.open(*path);
  if (!blob.ok()) return {};
  const auto info = read_elf(**blob);
  if (!info.ok()) return {};
  return newest_glibc(*info);
}

}  // namespace gb10
