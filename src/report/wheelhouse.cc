#include "report/wheelhouse.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/text.h"
#include "model/quantity.h"

namespace gb10 {

namespace {

constexpr std::size_t kFew = 20;    // of a kind, unless all are asked for
constexpr std::size_t kLabel = 18;  // columns
constexpr std::size_t kLongest = 20'000;

std::string amount(std::uint64_t count) { return to_text(bytes(static_cast<double>(count))); }

/// The name of a file, which anybody may have given it.
std::string name_of(const std::string& file) { return printable(file, 200); }

/// "  added           what", whose words go on below themselves.
std::string row(std::string_view label, std::string_view words, const Dress& dress) {
  std::string out;
  for (const std::string& line : wrapped(printable(words, kLongest), dress.width - kLabel))
    out += fmt::format("  {:<{}}{}\n", out.empty() ? label : "", kLabel - 2, line);
  return out.empty() ? fmt::format("  {}\n", label) : out;
}

/// The first of many, and how many more there are.
template <class T, class Line>
std::string listed(const std::vector<T>& items, const Dress& dress, Line line) {
  std::string out;
  std::size_t count = 0;
  for (const T& item : items) {
    if (!dress.all && count == kFew) {
      const auto more = static_cast<std::int64_t>(items.size() - kFew);
      return out + row("", fmt::format("and {} more: --all lists them", more), dress);
    }
    out += line(item);
    ++count;
  }
  return out;
}

std::string wheels_of(std::int64_t count, std::uint64_t size) {
  return fmt::format("{}, {}", counted(count, "wheel"), amount(size));
}

/// The lowest remedy for what verify found.
std::string mending(const HouseCheck& check) {
  using Kind = HouseDifference::Kind;
  const auto has = [&](Kind kind) {
    return std::any_of(check.differences.begin(), check.differences.end(),
                       [&](const HouseDifference& each) { return each.kind == kind; });
  };
  std::vector<std::string> out;
  if (has(Kind::unsealed)) out.push_back("import the archive that was sealed into an empty house");
  if (has(Kind::changed) || has(Kind::missing) || has(Kind::unread) || has(Kind::index))
    out.push_back(
        "gb10 wheelhouse add of the same wheels puts back what was changed or lost, and the index");
  if (has(Kind::foreign)) out.push_back("move away what is foreign, then add it if it is wanted");
  if (!check.seal.empty() && !has(Kind::unsealed))
    out.push_back("seal --break before, seal after: the same manifest has the same seal");
  return joined(out, "; ");
}

std::string seal_words(const std::string& seal) {
  return seal.empty() ? "open: gb10 wheelhouse seal closes it" : "sealed " + seal;
}

/// " build 2" where the name of the file has one, and its tags as they stand there: one name may
/// stand for several Pythons and platforms.
std::pair<std::string, std::string> build_and_tags(const std::string& file) {
  constexpr std::string_view kEnd = ".whl";
  std::string_view rest = file;
  if (rest.ends_with(kEnd)) rest.remove_suffix(kEnd.size());
  const std::vector<std::string_view> parts = split(rest, '-');
  if (parts.size() != 5 && parts.size() != 6) return {};
  const std::size_t first = parts.size() - 3;
  return {parts.size() == 6 ? fmt::format(" build {}", parts[2]) : "",
          fmt::format("{}-{}-{}", parts[first], parts[first + 1], parts[first + 2])};
}

/// Of an environment only what it has installed can differ; what it has not is told apart.
std::string first_words(const HouseDiff& diff) {
  const auto rows = static_cast<std::int64_t>(diff.rows.size());
  const auto only_here = std::count_if(
      diff.rows.begin(), diff.rows.end(),
      [](const HouseDiffRow& each) { return each.kind == HouseDiffRow::Kind::only_here; });
  if (diff.there_is != "environment" || only_here == 0)
    return rows == 0 ? "no difference" : counted(rows, "difference");
  const std::string left =
      fmt::format("{} of the house not installed there", counted(only_here, "package"));
  if (diff.is_equal()) return "what is installed there is in the house; " + left;
  return fmt::format("{}; {}", counted(rows - only_here, "difference"), left);
}

}  // namespace

std::string lacks_text(const std::vector<HouseLack>& lacks, const Dress& dress) {
  // What is missing for several Pythons is one thing that is missing.
  std::map<std::string, std::vector<std::string>> pythons;
  std::vector<HouseLack> once;
  for (const HouseLack& lack : lacks) {
    auto& known = pythons[lack.wheel + "\n" + lack.requirement];
    if (known.empty()) once.push_back(lack);
    known.push_back(lack.python);
  }
  return listed(once, dress, [&](const HouseLack& lack) {
    std::string words = lack.requirement;
    if (!lack.wheel.empty()) words += ", which " + lack.wheel + " wants";
    if (!lack.note.empty()) words += ": " + lack.note;
    const auto& of = pythons[lack.wheel + "\n" + lack.requirement];
    return row("missing", fmt::format("{} (Python {})", words, joined(of, ", ")), dress);
  });
}

std::string text(const HouseAddition& addition, const Dress& dress) {
  using State = HouseAddRow::State;
  const std::int64_t added = addition.count(State::added) + addition.count(State::replaced);
  const std::int64_t back = addition.count(State::put_back);
  const std::int64_t there = addition.count(State::already_there);
  const std::int64_t refused = addition.count(State::refused);
  std::string out = added == 0 ? "nothing was added" : counted(added, "wheel") + " added";
  if (back > 0) out += fmt::format(", {} put back", back);
  if (there > 0) out += fmt::format(", {} there already", there);
  if (refused > 0) out += fmt::format(", {} refused", refused);
  out +=
      "\n" + row("house",
                 fmt::format("{}; {}", addition.house, wheels_of(addition.wheels, addition.bytes)),
                 dress);
  out += row("for", addition.target, dress) + "\n";
  std::vector<HouseAddRow> rows = addition.rows;
  std::stable_partition(rows.begin(), rows.end(),
                        [](const HouseAddRow& each) { return each.state == State::refused; });
  out += listed(rows, dress, [&](const HouseAddRow& each) {
    const char* const label =
        each.state == State::already_there ? "there already" : word(each.state);
    std::string lines = fmt::format("  {:<{}}{}\n", label, kLabel - 2, name_of(each.file));
    if (!each.what.empty()) lines += row("", each.what, dress);
    return lines;
  });
  const std::string lacks = lacks_text(addition.lacks, dress);
  return lacks.empty() ? out : out + "\n" + lacks;
}

std::string text(const HouseListing& listing, const Dress& dress) {
  const HouseManifest& manifest = listing.manifest;
  std::int64_t count = 0;
  std::uint64_t size = 0;
  for (const HouseWheel& wheel : manifest.wheels) {
    count += wheel.replaced ? 0 : 1;
    size += wheel.size;
  }
  std::string out =
      wheels_of(count, size) + (manifest.lacks.empty() ? "; they want nothing that is not here\n"
                                                       : "; something that they want is missing\n");
  out += row("house", listing.house, dress);
  if (!manifest.machine.empty()) out += row("for", manifest.machine, dress);
  out += row("state", seal_words(listing.seal), dress) + "\n";
  std::vector<std::vector<std::string>> rows;
  for (const HouseWheel& wheel : manifest.wheels) {
    std::string verdict = wheel.audit.verdict.empty() ? "not audited" : wheel.audit.verdict;
    if (wheel.replaced) verdict += ", replaced";
    const auto [build, tags] = build_and_tags(wheel.file);
    rows.push_back({"  " + wheel.name, wheel.version + build, amount(wheel.size), verdict, tags});
  }
  out += table(rows, dress);
  const std::string lacks = lacks_text(manifest.lacks, dress);
  return lacks.empty() ? out : out + "\n" + lacks;
}

std::string text(const HouseCheck& check, const Dress& dress) {
  const auto wrong = static_cast<std::int64_t>(check.differences.size());
  std::string out;
  if (check.is_good())
    out = check.seal.empty() ? "every file is as the manifest says\n"
                             : "every file is as the manifest says, and that is as it was sealed\n";
  else
    out = fmt::format("{} not as the manifest says\n",
                      wrong == 1 ? "1 thing is" : fmt::format("{} things are", wrong));
  out +=
      row("house", fmt::format("{}; {}", check.house, wheels_of(check.wheels, check.bytes)), dress);
  out += row("state", check.seal.empty() ? "open" : "sealed", dress);
  out += row("manifest", check.digest, dress);
  if (check.settled) out += row("cleared", "what an interrupted change had left", dress);
  if (!check.is_good()) out += "\n";
  out += listed(check.differences, dress, [&](const HouseDifference& each) {
    return row(word(each.kind), fmt::format("{} {}", each.file, each.what), dress);
  });
  if (!check.is_good()) out += "\n" + row("do", mending(check), dress);
  const std::string lacks = lacks_text(check.lacks, dress);
  return lacks.empty() ? out : out + "\n" + lacks;
}

std::string text(const HouseDiff& diff, const Dress& dress) {
  using Kind = HouseDiffRow::Kind;
  std::string out = first_words(diff) + "\n";
  out += row("here", diff.here, dress);
  out += row("there", fmt::format("{} ({})", diff.there, diff.there_is), dress);
  out += row("alike", counted(diff.same, "package"), dress);
  if (!diff.rows.empty()) out += "\n";
  out += listed(diff.rows, dress, [&](const HouseDiffRow& each) {
    switch (each.kind) {
      case Kind::only_here:
        return row("only here", fmt::format("{} {}", each.name, each.here), dress);
      case Kind::only_there:
        return row("only there", fmt::format("{} {}", each.name, each.there), dress);
      case Kind::version:
        return row("version",
                   fmt::format("{}: here {}, there {}", each.name, each.here, each.there), dress);
      case Kind::bytes:
        return row("bytes", fmt::format("{}: here {}, there {}", each.name, each.here, each.there),
                   dress);
    }
    return std::string();
  });
  if (!diff.notes.empty()) out += "\n";
  for (const std::string& note : diff.notes) out += row("not compared", note, dress);
  return out;
}

std::string text(const HousePrune& prune, const Dress& dress) {
  const auto many = std::count_if(prune.rows.begin(), prune.rows.end(),
                                  [](const HousePruneRow& each) { return each.goes; });
  std::string out;
  if (many == 0)
    out = "nothing would go\n";
  else
    out = fmt::format("{} {}, {}\n", counted(many, "wheel"),
                      prune.done ? (many == 1 ? "is gone" : "are gone") : "would go",
                      amount(prune.bytes()));
  out += row("house", prune.house, dress);
  out += row("looked at",
             counted(static_cast<std::int64_t>(prune.environments.size()), "environment"), dress);
  if (!prune.rows.empty()) out += "\n";
  out += listed(prune.rows, dress, [&](const HousePruneRow& each) {
    const char* const label = !each.goes ? "stays" : prune.done ? "gone" : "goes";
    std::string lines = fmt::format("  {:<{}}{}\n", label, kLabel - 2, name_of(each.file));
    return each.why.empty() ? lines : lines + row("", each.why, dress);
  });
  if (many > 0 && !prune.done) out += "\n" + row("do", "gb10 wheelhouse prune --yes", dress);
  if (!prune.not_searched.empty()) out += "\n";
  for (const std::string& place : prune.not_searched) out += row("not searched", place, dress);
  return out;
}

}  // namespace gb10
