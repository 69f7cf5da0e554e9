#include <algorithm>

#include <fmt/format.h>

#include "base/nearest.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/compat_table.h"
#include "cli/doctor_options.h"
#include "cli/machine.h"
#include "compat/check.h"
#include "compat/versions.h"
#include "report/compat.h"
#include "wheel/pep440.h"

namespace gb10 {

namespace {

constexpr OptionSpec kCompatOptions[] = {
    {"NAME", nullptr, false,
     "a row, a package or a package with its version (torch==2.9.1); all rows without one. "
     "The word check stands alone in its place: it tests this machine"},
    kSnapshotOption,
    kRootOption,
    kEnvironmentOption,
    kDataOption,
};

/// "torch==2.9.1": what is asked for and in which version.
struct Asked {
  std::string name, version;
};

/// "torch==2.9" for "torch" and ">=2.9,<3".
std::string example(const std::string& name, std::string_view rest) {
  const std::size_t begin = std::min(rest.find_first_of("0123456789"), rest.size());
  rest = rest.substr(begin);
  rest = rest.substr(0, std::min(rest.find_first_not_of("0123456789."), rest.size()));
  while (rest.ends_with('.')) rest.remove_suffix(1);
  if (rest.empty() || name.empty()) return "torch==2.9.1";
  return fmt::format("{}=={}", printable(name, 60), printable(rest, 40));
}

Result<Asked> asked(const std::string& typed) {
  const std::size_t end = std::min(typed.find_first_of("=<>!~[;@ "), typed.size());
  Asked out{std::string(trimmed(typed.substr(0, end))), {}};
  std::string_view rest = std::string_view(typed).substr(end);
  // What else is installed with it has rows of its own.
  if (rest.starts_with('[') && rest.find(']') != std::string_view::npos)
    rest = trimmed(rest.substr(rest.find(']') + 1));
  if (rest.empty()) return out;
  const std::string_view version = rest.starts_with("==") ? trimmed(rest.substr(2)) : "";
  if (version.empty() || version.find_first_of("=<>!~[;@ ,*") != std::string_view::npos) {
    return Error{
        Error::Kind::invalid, fmt::format("\"{}\" is no single version", printable(typed, 80)),
        fmt::format("ask for one version, such as  gb10 compat {}", example(out.name, rest))};
  }
  out.version = version;
  return out;
}

DatedRow dated(const CompatRow& row, std::int64_t now) { return {row, stale(row, now)}; }

Result<DatedRow> found(const CompatMatrix& matrix, const std::string& typed, std::int64_t now) {
  const Asked wanted = TRY(asked(typed));
  const CompatRow* row = matrix.named(wanted.name);
  if (!row) row = matrix.for_package(normalised_name(wanted.name));
  if (!row) {
    return Error{Error::Kind::invalid,
                 fmt::format("no row knows \"{}\"", printable(wanted.name, 60)),
                 did_you_mean(wanted.name, names_of(matrix), "gb10 compat lists the rows")};
  }
  DatedRow out = dated(*row, now);
  out.version = wanted.version;
  if (out.version.empty()) return out;
  out.of_version = status_of_build(out.version);
  const CompatRange* const range = status_for(*row, out.version);
  if (!out.of_version && range) out.of_version = *range;
  return out;
}

int print_row(const CompatMatrix& matrix, const Arguments& arguments, const Io& io) {
  const std::int64_t now = this_host(io)->self().now;
  const Result<DatedRow> row = found(matrix, arguments.value("NAME"), now);
  if (!row.ok()) return io.fail(row.error());
  if (arguments.has("--json"))
    io.print(to_text(to_json(*row), 2) + "\n");
  else if (arguments.has("--markdown"))
    io.print(markdown({&*row, 1}));
  else
    io.print(text(*row, {io.color, io.width, true}));
  return is_usable(row->status()) ? kFine : kAnswerIsNo;
}

int print_all(const CompatMatrix& matrix, const Arguments& arguments, const Io& io) {
  const std::int64_t now = this_host(io)->self().now;
  std::vector<DatedRow> rows;
  for (const CompatRow& row : matrix.rows()) rows.push_back(dated(row, now));
  if (arguments.has("--json")) {
    Json all = Json::array();
    for (const DatedRow& row : rows) all.push(to_json(row));
    io.print(to_text(Json::object().set("schema", 1).set("rows", std::move(all)), 2) + "\n");
  } else {
    io.print(arguments.has("--markdown") ? markdown(rows) : text(rows, {io.color, io.width, true}));
  }
  return kFine;
}

/// The machine to test and its facts.
struct Tested {
  Facts facts;
  std::string origin, public_origin;
};

Result<Tested> tested(const Arguments& arguments, const Io& io) {
  CollectOptions options;
  options.environments = TRY(environments(arguments));
  OpenMachine machine = TRY(open_machine(arguments, io));
  add(machine.environments, options);
  if (arguments.has("--markdown")) {
    machine = TRY(redacted_machine(machine, options.environments, [&](const Machine& view) {
      static_cast<void>(collect(view, options));
    }));
    options.environments = machine.environments;
  }
  Tested out{collect(machine.view(), options), machine.origin, machine.public_origin};
  TRY(check_environments(out.facts, options.environments));
  return out;
}

int run_check(const CompatMatrix& matrix, const Arguments& arguments, const Io& io) {
  const Result<Tested> machine = tested(arguments, io);
  if (!machine.ok()) return io.fail(machine.error());
  const CompatReport report = checked(matrix, machine->facts);
  if (arguments.has("--json"))
    io.print(to_text(to_json(report), 2) + "\n");
  else if (arguments.has("--markdown"))
    io.print(markdown(report, machine->public_origin));
  else
    io.print(text(report, machine->origin, {io.color, io.width, true}));
  if (!report.nothing_tested.empty()) return kUnsupported;
  return report.breaks() ? kAnswerIsNo : kFine;
}

int run(const Arguments& arguments, const Io& io) {
  const std::string name = arguments.value("NAME");
  for (const char* const option : {"--root", "--snapshot", "--env"}) {
    if (name == "check" || !arguments.has(option)) continue;
    return io.fail({Error::Kind::invalid, fmt::format("{} goes with check alone", option),
                    "gb10 compat check tests a machine; the rows are the same for all"});
  }
  const Result<CompatMatrix> matrix = matrix_in_force(arguments, io);
  if (!matrix.ok()) return io.fail(matrix.error());
  if (name == "check") return run_check(*matrix, arguments, io);
  return name.empty() ? print_all(*matrix, arguments, io) : print_row(*matrix, arguments, io);
}

}  // namespace

CommandSpec compat_command() {
  return {"compat",
          "what is known to work on a GB10: each tool with versions, evidence and date",
          "Without a name the whole matrix, a line each; with a name that row with its evidence "
          "and what to do (exit code 1 when it cannot be used on the GPU as it comes, or when no "
          "source says). check collects facts as the doctor does and holds the rows that they can "
          "test against them (exit code 1 when something here will not work, 3 when nothing "
          "here could be tested).",
          kCompatOptions,
          run,
          compat_names};
}

}  // namespace gb10
