#include "cli/recipe_verify.h"

#include <algorithm>

#include <fmt/format.h>

#include "audit/audit.h"
#include "base/text.h"
#include "cli/audit_target.h"
#include "recipe/stamps.h"

namespace gb10 {

namespace {

/// What is a fault of a build by itself. Libraries that the environment brings are not here: a
/// wheel alone lacks them all.
constexpr std::string_view kFaults[] = {"wrong-processor", "no-code",   "newer-driver",
                                        "glibc-too-new",   "malformed", "unreadable",
                                        "wrong-python"};

/// "13" of "libcudart.so.13"; empty for another library.
std::string cuda_of(std::string_view library) {
  constexpr std::string_view kRuntime = "libcudart.so.";
  if (!library.starts_with(kRuntime)) return {};
  return std::string(split(library.substr(kRuntime.size()), '.').front());
}

void judge(const AuditItem& item, const BuildPlan& plan, BuildVerdict& out) {
  const auto fault = [&](const std::string& what) {
    out.is_good = false;
    out.lines.push_back(fmt::format("{}: {}", item.name, what));
  };
  for (const AuditCause& cause : item.causes) {
    if (std::find(std::begin(kFaults), std::end(kFaults), cause.kind) != std::end(kFaults))
      fault(cause.what);
    const std::string cuda = cuda_of(cause.library);
    if (!cuda.empty() && !plan.audit_cuda.empty() && cuda != plan.audit_cuda)
      fault(fmt::format("made for CUDA {}, not {}", cuda, plan.audit_cuda));
  }
  const bool lacks_code =
      item.verdict == AuditVerdict::no_gpu_code || item.verdict == AuditVerdict::cpu_only;
  if (!plan.arch.empty() && lacks_code) fault("it holds no code for a GPU");
  if (!plan.arch.empty() && item.verdict == AuditVerdict::partly)
    fault(fmt::format("{} of {} modules have no code for {}", item.modules_without_code,
                      item.modules, plan.arch));
}

/// Whether a file is by its name a wheel or a library: one that cannot be read as such is a fault.
bool is_to_be_read(std::string_view name) {
  return name.ends_with(".whl") || name.ends_with(".so") || name.ends_with(".a") ||
         name.find(".so.") != std::string_view::npos;
}

/// A file that gb10 audit does not take.
void judge(const std::string& file, const Error& error, const BuildPlan& plan, BuildVerdict& out) {
  const std::string name = file.substr(file.rfind('/') + 1);
  // Where code for a GPU is meant, a file that cannot hold any is not what was meant.
  const bool is_fault =
      error.kind != Error::Kind::invalid || is_to_be_read(name) || !plan.arch.empty();
  out.is_good = out.is_good && !is_fault;
  out.lines.push_back(is_fault ? fmt::format("{}: {}", name, error.what)
                               : name + ": not looked through: it is no wheel and no library");
}

/// The GPU that it is for. Code for any 12.… of GB10's family is to run on a GB10.
std::string target_of(const BuildPlan& plan) {
  if (plan.arch.empty() || plan.arch.starts_with("12.")) return "sm_121";
  std::string number = replaced(plan.arch, ".", "");
  while (number.ends_with('a') || number.ends_with('f')) number.pop_back();
  return "sm_" + number;
}

}  // namespace

Result<BuildVerdict> verified_build(const BuildPlan& plan, const HostView& host, const Io& io) {
  BuildVerdict out;
  if (!plan.audited) {
    out.is_good = host.info(plan.result).ok() || !fitting_files(host, plan.result).empty();
    out.lines.emplace_back(out.is_good ? "the result is a folder of tools and is not looked through"
                                       : "the result is not there");
    return out;
  }
  const std::vector<std::string> files = fitting_files(host, plan.result);
  if (files.empty()) return BuildVerdict{false, {"no file is there that fits the result's name"}};
  const std::string target = target_of(plan);
  Arguments arguments;
  arguments.given["--target"] = {target};
  const OpenMachine machine = TRY(open_machine(Arguments(), io));
  const AuditSetting setting = TRY(audit_setting(arguments, machine));
  for (const std::string& file : files) {
    const Result<Audit> audit = audited(host, file, setting);
    if (!audit.ok()) {
      judge(file, audit.error(), plan, out);
      continue;
    }
    const bool was_good = out.is_good;
    for (const AuditItem& item : audit->items) judge(item, plan, out);
    for (const AuditCause& each : audit->unread) {
      out.is_good = false;
      out.lines.push_back(fmt::format("{}: {}", each.file, each.what));
    }
    if (out.is_good && was_good)
      out.lines.push_back(
          fmt::format("{}: {}", file.substr(file.rfind('/') + 1),
                      plan.arch.empty() ? "for this processor; no code for a GPU is wanted"
                                        : "for this processor, with code that runs on " + target));
  }
  return out;
}

}  // namespace gb10
