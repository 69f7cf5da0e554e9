// Every signature of data/signatures as its own test: each of its examples is run, each anchor
// stands in what its pattern matches, and every name that it uses exists.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/embedded.h"
#include "base/pattern.h"
#include "base/text.h"
#include "doctor/rules_in_force.h"
#include "explain/explain.h"
#include "facts/facts.h"

namespace gb10 {
namespace {

std::vector<DataFile> built_in_files() {
  std::vector<DataFile> out;
  for (const Embedded& file : embedded_files()) {
    constexpr std::string_view kFolder = "signatures/";
    if (!file.path.starts_with(kFolder)) continue;
    std::string name(file.path.substr(kFolder.size()));
    name.resize(name.size() - std::string_view(".toml").size());
    out.push_back({std::move(name), std::string(file.text), std::string(kBuiltIn)});
  }
  return out;
}

std::vector<Signature> all_signatures() {
  std::vector<Signature> out;
  for (const DataFile& file : built_in_files()) {
    Result<Signature> read = read_signature(file);
    if (read.ok())
      out.push_back(*std::move(read));
    else
      ADD_FAILURE() << read.error().what;
  }
  return out;
}

std::vector<const LinePattern*> patterns_of(const Signature& signature) {
  std::vector<const LinePattern*> out;
  for (const LinePattern& pattern : signature.match) out.push_back(&pattern);
  for (const auto* const conditions : {&signature.also, &signature.unless}) {
    for (const Condition& condition : *conditions) {
      for (const LinePattern& pattern : condition.any) out.push_back(&pattern);
    }
  }
  return out;
}

/// Every name under which the explanation tells of a signature.
std::set<std::string> names_in(const Explanation& explanation) {
  std::set<std::string> out;
  for (const auto* const all :
       {&explanation.causes, &explanation.consequences, &explanation.harmless,
        &explanation.not_this_machine, &explanation.withheld}) {
    for (const Known& known : *all) out.insert(known.name);
  }
  return out;
}

/// True when `text` shows the signature, judged with no other one beside it.
bool shows(const DataFile& file, const Signature& signature, const std::string& text) {
  Result<SignatureBook> book = SignatureBook::open({file});
  if (!book.ok()) return false;
  Matcher matcher(*book);
  matcher.feed(text);
  matcher.end();
  if (names_in(explained(matcher)).count(signature.name) > 0) return true;
  // A context that shows a GB10 is told of nowhere.
  if (signature.role != Role::context || !book->known(0)) return false;
  return std::any_of(book->known(0)->match.begin(), book->known(0)->match.end(),
                     [&](const LinePattern& each) { return matcher.seen(each).count > 0; });
}

/// All files, or every so many-th where tests are slow.
std::vector<DataFile> some(const std::vector<DataFile>& all) {
  std::vector<DataFile> out;
  for (std::size_t i = 0; i < all.size(); i += GB10_TAKES_EVERY) out.push_back(all[i]);
  return out;
}

TEST(Signatures, are_there) { EXPECT_GT(all_signatures().size(), 200U); }

TEST(Signatures, fit_their_examples) {
  for (const DataFile& file : some(built_in_files())) {
    const Result<Signature> signature = read_signature(file);
    ASSERT_TRUE(signature.ok());
    int fires = 0, silent = 0;
    for (const Signature::Example& example : signature->examples) {
      (example.fires ? fires : silent) += 1;
      EXPECT_EQ(shows(file, *signature, example.text), example.fires)
          << file.name << ":" << example.line;
    }
    EXPECT_GT(fires, 0) << file.name;
    EXPECT_GT(silent, 0) << file.name;
  }
}

TEST(Signatures, have_patterns_that_compile_and_groups_for_what_they_say) {
  for (const Signature& signature : all_signatures()) {
    std::set<std::string> groups;
    for (const LinePattern* const pattern : patterns_of(signature)) {
      const Result<Pattern> compiled = Pattern::compile(pattern->line);
      ASSERT_TRUE(compiled.ok()) << signature.name << ":" << pattern->at;
      const std::vector<std::string> own = compiled->groups();
      groups.insert(own.begin(), own.end());
      for (const Comparison& each : pattern->where) {
        for (const std::string& word : {each.left, each.right}) {
          EXPECT_TRUE(decimal_number(word) || std::find(own.begin(), own.end(), word) != own.end())
              << signature.name << ": " << word;
        }
      }
    }
    std::string all = signature.title + signature.why + signature.applies + signature.fixed;
    for (const Step& step : signature.remedy) all += step.when + step.run + step.note;
    for (const std::string& line : signature.not_remedy) all += line;
    for (const std::string& group : wanted_groups(all))
      EXPECT_TRUE(groups.count(group) > 0) << signature.name << " has no group " << group;
  }
}

TEST(Signatures, fill_every_group_of_a_firing_example) {
  for (const DataFile& file : some(built_in_files())) {
    const Result<Signature> signature = read_signature(file);
    ASSERT_TRUE(signature.ok());
    for (const Signature::Example& example : signature->examples) {
      if (!example.fires) continue;
      Result<SignatureBook> book = SignatureBook::open({file});
      ASSERT_TRUE(book.ok());
      const Explanation found = explained(example.text, *book);
      for (const auto* const all : {&found.causes, &found.withheld, &found.harmless}) {
        for (const Known& known : *all)
          EXPECT_EQ(known.title.find("not known"), std::string::npos)
              << file.name << ":" << example.line << ": " << known.title;
      }
    }
  }
}

TEST(Signatures, name_anchors_that_the_quick_reader_finds) {
  for (const DataFile& file : built_in_files()) {
    const Result<Signature> signature = read_signature(file);
    ASSERT_TRUE(signature.ok());
    const std::vector<std::string> named = anchors_named_in(without_examples(file.text));
    for (const LinePattern* const pattern : patterns_of(*signature)) {
      EXPECT_NE(std::find(named.begin(), named.end(), pattern->anchor), named.end())
          << file.name << ": " << pattern->anchor;
    }
  }
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream out;
  out << in.rdbuf();
  return out.str();
}

/// Every line of every example and of the logs of tests/logs.
std::set<std::string> known_lines(const std::vector<Signature>& all) {
  std::set<std::string> out;
  const auto add = [&](std::string_view text) {
    for (const std::string_view line : lines(text)) out.emplace(line);
  };
  for (const Signature& signature : all) {
    for (const Signature::Example& example : signature.examples) add(example.text);
  }
  const char* const source = std::getenv("GB10_SOURCE");
  const std::filesystem::path folder = std::filesystem::path(source ? source : ".") / "tests/logs";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string text = read_file(entry.path());
    add(text);
  }
  return out;
}

/// Whether a pattern spells its own anchor, in whatever case: then the anchor is to find the lines
/// that the pattern means. One that does not asks for both in a line, which narrows it on purpose.
bool spells_its_anchor(const LinePattern& pattern) {
  std::string plain;
  for (const char c : pattern.line) {
    if (c != '\\') plain += c;
  }
  return lower(plain).find(lower(pattern.anchor)) != std::string::npos;
}

/// Whether one of the patterns has its anchor in the line and fits it.
bool is_met(const std::vector<const LinePattern*>& patterns, const std::string& regex,
            const std::string& line) {
  for (const LinePattern* const other : patterns) {
    if (other->line == regex && line.find(other->anchor) != std::string::npos) return true;
  }
  return false;
}

TEST(Signatures, find_every_line_that_a_pattern_with_its_anchor_in_it_fits) {
  const std::vector<Signature> all = all_signatures();
  const std::set<std::string> lines = known_lines(all);
  ASSERT_GT(lines.size(), 5000U);
  std::int64_t fitted = 0;
  for (const Signature& signature : all) {
    const std::vector<const LinePattern*> patterns = patterns_of(signature);
    for (const LinePattern* const pattern : patterns) {
      const Result<Pattern> compiled = Pattern::compile(pattern->line);
      if (!compiled.ok() || !spells_its_anchor(*pattern)) continue;
      for (const std::string& line : lines) {
        if (!compiled->fits(line)) continue;
        ++fitted;
        EXPECT_TRUE(is_met(patterns, pattern->line, line))
            << signature.name << ": \"" << pattern->anchor << "\" is not in: " << line;
      }
    }
  }
  EXPECT_GT(fitted, 5000);
}

TEST(Signatures, name_facts_and_signatures_that_exist) {
  std::set<std::string> names;
  for (const Signature& signature : all_signatures()) names.insert(signature.name);
  for (const Signature& signature : all_signatures()) {
    for (const std::string& other : signature.explains)
      EXPECT_TRUE(names.count(other) > 0) << signature.name << " explains " << other;
    for (const std::string& fact : signature.facts)
      EXPECT_NE(spec_in_rule(fact), nullptr) << signature.name << " names " << fact;
    EXPECT_LE(signature.facts.size(), 4U) << signature.name;
  }
}

/// The rows of the catalogue of failures, by family.
constexpr std::pair<char, int> kRows[] = {{'A', 22}, {'B', 19}, {'C', 14}, {'D', 27}, {'E', 13},
                                          {'F', 25}, {'G', 11}, {'H', 21}, {'I', 3},  {'N', 17}};

TEST(Signatures, cover_every_row_of_the_catalogue) {
  std::set<std::string> covered, rows;
  for (const Signature& signature : all_signatures()) covered.insert(signature.catalogue);
  for (const auto& [family, count] : kRows) {
    for (int i = 1; i <= count; ++i) rows.insert(fmt::format("{}-{:02d}", family, i));
  }
  EXPECT_EQ(rows.size(), 172U);
  for (const std::string& row : rows) EXPECT_EQ(covered.count(row), 1U) << row;
  for (const std::string& row : covered)
    EXPECT_TRUE(row.empty() || rows.count(row) == 1) << row << " is no row";
}

TEST(Signatures, give_commands_that_stand_alone) {
  for (const Signature& signature : all_signatures()) {
    for (const Step& step : signature.remedy) {
      const bool chained = step.run.find("&& sudo reboot") != std::string::npos ||
                           step.run.find("&& reboot") != std::string::npos;
      EXPECT_FALSE(chained) << signature.name << ": " << step.run;
    }
    EXPECT_FALSE(signature.source.empty()) << signature.name;
    EXPECT_FALSE(signature.date.empty()) << signature.name;
  }
}

TEST(Words_for_errors, can_be_read_and_fit_what_they_are_for) {
  const std::vector<ErrorWord> words = built_in_error_words();
  ASSERT_GT(words.size(), 10U);
  for (const ErrorWord& word : words) {
    EXPECT_TRUE(Pattern::compile(word.pattern.line).ok()) << word.kind;
    EXPECT_GE(word.pattern.anchor.size(), kShortestAnchor) << word.kind;
  }
}

}  // namespace
}  // namespace gb10
