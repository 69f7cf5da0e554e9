#include <algorithm>
#include <functional>
#include <iterator>

#include <fmt/format.h>

#include "base/embedded.h"
#include "base/nearest.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/doctor_options.h"
#include "cli/machine.h"
#include "cli/own_files.h"
#include "cli/rule_json.h"
#include "doctor/rules_in_force.h"
#include "host/tables.h"
#include "report/report.h"

namespace gb10 {

namespace {

constexpr OptionSpec kListOptions[] = {
    {"AREA", nullptr, false, "only gpu, memory, software, storage, network or thermal"},
    kDataOption,
};

std::vector<std::string> area_names() {
  std::vector<std::string> out;
  for (const Area each :
       {Area::gpu, Area::memory, Area::software, Area::storage, Area::network, Area::thermal})
    out.emplace_back(word(each));
  return out;
}

/// The rules in force, and the owner's files that take one out of force.
struct Listed {
  std::vector<Rule> rules;
  std::vector<SilentFile> masked;
  std::vector<NotChecked> passed_over;
};

Result<void> keep_area(const std::string& wanted, Listed& listed) {
  if (wanted.empty()) return {};
  const std::optional<Area> only = area(wanted);
  if (!only) {
    return Error{Error::Kind::invalid,
                 fmt::format("no area is called \"{}\"", printable(wanted, 40)),
                 did_you_mean(wanted, area_names(), "areas: " + joined(area_names(), " "))};
  }
  std::erase_if(listed.rules, [&](const Rule& rule) { return rule.area != *only; });
  std::erase_if(listed.masked, [&](const SilentFile& file) {
    return file.kind == SilentFile::Kind::masks_other || file.area != *only;
  });
  return {};
}

Result<Listed> listed(const Arguments& arguments, const Io& io) {
  const std::vector<std::string> data = TRY(data_directories(arguments));
  const std::unique_ptr<Host> here = this_host(io);
  RulesInForce all = TRY(rules_in_force(*here, data));
  Listed out{std::move(all.rules.rules), silent_files(*here, data), {}};
  warn_of_useless(out.masked, io);
  const auto masks = [](const SilentFile& file) {
    return file.kind == SilentFile::Kind::masks_rule || file.kind == SilentFile::Kind::masks_other;
  };
  std::vector<SilentFile> others;
  std::copy_if(out.masked.begin(), out.masked.end(), std::back_inserter(others),
               std::not_fn(masks));
  out.passed_over = not_checked(others, true);
  std::erase_if(out.masked, std::not_fn(masks));
  TRY(keep_area(arguments.value("AREA"), out));
  return out;
}

std::string markdown_of(const Listed& listed) {
  std::string out =
      "| rule | severity | area | what | source | date |\n|---|---|---|---|---|---|\n";
  for (const Rule& rule : listed.rules) {
    out += fmt::format("| `{}` | {} | {} | {} | {} | {} |\n", rule.name, word(rule.severity),
                       word(rule.area), rule.title, rule.source, rule.date);
  }
  for (const SilentFile& file : listed.masked) {
    out += fmt::format("\n`{}` is masked by an empty file.\n", file.name);
  }
  return out + not_checked_markdown(listed.passed_over);
}

std::string list_text(const Listed& listed, const Io& io) {
  std::vector<std::vector<std::string>> rows;
  for (const Rule& rule : listed.rules)
    rows.push_back({word(rule.severity), rule.name, rule.title});
  std::string out = fmt::format("{}\n{}\n", table(rows, {io.color, io.width, true}),
                                counted(static_cast<std::int64_t>(listed.rules.size()), "rule"));
  for (const SilentFile& file : listed.masked)
    out += fmt::format("  masked: {} by {}\n", printable(file.name, 200), printable(file.path));
  return out + not_checked_text(listed.passed_over, io.width) + "  gb10 show NAME explains one\n";
}

Json json_of(const Listed& listed) {
  Json all = Json::array();
  for (const Rule& rule : listed.rules) all.push(json_of(rule));
  for (const SilentFile& file : listed.masked) {
    all.push(
        Json::object().set("name", file.name).set("title", file.title).set("masked_by", file.path));
  }
  return all;
}

int run_list(const Arguments& arguments, const Io& io) {
  const Result<Listed> found = listed(arguments, io);
  if (!found.ok()) return io.fail(found.error());
  if (arguments.has("--json"))
    io.print(to_text(json_of(*found), 2) + "\n");
  else
    io.print(arguments.has("--markdown") ? markdown_of(*found) : list_text(*found, io));
  return kFine;
}

}  // namespace

CommandSpec rules_command() {
  return {"rules",
          "what is checked",
          "Lists the rules in force, each with its severity and what it looks for. --json adds the "
          "source and the date of each.",
          kListOptions,
          run_list,
          area_names};
}

}  // namespace gb10
