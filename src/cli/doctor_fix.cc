#include "cli/doctor_fix.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "cli/tune_control.h"
#include "cli/tune_parts.h"
#include "report/tune.h"
#include "tune/settings.h"

namespace gb10 {

namespace {

/// The finding, and what would clear it.
struct Fix {
  const Finding& finding;
  Plan plan;
};

Result<std::vector<Fix>> fixes_of(const Diagnosis& diagnosis, const RuleSet& rules,
                                  const Arguments& arguments, const Io& io) {
  const KnobTable table = TRY(tune_words::table_in_force(arguments, io));
  const OpenMachine machine = TRY(open_machine(arguments, io));
  const Journal journal = TRY(Journal::open(*machine.host));
  PlanOptions options = TRY(tune_words::plan_options(arguments, journal, *machine.host));
  LookedControl control(machine);
  const SettingsView settings(*machine.host, control.get());
  tune_words::add_gpus(settings, *machine.gpu, options);
  std::vector<Fix> out;
  for (const Finding& finding : diagnosis.findings) {
    const bool is_told = std::any_of(
        out.begin(), out.end(), [&](const Fix& fix) { return fix.finding.name == finding.name; });
    const auto rule = std::find_if(rules.rules.begin(), rules.rules.end(),
                                   [&](const Rule& each) { return each.name == finding.name; });
    if (is_told || rule == rules.rules.end() || rule->fix.knob.empty()) continue;
    const Profile profile = tune_words::fix_of(*rule);
    TRY(table.check(profile.wants.front()));
    out.push_back({finding, planned(profile, table, settings, options)});
  }
  return out;
}

/// Findings without a setting that clears them.
std::vector<const Finding*> others(const Diagnosis& diagnosis, const std::vector<Fix>& fixes) {
  std::vector<const Finding*> out;
  for (const Finding& finding : diagnosis.findings) {
    if (std::none_of(fixes.begin(), fixes.end(),
                     [&](const Fix& fix) { return fix.finding.name == finding.name; }))
      out.push_back(&finding);
  }
  return out;
}

}  // namespace

Result<int> show_fixes(const Diagnosis& diagnosis, const RuleSet& rules, const Arguments& arguments,
                       const Io& io) {
  const std::vector<Fix> fixes = TRY(fixes_of(diagnosis, rules, arguments, io));
  const bool changes =
      std::any_of(fixes.begin(), fixes.end(), [](const Fix& fix) { return fix.plan.changes(); });
  const int code = changes ? int{kAnswerIsNo} : int{kFine};
  if (arguments.has("--json")) {
    Json all = Json::array();
    for (const Fix& fix : fixes)
      all.push(Json::object().set("finding", fix.finding.name).set("plan", to_json(fix.plan)));
    io.print(to_text(Json::object().set("schema", 1).set("fixes", std::move(all)), 2) + "\n");
    return code;
  }
  const auto count = static_cast<std::int64_t>(diagnosis.findings.size());
  io.print(fmt::format("{} of {} can be cleared by a setting; nothing is written\n", fixes.size(),
                       counted(count, "finding")));
  for (const Fix& fix : fixes)
    io.print(fmt::format("\n{}: {}\n{}", fix.finding.name, printable(fix.finding.message, 400),
                         text(fix.plan, {io.color, io.width, false})));
  const std::vector<const Finding*> rest = others(diagnosis, fixes);
  if (!rest.empty()) io.print("\nno setting clears these; gb10 doctor says what does:\n");
  for (const Finding* const finding : rest) io.print(fmt::format("  {}\n", finding->name));
  return code;
}

}  // namespace gb10
