#include "guard/ring_text.h"

#include <algorithm>
#include <cmath>

#include "base/json.h"
#include "base/text.h"

namespace gb10 {

namespace {

// What may be asked of a boot that ended: more than its last minute, and why it came to that.
constexpr std::size_t kBoots = 3, kSamples = 2000, kEvents = 500;
constexpr double kSeconds = 600;

constexpr EventKind kKinds[] = {EventKind::kernel_line, EventKind::unit_start, EventKind::decision,
                                EventKind::action,      EventKind::clock_jump, EventKind::note};

Json line_at(RingMoment when) {
  return Json::object().append("seconds", when.seconds).append("wall", when.wall);
}

Json line_of(const Reading& reading) {
  Json values = Json::object();
  for (std::size_t i = 0; i < kMetricCount; ++i) {
    if (reading.knows(i)) values.append(kMetrics[i].name, reading.at(i));
  }
  Json out = line_at({reading.seconds, reading.wall});
  return out.append("values", std::move(values));
}

/// Without what an instance of a unit is for, and without ids of containers: nobody's business.
std::string without_instance(std::string_view unit) {
  if (unit.find(' ') != std::string_view::npos) return std::string(unit);  // no name of a unit
  constexpr std::size_t kId = 12;  // digits from which on it is one
  const std::size_t at = unit.find('@'), dot = unit.rfind('.');
  std::string name(unit.substr(0, at));
  if (at != std::string_view::npos) name += "@…";
  if (at != std::string_view::npos && dot != std::string_view::npos && dot > at)
    name += unit.substr(dot);
  std::string out;
  for (std::size_t i = 0; i < name.size();) {
    const std::size_t end = std::min(name.find_first_not_of("0123456789abcdef", i), name.size());
    if (end - i >= kId)
      out += "…";
    else
      out += name.substr(i, std::max<std::size_t>(end - i, 1));
    i = std::max(end, i + 1);
  }
  return out;
}

Json line_of(const RingEvent& event, ToldTo who) {
  Json out = line_at(event.when);
  std::string text = printable(event.text, 4000);
  if (event.kind == EventKind::unit_start && who == ToldTo::strangers)
    text = without_instance(text);
  out.append("event", word(event.kind)).append("text", std::move(text));
  if (event.cut) out.append("cut", true);
  return out;
}

void put(const Json& line, std::string& out) { out += to_text(line) + "\n"; }

void put(const RingBoot& boot, ToldTo who, std::string& out) {
  Json head = line_at(boot.first);
  put(head.append("boot", boot.id).append("version", boot.version), out);
  const auto& samples = boot.samples;
  const std::size_t some = std::min(samples.size(), kSamples);
  for (auto at = samples.end() - static_cast<std::ptrdiff_t>(some); at != samples.end(); ++at) {
    if (at->seconds >= boot.last.seconds - kSeconds) put(line_of(*at), out);
  }
  const auto& events = boot.events;
  const std::size_t few = std::min(events.size(), kEvents);
  for (auto at = events.end() - static_cast<std::ptrdiff_t>(few); at != events.end(); ++at)
    put(line_of(*at, who), out);
  Json last = line_at(boot.last);
  if (boot.stop) last.append("stop", boot.stop->reason);
  put(last.append("last", true), out);
}

std::optional<RingMoment> moment(const Json& line) {
  const Json* const seconds = line.find("seconds");
  const Json* const wall = line.find("wall");
  if (!seconds || !wall || !seconds->as_number() || !wall->as_int()) return std::nullopt;
  if (!std::isfinite(*seconds->as_number())) return std::nullopt;
  return RingMoment{*seconds->as_number(), *wall->as_int()};
}

Reading reading_from(const Json::Object& values, RingMoment when) {
  Reading out;
  out.seconds = when.seconds;
  out.wall = when.wall;
  for (const auto& [name, value] : values) {
    for (std::size_t i = 0; i < kMetricCount; ++i) {
      if (name == kMetrics[i].name && value.as_number()) out.values[i] = *value.as_number();
    }
  }
  return out;
}

EventKind kind_named(std::string_view name) {
  const auto* const found = std::find_if(std::begin(kKinds), std::end(kKinds),
                                         [&](EventKind kind) { return name == word(kind); });
  return found == std::end(kKinds) ? EventKind::note : *found;
}

/// True where the line is one of ours.
bool take(const Json& line, RingLog& log) {
  const auto when = moment(line);
  if (!when) return false;
  if (line.find("boot")) {
    RingBoot& boot = log.boots.emplace_back();
    boot.id = ring::boot_id_digits(line.text("boot"));
    boot.version = line.text("version");
    boot.first = boot.last = *when;
    return true;
  }
  if (log.boots.empty()) return false;
  RingBoot& boot = log.boots.back();
  if (const Json* const values = line.find("values"); values && values->as_object()) {
    boot.samples.push_back(reading_from(*values->as_object(), *when));
  } else if (line.find("event")) {
    boot.events.push_back(
        {kind_named(line.text("event")), *when, line.text("text"), line.find("cut") != nullptr});
  } else if (line.find("last")) {
    if (line.find("stop")) boot.stop = RingStop{*when, line.text("stop")};
  } else {
    return false;
  }
  if (when->seconds >= boot.last.seconds) boot.last = *when;
  return true;
}

}  // namespace

std::string ring_text(const RingLog& log, ToldTo who) {
  std::string out;
  const std::size_t skipped = log.boots.size() - std::min(log.boots.size(), kBoots);
  for (std::size_t i = skipped; i < log.boots.size(); ++i) put(log.boots[i], who, out);
  return out;
}

RingLog ring_from_text(std::string_view text) {
  RingLog log;
  for (const std::string_view line : lines(text)) {
    const Result<Json> json = parse_json(line);
    if (json.ok() && take(*json, log)) {
      ++log.slots;
    } else {
      ++log.torn;
    }
  }
  return log;
}

}  // namespace gb10
