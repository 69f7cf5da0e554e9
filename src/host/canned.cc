#include "host/canned.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <limits>

#include "base/json.h"
#include "base/text.h"
#include "host/record_json.h"

namespace gb10 {

namespace {

using record_json::text_from;

Error wrong(std::string what) { return {Error::Kind::invalid, std::move(what)}; }

/// A misspelt member must not pass for an absent one.
Result<void> only(const Json& json, std::initializer_list<std::string_view> known) {
  if (json.as_object() == nullptr) return wrong("not a JSON object");
  for (const auto& [name, value] : *json.as_object()) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    return wrong(fmt::format("unknown member \"{}\"", printable(name, 60)));
  }
  return {};
}

Result<std::int64_t> whole(const Json& json, std::string_view key, std::int64_t least,
                           std::int64_t most) {
  const Json* member = json.find(key);
  const auto* value = member != nullptr ? member->as_int() : nullptr;
  if (value != nullptr && *value >= least && *value <= most) return *value;
  return wrong(fmt::format("\"{}\" is missing or no whole number from {} on", key, least));
}

Result<std::string> optional_text(const Json& json, std::string_view key) {
  const Json* member = json.find(key);
  if (member == nullptr) return std::string();
  return text_from(member);
}

Result<Output> output_of(const Json& json) {
  Output out;
  if (json.find("exit") != nullptr) {
    const auto exit = TRY(whole(json, "exit", 0, 255));
    out.exit = static_cast<int>(exit);
  }
  out.out = TRY(optional_text(json, "stdout"));
  out.err = TRY(optional_text(json, "stderr"));
  return out;
}

Result<Space> space_of(const Json& json) {
  constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
  const auto total = TRY(whole(json, "total", 0, kMost));
  const auto available = TRY(whole(json, "available", 0, kMost));
  return Space{static_cast<std::uint64_t>(total), static_cast<std::uint64_t>(available)};
}

/// What stands in a line: an error, or what `read` makes of it. The outer Result is the line's.
template <class T>
Result<Result<T>> answer_of(const Json& json, Result<T> (*read)(const Json&)) {
  if (const Json* error = json.find("error")) {
    auto told = TRY(record_json::error_from(*error));
    return Result<T>(std::move(told));
  }
  auto value = TRY(read(json));
  return Result<T>(std::move(value));
}

Result<void> add_query(const Json& json, Canned& canned) {
  TRY(only(json, {"argv", "exit", "stdout", "stderr", "error"}));
  auto argv = TRY(record_json::lists_from(json.find("argv")));
  if (argv.empty()) return wrong("\"argv\" is empty");
  auto answer = TRY(answer_of(json, output_of));
  const auto [at, fresh] = canned.queries.emplace(std::move(argv), std::move(answer));
  if (fresh) return {};
  return wrong(fmt::format("a second answer for {}", printable(joined(at->first, " "), 100)));
}

Result<void> add_space(const Json& json, Canned& canned) {
  TRY(only(json, {"path", "total", "available", "error"}));
  auto path = TRY(text_from(json.find("path")));
  auto answer = TRY(answer_of(json, space_of));
  const auto [at, fresh] = canned.spaces.emplace(std::move(path), std::move(answer));
  if (fresh) return {};
  return wrong(fmt::format("a second answer for {}", printable(at->first, 100)));
}

Result<Self> self_of(const Json& json) {
  TRY(only(json, {"user", "environment", "now"}));
  Self self;
  const auto user = TRY(whole(json, "user", 0, std::numeric_limits<unsigned>::max()));
  self.effective_user = static_cast<unsigned>(user);
  if (json.find("now") != nullptr) {
    self.now = TRY(whole(json, "now", 0, std::numeric_limits<std::int64_t>::max()));
  }
  const Json* environment = json.find("environment");
  if (environment == nullptr) return self;
  if (environment->as_object() == nullptr) return wrong("\"environment\" is no object");
  for (const auto& [name, value] : *environment->as_object()) {
    auto text = TRY(text_from(&value));
    self.environment.insert_or_assign(name, std::move(text));
  }
  return self;
}

/// Hands each line to `add` and says in which one it stumbled. Empty lines are skipped.
Result<void> each_line(std::string_view text, std::string_view file, Canned& canned,
                       Result<void> (*add)(const Json&, Canned&)) {
  int number = 0;
  for (const auto line : lines(text)) {
    ++number;
    if (trimmed(line).empty()) continue;
    const auto json = parse_json(line);
    const Result<void> done = json ? add(*json, canned) : Result<void>(json.error());
    if (!done) return wrong(fmt::format("{}:{}: {}", file, number, done.error().what));
  }
  return {};
}

}  // namespace

Result<void> Canned::add_queries(std::string_view text, std::string_view file) {
  return each_line(text, file, *this, add_query);
}

Result<void> Canned::add_spaces(std::string_view text, std::string_view file) {
  return each_line(text, file, *this, add_space);
}

Result<void> Canned::set_self(std::string_view text, std::string_view file) {
  const auto json = parse_json(text);
  auto read = json ? self_of(*json) : Result<Self>(json.error());
  if (!read) return wrong(fmt::format("{}: {}", file, read.error().what));
  self = *std::move(read);
  return {};
}

Result<Output> Canned::query(const std::vector<std::string>& argv) const {
  const auto found = queries.find(argv);
  if (found != queries.end()) return found->second;
  return Error{Error::Kind::not_recorded, fmt::format("the answer of \"{}\" was not recorded",
                                                      printable(joined(argv, " "), 100))};
}

Result<Space> Canned::space(std::string_view path) const {
  const auto found = spaces.find(path);
  if (found != spaces.end()) return found->second;
  return Error{Error::Kind::not_recorded,
               fmt::format("the space of {} was not recorded", printable(path, 200))};
}

}  // namespace gb10
