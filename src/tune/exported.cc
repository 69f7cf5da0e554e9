#include "tune/exported.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/nearest.h"
#include "base/text.h"
#include "tune/persist.h"
#include "tune/settings.h"

namespace gb10 {

namespace {

/// `place` is not ours: what others put there must not look like a file that we wrote.
struct Format {
  const char *name, *path, *place;
};
constexpr std::array<Format, 3> kFormats = {
    {{"sysctl.d", kSysctlFile, "/etc/sysctl.d/90-from-{}.conf"},
     {"tmpfiles", kTmpfilesFile, "/etc/tmpfiles.d/from-{}.conf"},
     {"udev", kUdevFile, "/etc/udev/rules.d/89-from-{}.rules"}}};

/// "/etc/sysctl.d/90-from-cool.conf"; of a file that belongs to one knob its own place.
std::string place_of(const PlannedFile& file, const Plan& plan) {
  for (const Format& format : kFormats) {
    if (file.path == format.path)
      return replaced(format.place, "{}", replaced(plan.profile, ":", "-"));
  }
  return replaced(file.path, "gb10", "from-gb10");
}

std::string commented(const Plan& plan) {
  std::string out = fmt::format("# gb10 tune, profile {}: {}\n", plan.profile, plan.title);
  for (const PlanStep& step : plan.steps) {
    const bool is_left_out =
        step.state == PlanStep::State::skipped || step.state == PlanStep::State::refused;
    if (is_left_out)
      out += fmt::format("# left out, {}{}{}: {}\n", step.knob, step.instance.empty() ? "" : " ",
                         printable(step.instance, 80), printable(step.note, 200));
    else if (std::any_of(step.cells.begin(), step.cells.end(),
                         [](const CellChange& cell) { return is_gpu_cell(cell.path); }))
      out += fmt::format("# left out, {}: only gb10 tune asks a driver, at each boot\n", step.knob);
  }
  return out;
}

std::string indented(std::string_view text, std::string_view by) {
  std::string out;
  for (const std::string_view line : lines(text)) out += fmt::format("{}{}\n", by, line);
  return out;
}

/// "|-" keeps the last line's end out; the content ends with one.
std::string ansible(const Plan& plan) {
  std::string out = commented(plan);
  out +=
      "# Values of a file count from the next restart on; the role gb10.toolkit.tune sets them "
      "now as well.\n";
  if (plan.files.empty()) out += "[]\n";
  for (const PlannedFile& file : plan.files)
    out += fmt::format(
        "- name: Keep settings in {0}\n  ansible.builtin.copy:\n    dest: {0}\n    mode: \"0644\"\n"
        "    content: |\n{1}",
        place_of(file, plan), indented(own_lines(file.content), "      "));
  return out;
}

}  // namespace

std::vector<std::string> export_formats() {
  std::vector<std::string> out;
  for (const Format& format : kFormats) out.emplace_back(format.name);
  out.emplace_back("ansible");
  return out;
}

Result<std::string> exported(const Plan& plan, std::string_view format) {
  if (!plan.not_kept.empty() && plan.files.empty())
    return Error{Error::Kind::unsupported, plan.not_kept};
  if (format == "ansible") return ansible(plan);
  for (const Format& each : kFormats) {
    if (format != each.name) continue;
    for (const PlannedFile& file : plan.files) {
      if (file.path == each.path) return commented(plan) + std::string(own_lines(file.content));
    }
    return commented(plan) + "# nothing of it is kept so\n";
  }
  return Error{
      Error::Kind::invalid,
      format.empty() ? "which format?"
                     : fmt::format("no format is called \"{}\"", printable(format, 40)),
      did_you_mean(format, export_formats(), "--format " + joined(export_formats(), ", "))};
}

}  // namespace gb10
