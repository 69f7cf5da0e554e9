// Every table of data/ as its own test: each rule's examples are run, and each name that it uses
// must exist.

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/embedded.h"
#include "base/text.h"
#include "cli/app.h"
#include "compat/matrix.h"
#include "doctor/harmless.h"
#include "doctor/rules_in_force.h"
#include "doctor/signatures_in_force.h"
#include "facts/facts.h"
#include "host/fake_host.h"
#include "rules/judge.h"
#include "tune/knobs.h"

namespace gb10 {
namespace {

std::string name_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return std::string(
      path.substr(slash + 1, path.size() - slash - 1 - std::string_view(".toml").size()));
}

std::vector<Rule> all_rules() {
  std::vector<Rule> rules;
  for (const Embedded& file : embedded_files()) {
    if (!file.path.starts_with("rules/")) continue;
    Result<Rule> rule = read_rule(file.text, file.path);
    if (!rule.ok()) {
      ADD_FAILURE() << rule.error().what;
      continue;
    }
    rule->origin = file.path;
    rules.push_back(*std::move(rule));
  }
  return rules;
}

std::vector<Benign> all_benign() {
  std::vector<Benign> lines;
  for (const Embedded& file : embedded_files()) {
    if (!file.path.starts_with("benign/")) continue;
    Result<Benign> line = read_benign(file.text, file.path);
    if (!line.ok()) {
      ADD_FAILURE() << line.error().what;
      continue;
    }
    line->origin = file.path;
    lines.push_back(*std::move(line));
  }
  return lines;
}

Result<Value> typed(const FactSpec& spec, const toml::Node& node) {
  switch (spec.type) {
    case Type::boolean:
      return node.truth().map([](bool truth) { return Value(truth); });
    case Type::integer:
      return node.number().map(
          [](double number) { return Value(static_cast<std::int64_t>(number)); });
    case Type::number:
      return node.number().map([](double number) { return Value(number); });
    case Type::text:
      return node.text().map([](const std::string& text) { return Value(text); });
    case Type::version:
      return node.text().map([](const std::string& text) { return Value(Version{text}); });
    case Type::list:
      return node.texts().map([](const std::vector<std::string>& texts) { return Value(texts); });
    case Type::quantity:
      break;
  }
  const std::string text = TRY(node.text());
  const Quantity quantity = TRY(parse_quantity(text));
  if (quantity.unit != spec.unit)
    return node.wrong(fmt::format("{} is not in {}", text, word(spec.unit)));
  return Value(quantity);
}

Facts example_facts(const toml::Node& table) {
  Facts facts;
  for (const auto& [key, node] : table.members) {
    const FactSpec* const spec = spec_of(key);
    if (!spec) {
      ADD_FAILURE() << node.wrong("no fact is called " + key).what;
      continue;
    }
    // { unknown = "timeout" } stands for a fact that did not answer.
    if (const toml::Node* const unknown = node.find("unknown")) {
      facts.unknown(key, {error_kind(unknown->string).value_or(Error::Kind::failed), "no answer"},
                    "example");
      continue;
    }
    Result<Value> value = typed(*spec, node);
    if (!value.ok()) ADD_FAILURE() << value.error().what;
    facts.put(key, std::move(value), "example");
  }
  return facts;
}

/// The command lines of gb10 in a text: from "gb10 " to two blanks, a comment or a mark that ends
/// one.
std::vector<std::string> own_commands(const std::string& text) {
  std::vector<std::string> found;
  for (std::size_t at = text.find("gb10 "); at != std::string::npos;
       at = text.find("gb10 ", at + 1)) {
    if (at > 0 && text[at - 1] != ' ' && text[at - 1] != '`') continue;
    const std::string rest = text.substr(at + 5);
    std::size_t end = std::min(rest.find_first_of("`,;()|&>#:"), rest.find("  "));
    for (const char* const word : {" and ", " on ", " of ", " once "}) {
      end = std::min(end, rest.find(word));
    }
    found.push_back(rest.substr(0, end));
  }
  return found;
}

/// `gb10 …` in a remedy must be a command line that our own parser takes.
void expect_commands(const std::string& owner, const std::string& text) {
  for (const std::string& line : own_commands(text)) {
    std::vector<std::string> typed;
    for (const std::string_view word : words(line)) typed.emplace_back(word);
    if (typed.empty()) continue;
    const CommandSpec* const command = command_named(typed[0]);
    ASSERT_TRUE(command) << owner << ": \"gb10 " << line << "\" is no command";
    const Result<Arguments> read = parsed(*command, {typed.begin() + 1, typed.end()});
    EXPECT_TRUE(read.ok()) << owner << ": gb10 " << line << ": " << read.error().what;
  }
}

/// Words that stand for a value of the reader's machine.
bool is_blank(std::string_view word) {
  static const std::set<std::string_view> kBlanks = {"NAME", "DEVICE", "IFNAME",  "ADDRESS",
                                                     "PID",  "UNIT",   "PACKAGE", "PATH"};
  return kBlanks.count(word) > 0 || word.starts_with("PATH_");
}

/// What is to be filled in stands as <NAME>, so that a shell refuses it, and the note tells what it
/// is. PATH alone may also be the variable.
void expect_filled_or_marked(const std::string& owner, const Step& step) {
  constexpr std::string_view kWord =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
  const std::string_view run = step.run;
  for (std::size_t at = run.find_first_of(kWord); at < run.size();) {
    const std::size_t end = std::min(run.find_first_not_of(kWord, at), run.size());
    const std::string word(run.substr(at, end - at));
    const bool marked = at > 0 && run[at - 1] == '<' && run.substr(end).starts_with('>');
    if (marked) {
      EXPECT_TRUE(is_blank(word)) << owner << ": <" << word << "> is no known blank";
      EXPECT_NE(step.note.find("<" + word + ">"), std::string::npos)
          << owner << ": the note does not say what <" << word << "> is";
    } else {
      EXPECT_FALSE(word != "PATH" && is_blank(word))
          << owner << ": " << word << " wants <> in: " << run;
    }
    at = run.find_first_of(kWord, end);
  }
}

/// A command must be one that can be copied whole; one without a word or on two lines is refused
/// when the rule is read.
void expect_whole(const std::string& owner, const Step& step) {
  EXPECT_FALSE(step.run.empty() && step.note.empty()) << owner << ": an empty step";
  for (const char* const gap : {"...", "…"}) {
    EXPECT_EQ(step.run.find(gap), std::string::npos) << owner << " is not whole: " << step.run;
  }
  expect_filled_or_marked(owner, step);
}

TEST(Rules, are_at_least_ninety) { EXPECT_GE(all_rules().size(), 90U); }

TEST(Rules, are_named_as_their_files) {
  for (const Embedded& file : embedded_files()) {
    if (!file.path.starts_with("rules/")) continue;
    const Result<Rule> rule = read_rule(file.text, file.path);
    ASSERT_TRUE(rule.ok()) << rule.error().what;
    EXPECT_EQ(rule->name, name_of(file.path));
  }
}

TEST(Rules, use_facts_that_exist_with_operands_that_fit) {
  for (const Rule& rule : all_rules()) {
    const Result<void> fits = check_facts(rule);
    EXPECT_TRUE(fits.ok()) << fits.error().what;
  }
  for (const Benign& known : all_benign()) {
    const Result<void> fits = check_facts(known);
    EXPECT_TRUE(fits.ok()) << fits.error().what;
  }
}

TEST(Rules, say_why_what_to_do_and_where_it_is_known_from) {
  static const std::set<std::string> kClasses = {"measured", "reported", "documented", "computed"};
  for (const Rule& rule : all_rules()) {
    EXPECT_FALSE(rule.title.empty() || rule.why.empty() || rule.source.empty() || rule.date.empty())
        << rule.name;
    EXPECT_TRUE(kClasses.count(rule.evidence_class)) << rule.name << ": " << rule.evidence_class;
    EXPECT_TRUE(rule.severity == Severity::note || !rule.remedy.empty()) << rule.name;
    for (const Step& step : rule.remedy) {
      expect_whole(rule.name, step);
      for (const std::string* const text : {&step.when, &step.run, &step.note}) {
        expect_commands(rule.name, *text);
      }
      EXPECT_FALSE(step.run.ends_with("reboot") && step.run.find("&&") != std::string::npos)
          << rule.name << ": a reboot is a step of its own";
    }
  }
}

// The system's Python refuses packages from elsewhere, and ~/.local is no environment.
TEST(Rules, say_into_which_environments_uv_installs) {
  for (const Rule& rule : all_rules()) {
    bool installs = false, says = false;
    for (const Step& step : rule.remedy) {
      installs = installs || step.run.find("--python {*}") != std::string::npos;
      says = says || step.when.find("venv") != std::string::npos;
    }
    EXPECT_EQ(installs, says) << rule.name;
  }
}

TEST(Rules, supersede_rules_that_exist) {
  std::set<std::string> names;
  for (const Rule& rule : all_rules()) names.insert(rule.name);
  for (const Rule& rule : all_rules()) {
    for (const std::string& other : rule.supersedes)
      EXPECT_TRUE(names.count(other)) << rule.name << " -> " << other;
  }
}

TEST(Rules, behave_as_their_examples_say) {
  for (const Rule& rule : all_rules()) {
    RuleSet one;
    one.rules.push_back(rule);
    bool fired = false, silent = false;
    for (const Example& example : rule.examples) {
      std::vector<GpuSeries> series;
      if (!example.samples.empty()) series.push_back({0, "example", example.samples});
      const Judgement judgement = judge(one, example_facts(example.facts), series);
      EXPECT_EQ(!judgement.findings.empty(), example.fires) << rule.name << ":" << example.line;
      for (const Finding& finding : judgement.findings) {
        EXPECT_EQ(finding.message.find("not known"), std::string::npos)
            << rule.name << ":" << example.line << ": " << finding.message;
      }
      (example.fires ? fired : silent) = true;
    }
    EXPECT_TRUE(fired && silent) << rule.name
                                 << " wants an example that fires and one that does not";
  }
}

/// Every signature of ours.
SignatureBook built_in_book() {
  Result<SignatureBook> book = signatures_in_force(FakeHost(), {});
  if (!book.ok()) ADD_FAILURE() << book.error().what;
  return *std::move(book);
}

TEST(Benign, files_name_the_signature_of_a_harmless_line_which_says_all_else) {
  SignatureBook book = built_in_book();
  std::size_t files = 0;
  for (const Embedded& file : embedded_files()) {
    if (!file.path.starts_with("benign/")) continue;
    ++files;
    const Signature* const signature = book.named(name_of(file.path));
    ASSERT_TRUE(signature) << file.path;
    EXPECT_EQ(signature->role, Role::harmless) << file.path;
    EXPECT_FALSE(signature->why.empty()) << file.path;
  }
  for (const Benign& known : all_benign())
    EXPECT_EQ(known.name, name_of(known.origin)) << known.origin;
  EXPECT_GE(files, 6U);
}

TEST(Benign, lines_behave_as_their_examples_say) {
  SignatureBook book = built_in_book();
  for (const Benign& known : all_benign()) {
    bool yes = false, no = false;
    for (const Benign::Example& example : known.examples) {
      Facts facts = example_facts(example.facts);
      facts.set(known.fact, std::vector<std::string>{example.line}, "example");
      std::vector<Harmless> taken;
      without_harmless_lines(facts, {&known, 1}, book, taken);
      EXPECT_EQ(!taken.empty(), example.benign) << known.name << ":" << example.at;
      (example.benign ? yes : no) = true;
    }
    EXPECT_TRUE(yes && no) << known.name << " wants a benign and another example";
  }
}

/// The built-in matrix; its reader holds each row to the closed vocabularies, to sources and dates,
/// and each package to one row.
CompatMatrix built_in_matrix() {
  Result<CompatMatrix> matrix = CompatMatrix::built_in();
  if (!matrix.ok()) ADD_FAILURE() << matrix.error().what;
  return *std::move(matrix);
}

TEST(Compat, has_a_row_in_every_file_and_more_than_forty_five) {
  const CompatMatrix matrix = built_in_matrix();
  const auto files =
      std::count_if(embedded_files().begin(), embedded_files().end(),
                    [](const Embedded& file) { return file.path.starts_with("compat/"); });
  EXPECT_EQ(static_cast<std::ptrdiff_t>(matrix.rows().size()), files);
  EXPECT_GE(files, 60);
}

TEST(Compat, rows_fit_one_line_of_the_list) {
  const CompatMatrix matrix = built_in_matrix();
  for (const CompatRow& row : matrix.rows()) {
    EXPECT_LE(columns(row.title), 31U) << row.name;
    EXPECT_LE(columns(row.name), 18U) << row.name;
    EXPECT_LE(columns(row.main.versions), 13U) << row.name;
    EXPECT_EQ(row.title.find('\n'), std::string::npos) << row.name;
  }
}

TEST(Compat, remedies_are_whole_and_our_own_commands_are_ones) {
  const CompatMatrix matrix = built_in_matrix();
  for (const CompatRow& row : matrix.rows()) {
    const bool usable = is_usable(row.main.status) || row.main.status == CompatStatus::unknown;
    EXPECT_TRUE(usable || !row.remedy.empty()) << row.name << " wants a remedy";
    for (const Step& step : row.remedy) {
      expect_whole(row.name, step);
      for (const std::string* const text : {&step.when, &step.run, &step.note})
        expect_commands(row.name, *text);
    }
    expect_commands(row.name, row.main.why);
  }
}

// What works is somebody's report, its maker's word, or follows from rules: that an index has a
// wheel says nothing of a GB10.
TEST(Compat, a_good_status_rests_on_more_than_a_look_at_an_index) {
  const CompatMatrix matrix = built_in_matrix();
  for (const CompatRow& row : matrix.rows()) {
    const bool more =
        std::any_of(row.evidence.begin(), row.evidence.end(),
                    [](const CompatEvidence& each) { return each.proof != CompatProof::tested; });
    EXPECT_TRUE(more || !is_usable(row.main.status)) << row.name;
  }
}

TEST(Compat, knows_no_date_of_the_future_and_says_what_would_settle_what_is_unknown) {
  const CompatMatrix matrix = built_in_matrix();
  for (const CompatRow& row : matrix.rows()) {
    for (const CompatEvidence& each : row.evidence) {
      EXPECT_GE(each.date, "2024-01") << row.name;
      EXPECT_LE(each.date, "2026-11") << row.name;
    }
    if (row.main.status != CompatStatus::unknown) continue;
    EXPECT_NE(row.main.why.find("would settle it"), std::string::npos) << row.name;
  }
}

TEST(Compat, every_range_can_be_reached_and_is_told_apart) {
  const CompatMatrix matrix = built_in_matrix();
  for (const CompatRow& row : matrix.rows()) {
    std::set<std::string> seen = {row.main.versions};
    for (const CompatRange& range : row.ranges)
      EXPECT_TRUE(seen.insert(range.versions).second) << row.name << ": " << range.versions;
  }
}

TEST(Compat, checks_use_facts_that_exist_with_operands_that_fit) {
  const CompatMatrix matrix = built_in_matrix();
  EXPECT_GE(matrix.tests().size(), 20U);
  for (const CompatTest& test : matrix.tests()) {
    Rule rule;
    rule.origin = test.row;
    rule.given = test.given;
    rule.when = test.wants;
    const Result<void> fits = check_facts(rule);
    EXPECT_TRUE(fits.ok()) << fits.error().what;
    for (const std::vector<Clause>* const clauses : {&test.given, &test.wants}) {
      for (const Clause& clause : *clauses) {
        const std::size_t at = clause.fact.find("[*]");
        if (at != std::string::npos) {
          EXPECT_EQ(clause.fact.substr(0, at), test.for_each) << test.row;
        }
      }
    }
  }
}

TEST(Rules, name_rows_of_the_matrix_that_exist) {
  const CompatMatrix matrix = built_in_matrix();
  int named = 0;
  for (const Rule& rule : all_rules()) {
    if (rule.compat.empty()) continue;
    ++named;
    EXPECT_TRUE(matrix.named(rule.compat)) << rule.name << " -> " << rule.compat;
  }
  EXPECT_GE(named, 50);
}

// What requirement files are told must itself be a requirement of a package that the row covers.
TEST(Compat, requirements_name_a_package_of_their_row) {
  const CompatMatrix matrix = built_in_matrix();
  for (const CompatRow& row : matrix.rows()) {
    if (!row.install || row.install->requirement.empty()) continue;
    const std::string& text = row.install->requirement;
    const std::string name = text.substr(0, text.find_first_of("[<>=!~"));
    EXPECT_EQ(std::count(row.packages.begin(), row.packages.end(), name), 1) << row.name;
    EXPECT_TRUE(row.install->index.empty() || row.install->index.starts_with("https://"))
        << row.name;
  }
}

TEST(Rules, are_fixed_by_knobs_that_exist_with_values_that_may_be_asked_for) {
  const KnobTable table = *KnobTable::built_in();
  int fixes = 0;
  for (const Rule& rule : all_rules()) {
    if (rule.fix.knob.empty()) continue;
    ++fixes;
    const Result<void> fits = table.check({rule.fix.knob, "", rule.fix.values});
    EXPECT_TRUE(fits.ok()) << rule.name << ": " << fits.error().what;
  }
  EXPECT_GE(fixes, 7);
}

TEST(Facts, have_words_and_one_spec_each) {
  std::set<std::string> seen;
  for (const Topic& topic : topics()) {
    for (const FactSpec& spec : topic.specs) {
      EXPECT_TRUE(seen.insert(spec.pattern).second) << spec.pattern << " twice";
      EXPECT_FALSE(std::string_view(spec.words).empty()) << spec.pattern;
      EXPECT_EQ(spec.type == Type::quantity, spec.unit != Unit::none) << spec.pattern;
    }
  }
}

}  // namespace
}  // namespace gb10
