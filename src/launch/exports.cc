#include "launch/exports.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

constexpr std::array kFormats = {"sh", "fish", "dotenv", "docker", "systemd", "uv"};
static_assert(kFormats.size() == static_cast<std::size_t>(LaunchFormat::uv) + 1);
constexpr std::size_t kWidth = 98;  // of a comment, behind "# "

bool has_any(std::string_view text, std::string_view of) {
  return text.find_first_of(of) != std::string_view::npos;
}

/// What every reader takes as it is, without quotes.
bool is_plain(std::string_view value) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:@+=,-";
  return !value.empty() && value.find_first_not_of(kPlain) == std::string_view::npos;
}

bool is_one_line(std::string_view value) { return !has_any(value, "\n\r"); }

/// `value` with a backslash before each of `special`, and "\n" for a line end.
std::string escaped(std::string_view value, std::string_view special) {
  std::string out;
  for (const char c : value) {
    if (c == '\n') {
      out += "\\n";
      continue;
    }
    if (special.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

/// fish: in single quotes a backslash and a quote are escaped, nothing else means anything.
std::string fish_quoted(std::string_view value) {
  if (is_plain(value)) return std::string(value);
  std::string out = "'";
  for (const char c : value) {
    if (c == '\\' || c == '\'') out += '\\';
    out += c;
  }
  return out + "'";
}

/// Readers of .env files agree on single quotes around what holds none, and on little else: a
/// backslash is an escape to some of them also there, "${" begins a variable to python-dotenv
/// wherever it stands, "$" to others between double quotes.
std::optional<std::string> dotenv_quoted(std::string_view value) {
  if (is_plain(value) || value.empty()) return std::string(value);
  if (value.find("${") != std::string_view::npos) return std::nullopt;
  if (!has_any(value, "'\\\n\r")) return fmt::format("'{}'", value);
  if (has_any(value, "$`\r")) return std::nullopt;
  return fmt::format("\"{}\"", escaped(value, "\"\\"));
}

/// uv's reader takes single quotes to the byte, and escapes between double ones.
std::optional<std::string> uv_quoted(std::string_view value) {
  if (is_plain(value) || value.empty()) return std::string(value);
  if (value.find('\r') != std::string_view::npos) return std::nullopt;
  if (!has_any(value, "'\n")) return fmt::format("'{}'", value);
  return fmt::format("\"{}\"", escaped(value, "\"\\$"));
}

/// systemd.syntax(7): "%" begins a specifier, a backslash an escape; "$" means nothing here.
std::optional<std::string> systemd_line(const std::string& name, const std::string& value) {
  if (value.find('\r') != std::string::npos) return std::nullopt;
  return fmt::format("Environment=\"{}={}\"", name, replaced(escaped(value, "\"\\"), "%", "%%"));
}

std::string comment(std::string_view text) {
  std::string out;
  for (const std::string& line : wrapped(printable(text, 4000), kWidth)) out += "# " + line + "\n";
  return out;
}

std::string head(const LaunchPlan& plan, LaunchFormat format) {
  std::string out = comment(fmt::format(
      "gb10 env {}, for {}", plan.profile,
      plan.environment.empty() ? "no Python environment" : printable(plan.environment, 400)));
  if (plan.variables.empty())
    out += comment(fmt::format("nothing to set; gb10 env {} --explain says why", plan.profile));
  if (format == LaunchFormat::systemd && !plan.variables.empty()) out += "[Service]\n";
  return out;
}

}  // namespace

std::optional<LaunchFormat> launch_format(std::string_view word) {
  for (std::size_t i = 0; i < kFormats.size(); ++i) {
    if (word == kFormats[i]) return static_cast<LaunchFormat>(i);
  }
  return std::nullopt;
}

std::vector<std::string> launch_formats() { return {kFormats.begin(), kFormats.end()}; }

std::optional<std::string> launch_line(const std::string& name, const std::string& value,
                                       LaunchFormat format) {
  const auto assigned = [&](const std::optional<std::string>& quoted) {
    return quoted ? std::optional(name + "=" + *quoted) : std::nullopt;
  };
  if (value.find('\0') != std::string::npos) return std::nullopt;
  switch (format) {
    case LaunchFormat::sh:
      return "export " + name + "=" + shell_quoted(value);
    case LaunchFormat::fish:
      return "set -gx " + name + " " + fish_quoted(value);
    case LaunchFormat::dotenv:
      return assigned(dotenv_quoted(value));
    case LaunchFormat::docker:
      // A line of --env-file is taken to its end as it is; there are no quotes.
      return is_one_line(value) ? assigned(value) : std::nullopt;
    case LaunchFormat::systemd:
      return systemd_line(name, value);
    case LaunchFormat::uv:
      break;
  }
  return assigned(uv_quoted(value));
}

std::string launch_exports(const LaunchPlan& plan, LaunchFormat format) {
  std::string out = head(plan, format);
  std::string told;  // variables of one fix have one reason
  for (const LaunchVariable& each : plan.variables) {
    if (each.fix != told)
      out += comment(fmt::format("{}: {}{}", each.fix, each.reason,
                                 each.may_change_results ? "; may change results" : ""));
    told = each.fix;
    const auto line = launch_line(each.name, each.value, format);
    if (line)
      out += *line + "\n";
    else
      out += comment(fmt::format("{} is left out: this format cannot say {}", each.name,
                                 printable(each.value, 200)));
  }
  for (const LaunchHook& each : plan.hooks) {
    out +=
        comment(fmt::format("{}: {}; no variable can do that, gb10 run --profile {} -- COMMAND "
                            "does",
                            each.fix, each.reason, plan.profile));
  }
  if (!plan.warnings.empty())
    out += comment(fmt::format("{}: gb10 env {} --explain",
                               counted(static_cast<std::int64_t>(plan.warnings.size()), "warning"),
                               plan.profile));
  return out;
}

}  // namespace gb10
