#include "tune/knobs.h"

#include <algorithm>
#include <limits>
#include <set>

#include <fmt/format.h>

#include "base/embedded.h"
#include "base/text.h"
#include "base/toml.h"
#include "tune/cells.h"
#include "tune/persist.h"
#include "tune/settings.h"

namespace gb10 {

namespace {

using toml::Node;

std::vector<DataFile> embedded_of(std::string_view folder) {
  constexpr std::string_view kEnding = ".toml";
  std::vector<DataFile> out;
  for (const Embedded& file : embedded_files()) {
    if (!file.path.starts_with(folder)) continue;
    const std::size_t length = file.path.size() - folder.size() - kEnding.size();
    out.push_back({std::string(file.path.substr(folder.size(), length)), std::string(file.text),
                   std::string(kBuiltIn)});
  }
  return out;
}

std::string place_of(const DataFile& file, std::string_view folder) {
  return file.origin == kBuiltIn ? fmt::format("{}{}.toml", folder, file.name) : file.origin;
}

Result<CellForm> form_of(const Node& node) {
  const std::string text = TRY(node.text("form"));
  if (text == "integer") return CellForm::integer;
  if (text == "word") return CellForm::word;
  if (text == "numbers") return CellForm::numbers;
  if (text == "latency") return CellForm::latency;
  return node.wrong(fmt::format("no form is called \"{}\"", text));
}

Result<void> read_range(const Node& node, KnobCell& cell) {
  const Node* const range = node.find("range");
  if (!range) return {};
  const bool is_pair = range->items.size() == 2 && range->items[0].kind == Node::Kind::integer &&
                       range->items[1].kind == Node::Kind::integer;
  if (!is_pair || range->items[0].integer > range->items[1].integer)
    return range->wrong("a range is two whole numbers, the lower first");
  cell.lowest = range->items[0].integer;
  cell.highest = range->items[1].integer;
  return {};
}

/// "vm.swappiness" is a file below /proc/sys; anything else names its own.
Result<KnobCell> cell_of(const Node& node) {
  TRY(node.only(
      {"name", "path", "form", "range", "words", "count", "twin", "reset_by", "content"}));
  KnobCell out;
  out.name = TRY(node.text("name"));
  out.path = TRY(node.text("path", "/proc/sys/" + replaced(out.name, ".", "/")));
  out.form = TRY(form_of(node));
  out.words = TRY(node.texts("words"));
  out.twin = TRY(node.text("twin", ""));
  out.reset_by = TRY(node.text("reset_by", ""));
  out.content = TRY(node.text("content", ""));
  TRY(read_range(node, out));
  if (const Node* const count = node.find("count")) out.count = count->integer;
  if ((out.form == CellForm::numbers) != (out.count > 0))
    return node.wrong("numbers have a count, nothing else has");
  // What stands for an instance may be a path, a name or a number: each is tried.
  const bool is_cell = cell_kind(cell_path(out, "0")) || cell_kind(cell_path(out, "/0"));
  if (!is_cell) return node.wrong(fmt::format("\"{}\" names no cell", out.path));
  if (out.path.starts_with("file:") == out.content.empty())
    return node.wrong("a file of ours has a content, nothing else has");
  if (!out.content.empty() && out.path.find("gb10", out.path.rfind('/')) == std::string::npos)
    return node.wrong("a file of ours has gb10 in its name");
  if (out.form == CellForm::word && out.words.empty()) return node.wrong("its words are missing");
  const bool is_number = out.form == CellForm::integer || out.form == CellForm::latency;
  if (is_number && !out.lowest) return node.wrong("its range is missing");
  return out;
}

Result<std::vector<SeedClaim>> claims_of(const Node& root) {
  std::vector<SeedClaim> out;
  const Node* const rows = root.find("seed");
  for (const Node& row : rows ? rows->items : std::vector<Node>()) {
    TRY(row.only({"items", "sets", "verdict", "says"}));
    SeedClaim one;
    one.items = TRY(row.text("items"));
    one.sets = TRY(row.text("sets"));
    one.verdict = TRY(row.text("verdict"));
    one.says = TRY(row.text("says"));
    out.push_back(std::move(one));
  }
  return out;
}

Result<std::vector<KnobEvidence>> evidence_of(const Node& root) {
  std::vector<KnobEvidence> out;
  const Node* const rows = TRY(root.need("evidence"));
  for (const Node& row : rows->items) {
    TRY(row.only({"source", "date", "kind", "says"}));
    KnobEvidence one;
    one.source = TRY(row.text("source"));
    one.date = TRY(row.text("date"));
    one.kind = TRY(row.text("kind"));
    one.says = TRY(row.text("says"));
    out.push_back(std::move(one));
  }
  return out;
}

/// least = { file = "latency", value = 100 }
Result<void> read_least(const Node& root, Knob& knob) {
  const Node* const least = root.find("least");
  if (!least) return {};
  TRY(least->only({"file", "value"}));
  knob.least_of = TRY(least->text("file"));
  const Node* const value = TRY(least->need("value"));
  if (value->kind != Node::Kind::integer) return least->wrong("a least value is a whole number");
  knob.least = value->integer;
  return {};
}

Result<void> check_knob(const Node& root, const Knob& knob) {
  const bool is_known = is_persistence(knob.persists);
  if (!is_known) return root.wrong(fmt::format("nothing persists by \"{}\"", knob.persists));
  const bool is_settable =
      knob.advice == KnobAdvice::offered || knob.advice == KnobAdvice::experimental;
  if (is_settable && knob.cells.empty()) return root.wrong("a knob that may be set has no cell");
  if (knob.folder.empty() && !knob.match.empty()) return root.wrong("match needs a folder");
  if (knob.kind == "nvml") return {};  // its instances are the GPUs
  for (const KnobCell& cell : knob.cells) {
    if (!cell.twin.empty() && !knob.cell(cell.twin)) return root.wrong("a twin is no cell of it");
    if (!cell.reset_by.empty() && !knob.cell(cell.reset_by))
      return root.wrong("reset_by is no cell of it");
    const bool has_place =
        cell.path.find("{}") != std::string::npos || cell.path.find("{unit}") != std::string::npos;
    if (has_place == knob.folder.empty()) return root.wrong("{} stands for an instance");
  }
  return {};
}

Result<Profile::Want> want_of(const Node& node) {
  TRY(node.only({"knob", "values", "why", "instance"}));
  Profile::Want out;
  out.instance = TRY(node.text("instance", ""));
  out.knob = TRY(node.text("knob"));
  out.why = TRY(node.text("why"));
  const Node* const values = TRY(node.need("values"));
  for (const auto& [cell, value] : values->members) {
    std::string text = TRY(value.text());
    out.values.push_back({cell, std::move(text)});
  }
  if (out.values.empty()) return node.wrong("it wants no value");
  return out;
}

}  // namespace

std::string refusal(const KnobCell& cell, std::string_view value) {
  const auto plain = canonical(cell.form, value);
  if (!plain.ok()) return plain.error().what;
  if (*plain != value) return fmt::format("\"{}\" is written {}", value, *plain);
  if (cell.form == CellForm::word) {
    const bool is_known =
        std::find(cell.words.begin(), cell.words.end(), value) != cell.words.end();
    return is_known ? std::string()
                    : fmt::format("\"{}\" is none of {}", value, joined(cell.words, ", "));
  }
  if (value == "n/a") return "";  // of a latency: as low as it gets
  const std::vector<std::string_view> parts = words(value);
  if (cell.form == CellForm::numbers && static_cast<std::int64_t>(parts.size()) != cell.count)
    return fmt::format("{} are wanted, the lowest first", counted(cell.count, "number"));
  std::int64_t before = std::numeric_limits<std::int64_t>::min();
  for (const std::string_view part : parts) {
    const std::int64_t number = whole_number(part).value_or(0);
    if (number < before) return fmt::format("{} stands behind {}", number, before);
    before = number;
    if ((cell.lowest && number < *cell.lowest) || (cell.highest && number > *cell.highest))
      return fmt::format("{} lies outside {} to {}", number, *cell.lowest, *cell.highest);
  }
  return {};
}

Result<Knob> read_knob(const DataFile& file) {
  const std::string place = place_of(file, "knobs/");
  const Node root = TRY(toml::parse(file.text, place));
  TRY(root.only({"name", "title", "kind", "advice", "risk", "persists", "usual", "why", "counts",
                 "needs", "folder", "match", "driver", "least", "one", "cell", "seed",
                 "evidence"}));
  Knob out;
  out.origin = place;
  out.name = TRY(root.text("name"));
  if (out.name != file.name) return root.wrong(fmt::format("the name inside is \"{}\"", out.name));
  out.title = TRY(root.text("title"));
  out.kind = TRY(root.text("kind"));
  out.why = TRY(root.text("why"));
  out.risk = TRY(root.text("risk"));
  out.usual = TRY(root.text("usual"));
  out.persists = TRY(root.text("persists"));
  out.counts = TRY(root.text("counts", ""));
  out.needs = TRY(root.text("needs", ""));
  out.driver = TRY(root.text("driver", ""));
  if (const Node* const one = root.find("one")) out.names_instance = one->boolean;
  TRY(read_least(root, out));
  out.folder = TRY(root.text("folder", ""));
  out.match = TRY(root.text("match", ""));
  const std::string advice = TRY(root.text("advice"));
  const auto known = knob_advice(advice);
  if (!known) return root.wrong(fmt::format("no advice is called \"{}\"", advice));
  out.advice = *known;
  const Node* const cells = root.find("cell");
  for (const Node& node : cells ? cells->items : std::vector<Node>()) {
    KnobCell cell = TRY(cell_of(node));
    out.cells.push_back(std::move(cell));
  }
  out.seed = TRY(claims_of(root));
  out.evidence = TRY(evidence_of(root));
  TRY(check_knob(root, out));
  return out;
}

Result<Profile> read_profile(const DataFile& file) {
  const std::string place = place_of(file, "profiles/");
  const Node root = TRY(toml::parse(file.text, place));
  TRY(root.only({"name", "title", "price", "set"}));
  Profile out;
  out.origin = place;
  out.name = TRY(root.text("name"));
  if (out.name != file.name) return root.wrong(fmt::format("the name inside is \"{}\"", out.name));
  out.title = TRY(root.text("title"));
  out.price = TRY(root.text("price"));
  const Node* const sets = root.find("set");
  std::set<std::string> seen;
  for (const Node& node : sets ? sets->items : std::vector<Node>()) {
    Profile::Want want = TRY(want_of(node));
    if (!seen.insert(want.knob).second) return node.wrong(want.knob + " is wanted twice");
    out.wants.push_back(std::move(want));
  }
  return out;
}

KnobTable KnobTable::in_force(std::span<const DataFile> knobs, std::span<const DataFile> profiles) {
  KnobTable out;
  for (const DataFile& file : knobs) {
    Result<Knob> knob = read_knob(file);
    if (knob.ok())
      out.knobs_.push_back(*std::move(knob));
    else
      out.wrong_.emplace(file.name, knob.error());
  }
  for (const DataFile& file : profiles) {
    Result<Profile> profile = read_profile(file);
    Result<void> fits = profile.ok() ? Result<void>() : Result<void>(profile.error());
    for (std::size_t i = 0; profile.ok() && fits.ok() && i < profile->wants.size(); ++i) {
      fits = out.check(profile->wants[i]);
      if (!fits.ok())
        fits = Error{fits.error().kind, fmt::format("{}: {}", profile->origin, fits.error().what)};
    }
    if (fits.ok())
      out.profiles_.push_back(*std::move(profile));
    else
      out.wrong_.emplace(file.name, fits.error());
  }
  return out;
}

Result<KnobTable> KnobTable::open(std::span<const DataFile> knobs,
                                  std::span<const DataFile> profiles) {
  KnobTable out = in_force(knobs, profiles);
  if (!out.wrong_.empty()) return out.wrong_.begin()->second;
  return out;
}

Result<KnobTable> KnobTable::built_in() {
  return open(embedded_of("knobs/"), embedded_of("profiles/"));
}

Result<void> KnobTable::check(const Profile::Want& want) const {
  const auto wrong = [](std::string what) { return Error{Error::Kind::invalid, std::move(what)}; };
  const Knob* const wanted = knob(want.knob);
  if (!wanted) return wrong(fmt::format("no knob is called \"{}\"", want.knob));
  if (wanted->names_instance && want.instance.empty())
    return wrong(fmt::format("{} wants an instance, such as instance = \"{}\"", want.knob,
                             wanted->folder == "/sys/block" ? "nvme0n1" : "ollama.service"));
  for (const Setting& setting : want.values) {
    const KnobCell* const cell = wanted->cell(setting.cell);
    if (!cell && wanted->cells.empty())
      return wrong(fmt::format("{} is {}: {}", want.knob, word(wanted->advice), wanted->why));
    if (!cell) return wrong(fmt::format("{} has no cell \"{}\"", want.knob, setting.cell));
    for (const Setting& other : want.values) {
      if (!cell->twin.empty() && other.cell == cell->twin)
        return wrong(fmt::format("{} sets {} to 0: one of them", setting.cell, other.cell));
    }
    const std::string why = refusal(*cell, setting.value);
    if (!why.empty()) return wrong(fmt::format("{}: {}", setting.cell, why));
  }
  return {};
}

const Knob* KnobTable::knob(std::string_view name) const {
  const auto found = std::find_if(knobs_.begin(), knobs_.end(),
                                  [&](const Knob& each) { return each.name == name; });
  return found == knobs_.end() ? nullptr : &*found;
}

const Profile* KnobTable::profile(std::string_view name) const {
  const auto found = std::find_if(profiles_.begin(), profiles_.end(),
                                  [&](const Profile& each) { return each.name == name; });
  return found == profiles_.end() ? nullptr : &*found;
}

}  // namespace gb10
