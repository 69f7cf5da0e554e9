#include "explain/book.h"

#include <algorithm>

#include "base/embedded.h"
#include "explain/signature_testing.h"

namespace gb10 {
namespace {

using List = std::vector<std::string>;

DataFile built_in(DataFile file) {
  file.origin = kBuiltIn;
  return file;
}

List sorted(List list) {
  std::sort(list.begin(), list.end());
  return list;
}

/// The anchors that a signature has when it is read as TOML.
List parsed_anchors(const Signature& signature) {
  List out;
  for (const LinePattern& line : signature.match) out.push_back(line.anchor);
  for (const auto* const conditions : {&signature.also, &signature.unless}) {
    for (const Condition& condition : *conditions) {
      for (const LinePattern& line : condition.any) out.push_back(line.anchor);
    }
  }
  return sorted(out);
}

TEST(AnchorsNamed, are_found_without_reading_toml) {
  EXPECT_EQ(
      anchors_named_in("[[match]]\nanchor = \"some words\"\nline = \"x\"\n"
                       "any = [ {anchor='it is: ',line='''y'''}, { anchor\t=\t\"more here\" }"),
      (List{"some words", "it is: ", "more here"}));
}

TEST(AnchorsNamed, other_words_are_none) {
  EXPECT_TRUE(anchors_named_in("").empty());
  EXPECT_TRUE(anchors_named_in("why = \"an anchor holds\"\nanchor = 7\nanchor =").empty());
  EXPECT_TRUE(anchors_named_in("anchor = \"short\"\nanchor = \"never ends").empty());
  EXPECT_TRUE(anchors_named_in("anchor").empty());
}

TEST(AnchorsNamed, in_every_signature_of_ours_are_those_that_toml_reads) {
  int count = 0;
  for (const Embedded& file : embedded_files()) {
    if (!file.path.starts_with("signatures/")) continue;
    const Result<Signature> read = read_signature(file.text, file.path);
    ASSERT_TRUE(read.ok()) << read.error().what;
    EXPECT_EQ(sorted(anchors_named_in(without_examples(file.text))), parsed_anchors(*read))
        << file.path;
    ++count;
  }
  EXPECT_GT(count, 50);
}

TEST(SignatureBook, knows_anchors_and_reads_ours_only_when_it_must) {
  SignatureBook book =
      book_of({built_in(signature_file("a.b", match("some words") + condition("also", "others"))),
               built_in({"broken", "anchor = \"some words\"\nno toml", ""})});
  ASSERT_EQ(book.size(), 2U);
  EXPECT_EQ(List(book.anchors(0).begin(), book.anchors(0).end()), (List{"some words", "others"}));
  EXPECT_EQ(book.known(0), nullptr);
  const Signature* const read = book.read(0);
  ASSERT_NE(read, nullptr);
  EXPECT_EQ(read->name, "a.b");
  EXPECT_EQ(book.read(0), read);
  EXPECT_EQ(book.known(0), read);
  EXPECT_EQ(book.read(1), nullptr);
  EXPECT_EQ(book.known(1), nullptr);
}

TEST(SignatureBook, can_forget_all_but_some) {
  SignatureBook book = book_of({built_in(signature_file("a.b", match("some words"))),
                                built_in(signature_file("c.d", match("other words"))),
                                signature_file("e.f", match("more words"))});
  book.keep_only(List{"c.d", "no.such"});
  ASSERT_EQ(book.size(), 1U);
  EXPECT_NE(book.named("c.d"), nullptr);
  EXPECT_EQ(book.named("a.b"), nullptr);
  EXPECT_EQ(book.named("e.f"), nullptr);
}

TEST(SignatureBook, is_still_the_same_after_it_was_moved) {
  SignatureBook book = book_of({built_in(signature_file("a.b", match("some words")))});
  const Signature* const read = book.read(0);
  const SignatureBook moved = std::move(book);
  EXPECT_EQ(moved.known(0), read);
}

TEST(SignatureBook, reads_what_owners_wrote_at_once) {
  const SignatureBook book = book_of({signature_file("a.b", match("some words"))});
  ASSERT_NE(book.known(0), nullptr);
  EXPECT_EQ(book.known(0)->origin, "a.b.toml");
}

TEST(SignatureBook, refuses_what_owners_wrote_wrong_with_file_and_line) {
  const std::string good = match("some words");
  struct Case {
    std::string body;
    const char* what;
  };
  const Case cases[] = {
      {"rank = \"x\"\n" + good, "a.b.toml:"},
      {match("some words", "("), "a.b.toml:8: no pattern: "},
      {good + "[[also]]\nany = [ { anchor = \"others\", line = \"(\" } ]\n", "a.b.toml:13: no pat"},
      {good + "[[unless]]\nany = [ { anchor = \"others\", line = \"(\" } ]\n", "a.b.toml:13: no p"},
      {good + "[[example]]\nfires = 7\n", "a.b.toml:13: "},
  };
  for (const Case& one : cases) {
    const auto book = SignatureBook::open({signature_file("a.b", one.body)});
    ASSERT_FALSE(book.ok()) << one.body;
    EXPECT_TRUE(book.error().what.starts_with(one.what)) << book.error().what;
  }
  DataFile renamed = signature_file("a.b", good);
  renamed.name = "c.d";
  EXPECT_FALSE(SignatureBook::open({renamed}).ok());
}

TEST(SignatureBook, finds_what_owners_wrote_in_any_way_that_toml_allows) {
  const DataFile file =
      signature_file("a.b",
                     "[[match]]\n\"anchor\" = \"\"\"some words\"\"\"\nline = \"some words\"\n"
                     "[[example]]\nfires = \"some words\"\n"
                     "[[match]]\nanchor = \"more \\u0077ords\"\nline = \"more words\"\n");
  EXPECT_EQ(names(explained_by({file}, "some words\n").causes), List{"a.b"});
  EXPECT_EQ(names(explained_by({file}, "more words\n").causes), List{"a.b"});
}

TEST(SignatureBook, finds_a_signature_by_its_name) {
  SignatureBook book = book_of({built_in(signature_file("a.b", match("some words"))),
                                built_in(signature_file("c.d", match("some words")))});
  ASSERT_NE(book.named("c.d"), nullptr);
  EXPECT_EQ(book.named("c.d")->name, "c.d");
  EXPECT_EQ(book.named("c.d"), book.known(1));
  EXPECT_EQ(book.known(0), nullptr);
  EXPECT_EQ(book.named("e.f"), nullptr);
}

TEST(SignatureBook, has_words_for_errors) {
  EXPECT_EQ(book_of({}).error_words().size(), built_in_error_words().size());
}

}  // namespace
}  // namespace gb10
