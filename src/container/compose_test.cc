#include "container/compose.h"

#include <gtest/gtest.h>

namespace gb10 {
namespace {

constexpr double kGiB = 1024.0 * 1024 * 1024;

ServiceTemplate sample(const std::string& more = {}) {
  const std::string text =
      "name = \"x\"\ntitle = \"X\"\nimage = \"r/x\"\ntag = \"1\"\nwhy = \"w\"\n"
      "command = [\"serve\", \"{model}\", \"{port}\"]\nipc_why = \"i\"\nshm_size = \"1gb\"\n" +
      more +
      "[[port]]\ncontainer = 8000\nwhy = \"p\"\n[memory]\nflag = \"--share\"\nmost = 0.85\n"
      "otherwise = 0.7\nwhy = \"m\"\n"
      "[[evidence]]\nsource = \"s\"\ndate = \"2026-10\"\nkind = \"reported\"\nsays = \"y\"\n";
  const Result<ServiceTemplate> read = read_service_template(text, "x.toml");
  EXPECT_TRUE(read.ok()) << read.error().what;
  return read.value_or(ServiceTemplate());
}

ComposeWish wish() {
  ComposeWish out;
  out.project = "x";
  out.cache = out.workspace = "/home/u";
  return out;
}

TEST(Share, is_computed_from_what_is_available) {
  const ServiceTemplate::Memory memory{"--share", "", "", 0.85, 0.7};
  EXPECT_EQ(computed_share(memory, bytes(68 * kGiB), bytes(120 * kGiB)), 0.5);
  EXPECT_EQ(computed_share(memory, bytes(119 * kGiB), bytes(120 * kGiB)), 0.85);
  EXPECT_EQ(computed_share(memory, bytes(10 * kGiB), bytes(120 * kGiB)), std::nullopt);
  EXPECT_EQ(computed_share(memory, bytes(10 * kGiB), bytes(0)), std::nullopt);
}

TEST(Compose, says_that_a_share_is_careful_where_memory_is_not_known) {
  const Result<ComposeFile> file = compose_file(sample(), wish());
  ASSERT_TRUE(file.ok()) << file.error().what;
  EXPECT_EQ(file->share, 0.7);
  EXPECT_NE(file->text.find("not known here"), std::string::npos);
}

TEST(Compose, leaves_the_model_to_a_variable_that_must_be_set) {
  const Result<ComposeFile> file = compose_file(sample(), wish());
  ASSERT_TRUE(file.ok());
  EXPECT_NE(file->text.find("${MODEL:?"), std::string::npos);
  ComposeWish named = wish();
  named.model = "a/$b";
  EXPECT_NE(compose_file(sample(), named)->text.find("- \"a/$$b\""), std::string::npos);
}

TEST(Compose, says_how_it_is_started) {
  const Result<ComposeFile> file = compose_file(sample(), wish());
  ASSERT_TRUE(file.ok());
  EXPECT_EQ(file->start("/a b/c.yml"),
            "MODEL=ORGANISATION/NAME docker compose -f '/a b/c.yml' up -d");
  EXPECT_NE(file->text.find("# Start: MODEL=ORGANISATION/NAME docker compose up -d"),
            std::string::npos);
  ComposeWish named = wish();
  named.model = "a/b";
  EXPECT_EQ(compose_file(sample(), named)->start("/c.yml"), "docker compose -f /c.yml up -d");
}

TEST(Compose, leaves_folders_of_another_machine_to_who_starts_it_there) {
  const ServiceTemplate service = sample(
      "[[volume]]\nfrom = \"cache\"\nto = \"/c\"\nwhy = \"w\"\n"
      "[[volume]]\nfrom = \"workspace\"\nto = \"/w\"\nwhy = \"w\"\n");
  EXPECT_EQ(compose_file(service, wish())->folders,
            (std::vector<std::string>{"/home/u", "/home/u"}));
  ComposeWish elsewhere = wish();
  elsewhere.cache = elsewhere.workspace = "";
  const Result<ComposeFile> file = compose_file(service, elsewhere);
  ASSERT_TRUE(file.ok());
  EXPECT_TRUE(file->folders.empty());
  EXPECT_NE(file->text.find("source: \"${HOME}/.cache/huggingface\""), std::string::npos)
      << file->text;
}

TEST(Compose, opens_a_port_on_this_machine_alone) {
  EXPECT_NE(compose_file(sample(), wish())->text.find("\"127.0.0.1:8000:8000\""),
            std::string::npos);
  ComposeWish open = wish();
  open.listen = "0.0.0.0";
  const Result<ComposeFile> file = compose_file(sample(), open);
  EXPECT_NE(file->text.find("\"0.0.0.0:8000:8000\""), std::string::npos);
  EXPECT_FALSE(file->notes.empty());
}

TEST(Compose, refuses_hostile_words) {
  for (const auto& change : std::vector<void (*)(ComposeWish&)>{
           [](ComposeWish& w) { w.project = "a\nprivileged: true"; },
           [](ComposeWish& w) { w.project = "../a"; }, [](ComposeWish& w) { w.image = "a b"; },
           [](ComposeWish& w) { w.image = "--privileged"; },
           [](ComposeWish& w) { w.listen = "0.0.0.0:1:"; },
           [](ComposeWish& w) { w.cache = "/a\nb"; }, [](ComposeWish& w) { w.cache = "\xff"; },
           [](ComposeWish& w) { w.workspace = "relative"; },
           [](ComposeWish& w) { w.model = "--flag"; }, [](ComposeWish& w) { w.model = "a\tb"; },
           [](ComposeWish& w) {
             w.ports = {1, 2};
           }}) {
    ComposeWish one = wish();
    change(one);
    const Result<ComposeFile> file = compose_file(sample(), one);
    ASSERT_FALSE(file.ok());
    EXPECT_EQ(file.error().kind, Error::Kind::invalid);
    EXPECT_FALSE(file.error().hint.empty());
  }
}

TEST(Compose, invents_no_image) {
  ServiceTemplate none = sample();
  none.tag.clear();
  EXPECT_FALSE(compose_file(none, wish()).ok());
  ComposeWish own = wish();
  own.image = "own:1";
  const Result<ComposeFile> file = compose_file(none, own);
  ASSERT_TRUE(file.ok());
  EXPECT_NE(file->text.find("not known to gb10"), std::string::npos);
}

TEST(Template, refuses_what_makes_no_sense) {
  for (const char* const text :
       {"", "name = \"x\"",
        "name = \"X\"\ntitle = \"\"\nwhy = \"\"\nipc_why = \"\"\nshm_size = \"1\"",
        "name = \"x\"\ntitle = \"\"\nwhy = \"\"\nipc_why = \"\"\nshm_size = \"1\"\nimage = \"a\"\n"
        "tag = \"1\"",
        "name = \"x\"\ntitle = \"\"\nwhy = \"\"\nipc_why = \"\"\nshm_size = \"1\"\nport = 1",
        "name = \"x\"\ntitle = \"\"\nwhy = \"\"\nipc_why = \"\"\nshm_size = \"1\"\nodd = 1",
        "name = \"x\"\ntitle = \"\"\nwhy = \"\"\nipc_why = \"\"\nshm_size = \"1\"\n"
        "[[port]]\ncontainer = 70000\nwhy = \"\""}) {
    EXPECT_FALSE(read_service_template(text, "x.toml").ok()) << text;
  }
}

}  // namespace
}  // namespace gb10
