#include "recipe/recipe.h"

#include <gtest/gtest.h>

#include "base/embedded.h"
#include "base/text.h"
#include "host/fake_host.h"
#include "recipe/build.h"
#include "recipe/names.h"
#include "recipe/plan.h"
#include "recipe/script.h"
#include "recipe/stamps.h"

namespace gb10 {
namespace {

constexpr const char* kSmall = R"(
name  = "small"
title = "a small one"
why   = "a test"
first = [ "nothing" ]
[[source]]
name = "small"
git  = "https://example.invalid/small"
tag  = "v1"
[[step]]
name    = "make"
run     = [ [ "make", "-j", "{jobs}", "-C", "{src.small}" ] ]
outputs = [ "dist/small.so" ]
[[step]]
name    = "strip"
run     = [ [ "strip", "{dist}/small.so" ] ]
inputs  = [ "dist/small.so" ]
outputs = [ "dist/done" ]
[result]
files = "dist/small.so"
)";

std::string with(std::string_view from, std::string_view to) { return replaced(kSmall, from, to); }

Result<RecipeFile> read(const std::string& text) {
  return read_recipe({"small", text, std::string("/r/small.toml")});
}

std::string refused(const std::string& text) {
  const auto out = read(text);
  return out.ok() ? std::string("accepted") : out.error().what;
}

BuildSetting setting_of(const Facts& facts) {
  BuildSetting out;
  out.builds = "/b";
  out.facts = &facts;
  out.jobs = {4, "as many as there are"};
  return out;
}

TEST(Recipe, is_read_with_its_steps) {
  const auto file = read(kSmall);
  ASSERT_TRUE(file.ok()) << file.error().what;
  EXPECT_EQ(file->recipe.steps.size(), 2U);
  EXPECT_FALSE(file->recipe.seconds);
}

TEST(Recipe, a_mistake_names_file_and_line) {
  EXPECT_EQ(refused(with("tag  = \"v1\"", "tga  = \"v1\"")).substr(0, 16), "/r/small.toml:9:");
  EXPECT_NE(refused(with("{jobs}", "{jbos}")).find("nothing is called {jbos}"), std::string::npos);
  EXPECT_NE(refused(with("{jobs}", "{jobs")).find("write it twice"), std::string::npos);
  EXPECT_NE(refused(with("git  = \"https", "git  = \"http")).find("https"), std::string::npos);
  EXPECT_NE(refused(with("tag  = \"v1\"", "tag  = \"--upload-pack=x\"")).find("no tag"),
            std::string::npos);
  EXPECT_NE(refused(with("name  = \"small\"", "name  = \"other\"")).find("its file's"),
            std::string::npos);
}

TEST(Recipe, a_step_runs_in_a_folder_of_the_build) {
  const auto in = [](const std::string& folder) {
    return refused(with("name    = \"make\"", "name = \"make\"\nfolder = \"" + folder + "\""));
  };
  for (const char* const good : {"{work}", "{work}/a/b", "{src.small}", "{dist}"})
    EXPECT_EQ(in(good), "accepted") << good;
  for (const char* const bad :
       {"", "/tmp", "{work}next", "{work}/../next", "{version}", "{jobs}/a"})
    EXPECT_NE(in(bad).find("folder is"), std::string::npos) << bad;
}

TEST(Recipe, an_input_that_nothing_makes_is_refused) {
  EXPECT_NE(refused(with("inputs  = [ \"dist/small.so\" ]", "inputs = [ \"dist/other.so\" ]"))
                .find("makes its input \"dist/other.so\""),
            std::string::npos);
  EXPECT_NE(refused(with("inputs  = [ \"dist/small.so\" ]", "inputs = [ \"../etc/passwd\" ]"))
                .find("below the work folder"),
            std::string::npos);
}

TEST(Recipe, steps_that_wait_for_each_other_are_refused) {
  const std::string text = with("outputs = [ \"dist/small.so\" ]",
                                "after = [ \"strip\" ]\noutputs = [ \"dist/small.so\" ]");
  EXPECT_NE(refused(text).find("steps wait for each other: make, strip"), std::string::npos);
}

TEST(Recipe, an_archive_wants_its_sum) {
  const std::string text = with("git  = \"https://example.invalid/small\"\ntag  = \"v1\"",
                                "archive = \"https://example.invalid/a.tar\"");
  EXPECT_NE(refused(text).find("go together"), std::string::npos);
}

TEST(Recipe, recipes_that_need_each_other_are_refused) {
  const DataFile a{"small", with("why ", "needs = [ \"big\" ]\nwhy "), "/r/small.toml"};
  DataFile b = a;
  b.name = "big";
  b.text = replaced(replaced(a.text, "name  = \"small\"", "name  = \"big\""), "[ \"big\" ]",
                    "[ \"small\" ]");
  const auto book = recipe_book({a, b});
  ASSERT_FALSE(book.ok());
  EXPECT_EQ(book.error().what, "recipes need each other: big -> small -> big");
  EXPECT_FALSE(recipe_book({a}).ok());
}

TEST(Recipe, every_shipped_one_is_read_and_planned) {
  std::vector<DataFile> files;
  for (const Embedded& file : embedded_files()) {
    if (!file.path.starts_with("recipes/")) continue;
    const std::string_view name = file.path.substr(8, file.path.size() - 13);
    files.push_back({std::string(name), std::string(file.text), std::string(kBuiltIn)});
  }
  const auto book = recipe_book(files);
  ASSERT_TRUE(book.ok()) << book.error().what;
  EXPECT_EQ(book->size(), 11U);
  const FakeHost host;
  const Facts facts;
  for (const auto& [name, file] : *book) {
    EXPECT_FALSE(file.recipe.first.empty()) << name;
    EXPECT_FALSE(file.recipe.evidence.empty()) << name;
    EXPECT_TRUE(file.recipe.row.empty() || embedded("compat/" + file.recipe.row + ".toml")) << name;
    const auto plan = build_plan(*book, name, host, setting_of(facts));
    ASSERT_TRUE(plan.ok()) << name << ": " << plan.error().what;
    EXPECT_EQ(plan->done(), 0) << name;
    EXPECT_EQ(build_script(*plan).find("no-check-certificate"), std::string::npos);
    for (const BuildVariable& variable : plan->variables) {
      EXPECT_FALSE(variable.reason.empty()) << name << " " << variable.name;
      EXPECT_NE(variable.name, "USE_SYSTEM_LIBS");
    }
  }
}

TEST(Recipe, lists_of_architectures_agree) {
  const RecipeNames names = arch_names("12.1a");
  EXPECT_EQ(names.at("arch.torch"), "12.1a");
  EXPECT_EQ(names.at("arch.cmake"), "121a-real");
  EXPECT_EQ(names.at("arch.gencode"), "-gencode=arch=compute_121a,code=sm_121a");
}

TEST(Recipe, braces_that_are_written_twice_are_no_names) {
  EXPECT_EQ(plain_braces(filled_names("{{a}} {b}", {{"b", "{c}"}})), "{a} {c}");
  EXPECT_TRUE(names_in("{{a}}")->empty());
  EXPECT_FALSE(names_in("{a").ok());
  EXPECT_FALSE(names_in("a}").ok());
}

class SmallBuild : public testing::Test {
 protected:
  SmallBuild() {
    book_.emplace("small", *read(kSmall));
    host_.file("/b/small/dist/small.so", "code").file("/b/small/dist/done", "");
    host_.file("/b/small/src/small/.git/HEAD", std::string(40, 'a') + "\n");
  }
  BuildPlan plan() { return *build_plan(book_, "small", host_, setting_of(facts_)); }
  /// As if every step had just ended.
  BuildRecord whole() {
    const BuildPlan now = plan();
    BuildRecord out;
    out.recipe = "small";
    for (const BuildStep& step : now.steps) {
      const auto hash = step_hash(host_, now, step, out);
      const auto sums = output_sums(host_, step);
      EXPECT_TRUE(hash.ok() && sums.ok());
      out.steps.push_back({step.name, *hash, "", *sums, 1, std::nullopt});
    }
    return out;
  }
  void keep(const BuildRecord& record) {
    host_.file("/b/small/build.json", to_text(to_json(record)));
  }

  FakeHost host_;
  Facts facts_;
  RecipeBook book_;
};

TEST_F(SmallBuild, what_ended_is_not_run_again) {
  keep(whole());
  EXPECT_EQ(plan().done(), 3);
}

TEST_F(SmallBuild, another_number_of_jobs_runs_nothing_again) {
  keep(whole());
  BuildSetting setting = setting_of(facts_);
  setting.jobs.jobs = 1;
  EXPECT_EQ(build_plan(book_, "small", host_, setting)->done(), 3);
}

TEST_F(SmallBuild, a_changed_step_runs_again_and_those_behind_it) {
  keep(whole());
  book_.at("small").recipe.steps[0].run[0].emplace_back("V=1");
  const BuildPlan now = plan();
  EXPECT_EQ(now.done(), 1);
  EXPECT_EQ(now.steps[1].reason, "what goes into it has changed");
  EXPECT_EQ(now.steps[2].reason, "make runs before");
}

TEST_F(SmallBuild, an_output_that_is_gone_or_changed_is_made_again) {
  keep(whole());
  host_.file("/b/small/dist/small.so", "other code");
  EXPECT_EQ(plan().steps[1].reason, "what it made has changed");
}

TEST_F(SmallBuild, another_commit_behind_the_tag_is_built) {
  keep(whole());
  host_.file("/b/small/src/small/.git/HEAD", std::string(40, 'b') + "\n");
  EXPECT_EQ(plan().done(), 0);
}

TEST_F(SmallBuild, a_record_that_makes_no_sense_is_refused) {
  host_.file("/b/small/build.json", "{\"schema\": 1}");
  EXPECT_FALSE(build_plan(book_, "small", host_, setting_of(facts_)).ok());
}

TEST_F(SmallBuild, its_script_quotes_every_word) {
  book_.at("small").recipe.steps[1].run[0].emplace_back("it's; rm -rf $HOME");
  const std::string script = build_script(plan());
  EXPECT_NE(script.find("'it'\\''s; rm -rf $HOME'"), std::string::npos) << script;
  EXPECT_NE(script.find("-j \"$JOBS\""), std::string::npos) << script;
}

TEST(Patch, changes_one_place_once) {
  FakeHost host;
  host.file("/s/a", "one two three");
  EXPECT_EQ(patch_file(host, "/s/a", "two", "two and a half", false).value_or(false), true);
  EXPECT_EQ(*host.read("/s/a"), "one two and a half three");
  // Again: what is put in holds what is looked for.
  EXPECT_EQ(patch_file(host, "/s/a", "two", "two and a half", false).value_or(true), false);
  EXPECT_EQ(*host.read("/s/a"), "one two and a half three");
}

TEST(Patch, is_made_where_the_same_words_stand_elsewhere) {
  FakeHost host;
  host.file("/s/a", "return 42; return 41;");
  EXPECT_EQ(patch_file(host, "/s/a", "return 41;", "return 42;", false).value_or(false), true);
  EXPECT_EQ(*host.read("/s/a"), "return 42; return 42;");
  EXPECT_EQ(patch_file(host, "/s/a", "return 41;", "return 42;", false).value_or(true), false);
}

TEST(Patch, refuses_other_sources) {
  FakeHost host;
  host.file("/s/a", "two two");
  EXPECT_FALSE(patch_file(host, "/s/a", "two", "three", false).ok());
  EXPECT_FALSE(patch_file(host, "/s/a", "four", "five", false).ok());
  EXPECT_EQ(patch_file(host, "/s/a", "four", "five", true).value_or(true), false);
}

TEST(Stamps, a_link_that_leads_elsewhere_makes_another_folder) {
  FakeHost one, other;
  one.file("/u/a", "words").link_at("/u/l", "a");
  other.file("/u/a", "words").link_at("/u/l", "b");
  EXPECT_NE(*folder_sum(one, "/u"), *folder_sum(other, "/u"));
  EXPECT_EQ(*folder_sum(one, "/u"), *folder_sum(one, "/u"));
}

TEST(Workplace, a_folder_of_others_is_left_alone) {
  FakeHost host;
  host.file("/b/small/mine", "mine");
  const auto place = Workplace::open(host, "/b/small");
  ASSERT_FALSE(place.ok());
  EXPECT_EQ(place.error().kind, Error::Kind::conflict);
  EXPECT_TRUE(host.done.empty());
}

TEST(Stamps, a_commit_may_stand_in_a_file) {
  FakeHost host;
  host.file("/w/src/a/hash.txt", "abc123\n");
  EXPECT_EQ(with_texts(host, "/w", "{text:src/a/hash.txt}").value_or(std::string()), "abc123");
  EXPECT_FALSE(with_texts(host, "/w", "{text:src/a/none.txt}").ok());
}

}  // namespace
}  // namespace gb10
