#include "cli/env_check.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "audit/audit.h"
#include "base/text.h"
#include "cli/audit_target.h"
#include "cli/claims.h"
#include "cli/launch_plan.h"
#include "cli/machine.h"
#include "cli/new_file.h"
#include "facts/python_parts.h"
#include "launch/environment.h"

namespace gb10 {

namespace {

using Kind = Error::Kind;

constexpr FactSpec kSpecs[] = {
    {"check.gpu", Type::integer, Unit::none, "compute capability of the GPU, 121 for 12.1"},
    {"check.compiler", Type::boolean, Unit::none, "whether a C compiler is on this machine"},
    {"check.cudnn", Type::version, Unit::none, "cuDNN of the environment, else of the system"},
    {"check.cusparselt", Type::version, Unit::none, "cuSPARSELt, likewise"},
    {"check.nccl", Type::version, Unit::none, "NCCL, likewise"},
    {"check.cufile", Type::version, Unit::none, "cuFile, likewise"},
    {"package[*].verdict", Type::text, Unit::none, "what the audit says of it, or absent"},
    {"package[*].version", Type::version, Unit::none, "its version"},
    {"package[*].why", Type::text, Unit::none, "what the audit saw"},
};

/// Packages that a capability rests on. The parts of one that comes in parts count as it.
struct Wanted {
  const char* name;
  std::array<std::string_view, 4> parts;
};
constexpr Wanted kWanted[] = {
    {"torch", {"torch"}},
    {"triton", {"triton", "pytorch-triton"}},
    {"flash-attn", {"flash-attn"}},
    {"sageattention", {"sageattention"}},
    {"transformer-engine",
     {"transformer-engine", "transformer-engine-torch", "transformer-engine-cu13",
      "transformer-engine-cu12"}},
};

struct Library {
  const char *fact, *package, *system;
};
constexpr Library kLibraries[] = {
    {"check.cudnn", "nvidia-cudnn", "cuda.cudnn"},
    {"check.cusparselt", "nvidia-cusparselt", "cuda.cusparselt"},
    {"check.nccl", "nvidia-nccl", "cuda.nccl"},
    {"check.cufile", "nvidia-cufile", "cuda.cufile"},
};

std::string normalised(std::string_view name) { return replaced(lower(name), "_", "-"); }

/// The item of the audit for a package: of one in parts the worst of them.
const AuditItem* item_of(const Audit& audit, const Wanted& wanted) {
  const AuditItem* out = nullptr;
  for (const AuditItem& item : audit.items) {
    const std::string name = normalised(item.name);
    const bool is_part = std::any_of(wanted.parts.begin(), wanted.parts.end(),
                                     [&](std::string_view part) { return part == name; });
    if (is_part && (!out || item.verdict < out->verdict)) out = &item;
  }
  return out;
}

/// The first reason, else what the audit notes of its code.
std::string why(const AuditItem& item) {
  if (!item.causes.empty()) {
    const AuditCause& cause = item.causes.front();
    return cause.file.empty() ? cause.what : fmt::format("{} {}", cause.file, cause.what);
  }
  if (!item.note.empty()) return item.note;
  return fmt::format("the audit says {}", word(item.verdict));
}

void add_packages(const Audit& audit, Facts& facts) {
  for (const Wanted& wanted : kWanted) {
    const auto name = [&](const char* field) { return key("package", wanted.name, field); };
    const AuditItem* const item = item_of(audit, wanted);
    if (!item) {
      const Error none{Kind::not_found, fmt::format("{} is not in it", wanted.name)};
      facts.set(name("verdict"), std::string("absent"), "gb10 audit");
      facts.unknown(name("version"), none, "gb10 audit");
      facts.unknown(name("why"), none, "gb10 audit");
      continue;
    }
    facts.set(name("verdict"), std::string(word(item->verdict)), "gb10 audit");
    facts.set(name("version"), Version{item->version}, "its METADATA");
    facts.set(name("why"), why(*item), "gb10 audit");
  }
}

/// The library of the environment, which torch takes, else that of the system.
void add_library(const Library& library, const python::Packages& packages, Facts& facts) {
  for (const char* const suffix : {"-cu13", "-cu12", ""}) {
    const std::string name = std::string(library.package) + suffix;
    const python::Package* const found = python::find(packages, replaced(name, "-", "_"));
    if (found && !found->version.empty())
      return facts.set(library.fact, Version{found->version}, name);
  }
  const Fact* const system = facts.find(library.system);
  if (system)
    facts.put(library.fact, system->value, system->source);
  else
    facts.unknown(library.fact, {Kind::not_found, "not looked for"}, library.system);
}

void add_compiler(const HostView& host, Facts& facts) {
  constexpr const char* kSource = "/usr/bin/cc, gcc, clang";
  for (const char* const path : {"/usr/bin/cc", "/usr/bin/gcc", "/usr/bin/clang"}) {
    const Result<FileInfo> info = host.info(path);
    if (info.ok()) return facts.set("check.compiler", true, path);
    if (info.error().kind != Kind::not_found)
      return facts.unknown("check.compiler", info.error(), path);
  }
  facts.set("check.compiler", false, kSource);
}

void add_gpu(const AuditTarget& target, Facts& facts) {
  if (target.gpu.arch > 0)
    facts.set("check.gpu", static_cast<std::int64_t>(target.gpu.arch), target.title);
  else
    facts.unknown("check.gpu", {Kind::not_found, "no GPU is known here; --target gb10 names one"},
                  "the driver");
}

/// The environment that was named, else that of the shell as `gb10 env train` finds it.
Result<LaunchEnvironment> chosen(const Arguments& arguments, const HostView& host) {
  std::vector<std::string> words = arguments.values("PROFILE");
  if (!words.empty()) words.erase(words.begin());
  if (words.size() > 1)
    return Error{Error::Kind::invalid, "check takes one environment",
                 "gb10 env check " + printable(words[0], 60)};
  const bool live = host.self().live;
  if (!words.empty() && !words[0].empty()) {
    const std::string path = absolute_path(words[0], working_directory());
    Result<python::Environment> named = python::environment_in(host, path);
    if (!named.ok())
      return with_hint(named.error(), "name a folder such as .venv, or the one of conda");
    return LaunchEnvironment{.python = *std::move(named), .chosen_by = {}, .warnings = {}};
  }
  LaunchEnvironment active = TRY(environment_of_shell(host, {}, live ? working_folder() : "/"));
  if (!active.python)
    return Error{Error::Kind::invalid, "which environment? none is active", "gb10 env check .venv"};
  return active;
}

/// Whether torch computes on the GPU, which the exit code tells, too.
std::string headline(const Checklist& list) {
  std::string out = "whether torch can use the GPU is not known";
  for (const ChecklistItem& item : list.items) {
    if (item.name == "torch-cuda" && item.is != Settled::unknown)
      out = item.is == Settled::yes ? "torch can use the GPU" : "torch cannot use the GPU";
  }
  for (const ChecklistItem& item : list.items) {
    if (item.name != "torch-cuda" && item.needed && item.is == Settled::no)
      out += fmt::format("; cannot: {}", printable(item.title));
  }
  return out;
}

/// What is known of the environment and of the machine around it.
Result<Facts> looked_at(const OpenMachine& machine, const python::Environment& environment,
                        const AuditSetting& setting) {
  const std::string& path = environment.path;
  const Audit audit = TRY(audited(*machine.host, path, setting));
  CollectOptions options;
  options.topics = {"cuda", "python", "env"};
  options.environments = {path};
  Facts facts = collect(machine.view(), options);
  add_gpu(setting.target, facts);
  add_packages(audit, facts);
  add_compiler(*machine.host, facts);
  const python::Packages packages = python::packages(*machine.host, environment);
  for (const Library& library : kLibraries) add_library(library, packages, facts);
  return facts;
}

}  // namespace

std::span<const FactSpec> environment_specs() { return kSpecs; }

Result<int> env_check(const Arguments& arguments, const Io& io) {
  const std::vector<Claim> claims =
      TRY(claims_in_force(arguments, io, "capabilities", environment_specs()));
  // Also where --target tells all: the topics ask for the machine, too.
  const OpenMachine machine = TRY(open_machine(arguments, io));
  const AuditSetting setting = TRY(audit_setting(arguments, machine));
  const LaunchEnvironment environment = TRY(chosen(arguments, *machine.host));
  const std::string& path = environment.python->path;
  const Facts facts = TRY(looked_at(machine, *environment.python, setting));
  Checklist list;
  list.words = {"can", "cannot", "not known"};
  list.order = {Settled::yes, Settled::no, Settled::unknown};
  list.subject = fmt::format(
      "{}{} on {}; nothing was imported", path,
      environment.chosen_by.empty() ? std::string() : fmt::format(" ({})", environment.chosen_by),
      setting.target.title);
  for (const Claim& claim : claims) {
    ChecklistItem item = settled(claim, facts, path);
    // The GPU stands in the second line already.
    std::erase_if(item.evidence,
                  [](const std::string& each) { return each.starts_with("check.gpu "); });
    list.items.push_back(std::move(item));
  }
  list.headline = headline(list);
  list.notes = environment.warnings;
  list.notes.push_back(
      "whether it is fast, and what depends on a model, was not judged: gb10 bench");
  show_checklist(list, arguments, io);
  if (setting.target.gpu.arch == 0) return int{kUnsupported};
  const bool lacks = std::any_of(list.items.begin(), list.items.end(), [](const auto& item) {
    return item.needed && item.is == Settled::no;
  });
  return int{lacks ? kAnswerIsNo : kFine};
}

}  // namespace gb10
