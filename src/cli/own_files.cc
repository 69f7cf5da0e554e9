#include "cli/own_files.h"

#include <fmt/format.h>

#include "base/text.h"
#include "report/report.h"

namespace gb10 {

namespace {

std::string reason(const SilentFile& file, bool paths) {
  if (file.kind == SilentFile::Kind::masks_rule)
    return paths ? "masked by " + file.path : "masked by an empty file of its owner";
  const std::string why = paths ? fmt::format("{}: {}", file.path, file.why) : file.why;
  return file.hint.empty() ? why : fmt::format("{}; {}", why, file.hint);
}

}  // namespace

std::vector<NotChecked> not_checked(const std::vector<SilentFile>& files, bool paths) {
  std::vector<NotChecked> out;
  for (const SilentFile& file : files) {
    if (file.kind == SilentFile::Kind::masks_rule) {
      out.push_back({file.name, "", file.title, file.area, reason(file, paths)});
    } else if (file.kind == SilentFile::Kind::passed_over) {
      out.push_back({file.holds + " of your own", "", "", Area::software, reason(file, paths)});
    }
  }
  return out;
}

void warn_of_useless(const std::vector<SilentFile>& files, const Io& io) {
  for (const SilentFile& file : files) {
    if (file.kind != SilentFile::Kind::masks_nothing) continue;
    io.say(fmt::format("gb10: {} is empty and masks nothing: nothing is called {}\nhint: {}\n",
                       printable(file.path, 400), printable(file.name, 100), file.hint));
  }
}

std::string not_checked_text(const std::vector<NotChecked>& skipped, std::size_t width) {
  std::string out;
  for (const NotChecked& each : skipped) {
    bool first = true;
    const std::string whole =
        fmt::format("not checked: {}: {}", printable(each.name, 200), printable(each.reason, 600));
    for (const std::string& line : wrapped(whole, width - 4)) {
      out += fmt::format("{}{}\n", first ? "  " : "    ", line);
      first = false;
    }
  }
  return out;
}

std::string not_checked_markdown(const std::vector<NotChecked>& skipped) {
  std::string out;
  for (const NotChecked& each : skipped) {
    out += fmt::format("\nNot checked: {}: {}.\n", in_markdown(each.name),
                       in_markdown(printable(each.reason, 600)));
  }
  return out;
}

}  // namespace gb10
