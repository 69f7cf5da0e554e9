#include "report/last_boot.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

/// Seconds before the end of which a sample is shown; in between nothing moves fast enough.
constexpr std::int64_t kShown[] = {60, 45, 30, 20, 15, 10, 8, 6, 5, 4, 3, 2, 1, 0};
constexpr std::size_t kMostEvents = 12, kMostEvidence = 6;

struct Clock {
  std::string date, time;
};

Clock clock_of(std::int64_t seconds) {
  namespace chrono = std::chrono;
  // The calendar's years end in 32767.
  const chrono::sys_seconds moment{
      chrono::seconds(std::clamp<std::int64_t>(seconds, 0, 900'000'000'000))};
  const auto day = chrono::floor<chrono::days>(moment);
  const chrono::year_month_day date{day};
  const std::int64_t clock = (moment - day).count();
  return {fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                      static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day())),
          fmt::format("{:02}:{:02}:{:02}", clock / 3600, clock / 60 % 60, clock % 60)};
}

std::string length(std::int64_t seconds) {
  if (seconds < 120) return fmt::format("{} s", seconds);
  if (seconds < 7200) return fmt::format("{} min {} s", seconds / 60, seconds % 60);
  if (seconds < 172800) return fmt::format("{} h {} min", seconds / 3600, seconds / 60 % 60);
  return fmt::format("{} d {} h", seconds / 86400, seconds / 3600 % 24);
}

std::string when(const LastBoot& boot) {
  if (!boot.last_sign) return "when it went down is not known";
  const LastSign& sign = *boot.last_sign;
  const Clock clock = clock_of(sign.time);
  std::string out =
      fmt::format("last sign of life {} {} UTC ({})", clock.date, clock.time, sign.source);
  if (sign.before_next) out += fmt::format(", {} before the next boot", length(*sign.before_next));
  if (boot.lasted) out += fmt::format("; that boot lasted {}", length(*boot.lasted));
  return out;
}

std::string number(const std::optional<double>& value, double unit, int digits) {
  return value ? fmt::format("{:.{}f}", *value / unit, digits) : std::string("-");
}

/// The samples that are shown: the one at or before each of kShown, once.
std::vector<std::size_t> shown(const std::vector<LastSample>& samples) {
  std::vector<std::size_t> out;
  for (const std::int64_t before : kShown) {
    for (std::size_t i = samples.size(); i-- > 0;) {
      if (samples[i].time > samples.back().time - before) continue;
      if (out.empty() || out.back() != i) out.push_back(i);
      break;
    }
  }
  if (!samples.empty() && (out.empty() || out.front() != 0)) out.insert(out.begin(), 0);
  return out;
}

std::vector<std::string> cells(const LastSample& sample) {
  constexpr double kGiB = 1U << 30U;
  return {clock_of(sample.time).time,           number(sample.available, kGiB, 1),
          number(sample.pressure, 0.01, 0),     number(sample.power, 1, 0),
          number(sample.gpu_temperature, 1, 0), number(sample.hottest, 1, 1)};
}

constexpr const char* kColumns[] = {"time UTC", "GiB avail.", "% stalled",
                                    "GPU W",    "GPU °C",     "zone °C"};

std::string row(const std::vector<std::string>& cells) {
  std::string out = " ";
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::size_t wide = std::max<std::size_t>(columns(kColumns[i]), 8);
    out += std::string(wide + 1 - std::min(wide, columns(cells[i])), ' ') + cells[i];
  }
  return out + "\n";
}

/// The last of the events that came between two shown samples, newest last.
std::vector<std::string> events_between(const LastBoot& boot, std::size_t from, std::size_t to) {
  std::vector<std::string> out;
  for (std::size_t i = from; i < to; ++i)
    out.insert(out.end(), boot.samples[i].events.begin(), boot.samples[i].events.end());
  return out;
}

std::string minute(const LastBoot& boot, const Dress& dress) {
  const bool is_clean = boot.verdict == BootEnd::clean_shutdown;
  if (boot.samples.empty() || (is_clean && !dress.all)) return {};
  std::string out = row({std::begin(kColumns), std::end(kColumns)});
  const std::vector<std::size_t> rows = shown(boot.samples);
  const std::size_t all = events_between(boot, 0, boot.samples.size()).size();
  std::size_t skip = all - std::min(all, dress.all ? all : kMostEvents);
  if (skip > 0)
    out += fmt::format("    {} before these are left out: --all\n",
                       counted(static_cast<std::int64_t>(skip), "event"));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    out += row(cells(boot.samples[rows[i]]));
    const std::size_t to = i + 1 < rows.size() ? rows[i + 1] : boot.samples.size();
    for (const std::string& event : events_between(boot, rows[i], to)) {
      if (skip > 0 && skip-- > 0) continue;
      out += fmt::format("    {}\n", printable(event, dress.width - 6));
    }
  }
  return out + "\n";
}

void add_block(std::string& out, std::string_view label, std::string_view text,
               const Dress& dress) {
  bool first = true;
  for (const std::string& line : wrapped(text, dress.width - 12)) {
    out += fmt::format("  {:<10}{}\n", first ? label : "", line);
    first = false;
  }
}

void add_list(std::string& out, std::string_view label, const std::vector<std::string>& lines,
              const Dress& dress) {
  const std::size_t most = dress.all ? lines.size() : kMostEvidence;
  for (std::size_t i = 0; i < std::min(most, lines.size()); ++i)
    add_block(out, i == 0 ? label : "", lines[i], dress);
  if (lines.size() > most)
    add_block(out, "", fmt::format("{} more: --all", lines.size() - most), dress);
}

}  // namespace

std::string text(const LastBoot& boot, const Dress& dress) {
  std::string out =
      dress.color ? fmt::format("\x1b[1m{}\x1b[0m\n", boot.sentence) : boot.sentence + "\n";
  for (const std::string& line : wrapped(when(boot), dress.width - 2))
    out += fmt::format("  {}\n", line);
  if (!boot.origin.empty()) out += fmt::format("  {}\n", boot.origin);
  out += "\n" + minute(boot, dress);
  add_list(out, "seen", boot.evidence, dress);
  add_list(out, "against", boot.contradicting, dress);
  if (!boot.not_seen.empty()) add_block(out, "not seen", joined(boot.not_seen, ", "), dress);
  add_list(out, "missing", boot.missing, dress);
  add_block(out, "why", boot.why, dress);
  bool first = true;
  for (const Step& step : boot.remedy) {
    for (const std::string& line : lines_of(step, dress.width - 12)) {
      out += fmt::format("  {:<10}{}\n", first ? "do" : "", line);
      first = false;
    }
  }
  return out;
}

std::string markdown(const LastBoot& boot) {
  std::string out = fmt::format("**{}**  \n{}", in_markdown(boot.sentence), when(boot));
  if (!boot.origin.empty()) out += fmt::format(" ({})", boot.origin);
  out += "\n";
  const std::vector<std::size_t> rows = shown(boot.samples);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i == 0)
      out +=
          "\n| time UTC | GiB available | % stalled | GPU W | GPU °C | zone °C | events |\n"
          "|---|---|---|---|---|---|---|\n";
    const std::size_t to = i + 1 < rows.size() ? rows[i + 1] : boot.samples.size();
    out += fmt::format("| {} | {} |\n", joined(cells(boot.samples[rows[i]]), " | "),
                       in_markdown(joined(events_between(boot, rows[i], to), "; ")));
  }
  out += "\n";
  const auto list = [&](const char* label, const std::vector<std::string>& lines) {
    for (const std::string& line : lines)
      out += fmt::format("- {}: {}\n", label, in_markdown(line));
  };
  list("seen", boot.evidence);
  list("against", boot.contradicting);
  list("not seen", boot.not_seen);
  list("missing", boot.missing);
  if (!boot.why.empty()) out += fmt::format("- why: {}\n", in_markdown(boot.why));
  for (const Step& step : boot.remedy) out += fmt::format("- do: {}\n", in_markdown(step));
  return out;
}

}  // namespace gb10
