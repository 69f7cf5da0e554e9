#include "cli/audit_requirements.h"

#include <filesystem>

#include <fmt/format.h>

#include "audit/compat_advice.h"
#include "audit/requirement_edits.h"
#include "audit/target.h"
#include "base/text.h"
#include "cli/compat_table.h"
#include "cli/machine.h"
#include "facts/paths.h"
#include "report/requirements.h"

namespace gb10 {

namespace {

#if defined(__aarch64__)
constexpr const char* kThisMachine = "aarch64";
#else
constexpr const char* kThisMachine = "x86_64";
#endif

Result<RequirementTarget> target_of(const Arguments& arguments) {
  RequirementTarget out;
  const std::string typed = arguments.value("--target");
  if (typed.empty() || typed == "gb10") return out;
  const auto gpu = typed.starts_with("sm_") ? capability_number(std::string_view(typed).substr(3))
                                            : std::nullopt;
  if (!gpu)
    return Error{Error::Kind::invalid,
                 fmt::format("no target is called \"{}\"", printable(typed, 40)),
                 "targets: gb10, or a GPU such as sm_90"};
  // 12.1 on ARM is a GB10, whatever it is called.
  if (*gpu == 121 && std::string_view(kThisMachine) == "aarch64") return out;
  out.machine = kThisMachine;
  out.is_gb10 = false;
  out.words = fmt::format("{} on {}, Python {}", typed, kThisMachine, out.python);
  return out;
}

/// Options that look into code would do nothing here; others exclude each other.
Result<void> check_options(const Arguments& arguments) {
  for (const char* const option : {"--driver", "--deep", "--verify", "--python", "--list"}) {
    if (!arguments.has(option)) continue;
    return Error{Error::Kind::invalid,
                 fmt::format("{} is for files with code, not for requirements files", option),
                 "leave it out, or audit the environment or the wheel itself"};
  }
  if (!arguments.has("--write")) return {};
  if (arguments.has("--json") || arguments.has("--markdown"))
    return Error{Error::Kind::invalid, "--write shows a difference, and nothing else",
                 "take --json or --markdown without it"};
  if (arguments.has("--root"))
    return Error{Error::Kind::invalid, "--write excludes --root",
                 "only this machine's own files are edited"};
  return {};
}

/// What could not be read was not judged: that is no "fine".
int exit_of(const RequirementAudit& audit) {
  if (audit.breaks()) return kAnswerIsNo;
  return audit.unread.empty() ? kFine : kFailure;
}

void print(const RequirementAudit& audit, const Arguments& arguments, const Io& io) {
  if (arguments.has("--json"))
    io.print(to_text(to_json(audit), 2) + "\n");
  else if (arguments.has("--markdown"))
    io.print(markdown(audit));
  else
    io.print(text(audit, {io.color, io.width, arguments.has("--all")}));
}

/// Shows the difference, writes it, and says what is left to do.
int write(Host& host, const TriedEdits& tried, const Io& io) {
  for (const FileEdit& edit : tried.edits.files) io.print(unified_diff(edit));
  if (tried.edits.files.empty()) io.print("nothing to write\n");
  const auto kept = write_edits(host, tried.edits.files);
  if (!kept.ok()) return io.fail(kept.error());
  for (std::size_t i = 0; i < kept->size(); ++i)
    io.say(fmt::format("written: {}; as it was: {}\n", tried.edits.files[i].path, (*kept)[i]));
  for (const std::string& left : tried.edits.by_hand)
    io.say(fmt::format("by hand: {}\n", printable(left, 1000)));
  return exit_of(tried.after);
}

/// The tree of --root, else this machine; no GPU is asked.
Result<std::unique_ptr<HostView>> view_of(const Arguments& arguments, const Io& io) {
  if (!arguments.has("--root")) return std::unique_ptr<HostView>(this_host(io));
  OpenMachine machine = TRY(open_machine(arguments, io));
  return std::move(machine.host);
}

Result<RequirementSet> read_set(const HostView& host, const std::string& path) {
  const TextReader read{
      [&](const std::string& file) { return host.read(file); },
      [&](const std::string& file) { return paths::resolved(host, file).value_or(file); }};
  return read_requirements(read, path,
                           requirement_kind(path).value_or(RequirementKind::requirements));
}

}  // namespace

bool is_requirement_file(const std::string& path) { return requirement_kind(path).has_value(); }

int audit_requirements(const Arguments& arguments, const Io& io, const std::string& path) {
  const Result<void> fits = check_options(arguments);
  if (!fits.ok()) return io.fail(fits.error());
  const bool writes = arguments.has("--write");
  const Result<RequirementTarget> target = target_of(arguments);
  if (!target.ok()) return io.fail(target.error());
  const Result<CompatMatrix> matrix = matrix_in_force(arguments, io);
  if (!matrix.ok()) return io.fail(matrix.error());
  const MatrixAdvisor advice(*matrix);
  Result<std::unique_ptr<HostView>> view = view_of(arguments, io);
  if (!view.ok()) return io.fail(view.error());
  std::error_code lost;
  const std::string whole = std::filesystem::absolute(path, lost).lexically_normal().string();
  const Result<RequirementSet> set = read_set(**view, whole);
  if (!set.ok()) return io.fail({Error::Kind::invalid, set.error().what, set.error().hint});
  if (!writes) {
    const RequirementAudit audit = judged(*set, *target, advice.advisor());
    print(audit, arguments, io);
    return exit_of(audit);
  }
  if (set->kind == RequirementKind::uv_lock)
    return io.fail({Error::Kind::invalid, "uv.lock is written by uv alone",
                    "change pyproject.toml (gb10 audit pyproject.toml --write), then run uv lock"});
  const Result<TriedEdits> tried = tried_edits(*set, *target, advice.advisor());
  return tried.ok() ? write(*this_host(io), *tried, io) : io.fail(tried.error());
}

}  // namespace gb10
