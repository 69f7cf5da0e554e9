#include "tune/journal.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/text.h"
#include "tune/settings.h"
#include "wheel/sha256.h"

namespace gb10 {

namespace {

constexpr std::int64_t kSchema = 2;  // 1: before there were disks, latencies and resets
constexpr std::string_view kSum = "sha256 ";
constexpr const char* kBaseline = "baseline.json";

constexpr std::array<std::pair<TuneRun::State, const char*>, 5> kStates = {
    {{TuneRun::State::pending, "pending"},
     {TuneRun::State::committed, "committed"},
     {TuneRun::State::undoing, "undoing"},
     {TuneRun::State::left, "left"},
     {TuneRun::State::undone, "undone"}}};

constexpr std::array<std::pair<CellForm, const char*>, 4> kForms = {
    {{CellForm::integer, "integer"},
     {CellForm::word, "word"},
     {CellForm::numbers, "numbers"},
     {CellForm::latency, "latency"}}};

template <class T, std::size_t N>
const char* word_of(const std::array<std::pair<T, const char*>, N>& words, T value) {
  for (const auto& [each, text] : words) {
    if (each == value) return text;
  }
  return "";
}

template <class T, std::size_t N>
Result<T> value_of_word(const std::array<std::pair<T, const char*>, N>& words, const Json& json,
                        std::string_view key) {
  const std::string text = json.text(key);
  for (const auto& [each, name] : words) {
    if (text == name) return each;
  }
  return Error{Error::Kind::invalid, fmt::format("{} is \"{}\"", key, printable(text, 40))};
}

std::string sum_of(std::string_view text) {
  Sha256 sum;
  sum.add(std::as_bytes(std::span(text.data(), text.size())));
  return hex_text(sum.digest());
}

Result<std::string> need_text(const Json& json, std::string_view key) {
  const Json* const found = json.find(key);
  if (found && found->as_string()) return *found->as_string();
  return Error{Error::Kind::invalid, fmt::format("{} is missing", key)};
}

const Json::Array& items(const Json& json, std::string_view key) {
  static const Json::Array kNone;
  const Json* const found = json.find(key);
  return found && found->as_array() ? *found->as_array() : kNone;
}

Json to_json(const CellChange& cell) {
  Json out = Json::object().set("cell", cell.cell).set("path", cell.path);
  out.set("form", word_of(kForms, cell.form)).set("twin", cell.twin);
  if (!cell.reset_by.empty()) out.set("reset_by", cell.reset_by);
  if (!cell.content.empty()) out.set("content", cell.content);
  return std::move(
      out.set("before", cell.before).set("wanted", cell.wanted).set("after", cell.after));
}

Result<CellChange> cell_from(const Json& json) {
  CellChange out;
  out.cell = TRY(need_text(json, "cell"));
  out.path = TRY(need_text(json, "path"));
  out.form = TRY(value_of_word(kForms, json, "form"));
  out.twin = TRY(need_text(json, "twin"));
  out.reset_by = json.text("reset_by");
  out.content = json.text("content");
  out.before = TRY(need_text(json, "before"));
  out.wanted = TRY(need_text(json, "wanted"));
  out.after = TRY(need_text(json, "after"));
  // What is in a journal must not become a way to write other things.
  if (!cell_kind(out.path) || (!out.reset_by.empty() && !cell_kind(out.reset_by)))
    return Error{Error::Kind::invalid, fmt::format("{} is no cell", printable(out.path, 100))};
  return out;
}

Result<PlanStep> step_from(const Json& json) {
  PlanStep out;
  out.knob = TRY(need_text(json, "knob"));
  out.instance = TRY(need_text(json, "instance"));
  out.match = json.text("match");
  out.persists = json.text("persists");
  out.state = PlanStep::State::change;
  for (const Json& item : items(json, "cells")) {
    CellChange cell = TRY(cell_from(item));
    out.cells.push_back(std::move(cell));
  }
  return out;
}

Result<RunFile> file_from(const Json& json) {
  RunFile out;
  out.path = TRY(need_text(json, "path"));
  out.content = TRY(need_text(json, "content"));
  const std::size_t slash = out.path.rfind('/');
  const bool is_ours =
      out.path.starts_with("/etc/") && out.path.find("gb10", slash) != std::string::npos;
  if (!is_ours || out.path.find("/../") != std::string::npos)
    return Error{Error::Kind::invalid,
                 fmt::format("{} is no file of gb10's", printable(out.path, 100))};
  const Json* const before = json.find("before");
  if (!before) return Error{Error::Kind::invalid, "before is missing"};
  if (before->as_string()) out.before = *before->as_string();
  out.made = json.text("made");
  if (!out.made.empty() && !out.path.starts_with(out.made + "/"))
    return Error{Error::Kind::invalid,
                 fmt::format("{} is no folder of {}", printable(out.made, 100), out.path)};
  return out;
}

/// "run-0007.json" is 7; 0 for another name.
int number_of(std::string_view name) {
  constexpr std::string_view kStart = "run-", kEnd = ".json";
  if (!name.starts_with(kStart) || !name.ends_with(kEnd)) return 0;
  name.remove_prefix(kStart.size());
  name.remove_suffix(kEnd.size());
  return static_cast<int>(whole_number(name).value_or(0));
}

std::string run_path(const std::string& folder, int number) {
  return fmt::format("{}/run-{:04}.json", folder, number);
}

Error damaged(const std::string& path, const Error& why) {
  return {Error::Kind::unfinished, fmt::format("the journal {} is damaged: {}", path, why.what),
          "nothing is changed before that is mended: look at it, then move it away"};
}

Result<std::map<std::string, std::string>> read_baseline(const HostView& host,
                                                         const std::string& folder) {
  std::map<std::string, std::string> out;
  const std::string path = fmt::format("{}/{}", folder, kBaseline);
  const auto text = host.read(path);
  if (!text.ok() && text.error().kind == Error::Kind::not_found) return out;
  const auto json = text.ok() ? journal_json(*text) : Result<Json>(text.error());
  if (!json.ok()) return damaged(path, json.error());
  for (const Json& item : items(*json, "cells")) out.emplace(item.text("path"), item.text("value"));
  return out;
}

}  // namespace

std::string boot_id(const HostView& host) {
  return std::string(trimmed(host.read("/proc/sys/kernel/random/boot_id").value_or("")));
}

std::string journal_text(const Json& json) {
  const std::string body = to_text(json, 1) + "\n";
  return fmt::format("{}{}{}\n", body, kSum, sum_of(body));
}

Result<Json> journal_json(std::string_view text) {
  const std::size_t end = text.rfind(fmt::format("\n{}", kSum));
  if (end == std::string_view::npos) return Error{Error::Kind::invalid, "it has no sum"};
  const std::string_view body = text.substr(0, end + 1);
  const std::string_view sum = trimmed(text.substr(end + 1 + kSum.size()));
  if (sum != sum_of(body)) return Error{Error::Kind::invalid, "its sum is another"};
  Json json = TRY(parse_json(body));
  const Json* const schema = json.find("schema");
  if (!schema || !schema->as_int() || *schema->as_int() > kSchema || *schema->as_int() < 1)
    return Error{Error::Kind::invalid, "it was written by a newer gb10"};
  return json;
}

Json to_json(const TuneRun& run) {
  Json steps = Json::array(), files = Json::array();
  for (const PlanStep& step : run.steps) {
    Json cells = Json::array();
    for (const CellChange& cell : step.cells) cells.push(to_json(cell));
    Json one = Json::object().set("knob", step.knob).set("instance", step.instance);
    if (!step.match.empty()) one.set("match", step.match);
    one.set("persists", step.persists);
    steps.push(std::move(one.set("cells", std::move(cells))));
  }
  for (const RunFile& file : run.files) {
    Json one = Json::object().set("path", file.path).set("content", file.content);
    if (!file.made.empty()) one.set("made", file.made);
    files.push(std::move(one.set("before", file.before ? Json(*file.before) : Json())));
  }
  Json out = Json::object().set("schema", kSchema).set("number", run.number);
  out.set("profile", run.profile).set("version", run.version).set("boot", run.boot);
  out.set("gpu_boot", run.gpu_boot).set("persists", run.persists);
  out.set("time", run.time).set("state", word_of(kStates, run.state));
  return std::move(out.set("steps", std::move(steps)).set("files", std::move(files)));
}

Result<TuneRun> run_from(const Json& json) {
  TuneRun out;
  const Json* const number = json.find("number");
  if (!number || !number->as_int() || *number->as_int() < 1)
    return Error{Error::Kind::invalid, "its number is missing"};
  out.number = static_cast<int>(*number->as_int());
  out.profile = TRY(need_text(json, "profile"));
  out.version = TRY(need_text(json, "version"));
  out.boot = TRY(need_text(json, "boot"));
  // Of schema 1, where a run had one boot and all kept files or none.
  out.gpu_boot = json.find("gpu_boot") ? json.text("gpu_boot") : out.boot;
  const Json* const persists = json.find("persists");
  if (persists && persists->as_bool()) out.persists = *persists->as_bool();
  const Json* const time = json.find("time");
  if (time && time->as_int()) out.time = *time->as_int();
  out.state = TRY(value_of_word(kStates, json, "state"));
  for (const Json& item : items(json, "steps")) {
    PlanStep step = TRY(step_from(item));
    out.steps.push_back(std::move(step));
  }
  for (const Json& item : items(json, "files")) {
    RunFile file = TRY(file_from(item));
    out.files.push_back(std::move(file));
  }
  return out;
}

Result<Journal> Journal::open(const HostView& host, std::string folder) {
  Journal out;
  out.folder_ = std::move(folder);
  const auto entries = host.list(out.folder_);
  if (!entries.ok() && entries.error().kind == Error::Kind::not_found) return out;
  if (!entries.ok()) return entries.error();
  for (const DirEntry& entry : *entries) {
    const int number = number_of(entry.name);
    if (number == 0) continue;
    const std::string path = run_path(out.folder_, number);
    const auto text = host.read(path);
    if (!text.ok()) return text.error();
    const auto json = journal_json(*text);
    auto run = json.ok() ? run_from(*json) : Result<TuneRun>(json.error());
    if (run.ok() && run->number != number)
      run = Error{Error::Kind::invalid, "it is called otherwise than its number"};
    if (!run.ok()) return damaged(path, run.error());
    out.runs_.push_back(*std::move(run));
  }
  std::sort(out.runs_.begin(), out.runs_.end(),
            [](const TuneRun& a, const TuneRun& b) { return a.number < b.number; });
  out.baseline_ = TRY(read_baseline(host, out.folder_));
  return out;
}

const TuneRun* Journal::unfinished() const {
  const auto found = std::find_if(runs_.begin(), runs_.end(),
                                  [](const TuneRun& run) { return run.is_unfinished(); });
  return found == runs_.end() ? nullptr : &*found;
}

std::vector<PlanStep> Journal::in_force(const std::string& boot) const {
  std::vector<PlanStep> out;
  for (const TuneRun& run : runs_) {
    if (run.state != TuneRun::State::committed || run.is_over(boot)) continue;
    for (const PlanStep& step : run.steps) {
      const bool is_gpu = !step.cells.empty() && is_gpu_cell(step.cells.front().path);
      if (!is_gpu || run.gpu_boot == boot) out.push_back(step);
    }
  }
  return out;
}

std::vector<PlanStep> Journal::kept() const {
  std::vector<PlanStep> out;
  for (const TuneRun& run : runs_) {
    if (run.state != TuneRun::State::committed || !run.persists) continue;
    out.insert(out.end(), run.steps.begin(), run.steps.end());
  }
  return out;
}

TuneRun Journal::next() const {
  TuneRun out;
  out.number = runs_.empty() ? 1 : runs_.back().number + 1;
  return out;
}

Result<void> Journal::write(Host& host, const TuneRun& run) {
  TRY(host.make_directory(folder_));
  TRY(host.install({run_path(folder_, run.number), journal_text(to_json(run)), 0644}));
  const auto there = std::find_if(runs_.begin(), runs_.end(),
                                  [&](const TuneRun& each) { return each.number == run.number; });
  if (there == runs_.end())
    runs_.push_back(run);
  else
    *there = run;
  return {};
}

Result<void> Journal::keep_baseline(Host& host, const std::vector<PlanStep>& steps) {
  bool is_new = false;
  for (const PlanStep& step : steps) {
    for (const CellChange& cell : step.cells) {
      // What cannot be read has no first value, and what a file keeps is in the run.
      if (!has_no_read_back(cell.path) && !is_by_file(cell.path))
        is_new = baseline_.emplace(cell.path, cell.before).second || is_new;
    }
  }
  if (!is_new) return {};
  Json cells = Json::array();
  for (const auto& [path, value] : baseline_)
    cells.push(Json::object().set("path", path).set("value", value));
  TRY(host.make_directory(folder_));
  const Json json = Json::object().set("schema", kSchema).set("cells", std::move(cells));
  return host.install({fmt::format("{}/{}", folder_, kBaseline), journal_text(json), 0644});
}

}  // namespace gb10
