#include "explain/signature.h"

#include <gtest/gtest.h>

namespace gb10 {
namespace {

constexpr const char* kWhole = R"(name = "a.b"
title = "{what} fails"
role = "cause"
catalogue = "A-1"
rank = 20
given = "any"
alone = true
why = "w"
applies = "1.0"
fixed = "1.1"
explains = [ "c.d" ]
facts = [ "gpu.driver" ]
remedy = [ "do it", { when = "on a host", run = "true {what}", note = "n" } ]
not_remedy = [ "another driver" ]
source = "s"
date = "2026-11"

[[match]]
anchor = "some words"
line = '''some words (?P<what>\w+)'''
where = [ "mhz < 1400", "3 != x" ]
times = 2
last = 5

[[also]]
any = [ { anchor = "others", line = "others" } ]
within = 10
after = true

[[unless]]
any = [ { anchor = "no fault", line = "no fault" }, { anchor = "harmless", line = "h" } ]
before = true
between = true

[[example]]
fires = "some words x"
[[example]]
silent = "some"
)";

TEST(Signature, is_read_with_all_it_says) {
  const Result<Signature> read = read_signature(kWhole, "a.toml");
  ASSERT_TRUE(read.ok()) << read.error().what;
  EXPECT_EQ(read->name, "a.b");
  EXPECT_EQ(read->origin, "a.toml");
  EXPECT_EQ(read->catalogue, "A-1");
  EXPECT_EQ(read->applies, "1.0");
  EXPECT_EQ(read->fixed, "1.1");
  EXPECT_EQ(read->role, Role::cause);
  EXPECT_EQ(read->rank, 20);
  EXPECT_TRUE(read->any_machine);
  EXPECT_EQ(read->alone, Signature::Alone::in_log);
  EXPECT_FALSE(read->other_machine);
  EXPECT_EQ(read->explains, std::vector<std::string>{"c.d"});
  EXPECT_EQ(read->facts, std::vector<std::string>{"gpu.driver"});
  EXPECT_EQ(read->not_remedy, std::vector<std::string>{"another driver"});
  EXPECT_EQ(read->remedy,
            (std::vector<Step>{{"", "", "do it"}, {"on a host", "true {what}", "n"}}));
}

TEST(Signature, is_read_with_its_lines_and_conditions) {
  const Result<Signature> read = read_signature(kWhole, "a.toml");
  ASSERT_TRUE(read.ok());
  ASSERT_EQ(read->match.size(), 1U);
  const LinePattern& line = read->match[0];
  EXPECT_EQ(line.anchor, "some words");
  EXPECT_EQ(line.at, 18);
  EXPECT_EQ(line.times, 2);
  EXPECT_EQ(line.last, 5);
  ASSERT_EQ(line.where.size(), 2U);
  EXPECT_EQ(line.where[0].left + " " + line.where[0].right, "mhz 1400");
  EXPECT_EQ(line.where[0].op, Comparison::Op::lt);
  EXPECT_EQ(line.where[1].op, Comparison::Op::ne);
  ASSERT_EQ(read->also.size(), 1U);
  EXPECT_EQ(read->also[0].within, 10);
  EXPECT_TRUE(read->also[0].after && !read->also[0].before);
  ASSERT_EQ(read->unless.size(), 1U);
  EXPECT_EQ(read->unless[0].any.size(), 2U);
  EXPECT_TRUE(read->unless[0].before && read->unless[0].between && !read->unless[0].within);
  EXPECT_FALSE(read->also[0].between);
  ASSERT_EQ(read->examples.size(), 2U);
  EXPECT_TRUE(read->examples[0].fires && !read->examples[1].fires);
  EXPECT_EQ(read->examples[1].text, "some");
}

TEST(Signature, says_little_by_default) {
  const Result<Signature> read = read_signature(
      "name = \"a\"\ntitle = \"t\"\nrole = \"harmless\"\nsource = \"s\"\ndate = \"d\"\n[[match]]\n"
      "anchor = \"some words\"\nline = \"x\"\n",
      "a.toml");
  ASSERT_TRUE(read.ok()) << read.error().what;
  EXPECT_EQ(read->rank, 50);
  EXPECT_FALSE(read->any_machine || read->other_machine);
  EXPECT_EQ(read->alone, Signature::Alone::no);
  EXPECT_EQ(read->match[0].times, 1);
  EXPECT_FALSE(read->match[0].last.has_value());
}

struct Mistake {
  const char* from;  // of kWhole
  const char* to;
  const char* what;
};

const Mistake kMistakes[] = {
    {"rank = 20", "rank = [", "a.toml:"},
    {"rank = 20", "rnak = 20", "a.toml:5: "},
    {"rank = 20", "rank = \"x\"", "a.toml:5: a whole number is wanted here"},
    {"rank = 20", "rank = -1", "a.toml:5: a whole number is wanted here"},
    {"name = \"a.b\"", "", "a.toml:"},
    {"title = \"{what} fails\"", "title = 7", "a.toml:2: "},
    {"source = \"s\"", "", "a.toml:"},
    {"date = \"2026-11\"", "", "a.toml:"},
    {"role = \"cause\"", "role = \"reason\"", "a.toml:3: \"reason\" is no role"},
    {"role = \"cause\"", "role = \"context\"", "machine is \"gb10\" or \"other\""},
    {"alone = true", "machine = \"other\"", "only a context has it"},
    {"alone = true", "machine = \"othre\"", "only a context has it"},
    {"alone = true", "alone = 1", "a.toml:7: "},
    {"alone = true", "alone = \"runs\"", "a.toml:7: "},
    {"given = \"any\"", "given = \"all\"", "given is \"gb10\" or \"any\""},
    {"why = \"w\"", "", "a cause says why it happens and what to do"},
    {"run = \"true {what}\"", "run = \" \"", "a.toml:13: run wants a command on one line"},
    {"run = \"true {what}\"", "run = \"a\\nb\"", "a.toml:13: run wants a command on one line"},
    {"when = \"on a host\"", "where = \"on a host\"", "a.toml:13: "},
    {"explains = [ \"c.d\" ]", "explains = [ 7 ]", "a.toml:11: "},
    {"anchor = \"some words\"", "anchor = \"some\"", "a.toml:18: an anchor has at least 6 bytes"},
    {"anchor = \"some words\"", "anchor = \"it's here\"", "a.toml:18: an anchor holds only what"},
    {"anchor = \"some words\"", "anchor = \"tab\\t here\"", "a.toml:18: an anchor holds only what"},
    {"anchor = \"some words\"", "anchor = 'back\\slash'", "a.toml:18: an anchor holds only what"},
    {"anchor = \"some words\"", "anchor = \"some => words\"",
     "a.toml:18: an anchor holds only what"},
    {"anchor = \"some words\"", "anchor = \"some wörds\"", "a.toml:18: an anchor holds only what"},
    {"anchor = \"some words\"", "", "a.toml:18: "},
    {"times = 2", "times = 0", "a.toml:18: times is at least 1"},
    {"within = 10",
     "within = 10\n[[unless]]\nany = [ { anchor = \"others\", line = \"o\", last = 1 } ]",
     "only a [[match]] may say what is last"},
    {"times = 2", "time = 2", "a.toml:"},
    {"times = 2", "times = 1.5", "a.toml:22: a whole number is wanted here"},
    {"last = 5", "last = true", "a.toml:23: a whole number is wanted here"},
    {"\"mhz < 1400\"", "\"mhz <1400\"", "a.toml:21: NAME OP NUMBER is wanted here"},
    {"\"mhz < 1400\"", "\"mhz << 1400\"", "a.toml:21: no comparison: <<"},
    {"\"mhz < 1400\"", "7", "a.toml:21: "},
    {"where = [ \"mhz < 1400\", \"3 != x\" ]", "where = \"mhz < 1400\"", "a list is wanted here"},
    {"any = [ { anchor = \"others\", line = \"others\" } ]", "any = []",
     "a condition without lines"},
    {"within = 10", "within = \"10\"", "a.toml:27: a whole number is wanted here"},
    {"after = true", "after = \"yes\"", "a.toml:28: "},
    {"before = true", "befor = true", "a.toml:"},
    {"between = true", "between = 1", "a.toml:33: "},
    {"silent = \"some\"", "quiet = \"some\"", "a.toml:"},
    {"fires = \"some words x\"", "", "a.toml:"},
};

TEST(Signature, every_mistake_is_refused_with_file_and_line) {
  for (const Mistake& mistake : kMistakes) {
    std::string text = kWhole;
    const std::size_t at = text.find(mistake.from);
    ASSERT_NE(at, std::string::npos) << mistake.from;
    text.replace(at, std::string_view(mistake.from).size(), mistake.to);
    const Result<Signature> read = read_signature(text, "a.toml");
    ASSERT_FALSE(read.ok()) << mistake.to;
    EXPECT_NE(read.error().what.find(mistake.what), std::string::npos)
        << mistake.to << ": " << read.error().what;
    EXPECT_TRUE(read.error().what.starts_with("a.toml:")) << read.error().what;
  }
}

TEST(Signature, may_count_alone_in_its_run) {
  std::string text(kWhole);
  text.replace(text.find("alone = true"), 12, "alone = \"run\"");
  EXPECT_EQ(read_signature(text, "a.toml")->alone, Signature::Alone::in_run);
}

TEST(Signature, without_a_line_to_match_is_refused) {
  std::string text(kWhole);
  text.erase(text.find("[[match]]"), text.find("[[also]]") - text.find("[[match]]"));
  const Result<Signature> read = read_signature(text, "a.toml");
  ASSERT_FALSE(read.ok());
  EXPECT_NE(read.error().what.find("a signature without a [[match]]"), std::string::npos);
}

TEST(Signature, a_file_in_force_has_the_name_that_it_says) {
  EXPECT_EQ(read_signature(DataFile{"a.b", kWhole, "/etc/gb10/signatures.d/a.b.toml"})->origin,
            "/etc/gb10/signatures.d/a.b.toml");
  const Result<Signature> other = read_signature(DataFile{"x", kWhole, "/d/x.toml"});
  ASSERT_FALSE(other.ok());
  EXPECT_EQ(other.error().what, "/d/x.toml:1: the name inside is \"a.b\"");
  const Result<Signature> ours = read_signature(DataFile{"x", kWhole, std::string(kBuiltIn)});
  ASSERT_FALSE(ours.ok());
  EXPECT_EQ(ours.error().what, "signatures/x.toml:1: the name inside is \"a.b\"");
}

TEST(Roles, have_words) {
  for (const Role each : {Role::cause, Role::consequence, Role::harmless, Role::context})
    EXPECT_EQ(role(word(each)), each);
  EXPECT_EQ(role("reason"), std::nullopt);
}

TEST(Examples, can_be_left_out) {
  EXPECT_TRUE(without_examples(kWhole).ends_with("between = true\n\n"));
  EXPECT_EQ(without_examples("a = 1"), "a = 1");
}

}  // namespace
}  // namespace gb10
