#include <algorithm>

#include <fmt/format.h>

#include "audit/audit.h"
#include "audit/remedies.h"
#include "base/text.h"
#include "cli/audit_requirements.h"
#include "cli/audit_target.h"
#include "cli/commands.h"
#include "cli/compat_table.h"
#include "cli/machine.h"
#include "cli/own_files.h"
#include "facts/paths.h"
#include "report/audit.h"

namespace gb10 {

namespace {

constexpr OptionSpec kOptions[] = {
    {"PATH", nullptr, true,
     "an environment, a folder, a library, a cubin, a wheel, a container image (docker save, OCI "
     "folder) or a list of requirements (pyproject.toml, uv.lock, any *.txt or *.in); without it "
     "the active environment"},
    {"--target", "NAME", false,
     "judge for gb10, or for a GPU such as sm_90 on this machine; default: this machine and its "
     "GPU, and for requirements files a GB10"},
    {"--driver", "VERSION", false, "judge for this driver, such as 580"},
    {"--python", "PATH", false, "the environment of this interpreter"},
    {"--list", nullptr, false,
     "every container and image of the files as a table of tabs: kind, architecture, PTX version, "
     "compression, sizes"},
    {"--deep", nullptr, false, "also search data sections for GPU code, in files of any size"},
    {"--verify", nullptr, false,
     "hold every installed file against its RECORD, the layers of an image against their digests "
     "(SHA-256)"},
    {"--write", nullptr, false,
     "edit a requirements file as proposed; the original is kept beside it"},
    {"--all", nullptr, false, "list everything"},
    kRootOption,
    kDataOption,
};

std::string absolute(const std::string& path, const Io& io) {
  if (path.starts_with('/')) return paths::plain(path);
  const auto here = io.environment.find("PWD");
  if (here != io.environment.end() && here->second.starts_with('/'))
    return paths::plain(here->second + "/" + path);
  return paths::plain(working_directory() + "/" + path);
}

bool is_interpreter_name(std::string_view name) {
  return name.starts_with("python") || name.starts_with("pypy");
}

/// The environment that is meant where no path is given.
Result<std::string> active_environment(const Arguments& arguments, const Io& io) {
  if (arguments.has("--python")) {
    const std::string python = absolute(arguments.value("--python"), io);
    if (paths::last(paths::parent(python)) == "bin" && !is_interpreter_name(paths::last(python)))
      return Error{Error::Kind::invalid, python + " is no interpreter of Python",
                   "--python .venv/bin/python, or gb10 audit PATH"};
    return environment_of_interpreter(python);
  }
  for (const char* const name : {"VIRTUAL_ENV", "CONDA_PREFIX"}) {
    const auto found = io.environment.find(name);
    if (found != io.environment.end() && found->second.starts_with('/')) return found->second;
  }
  return Error{Error::Kind::invalid, "no environment is active",
               "gb10 audit .venv, or any library, wheel, folder, image or requirements file"};
}

Result<std::vector<std::string>> subjects(const Arguments& arguments, const Io& io) {
  std::vector<std::string> out;
  for (const std::string& path : arguments.values("PATH")) {
    if (path.empty())
      return Error{Error::Kind::invalid, "an empty path names nothing", "is a variable not set?"};
    out.push_back(absolute(path, io));
  }
  if (!out.empty() && arguments.has("--python"))
    return Error{Error::Kind::invalid, "--python and PATH exclude each other", "name one of them"};
  if (out.empty()) {
    std::string active = TRY(active_environment(arguments, io));
    out.push_back(std::move(active));
  }
  return out;
}

/// Collects what is said of several paths, so that JSON is one document.
class Answers {
 public:
  Answers(const Arguments& arguments, const Io& io, bool many)
      : arguments_(arguments), io_(io), many_(many && arguments.has("--json")) {}

  void take(const Audit& audit) {
    if (many_)
      all_.push(to_json(audit));
    else if (arguments_.has("--json"))
      io_.print(to_text(to_json(audit), 2) + "\n");
    else if (arguments_.has("--markdown"))
      io_.print(markdown(audit));
    else
      io_.print(text(audit, {io_.color, io_.width, arguments_.has("--all")}));
  }

  int take(const std::string& path, const Error& error) {
    if (many_) all_.push(Json::object().set("subject", path).set("error", error.what));
    return io_.fail(error);
  }

  void end() {
    if (many_) io_.print(to_text(all_, 2) + "\n");
  }

 private:
  const Arguments& arguments_;
  const Io& io_;
  bool many_;
  Json all_ = Json::array();
};

/// Reading the matrix takes longer than many an audit: only where something is to be mended.
Result<void> mend(Audit& audit, const AuditSetting& setting, const Arguments& arguments,
                  const Io& io) {
  const bool is_one_package = audit.items.size() == 1 && audit.unit == "package";
  if (!is_one_package && std::none_of(audit.items.begin(), audit.items.end(), needs_remedy))
    return {};
  const CompatMatrix matrix = TRY(matrix_in_force(arguments, io));
  add_remedies(audit, matrix, setting.table);
  return {};
}

int code_of(const Audit& audit) {
  if (audit.cannot_load() || audit.differs()) return kAnswerIsNo;
  if (!audit.gpu_is_known) return kUnsupported;
  return audit.is_incomplete() ? kFailure : kFine;
}

/// That something cannot load is the answer, whatever else could not be read.
int worse(int a, int b) {
  return a == kAnswerIsNo || b == kAnswerIsNo ? kAnswerIsNo : std::max(a, b);
}

int audit_code(const OpenMachine& machine, const std::vector<std::string>& paths,
               const Arguments& arguments, const Io& io) {
  const Result<AuditSetting> setting = audit_setting(arguments, machine);
  if (!setting.ok()) return io.fail(setting.error());
  int code = kFine;
  Answers answers(arguments, io, paths.size() > 1);
  for (const std::string& path : paths) {
    Result<Audit> found = audited(*machine.host, path, *setting);
    const Result<void> mended = found.ok() ? mend(*found, *setting, arguments, io) : found.error();
    if (!mended.ok()) {
      code = worse(code, answers.take(path, mended.error()));
      continue;
    }
    answers.take(*found);
    code = worse(code, code_of(*found));
  }
  answers.end();
  return code;
}

/// What only files that name dependencies can be asked, and what they cannot.
Result<void> check_options(const Arguments& arguments, bool any_requirements, bool any_code) {
  if (arguments.has("--list") && !any_code)
    return Error{Error::Kind::invalid, "--list is for files with code", "gb10 audit --help"};
  if (arguments.has("--write") && !any_requirements)
    return Error{Error::Kind::invalid, "--write is for requirements files", "gb10 audit --help"};
  if (arguments.has("--json") && any_requirements && any_code)
    return Error{Error::Kind::invalid,
                 "--json takes requirements files or what holds code, not both",
                 "ask for them one after the other"};
  return {};
}

int run(const Arguments& arguments, const Io& io) {
  Result<std::vector<std::string>> paths = subjects(arguments, io);
  if (!paths.ok()) return io.fail(paths.error());
  std::vector<std::string> requirements;
  std::erase_if(*paths, [&](const std::string& path) {
    if (is_requirement_file(path)) requirements.push_back(path);
    return is_requirement_file(path);
  });
  const Result<void> fits = check_options(arguments, !requirements.empty(), !paths->empty());
  if (!fits.ok()) return io.fail(fits.error());
  int code = kFine;
  for (const std::string& path : requirements)
    code = std::max(code, audit_requirements(arguments, io, path));
  if (paths->empty()) return code;
  const Result<OpenMachine> machine = audited_machine(arguments, io);
  if (!machine.ok()) return io.fail(machine.error());
  if (arguments.has("--list")) return std::max(code, list_gpu_code(*machine->host, *paths, io));
  return std::max(code, audit_code(*machine, *paths, arguments, io));
}

}  // namespace

CommandSpec audit_command() {
  return {"audit", "can this code run on this GPU? An X-ray of packages, libraries and images",
          "Reads the headers of an environment, a library, a wheel or an image, imports nothing, "
          "and says of each package whether it runs on the GPU, which of its modules do not, and "
          "what keeps it from loading, with the remedy. Exit code 1: something cannot load or "
          "differs from its RECORD; 2: something could not be read or judged; 3: no GPU is known.",
          kOptions, run};
}

}  // namespace gb10
