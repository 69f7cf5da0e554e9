#include "rules/wording.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

constexpr std::size_t kMaxElements = 5;

/// Lists in a sentence stay short.
std::string sentence_text(const Value& value) {
  const auto* const list = std::get_if<std::vector<std::string>>(&value);
  if (!list || list->size() <= kMaxElements) return printable(to_text(value), 600);
  const std::vector<std::string> head(list->begin(), list->begin() + kMaxElements);
  return printable(fmt::format("{} and {} more", joined(head, ", "), list->size() - kMaxElements),
                   600);
}

struct WindowWord {
  std::string_view word;
  Metric metric;
  Unit unit;
  bool high;
};
constexpr WindowWord kWindowWords[] = {
    {"sm_clock_min", Metric::sm_clock, Unit::hertz, false},
    {"sm_clock_max", Metric::sm_clock, Unit::hertz, true},
    {"power_min", Metric::power, Unit::watts, false},
    {"power_max", Metric::power, Unit::watts, true},
    {"temperature_max", Metric::temperature, Unit::celsius, true},
    {"utilization_min", Metric::utilization, Unit::ratio, false}};

std::string rounded_text(double value, Unit unit) {
  if (unit == Unit::ratio) return fmt::format("{:.0f} %", value * 100);
  return to_text(Quantity{value, unit});
}

std::string window_text(std::string_view word, std::span<const GpuSample> run) {
  if (word == "samples") return fmt::format("{}", run.size());
  if (word == "duration") return to_text(seconds(span_of(run)));
  for (const WindowWord& each : kWindowWords) {
    if (each.word != word) continue;
    const std::optional<Extent> range = extent(run, each.metric);
    return range ? rounded_text(each.high ? range->high : range->low, each.unit) : "not known";
  }
  return "not known";
}

/// What stands for `name` in a command, to the byte; nothing where it is not known.
std::optional<std::string> raw_text(std::string_view name, const Wording& wording) {
  if (name == "*") return wording.instance;
  if (name == "matched")
    return wording.matched.empty() ? std::nullopt : std::optional(wording.matched[0]);
  const Fact* const fact = wording.facts.find(bound(name, wording.instance));
  return fact && fact->value.ok() ? std::optional(to_text(*fact->value)) : std::nullopt;
}

bool is_one_line(std::string_view text) {
  return std::none_of(text.begin(), text.end(),
                      [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

std::string placeholder_text(std::string_view name, const Wording& wording) {
  if (name == "*") return printable(wording.instance);
  if (name == "matched")
    return wording.matched.empty() ? "not known" : printable(wording.matched[0]);
  if (name == "matched.count") return fmt::format("{}", wording.matched.size());
  if (name.starts_with("window.")) return window_text(name.substr(7), wording.run);
  const Fact* const fact = wording.facts.find(bound(name, wording.instance));
  return fact && fact->value.ok() ? sentence_text(*fact->value) : "not known";
}

/// True for what stands in braces when it may be a placeholder: shell and JSON braces stay as they
/// are.
bool is_placeholder(std::string_view name) {
  if (name == "*" || name == "matched") return true;
  const bool dotted = name.find('.') != std::string_view::npos;
  return dotted && !name.empty() &&
         name.find_first_not_of(
             "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
             "0123456789_.[]*-") == std::string_view::npos;
}

}  // namespace

std::vector<std::string> placeholders(std::string_view text) {
  std::vector<std::string> found;
  for (std::size_t open = text.find('{'); open != std::string_view::npos;
       open = text.find('{', open + 1)) {
    const std::size_t close = text.find('}', open);
    if (close == std::string_view::npos) break;
    const std::string_view name = text.substr(open + 1, close - open - 1);
    if (is_placeholder(name)) found.emplace_back(name);
  }
  return found;
}

namespace {

/// `text` with each placeholder replaced by what `value_of_name` gives for it.
template <typename F>
std::string with_placeholders(std::string_view text, F value_of_name) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t open = text.find('{', at);
    out += text.substr(at, open == std::string_view::npos ? open : open - at);
    if (open == std::string_view::npos) break;
    const std::size_t close = text.find('}', open);
    const std::string_view name = close == std::string_view::npos
                                      ? std::string_view()
                                      : text.substr(open + 1, close - open - 1);
    if (close == std::string_view::npos || !is_placeholder(name)) {
      out += '{';
      at = open + 1;
      continue;
    }
    out += value_of_name(name);
    at = close + 1;
  }
  return out;
}

}  // namespace

std::string filled(std::string_view text, const Wording& wording) {
  return with_placeholders(text,
                           [&](std::string_view name) { return placeholder_text(name, wording); });
}

std::optional<std::string> filled_command(std::string_view text, const Wording& wording) {
  bool whole = true;
  std::string out = with_placeholders(text, [&](std::string_view name) {
    const std::optional<std::string> value = raw_text(name, wording);
    whole = whole && value && is_one_line(*value);
    return shell_quoted(value.value_or(std::string()));
  });
  return whole ? std::optional(std::move(out)) : std::nullopt;
}

std::vector<std::string> evidence_of(std::span<const Clause> clauses, const Wording& wording) {
  std::vector<std::string> out;
  for (const Clause& clause : clauses) {
    const std::string key = bound(clause.fact, wording.instance);
    const Fact* const fact = wording.facts.find(key);
    if (!fact) continue;
    const ClauseResult again = judged(clause, wording.facts, wording.instance);
    if (again.truth != Truth::yes) continue;
    const bool narrowed = clause.op == Op::matches && !again.matched.empty();
    std::string line = fmt::format("{} {} ({})", key,
                                   !fact->value.ok() ? fact->value.error().what
                                   : narrowed        ? printable(again.matched[0])
                                                     : sentence_text(*fact->value),
                                   fact->source);
    if (std::find(out.begin(), out.end(), line) == out.end()) out.push_back(std::move(line));
  }
  return out;
}

std::string evidence_of(std::span<const GpuSample> run) {
  std::string out = fmt::format("{} samples over {:.0f} s", run.size(), span_of(run));
  const auto add = [&](Metric metric, Unit unit, std::string_view behind) {
    const std::optional<Extent> range = extent(run, metric);
    if (!range) return;
    const std::string low = rounded_text(range->low, unit), high = rounded_text(range->high, unit);
    out += fmt::format("{} {}{}", out.find(':') == std::string::npos ? ":" : ",",
                       low == high ? high : fmt::format("{} to {}", low, high), behind);
  };
  add(Metric::sm_clock, Unit::hertz, "");
  add(Metric::power, Unit::watts, "");
  add(Metric::utilization, Unit::ratio, " busy");
  add(Metric::temperature, Unit::celsius, "");
  return out;
}

}  // namespace gb10
