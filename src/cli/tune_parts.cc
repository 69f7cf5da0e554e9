#include "cli/tune_parts.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/nearest.h"
#include "base/text.h"
#include "host/units.h"
#include "report/tune.h"
#include "rules/load.h"
#include "tune/boot_units.h"
#include "tune/gpu_gate.h"

namespace gb10::tune_words {

std::string typed(const Arguments& arguments, std::size_t at) {
  const std::vector<std::string> all = arguments.values("WHAT");
  return at < all.size() ? all[at] : std::string();
}

Dress dress_of(const Arguments& arguments, const Io& io) {
  return {io.color, io.width, arguments.has("--all")};
}

Result<KnobTable> table_in_force(const Arguments& arguments, const Io& io) {
  const std::unique_ptr<Host> host = this_host(io);
  const auto directories = arguments.values("--data");
  const std::vector<DataFile> knobs = TRY(data_files(*host, "knobs", directories));
  const std::vector<DataFile> profiles = TRY(data_files(*host, "profiles", directories));
  KnobTable out = KnobTable::in_force(knobs, profiles);
  for (const auto& [name, why] : out.wrong())
    io.say(fmt::format("gb10: passed over: {}\n", why.what));
  return out;
}

namespace {

constexpr std::string_view kFix = "fix:";

Result<Profile> fix_named(const std::string& rule, const Arguments& arguments, const Io& io,
                          const KnobTable& table) {
  const std::unique_ptr<Host> host = this_host(io);
  const RuleSet all = TRY(load_rules(*host, arguments.values("--data")));
  std::vector<std::string> names;
  for (const Rule& each : all.rules) {
    Profile fix = fix_of(each);
    if (fix.name.empty()) continue;
    names.push_back(fix.name);
    if (each.name != rule) continue;
    TRY(table.check(fix.wants.front()));
    return fix;
  }
  return Error{Error::Kind::invalid, fmt::format("no knob clears \"{}\"", printable(rule, 60)),
               did_you_mean(fmt::format("{}{}", kFix, rule), names, joined(names, ", "))};
}

}  // namespace

Profile fix_of(const Rule& rule) {
  Profile out;
  if (rule.fix.knob.empty()) return out;
  out.name = fmt::format("{}{}", kFix, rule.name);
  out.title = rule.title;
  out.price = fmt::format("what gb10 show {} says", rule.fix.knob);
  out.origin = rule.origin;
  out.wants = {{rule.fix.knob, "clears the finding", rule.fix.values}};
  return out;
}

Result<Profile> profile_of(const Arguments& arguments, const Io& io, const KnobTable& table) {
  const std::string name = typed(arguments, 1);
  const Profile* const found = table.profile(name);
  if (found) return *found;
  const auto wrong = table.wrong().find(name);
  if (wrong != table.wrong().end()) return wrong->second;
  if (name.starts_with(kFix)) return fix_named(name.substr(kFix.size()), arguments, io, table);
  std::vector<std::string> names;
  for (const Profile& profile : table.profiles()) names.push_back(profile.name);
  return Error{Error::Kind::invalid,
               name.empty() ? "which profile?"
                            : fmt::format("no profile is called \"{}\"", printable(name, 40)),
               did_you_mean(name, names, "profiles: " + joined(names, ", "))};
}

void add_gpus(const HostView& host, const GpuView& gpu, PlanOptions& options) {
  // The kernel tells in no time how many there are; asking the driver for all of them takes long.
  options.gpus = gpu_numbers(host);
  if (options.gpus.empty()) {
    const auto list = gpu.list();
    options.gpus_unknown = list.ok() ? "there is no GPU here" : list.error().what;
    for (const GpuInfo& each : list.value_or(std::vector<GpuInfo>()))
      options.gpus.push_back(std::to_string(each.index));
  }
  for (const std::string& number : options.gpus) {
    if (options.gpu_refused.empty())
      options.gpu_refused = stuck_clock(gpu, static_cast<int>(whole_number(number).value_or(0)));
  }
}

namespace {

using Watch = BootSetup::Watch;

/// What earlier runs let look by itself, unless it is asked for anew.
Result<Watch> watch_of(const Arguments& arguments, const Journal& journal) {
  const std::string asked = arguments.value(kWatch);
  if (asked == "report") return Watch::report;
  if (asked == "enforce") return Watch::enforce;
  if (!asked.empty())
    return Error{Error::Kind::invalid,
                 fmt::format("{} knows no \"{}\"", kWatch, printable(asked, 40)),
                 "--watch report, --watch enforce"};
  Watch out = Watch::no;
  for (const TuneRun& run : journal.runs()) {
    if (run.state != TuneRun::State::committed || !run.persists) continue;
    for (const RunFile& file : run.files) {
      if (file.path == kWatchUnit)
        out = is_enforcing(file.content) ? Watch::enforce : Watch::report;
    }
  }
  return out;
}

}  // namespace

Result<PlanOptions> plan_options(const Arguments& arguments, const Journal& journal,
                                 const HostView& host) {
  PlanOptions out;
  out.persists = !arguments.has(kNoPersist);
  out.any_hardware = arguments.has(kAnyHardware);
  out.experimental = arguments.has(kExperimental);
  out.in_force = at_present(journal.in_force(boot_id(host)), host);
  out.kept = journal.kept();
  out.setup.watch = TRY(watch_of(arguments, journal));
  out.setup.program = TRY(own_path());
  if (!out.persists && arguments.has(kWatch))
    return Error{Error::Kind::invalid, "--watch is done by units, and --no-persist writes none",
                 ""};
  // A tree that is only looked at has a program of its own.
  if (host.self().live) {
    const Result<void> alone = check_root_only(host, out.setup.program);
    if (!alone.ok()) out.program_refused = alone.error().what;
  }
  return out;
}

std::string options_of(const Arguments& arguments) {
  std::string out;
  for (const char* const flag : {kAnyHardware, kExperimental, kNoPersist}) {
    if (arguments.has(flag)) out += fmt::format(" {}", flag);
  }
  for (const char* const name : {kWatch, "--data"}) {
    for (const std::string& value : arguments.values(name))
      out += fmt::format(" {} {}", name, shell_quoted(value));
  }
  return out;
}

Error unfinished(const TuneRun& run) {
  return {Error::Kind::unfinished, fmt::format("run {} was not finished", run.number),
          "sudo gb10 tune recover"};
}

void print(const Plan& plan, const Arguments& arguments, const Io& io) {
  if (arguments.has("--json"))
    io.print(to_text(to_json(plan), 2) + "\n");
  else
    io.print(text(plan, dress_of(arguments, io)));
}

void print(const std::vector<TuneOutcome>& outcomes, const char* done, const Arguments& arguments,
           const Io& io) {
  if (!arguments.has("--json")) return io.print(text(outcomes, done, dress_of(arguments, io)));
  Json all = Json::array();
  for (const TuneOutcome& each : outcomes) all.push(to_json(each));
  io.print(to_text(Json::object().set("schema", 1).set("outcomes", std::move(all)), 2) + "\n");
}

int code_of(const std::vector<TuneOutcome>& outcomes) {
  const auto has = [&](TuneOutcome::State state) {
    return std::any_of(outcomes.begin(), outcomes.end(),
                       [&](const TuneOutcome& each) { return each.state == state; });
  };
  if (has(TuneOutcome::State::failed)) return kFailure;
  return has(TuneOutcome::State::conflict) ? kConflict : kFine;
}

}  // namespace gb10::tune_words
