#include "launch/readback.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/json.h"
#include "base/text.h"

namespace gb10 {

namespace {

constexpr std::size_t kLongest = 300;  // characters of what a process wrote
constexpr std::size_t kMostMismatches = 50;
constexpr std::size_t kMostWritten = 8U << 20U;  // as in data/hooks/sitecustomize.py

bool is_true(const Json& json, std::string_view key) {
  const Json* const found = json.find(key);
  return found && found->as_bool() && *found->as_bool();
}

std::optional<std::string> text_or_nothing(const Json* json) {
  if (!json || !json->as_string()) return std::nullopt;
  return *json->as_string();
}

double process_of(const Json& event) {
  const Json* const id = event.find("pid");
  return id ? id->as_number().value_or(0) : 0;
}

void add_start(const Json& event, ReadBack& out) {
  ++out.processes;
  const Json* const variables = event.find("variables");
  if (!variables || !variables->as_object()) return;
  for (const auto& [name, value] : *variables->as_object())
    out.variables.push_back(
        {name, text_or_nothing(&value), {}, std::nullopt, true, process_of(event)});
}

void add_variable(const Json& event, ReadBack& out) {
  ReadBack::Variable variable{event.text("name"),
                              text_or_nothing(event.find("value")),
                              event.text("seen"),
                              std::nullopt,
                              false,
                              process_of(event)};
  const Json* const agrees = event.find("agrees");
  if (agrees && agrees->as_bool()) variable.agrees = *agrees->as_bool();
  out.variables.push_back(std::move(variable));
}

bool add(const Json& event, ReadBack& out) {
  const std::string kind = event.text("event");
  if (kind == "start")
    add_start(event, out);
  else if (kind == "variable")
    add_variable(event, out);
  else if (kind == "hook")
    out.hooks.push_back({event.text("name"), event.text("module"), event.text("why"),
                         is_true(event, "done"), process_of(event)});
  else if (kind == "trouble")
    out.troubles.push_back(event.text("why"));
  else
    return false;
  return true;
}

std::string short_text(std::string_view text) { return printable(text, kLongest); }

/// A byte that is no UTF-8, as in an old name of a folder, comes back as "?".
bool is_same(std::string_view found, std::string_view planned) {
  const auto fits = [](char a, char b) {
    return a == b || (a == '?' && static_cast<unsigned char>(b) >= 0x80);
  };
  return std::equal(found.begin(), found.end(), planned.begin(), planned.end(), fits);
}

/// Why a variable is not as it was planned; nothing where it is.
std::optional<std::string> fault_of(const LaunchVariable& planned,
                                    const ReadBack::Variable& found) {
  const std::string setting = fmt::format("{}={}", planned.name, short_text(planned.value));
  if (!found.value)
    return fmt::format("{}: a Python process {} without it", setting,
                       found.at_start ? "began" : "ended");
  // The budget of gb10 run adds a share of the memory to what is set.
  const bool has_share = found.value->starts_with(planned.value + ",per_process_memory_fraction:");
  if (!is_same(*found.value, planned.value) && !has_share)
    return fmt::format(
        "{}: {} {}", setting,
        found.at_start ? "what started a Python process made it" : "the program itself made it",
        short_text(*found.value));
  if (found.agrees == false)
    return fmt::format("{} did not take effect: {}", setting, short_text(found.seen));
  return std::nullopt;
}

void add_once(std::vector<LaunchMismatch>& out, LaunchMismatch mismatch) {
  if (out.size() > kMostMismatches) return;
  if (out.size() == kMostMismatches) mismatch = {"there are more differences of this kind"};
  if (std::find(out.begin(), out.end(), mismatch) == out.end()) out.push_back(std::move(mismatch));
}

/// Whether a process began with what it ended with: then it is no news.
bool began_so(const ReadBack& found, const ReadBack::Variable& end) {
  const auto same = [&](const ReadBack::Variable& each) {
    return each.at_start && each.name == end.name && each.process == end.process &&
           each.value == end.value;
  };
  return end.process != 0 && std::any_of(found.variables.begin(), found.variables.end(), same);
}

void add_variable_faults(const LaunchPlan& plan, const ReadBack& found,
                         std::vector<LaunchMismatch>& out) {
  for (const LaunchVariable& planned : plan.variables) {
    for (const ReadBack::Variable& each : found.variables) {
      if (each.name != planned.name || out.size() > kMostMismatches) continue;
      auto fault = fault_of(planned, each);
      if (!fault) continue;
      const bool is_other = !each.value || !is_same(*each.value, planned.value);
      if (!each.at_start && is_other && began_so(found, each)) continue;
      add_once(out, {*std::move(fault)});
    }
  }
}

}  // namespace

ReadBack read_back(std::string_view text) {
  ReadBack out;
  for (const std::string_view line : lines(text)) {
    const auto event = parse_json(line);
    if (!event.ok() || !event->as_object() || !add(*event, out)) ++out.unreadable;
  }
  if (out.unreadable > 0)
    out.troubles.push_back(counted(out.unreadable, "line") + " of it cannot be understood");
  if (text.size() >= kMostWritten)
    out.troubles.push_back("the processes wrote more than is kept of it, 8 MiB");
  return out;
}

std::vector<LaunchMismatch> mismatches(const LaunchPlan& plan, const ReadBack& found) {
  std::vector<LaunchMismatch> out;
  // A program that starts no Python has the variables all the same.
  if (found.processes == 0 && !plan.hooks.empty())
    out.push_back(
        {"no Python process of the run loaded its hooks: none was started, or none that "
         "looks for modules where its variables say (python -I, -E and -S do not)"});
  add_variable_faults(plan, found, out);
  for (const ReadBack::Hook& hook : found.hooks) {
    if (!hook.done)
      add_once(out, {fmt::format("{}: {} is left alone: {}", short_text(hook.name),
                                 short_text(hook.module), short_text(hook.why)),
                     true});
  }
  for (const std::string& trouble : found.troubles)
    add_once(out, {fmt::format("not all could be read back: {}", short_text(trouble))});
  return out;
}

std::vector<std::pair<std::string, std::string>> hook_states(const LaunchPlan& plan,
                                                             const ReadBack& found) {
  std::vector<std::pair<std::string, std::string>> out;
  for (const LaunchHook& planned : plan.hooks) {
    std::string left;
    std::set<double> processes;
    for (const ReadBack::Hook& each : found.hooks) {
      if (each.name != planned.name) continue;
      if (each.done && each.module == planned.module) processes.insert(each.process);
      if (!each.done) left = short_text(each.why);
    }
    const auto done = static_cast<std::int64_t>(processes.size());
    const std::string state = !left.empty() ? "left alone: " + left
                              : done > 0    ? "done in " + counted(done, "process", "processes")
                                            : planned.module + " was not imported";
    out.emplace_back(planned.name, state);
  }
  return out;
}

}  // namespace gb10
