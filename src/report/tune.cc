#include "report/tune.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

constexpr std::size_t kKnob = 20, kIndent = 4;

std::string bytes_in_words(const std::string& cell, const std::string& value) {
  const auto number = cell.find("bytes") != std::string::npos ? whole_number(value) : std::nullopt;
  constexpr std::int64_t kMiB = 1 << 20, kGiB = 1 << 30;
  if (!number || *number == 0) return value;
  if (*number % kGiB == 0) return fmt::format("{} GiB", *number / kGiB);
  return *number % kMiB == 0 ? fmt::format("{} MiB", *number / kMiB) : value;
}

std::string shown(const std::string& cell, const std::string& value) {
  return printable(bytes_in_words(cell, value), 80);
}

/// "at most 2200 MHz" of "0 2200".
std::string clocks_in_words(const std::string& value) {
  const std::vector<std::string_view> bounds = words(value);
  if (bounds.size() != 2) return "no bound asked for";
  return bounds[0] == "0" ? fmt::format("at most {} MHz", bounds[1])
                          : fmt::format("{} to {} MHz", bounds[0], bounds[1]);
}

std::string in_words(const CellChange& cell, const std::string& value) {
  return cell.path.ends_with(":sm_clocks") ? clocks_in_words(value) : shown(cell.cell, value);
}

/// "vm.swappiness 60 -> 10"; what a cell becomes through its twin is not told.
std::string change_of(const PlanStep& step) {
  std::vector<std::string> parts;
  for (const CellChange& cell : step.cells) {
    if (cell.wanted.empty()) continue;
    std::string part = fmt::format("{} {}", cell.cell, in_words(cell, cell.before));
    if (cell.wanted != cell.before) part += fmt::format(" -> {}", in_words(cell, cell.wanted));
    parts.push_back(std::move(part));
  }
  return joined(parts, ", ");
}

char mark(PlanStep::State state) {
  switch (state) {
    case PlanStep::State::change:
      return '~';
    case PlanStep::State::same:
      return '=';
    case PlanStep::State::skipped:
      return '-';
    case PlanStep::State::refused:
      break;
  }
  return 'x';
}

void add_wrapped(std::string& out, std::string_view first, std::string_view text,
                 const Dress& dress) {
  const std::size_t left = kIndent + kKnob;
  bool is_first = true;
  for (const std::string& line : wrapped(text, dress.width - left)) {
    out += fmt::format("{:<{}}{}\n", is_first ? first : "", left, line);
    is_first = false;
  }
}

std::string headline(const Plan& plan) {
  const auto changes =
      std::count_if(plan.steps.begin(), plan.steps.end(),
                    [](const PlanStep& each) { return each.state == PlanStep::State::change; });
  if (plan.refuses()) return "refused; nothing written";
  if (!plan.changes()) return "nothing to change";
  if (changes == 0) return "no setting to change, only what keeps them; nothing written";
  return fmt::format("{}, nothing written", counted(changes, "change"));
}

}  // namespace

std::string text(const Plan& plan, const Dress& dress) {
  std::string out = headline(plan) + "\n";
  add_wrapped(out, fmt::format("  {} ", plan.profile), plan.title, dress);
  add_wrapped(out, "  its price ", plan.price, dress);
  out += "\n";
  for (const PlanStep& step : plan.steps) {
    const std::string name = fmt::format("  {} {}{}{}", mark(step.state), step.knob,
                                         step.instance.empty() ? "" : " ", step.instance);
    const bool has_cells = step.state != PlanStep::State::skipped && !step.cells.empty();
    add_wrapped(out, name + " ", has_cells ? change_of(step) : step.note, dress);
    if (has_cells && step.state != PlanStep::State::same) add_wrapped(out, "", step.note, dress);
  }
  for (const PlannedFile& file : plan.files) {
    if (!file.differs()) continue;
    out += fmt::format(
        "  {} {} ({}, {})\n", file.before ? '~' : '+', file.path, file.before ? "changed" : "new",
        counted(std::count(file.content.begin(), file.content.end(), '\n') - 2, "line"));
  }
  if (!plan.foreign.empty() && plan.changes()) add_wrapped(out, "  !", plan.foreign, dress);
  for (const std::string& warning : plan.warnings) add_wrapped(out, "  !", warning, dress);
  if (!plan.not_kept.empty())
    add_wrapped(out, "  x", "it cannot be kept over a restart: " + plan.not_kept, dress);
  if (!plan.blocked.empty()) add_wrapped(out, "  x", "apply refuses: " + plan.blocked, dress);
  if (plan.changes() && !plan.refuses() && plan.blocked.empty() && plan.not_kept.empty())
    out += fmt::format(
        "\n  apply: sudo gb10 tune apply {}{}       back to the byte: sudo gb10 tune undo\n",
        plan.profile, plan.options);
  return out;
}

namespace {

bool same_cells(const KnobStatus& a, const KnobStatus& b) {
  return a.knob == b.knob &&
         std::equal(a.cells.begin(), a.cells.end(), b.cells.begin(), b.cells.end(),
                    [](const KnobStatus::Cell& x, const KnobStatus::Cell& y) {
                      return x.cell == y.cell && x.now == y.now && x.unknown == y.unknown &&
                             x.wanted == y.wanted && x.boot == y.boot;
                    });
}

/// "cpu-governor policy3", and "cpu-governor, all 20" of instances that are all alike.
std::string name_of(const KnobStatus& status, std::size_t alike) {
  if (status.instance.empty()) return status.knob;
  return alike > 1 ? fmt::format("{}, {} alike", status.knob, alike)
                   : fmt::format("{} {}", status.knob, status.instance);
}

/// What files set at the next boot, and which one wins.
std::string boot_lines(const KnobStatus& status) {
  std::string out;
  for (const KnobStatus::Cell& cell : status.cells) {
    if (!cell.boot.empty())
      out += fmt::format("  {} = {}  by {}\n", cell.cell, printable(cell.boot, 80),
                         printable(cell.boot_file, 200));
  }
  return out;
}

/// A service of many that could have a file and has none.
bool is_of_no_interest(const KnobStatus& status) {
  return !status.instance.empty() && !status.cells.empty() &&
         std::all_of(status.cells.begin(), status.cells.end(),
                     [](const auto& cell) { return cell.now == "absent" && cell.wanted.empty(); });
}

void add_rows(const KnobStatus& status, std::size_t alike,
              std::vector<std::vector<std::string>>& rows) {
  bool is_first = true;
  for (const KnobStatus::Cell& cell : status.cells) {
    rows.push_back({is_first ? name_of(status, alike) : "", cell.cell,
                    cell.unknown.empty() ? shown(cell.cell, cell.now) : "not known",
                    is_first ? status.usual : "", shown(cell.cell, cell.wanted)});
    is_first = false;
  }
}

}  // namespace

std::string text(std::span<const KnobStatus> statuses, const Dress& dress) {
  std::vector<std::vector<std::string>> rows = {{"knob", "cell", "now", "usual", "wanted"}};
  std::string notes, boot;
  for (std::size_t i = 0; i < statuses.size();) {
    const KnobStatus& status = statuses[i];
    std::size_t alike = 1;
    while (i + alike < statuses.size() && same_cells(status, statuses[i + alike]) &&
           !status.instance.empty())
      ++alike;
    boot += boot_lines(status);
    if (is_of_no_interest(status) && !dress.all) {
      i += alike;
      continue;
    }
    if (!status.cells.empty())
      add_rows(status, alike, rows);
    else if (dress.all)
      notes += fmt::format("{} ({}): {}\n", status.knob, word(status.advice), status.note);
    i += alike;
  }
  const bool has_wanted = std::any_of(rows.begin() + 1, rows.end(),
                                      [](const auto& row) { return !row.back().empty(); });
  for (auto& row : rows) {
    if (!has_wanted) row.pop_back();
  }
  std::string out = table(rows, dress);
  if (!boot.empty()) out += "\nat the next boot\n" + boot;
  if (!notes.empty()) out += "\n" + notes;
  return out;
}

std::string text(std::span<const TuneOutcome> outcomes, std::string_view done, const Dress& dress) {
  std::string out;
  for (const TuneOutcome& each : outcomes) {
    const bool is_well =
        each.state == TuneOutcome::State::done || each.state == TuneOutcome::State::nothing_to_do;
    const std::string said =
        each.state == TuneOutcome::State::done ? std::string(done) : std::string(word(each.state));
    add_wrapped(out, fmt::format("  {} {} ", is_well ? '=' : '!', each.what),
                each.note.empty() ? said : fmt::format("{}: {}", said, each.note), dress);
  }
  return out;
}

std::string text(std::span<const CellProof> proofs, const Dress& dress) {
  std::string out;
  for (const CellProof& proof : proofs) {
    const char* const said = !proof.holds   ? "nothing to prove"
                             : *proof.holds ? "holds"
                                            : "does not hold";
    out += fmt::format("{}: {}\n", proof.cell,
                       proof.requested.empty() ? "nothing was asked for" : said);
    const auto line = [&](const char* label, const std::string& text) {
      add_wrapped(out, fmt::format("  {} ", label), text, dress);
    };
    const bool is_gpu = proof.path.ends_with(":sm_clocks");
    line("requested", proof.requested.empty() ? "nothing" : proof.requested);
    line("accepted", !proof.accepted.empty() ? proof.accepted + ", read back"
                     : is_gpu                ? "it cannot be read back"
                                             : "nothing");
    line("observed",
         proof.observed.empty() ? proof.not_observed : joined(proof.observed, ", then "));
    line("next boot", proof.boot.empty() ? "no file sets it" : joined(proof.boot, ", then "));
  }
  return out;
}

std::string text(std::span<const Profile> profiles, const Dress& dress) {
  std::string out;
  for (const Profile& profile : profiles) {
    add_wrapped(out, fmt::format("  {} ", profile.name), profile.title, dress);
    add_wrapped(out, "", fmt::format("price: {}", profile.price), dress);
  }
  return out;
}

}  // namespace gb10
