#include "rules/claim.h"

#include <gtest/gtest.h>

namespace gb10 {
namespace {

constexpr const char* kText = R"(
name = "x"
title = "X"
order = 1
[[verdict]]
is = "no"
when = [ { fact = "a.b", lt = 2 } ]
says = "only {a.b} of {c[*].d}"
remedy = [ { run = "do {c[*].d}" } ]
[[verdict]]
is = "yes"
when = [ { fact = "a.b", ge = 2 }, { fact = "c[*].d", known = true } ]
says = "enough"
[otherwise]
says = "it is not told"
remedy = [ "ask" ]
[[evidence]]
source = "s"
date = "2026-10"
kind = "reported"
says = "y"
)";

Claim claim() {
  const Result<Claim> read = read_claim(kText, "x.toml");
  EXPECT_TRUE(read.ok()) << read.error().what;
  return read.value_or(Claim());
}

Facts facts(std::int64_t number) {
  Facts out;
  out.set("a.b", number, "source");
  out.set("c[i].d", std::string("a word"), "source");
  return out;
}

TEST(Claim, takes_the_first_verdict_that_holds) {
  const ChecklistItem no = settled(claim(), facts(1), "i");
  EXPECT_EQ(no.is, Settled::no);
  EXPECT_EQ(no.says, "only 1 of a word");
  EXPECT_EQ(no.remedy.at(0).run, "do 'a word'") << "what is filled in is quoted for a shell";
  EXPECT_EQ(no.evidence.size(), 1U);
  EXPECT_EQ(settled(claim(), facts(2), "i").is, Settled::yes);
}

TEST(Claim, ends_at_a_fact_that_is_not_known) {
  Facts unknown = facts(2);
  unknown.unknown("a.b", {Error::Kind::denied, "may not look"}, "source");
  const ChecklistItem item = settled(claim(), unknown, "i");
  EXPECT_EQ(item.is, Settled::unknown);
  EXPECT_NE(item.says.find("may not look"), std::string::npos);
  EXPECT_EQ(item.remedy.at(0).note, "ask");
}

TEST(Claim, says_what_is_meant_where_none_holds) {
  Facts none = facts(2);
  none.unknown("c[i].d", {Error::Kind::not_found, "none"}, "source");
  const ChecklistItem item = settled(claim(), none, "i");
  EXPECT_EQ(item.is, Settled::unknown);
  EXPECT_EQ(item.says, "it is not told");
}

TEST(Claim, is_refused_with_file_and_line) {
  const std::string whole = kText;
  for (const auto& [from, to] :
       std::vector<std::pair<std::string, std::string>>{{"is = \"no\"", "is = \"maybe\""},
                                                        {"order = 1", "order = \"1\""},
                                                        {"name = \"x\"", "nam = \"x\""},
                                                        {"kind = \"reported\"", "kind = \"felt\""},
                                                        {"lt = 2", "than = 2"},
                                                        {"[[evidence]]", "[evidence]"}}) {
    std::string text = whole;
    text.replace(text.find(from), from.size(), to);
    const Result<Claim> read = read_claim(text, "x.toml");
    ASSERT_FALSE(read.ok()) << to;
    EXPECT_TRUE(read.error().what.starts_with("x.toml:")) << read.error().what;
  }
}

TEST(Claims, are_called_as_their_files) {
  const std::vector<DataFile> files = {{"y", kText, std::string(kBuiltIn)}};
  EXPECT_FALSE(read_claims(files).ok());
}

}  // namespace
}  // namespace gb10
