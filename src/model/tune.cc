#include "model/tune_look.h"

#include <algorithm>
#include <array>

namespace gb10 {

namespace {

constexpr std::array<std::pair<KnobAdvice, const char*>, 4> kAdvice = {
    {{KnobAdvice::offered, "offered"},
     {KnobAdvice::leave, "leave"},
     {KnobAdvice::refused, "refused"},
     {KnobAdvice::experimental, "experimental"}}};

}  // namespace

const char* word(KnobAdvice advice) {
  for (const auto& [each, text] : kAdvice) {
    if (each == advice) return text;
  }
  return "";
}

std::optional<KnobAdvice> knob_advice(std::string_view word) {
  for (const auto& [each, text] : kAdvice) {
    if (word == text) return each;
  }
  return std::nullopt;
}

const char* word(PlanStep::State state) {
  switch (state) {
    case PlanStep::State::change:
      return "change";
    case PlanStep::State::same:
      return "same";
    case PlanStep::State::skipped:
      return "skipped";
    case PlanStep::State::refused:
      break;
  }
  return "refused";
}

const char* word(TuneOutcome::State state) {
  switch (state) {
    case TuneOutcome::State::done:
      return "done";
    case TuneOutcome::State::nothing_to_do:
      return "as-it-was";
    case TuneOutcome::State::conflict:
      return "conflict";
    case TuneOutcome::State::failed:
      return "failed";
    case TuneOutcome::State::skipped:
      break;
  }
  return "skipped";
}

const KnobCell* Knob::cell(std::string_view wanted) const {
  const auto found = std::find_if(cells.begin(), cells.end(),
                                  [&](const auto& each) { return each.name == wanted; });
  return found == cells.end() ? nullptr : &*found;
}

bool Plan::changes() const {
  return std::any_of(steps.begin(), steps.end(),
                     [](const auto& each) { return each.has_change(); }) ||
         std::any_of(files.begin(), files.end(), [](const auto& each) { return each.differs(); });
}

bool Plan::refuses() const {
  return std::any_of(steps.begin(), steps.end(),
                     [](const auto& each) { return each.state == PlanStep::State::refused; });
}

Json to_json(const Plan& plan) {
  Json steps = Json::array();
  for (const PlanStep& step : plan.steps) {
    Json one = Json::object().set("knob", step.knob).set("state", word(step.state));
    if (!step.instance.empty()) one.set("instance", step.instance);
    if (!step.note.empty()) one.set("note", step.note);
    Json cells = Json::array();
    for (const CellChange& cell : step.cells) {
      Json item = Json::object().set("cell", cell.cell).set("path", cell.path);
      item.set("now", cell.before);
      if (!cell.wanted.empty()) item.set("wanted", cell.wanted);
      cells.push(std::move(item));
    }
    steps.push(std::move(one.set("cells", std::move(cells))));
  }
  Json files = Json::array();
  for (const PlannedFile& file : plan.files) {
    const char* const state = !file.before ? "new" : file.differs() ? "change" : "same";
    files.push(Json::object().set("path", file.path).set("state", state));
  }
  Json out = Json::object().set("schema", 1).set("profile", plan.profile);
  out.set("changes", plan.changes()).set("steps", std::move(steps));
  if (!plan.foreign.empty()) out.set("foreign", plan.foreign);
  if (!plan.blocked.empty()) out.set("blocked", plan.blocked);
  if (!plan.not_kept.empty()) out.set("not_kept", plan.not_kept);
  return std::move(out.set("files", std::move(files)).set("warnings", Json::list(plan.warnings)));
}

Json to_json(const Knob& knob) {
  Json cells = Json::array(), seed = Json::array(), evidence = Json::array();
  for (const KnobCell& cell : knob.cells) {
    Json one = Json::object().set("cell", cell.name).set("path", cell.path);
    if (cell.lowest) one.set("lowest", *cell.lowest).set("highest", *cell.highest);
    if (!cell.words.empty()) one.set("words", Json::list(cell.words));
    cells.push(std::move(one));
  }
  for (const SeedClaim& claim : knob.seed) {
    Json one = Json::object().set("items", claim.items).set("sets", claim.sets);
    seed.push(std::move(one.set("verdict", claim.verdict).set("says", claim.says)));
  }
  for (const KnobEvidence& each : knob.evidence) {
    Json one = Json::object().set("source", each.source).set("date", each.date);
    evidence.push(std::move(one.set("kind", each.kind).set("says", each.says)));
  }
  Json out = Json::object().set("name", knob.name).set("title", knob.title).set("kind", knob.kind);
  out.set("advice", word(knob.advice)).set("risk", knob.risk).set("usual", knob.usual);
  out.set("persists", knob.persists).set("why", knob.why).set("cells", std::move(cells));
  out.set("seed", std::move(seed)).set("evidence", std::move(evidence));
  return std::move(out.set("origin", knob.origin));
}

Json to_json(const Profile& profile) {
  Json wants = Json::array();
  for (const Profile::Want& want : profile.wants) {
    Json values = Json::object();
    for (const Setting& each : want.values) values.set(each.cell, each.value);
    Json one = Json::object().set("knob", want.knob).set("why", want.why);
    if (!want.instance.empty()) one.set("instance", want.instance);
    wants.push(std::move(one.set("values", std::move(values))));
  }
  Json out = Json::object().set("name", profile.name).set("title", profile.title);
  out.set("price", profile.price).set("wants", std::move(wants));
  return std::move(out.set("origin", profile.origin));
}

Json to_json(const KnobStatus& status) {
  Json cells = Json::array();
  for (const KnobStatus::Cell& cell : status.cells) {
    Json one = Json::object().set("cell", cell.cell);
    one.set("now", cell.unknown.empty() ? Json(cell.now) : Json());
    if (!cell.unknown.empty()) one.set("not_known", cell.unknown);
    if (!cell.wanted.empty()) one.set("wanted", cell.wanted);
    if (!cell.boot.empty()) one.set("boot", cell.boot).set("boot_file", cell.boot_file);
    cells.push(std::move(one));
  }
  Json out = Json::object().set("knob", status.knob).set("title", status.title);
  if (!status.instance.empty()) out.set("instance", status.instance);
  out.set("advice", word(status.advice)).set("usual", status.usual);
  if (!status.note.empty()) out.set("note", status.note);
  return std::move(out.set("cells", std::move(cells)));
}

Json to_json(const TuneOutcome& outcome) {
  Json out = Json::object().set("what", outcome.what).set("state", word(outcome.state));
  if (!outcome.note.empty()) out.set("note", outcome.note);
  return out;
}

Json to_json(const CellProof& proof) {
  Json out = Json::object().set("cell", proof.cell).set("path", proof.path);
  out.set("requested", proof.requested.empty() ? Json() : Json(proof.requested));
  out.set("accepted", proof.accepted.empty() ? Json() : Json(proof.accepted));
  out.set("observed", Json::list(proof.observed));
  if (!proof.not_observed.empty()) out.set("not_observed", proof.not_observed);
  out.set("boot", Json::list(proof.boot));
  return std::move(out.set("holds", proof.holds ? Json(*proof.holds) : Json()));
}

}  // namespace gb10
