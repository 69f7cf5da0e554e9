#include "doctor/harmless.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace gb10 {
namespace {

using Lines = std::vector<std::string>;

/// A book with one signature of harmless lines, "b", and a cause that nobody asks for.
SignatureBook book(const std::string& more = {}) {
  constexpr std::string_view kHead = "title = \"t\"\nsource = \"s\"\ndate = \"2026-11\"\n";
  const std::string match =
      "[[match]]\nanchor = \"low power\"\nline = '''card \\d+: low power'''\n";
  Result<SignatureBook> out = SignatureBook::open(
      {{"b", fmt::format("name = \"b\"\nrole = \"harmless\"\n{}{}{}", kHead, match, more),
        "b.toml"},
       {"c", fmt::format("name = \"c\"\nrole = \"consequence\"\n{}{}", kHead, match), "c.toml"}});
  EXPECT_TRUE(out.ok()) << out.error().what;
  return *std::move(out);
}

Benign benign(const std::string& unless = {}) {
  const Result<Benign> out =
      read_benign("name = \"b\"\nfact = \"kernel.log\"\n" + unless, "b.toml");
  EXPECT_TRUE(out.ok()) << out.error().what;
  return *out;
}

/// What is left of a log, and what was taken.
struct Sifted {
  Lines left, taken;
};

Sifted sifted(const Facts& facts, const Benign& known, SignatureBook of) {
  std::vector<Harmless> taken;
  const Facts left = without_harmless_lines(facts, {&known, 1}, of, taken);
  Sifted out;
  if (const auto* const lines = left.known<Lines>("kernel.log")) out.left = *lines;
  for (const Harmless& each : taken) out.taken.push_back(each.name + ": " + each.line);
  return out;
}

Facts log(const Lines& lines) {
  Facts facts;
  facts.set("kernel.log", lines, "journalctl");
  return facts;
}

TEST(Harmless_lines, are_those_that_the_signature_shows) {
  const Sifted found =
      sifted(log({"card 1: low power", "card 2: dead", "card x: low power"}), benign(), book());
  EXPECT_EQ(found.left, (Lines{"card 2: dead", "card x: low power"}));
  EXPECT_EQ(found.taken, Lines{"b: card 1: low power"});
}

TEST(Harmless_lines, stay_where_the_signature_says_that_the_log_speaks_against_it) {
  const std::string unless =
      "[[unless]]\nany = [ { anchor = \"card fire\", line = \"card fire\" } ]\n";
  const Lines lines = {"card 1: low power", "card fire"};
  EXPECT_EQ(sifted(log(lines), benign(), book(unless)).left, lines);
}

TEST(Harmless_lines, stay_where_a_fact_speaks_against_it_or_is_not_known) {
  const Benign known = benign("unless = [ { fact = \"identity.gb10\", eq = false } ]\n");
  Facts facts = log({"card 1: low power"});
  EXPECT_TRUE(sifted(facts, known, book()).taken.empty());
  facts.set("identity.gb10", false, "PCI");
  EXPECT_TRUE(sifted(facts, known, book()).taken.empty());
  facts.set("identity.gb10", true, "PCI");
  EXPECT_EQ(sifted(facts, known, book()).taken.size(), 1U);
}

TEST(Harmless_lines, of_the_same_length_do_not_hide_a_line_beside_them) {
  // As wide as a terminal, and all of one width: a reader of pasted logs would join them.
  const std::string tail(70, '.');
  const Lines bad = {"card 1: burning" + tail, "card 2: burning" + tail};
  const Lines lines = {bad[0], "card 1: low power" + tail.substr(2), bad[1],
                       "card 2: low power" + tail.substr(2)};
  EXPECT_EQ(sifted(log(lines), benign(), book()).left, bad);
}

TEST(Harmless_lines, are_all_taken_however_many_there_are) {
  Lines lines;
  for (int i = 0; i < 1000; ++i) lines.push_back(fmt::format("card {}: low power", i));
  lines.insert(lines.begin() + 500, "card 500: dead");
  const Sifted found = sifted(log(lines), benign(), book());
  EXPECT_EQ(found.left, Lines{"card 500: dead"});
  EXPECT_EQ(found.taken.size(), 1000U);
}

TEST(Harmless_lines, leave_source_and_gaps_of_the_fact_as_they_were) {
  Facts facts = log({"card 1: low power"});
  facts.incomplete("kernel.log", "only the last lines were read");
  std::vector<Harmless> taken;
  const Benign known = benign();
  SignatureBook of = book();
  const Facts left = without_harmless_lines(facts, {&known, 1}, of, taken);
  EXPECT_EQ(left.find("kernel.log")->source, "journalctl");
  EXPECT_EQ(left.find("kernel.log")->gaps, "only the last lines were read");
}

TEST(Harmless_lines, with_a_line_end_inside_count_as_one) {
  const Sifted found =
      sifted(log({"card 1\nof 2", "card 2: low power", "card 3"}), benign(), book());
  EXPECT_EQ(found.left, (Lines{"card 1\nof 2", "card 3"}));
}

TEST(Harmless_lines, are_none_where_the_log_is_not_known) {
  Facts facts;
  facts.unknown("kernel.log", {Error::Kind::denied, "denied"}, "journalctl");
  std::vector<Harmless> taken;
  const Benign known = benign();
  SignatureBook of = book();
  EXPECT_EQ(
      without_harmless_lines(facts, {&known, 1}, of, taken).find("kernel.log")->value.error().what,
      "denied");
  EXPECT_TRUE(taken.empty());
}

}  // namespace
}  // namespace gb10
