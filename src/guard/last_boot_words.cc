#include "guard/last_boot_words.h"

#include <fmt/format.h>

#include "base/check.h"
#include "base/embedded.h"
#include "base/toml.h"
#include "rules/steps.h"

namespace gb10 {

namespace {

struct Words {
  std::string title, noun, why;
  std::vector<Step> remedy;
};

Result<Words> read(std::string_view text, const std::string& file) {
  const toml::Node table = TRY(toml::parse(text, file));
  TRY(table.only({"title", "noun", "why", "remedy", "source", "date"}));
  Words out;
  out.title = TRY(table.text("title"));
  out.noun = TRY(table.text("noun"));
  out.why = TRY(table.text("why", ""));
  const toml::Node* const steps = TRY(table.need("remedy"));
  for (const toml::Node& step : steps->items) {
    Step each = TRY(read_step(step));
    out.remedy.push_back(std::move(each));
  }
  return out;
}

/// Ours are read by a test.
Words words_of(BootEnd end) {
  const std::string file = fmt::format("boots/{}.toml", word(end));
  const auto text = embedded(file);
  CHECK(text.has_value());
  Result<Words> words = read(*text, file);
  CHECK(words.ok());
  return *std::move(words);
}

}  // namespace

std::string noun(BootEnd end) { return words_of(end).noun; }

void put_words(LastBoot& boot) {
  Words words = words_of(boot.verdict);
  boot.sentence = std::move(words.title);
  boot.why = std::move(words.why);
  boot.remedy = std::move(words.remedy);
}

}  // namespace gb10
