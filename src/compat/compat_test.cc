#include <chrono>

#include <gtest/gtest.h>

#include "base/text.h"
#include "compat/check.h"
#include "compat/matrix.h"
#include "compat/versions.h"
#include "wheel/pep440.h"

namespace gb10 {
namespace {

constexpr const char* kRow = R"(
name     = "engine"
title    = "from 0.27 on"
kind     = "library"
packages = [ "engine", "engine-*" ]
status   = "works-with"
versions = ">=0.27.1"
why      = "Older ones want CUDA 12."
remedy   = [ "a sentence", { when = "here", run = "uv pip install engine" } ]

[[range]]
versions = "==0.28.*"
status   = "broken"
why      = "This one is broken."

[[range]]
versions = "<0.20"
status   = "no-build"
why      = "No wheel."

[[evidence]]
source = "somebody"
date   = "2026-03"
kind   = "reported"
says   = "It works."

[[evidence]]
source = "its makers"
date   = "2026-09"
kind   = "documented"
says   = "It is supported."
)";

std::string edited(std::string_view from, std::string_view to) {
  const std::string text = replaced(kRow, from, to);
  EXPECT_NE(text, kRow) << from;
  return text;
}

CompatRow row() {
  const Result<CompatFile> read = read_compat(kRow, "engine.toml");
  EXPECT_TRUE(read.ok()) << read.error().what;
  return read->row;
}

std::string refusal(const std::string& text) {
  const Result<CompatFile> read = read_compat(text, "engine.toml");
  return read.ok() ? "read" : read.error().what;
}

/// Noon of the first day of a month.
std::int64_t at(int year, unsigned month) {
  const std::chrono::sys_days day = std::chrono::year(year) / std::chrono::month(month) / 1;
  return std::chrono::duration_cast<std::chrono::seconds>(day.time_since_epoch()).count() + 43200;
}

TEST(CompatRow, says_what_its_file_says) {
  const CompatRow read = row();
  EXPECT_EQ(read.main.status, CompatStatus::works_with);
  EXPECT_EQ(read.ranges.size(), 2U);
  EXPECT_EQ(read.remedy[1].run, "uv pip install engine");
  EXPECT_EQ(read.evidence[0].source, "somebody");  // in the order of the file
  EXPECT_EQ(read.evidence[1].proof, CompatProof::documented);
}

TEST(CompatRow, holds_for_six_months_after_its_newest_evidence) {
  EXPECT_EQ(row().expires, "2027-03");
  EXPECT_FALSE(stale(row(), at(2027, 3)));
  EXPECT_TRUE(stale(row(), at(2027, 4)));
  EXPECT_TRUE(stale(row(), at(2028, 1)));
  EXPECT_FALSE(stale(row(), at(2026, 12)));
}

TEST(CompatRow, may_say_itself_how_long_it_holds) {
  const std::string text = edited("why      = \"Older", "expires = \"2026-12\"\nwhy = \"Older");
  const Result<CompatFile> read = read_compat(text, "engine.toml");
  ASSERT_TRUE(read.ok()) << read.error().what;
  EXPECT_EQ(read->row.expires, "2026-12");
  EXPECT_TRUE(stale(read->row, at(2027, 1)));
}

TEST(CompatRow, with_a_mistake_is_refused_with_file_and_line) {
  EXPECT_EQ(refusal(edited("\"works-with\"", "\"fine\"")), "engine.toml:6: \"fine\" is no status");
  EXPECT_NE(refusal(edited("\"library\"", "\"thing\"")).find("\"thing\" is no kind"),
            std::string::npos);
  EXPECT_NE(refusal(edited("\"documented\"", "\"measured\"")).find("no kind"), std::string::npos);
  EXPECT_NE(refusal(edited(">=0.27.1", "newer")).find("no range of versions"), std::string::npos);
  EXPECT_NE(refusal(edited("2026-03", "2026-13")).find("a month is wanted"), std::string::npos);
  EXPECT_NE(refusal(edited("2026-03", "March")).find("a month is wanted"), std::string::npos);
  EXPECT_NE(refusal(edited("\"engine\",", "\"En_gine\",")).find("is written \"en-gine\""),
            std::string::npos);
  EXPECT_NE(refusal(edited("why      = \"Older", "wyh = 1\nwhy = \"Older")).find("wyh"),
            std::string::npos);
}

TEST(CompatRow, without_evidence_or_a_reason_is_refused) {
  const std::string text = kRow;
  const std::string bare = text.substr(0, text.find("[[evidence]]"));
  EXPECT_NE(refusal(bare).find("at least one [[evidence]]"), std::string::npos);
  EXPECT_NE(refusal(edited("\"Older ones want CUDA 12.\"", "\" \"")).find("why is empty"),
            std::string::npos);
  EXPECT_NE(refusal(text + "[check]\ngiven = []\n").find("at least one clause"), std::string::npos);
}

TEST(CompatRow, knows_the_status_of_a_version) {
  const CompatRow read = row();
  EXPECT_EQ(status_for(read, "0.27.1")->status, CompatStatus::works_with);
  EXPECT_EQ(status_for(read, "0.28.3")->status, CompatStatus::broken);  // its own range goes first
  EXPECT_EQ(status_for(read, "0.12.0")->status, CompatStatus::no_build);
  EXPECT_EQ(status_for(read, "0.25"), nullptr);  // no source speaks of it
  EXPECT_EQ(status_for(read, "nightly"), nullptr);
}

TEST(CompatVersions, are_compared_as_their_makers_count) {
  EXPECT_TRUE(holds(">=2.11,<2.15", "2.11.0+cu130"));
  EXPECT_FALSE(holds(">=2.11,<2.15", "2.15.0"));
  EXPECT_FALSE(holds(">=0.27", "0.27.0rc1"));
  EXPECT_TRUE(holds("==2.9.*", "2.9.1"));
  EXPECT_FALSE(holds("==2.9.*", "2.10"));
  EXPECT_TRUE(holds("!=4.5.0", "4.5.1"));
  EXPECT_TRUE(holds(">=6.17.0-1014", "6.17.0-1031-nvidia"));
  EXPECT_FALSE(holds(">=6.17.0-1014", "6.17.0-1008-nvidia"));
  EXPECT_TRUE(holds("", "anything"));
  EXPECT_FALSE(holds(">=1", "anything"));
}

TEST(CompatVersions, know_what_is_no_range) {
  for (const char* const text : {">=1", "==2.9.*", " >= 1 , != 2 ", "", "<=3"})
    EXPECT_TRUE(are_specifiers(text)) << text;
  for (const char* const text : {"1.0", ">=", ">=1,", "~1", ">=x", ">=1.*", "=1"})
    EXPECT_FALSE(are_specifiers(text)) << text;
}

TEST(CompatVersions, normalise_names_as_an_index_does) {
  EXPECT_EQ(normalised_name("Flash_Attn"), "flash-attn");
  EXPECT_EQ(normalised_name("a-_.b"), "a-b");
}

TEST(CompatMatrix, finds_a_row_by_its_name_and_by_a_package) {
  const std::string other =
      replaced(replaced(replaced(kRow, "\"engine-*\"", "\"engine-core\""), "\"engine\",", ""),
               "name     = \"engine\"", "name     = \"core\"");
  const std::vector<DataFile> files = {{"engine", kRow, "built in"}, {"core", other, "built in"}};
  const Result<CompatMatrix> matrix = CompatMatrix::open(files);
  ASSERT_TRUE(matrix.ok()) << matrix.error().what;
  EXPECT_EQ(matrix->rows().front().name, "core");  // sorted
  EXPECT_EQ(matrix->named("engine")->name, "engine");
  EXPECT_EQ(matrix->named("engin"), nullptr);
  EXPECT_EQ(matrix->for_package("engine-cu13")->name, "engine");
  EXPECT_EQ(matrix->for_package("engine-core")->name, "core");  // a name goes before a pattern
  EXPECT_EQ(matrix->for_package("motor"), nullptr);
}

TEST(CompatMatrix, refuses_two_rows_for_one_package_and_another_name_inside) {
  const std::string other = replaced(kRow, "name     = \"engine\"", "name     = \"core\"");
  const std::vector<DataFile> twice = {{"engine", kRow, "built in"},
                                       {"core", other, "/x/core.toml"}};
  const Result<CompatMatrix> matrix = CompatMatrix::open(twice);
  ASSERT_FALSE(matrix.ok());
  EXPECT_EQ(matrix.error().what, "/x/core.toml:1: engine covers the package engine too");
  // The owner's file is named also where its name comes first.
  const std::string early = replaced(kRow, "name     = \"engine\"", "name     = \"an\"");
  const std::vector<DataFile> sorted = {{"an", early, "/x/an.toml"}, {"engine", kRow, "built in"}};
  EXPECT_EQ(CompatMatrix::open(sorted).error().what,
            "/x/an.toml:1: engine covers the package engine too");
  const std::vector<DataFile> misnamed = {{"motor", kRow, "/x/motor.toml"}};
  EXPECT_EQ(CompatMatrix::open(misnamed).error().what,
            "/x/motor.toml:1: the name inside is \"engine\"");
}

TEST(CompatMatrix, is_built_in) {
  const Result<CompatMatrix> matrix = CompatMatrix::built_in();
  ASSERT_TRUE(matrix.ok()) << matrix.error().what;
  EXPECT_EQ(matrix->for_package("torch")->name, "pytorch");
  EXPECT_EQ(status_for(*matrix->for_package("vllm"), "0.12.0")->status, CompatStatus::broken);
}

/// A matrix of one row that asks of each environment with the engine that its CUDA be 13.
CompatMatrix tested() {
  const std::string check = R"(
[check]
for_each = "python"
given    = [ { fact = "identity.gb10", eq = true }, { fact = "python[*].vllm", known = true } ]
wants    = [ { fact = "python[*].torch_cuda", eq = "13.0" } ]
breaks   = "it does not load"
)";
  const std::vector<DataFile> files = {{"engine", kRow + check, "built in"}};
  Result<CompatMatrix> matrix = CompatMatrix::open(files);
  EXPECT_TRUE(matrix.ok()) << matrix.error().what;
  return *std::move(matrix);
}

Facts machine(bool is_gb10, const char* cuda) {
  Facts facts;
  facts.set("identity.gb10", is_gb10, "test");
  facts.set("python.environments", std::int64_t{1}, "test");
  facts.set("python.not_searched", std::vector<std::string>{}, "test");
  facts.set("python[/v].vllm", Version{"0.27.1"}, "dist-info");
  if (cuda) facts.set("python[/v].torch_cuda", std::string(cuda), "version.py");
  return facts;
}

TEST(CompatCheck, agrees_where_all_is_as_the_row_wants_it) {
  const CompatReport report = checked(tested(), machine(true, "13.0"));
  ASSERT_EQ(report.checks.size(), 1U);
  EXPECT_EQ(report.checks[0].answer, CompatAnswer::agrees);
  EXPECT_EQ(report.checks[0].instance, "/v");
  EXPECT_EQ(report.checks[0].evidence.back(), "python[/v].torch_cuda 13.0 (version.py)");
  EXPECT_FALSE(report.breaks());
}

TEST(CompatCheck, disagrees_and_says_what_breaks) {
  const CompatReport report = checked(tested(), machine(true, "12.8"));
  EXPECT_EQ(report.checks[0].answer, CompatAnswer::disagrees);
  EXPECT_EQ(report.checks[0].breaks, "it does not load");
  EXPECT_TRUE(report.breaks());
}

TEST(CompatCheck, does_not_guess_what_is_not_known) {
  Facts facts = machine(true, nullptr);
  facts.unknown("python[/v].torch_cuda", {Error::Kind::denied, "may not look"}, "version.py");
  const CompatReport report = checked(tested(), facts);
  EXPECT_EQ(report.checks[0].answer, CompatAnswer::unknown);
  EXPECT_NE(report.checks[0].reason.find("may not look"), std::string::npos);
  EXPECT_FALSE(report.breaks());
}

TEST(CompatCheck, calls_nothing_wrong_that_is_perhaps_not_here) {
  Facts facts = machine(true, "12.8");
  facts.unknown("identity.gb10", {Error::Kind::denied, "may not look"}, "test");
  EXPECT_EQ(checked(tested(), facts).checks[0].answer, CompatAnswer::unknown);
}

TEST(CompatCheck, is_silent_on_another_machine_and_where_the_tool_is_not) {
  EXPECT_EQ(checked(tested(), machine(false, "12.8")).checks[0].answer, CompatAnswer::not_present);
  Facts nothing;
  nothing.set("identity.gb10", true, "test");
  nothing.set("python.environments", std::int64_t{0}, "test");
  nothing.set("python.not_searched", std::vector<std::string>{}, "test");
  EXPECT_EQ(checked(tested(), nothing).checks[0].answer, CompatAnswer::not_present);
}

TEST(CompatCheck, says_that_environments_could_not_be_listed) {
  Facts facts;
  facts.set("identity.gb10", true, "test");
  facts.unknown("python.environments", {Error::Kind::denied, "no way in"}, "test");
  EXPECT_EQ(checked(tested(), facts).checks[0].answer, CompatAnswer::unknown);
  facts.set("identity.gb10", false, "test");
  EXPECT_EQ(checked(tested(), facts).checks[0].answer, CompatAnswer::not_present);
}

TEST(CompatCheck, tells_what_is_known_of_the_versions_that_are_installed) {
  const Result<CompatMatrix> matrix = CompatMatrix::built_in();
  ASSERT_TRUE(matrix.ok()) << matrix.error().what;
  Facts facts = machine(true, "13.0");
  facts.set("python[/v].torch", Version{"2.11.0+cu130"}, "test");
  facts.set("python[/w].vllm", Version{"0.12.0"}, "test");
  const std::vector<CompatInstalled> installed = checked(*matrix, facts).installed;
  ASSERT_EQ(installed.size(), 3U);
  EXPECT_EQ(installed[0].version, "0.12.0");  // what does not work goes first
  EXPECT_EQ(installed[0].status, CompatStatus::broken);
  EXPECT_EQ(installed[0].environment, "/w");
  EXPECT_EQ(installed[1].row, "pytorch");
  EXPECT_EQ(installed[1].status, CompatStatus::works);
  EXPECT_TRUE(checked(*matrix, machine(false, "13.0")).installed.empty());
}

TEST(CompatCheck, says_that_nothing_could_be_tested) {
  const CompatReport other = checked(tested(), machine(false, "12.8"));
  EXPECT_EQ(other.nothing_tested, "this is no GB10, and the rows are about one");
  EXPECT_NE(checked(tested(), Facts()).nothing_tested.find("is not known"), std::string::npos);
  EXPECT_EQ(checked(tested(), machine(true, "13.0")).nothing_tested, "");
}

TEST(CompatCheck, disagrees_with_what_is_installed_in_a_version_that_does_not_work) {
  const Result<CompatMatrix> matrix = CompatMatrix::built_in();
  ASSERT_TRUE(matrix.ok()) << matrix.error().what;
  Facts facts;
  facts.set("identity.gb10", true, "test");
  facts.set("python[/v].torch", Version{"2.10.0"}, "test");
  const CompatReport report = checked(*matrix, facts);
  ASSERT_FALSE(report.installed.empty());
  EXPECT_EQ(report.installed[0].status, CompatStatus::cpu_only);
  EXPECT_EQ(report.checks[0].answer, CompatAnswer::disagrees);
  EXPECT_EQ(report.checks[0].instance, "/v");
  EXPECT_TRUE(report.breaks());
  // A build of its own is no build of PyPI's, and what the row's test saw goes before the version.
  facts.set("python[/v].torch", Version{"2.10.0+cu130"}, "test");
  facts.set("python[/v].torch_cuda", std::string("13.0"), "test");
  EXPECT_FALSE(checked(*matrix, facts).breaks());
}

TEST(CompatCheck, lists_the_rows_without_a_test) {
  const std::vector<DataFile> files = {{"engine", kRow, "built in"}};
  const Result<CompatMatrix> matrix = CompatMatrix::open(files);
  ASSERT_TRUE(matrix.ok());
  EXPECT_EQ(checked(*matrix, Facts()).untested, std::vector<std::string>{"engine"});
}

TEST(Compat, a_build_that_a_version_names_goes_before_its_number) {
  EXPECT_EQ(status_of_build("2.14.0+cpu")->status, CompatStatus::cpu_only);
  EXPECT_EQ(status_of_build("2.9.1+cu121")->status, CompatStatus::unknown);
  for (const char* const version : {"2.9.1", "2.9.1+cu130", "2.9.1+local", "2.9.1+cuda"})
    EXPECT_FALSE(status_of_build(version)) << version;
}

}  // namespace
}  // namespace gb10
