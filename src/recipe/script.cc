#include "recipe/script.h"

#include <fmt/format.h>

#include "base/text.h"
#include "recipe/names.h"
#include "recipe/stamps.h"

namespace gb10 {

namespace {

/// What a patch does, for a person to read; gb10 itself does it without Python.
constexpr const char* kReplace =
    "import sys; path, old, new = sys.argv[1:4]; text = open(path).read(); "
    "parts = text.split(new) if new else [text]; count = sum(part.count(old) for part in parts); "
    "count == 1 or count == 0 and (len(parts) > 1 or not new or len(sys.argv) > 4) or "
    "sys.exit(path + \": not as expected\"); "
    "open(path, \"w\").write(new.join(part.replace(old, new) for part in parts))";

std::string comment(std::string_view text) {
  std::string out;
  for (const std::string& line : wrapped(printable(text, 2000), 94)) out += "# " + line + "\n";
  return out;
}

/// A word with the names that the shell fills in.
std::string script_word(const std::string& word, const BuildPlan& plan) {
  const std::vector<std::string> names = names_in(word).value_or(std::vector<std::string>());
  if (names.empty()) return shell_quoted(plain_braces(word));
  std::string out;
  std::string_view rest = word;
  for (const std::string& name : names) {
    const std::string whole = fmt::format("{{{}}}", name);
    const std::size_t at = rest.find(whole);
    if (at > 0) out += shell_quoted(plain_braces(rest.substr(0, at)));
    if (name == kJobsName)
      out += "\"$JOBS\"";
    else
      out += fmt::format("\"$(head -n 1 {})\"",
                         shell_quoted(plan.folder + "/" + name.substr(kTextName.size())));
    rest.remove_prefix(at + whole.size());
  }
  return rest.empty() ? out : out + shell_quoted(plain_braces(rest));
}

std::string line_of(const BuildAction& action, const BuildPlan& plan) {
  std::vector<std::string> words;
  if (action.kind == BuildActionKind::patch) words = {"python3", "-c", shell_quoted(kReplace)};
  for (const std::string& word : action.argv) words.push_back(script_word(word, plan));
  if (action.kind == BuildActionKind::patch && action.optional) words.emplace_back("optional");
  if (action.kind == BuildActionKind::check_sha256)
    return fmt::format("printf '%s  %s\\n' {} {} | sha256sum --check --quiet -\n", words[1],
                       words[0]);
  const std::string line = joined(words, " ");
  if (action.folder == plan.folder) return line + "\n";
  return fmt::format("(cd {} && {})\n", shell_quoted(action.folder), line);
}

/// A folder of others is left alone, and what is made here is known to gb10 as its own.
std::string place() {
  const std::string mark = fmt::format("\"$WORK/{}\"", kMarkerFile);
  return fmt::format(
      "if [ ! -e {0} ] && [ -n \"$(ls -A \"$WORK\" 2> /dev/null)\" ]; then\n"
      "  echo \"$WORK holds something else, not made by gb10\" >&2\n"
      "  exit 5\n"
      "fi\n"
      "mkdir -p \"$WORK\"\n"
      "echo {1} > {0}\n"
      "mkdir -p \"$WORK/src\" \"$WORK/dist\"\n"
      "cd \"$WORK\"\n",
      mark, shell_quoted(std::string(trimmed(kMarkerText))));
}

std::string head(const BuildPlan& plan) {
  std::string out = "#!/bin/sh\n";
  out += comment(fmt::format("{}{}: {}", plan.recipe,
                             plan.version.empty() ? "" : " " + plan.version, plan.title));
  out += comment(fmt::format(
      "What gb10 recipe build {} runs, step by step; without its stamps, budget and resume.",
      plan.recipe));
  const std::vector<std::string> missing = plan.missing("apt");
  if (!missing.empty()) out += comment("missing here: sudo apt install " + joined(missing, " "));
  for (const std::string& name : plan.missing("recipe"))
    out += comment(fmt::format("first: gb10 recipe build {}", name));
  out += fmt::format("set -eu\n\nWORK={}\n", shell_quoted(plan.folder));
  out += place();
  std::string places;
  if (plan.python.starts_with('/'))
    places += shell_quoted(plan.python.substr(0, plan.python.rfind('/'))) + ":";
  if (!plan.toolkit.empty()) places += shell_quoted(plan.toolkit + "/bin") + ":";
  if (!places.empty()) out += fmt::format("export PATH={}\"$PATH\"\n", places);
  return out;
}

}  // namespace

std::string build_script(const BuildPlan& plan) {
  std::string out = head(plan);
  std::string body;
  for (const BuildVariable& each : plan.variables) {
    body += comment(each.reason);
    body += fmt::format("export {}={}\n", each.name, script_word(each.value, plan));
  }
  std::string steps;
  for (const BuildStep& step : plan.steps) {
    steps += "\n" + comment(step.kind == "step"
                                ? step.name
                                : fmt::format("{}: {}", step.name, shown_text(step.says, plan)));
    for (const BuildAction& action : step.actions) steps += line_of(action, plan);
  }
  // A name that nothing uses is a warning of those who check scripts.
  if ((body + steps).find("$JOBS") != std::string::npos)
    out += comment(plan.jobs.why) + fmt::format("JOBS=${{JOBS:-{}}}\n", plan.jobs.jobs);
  return out + (body.empty() ? "" : "\n" + body) + steps;
}

}  // namespace gb10
