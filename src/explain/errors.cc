#include "explain/errors.h"

#include "base/embedded.h"
#include "rules/fields.h"

namespace gb10 {

namespace {

Result<ErrorWord> error_word(const toml::Node& node) {
  TRY(node.only({"anchor", "line", "kind", "faint"}));
  ErrorWord out;
  out.pattern.anchor = TRY(node.text("anchor"));
  out.pattern.line = TRY(node.text("line"));
  out.pattern.at = node.line;
  out.kind = TRY(node.text("kind"));
  if (const toml::Node* const faint = node.find("faint")) out.is_faint = TRY(faint->truth());
  return out;
}

}  // namespace

Result<std::vector<ErrorWord>> read_error_words(std::string_view text, std::string_view file) {
  const toml::Node root = TRY(toml::parse(text, file));
  TRY(root.only({"source", "date", "error"}));
  return each_of<ErrorWord>(root, "error", error_word);
}

Result<std::vector<Pattern>> read_quotes(std::string_view text, std::string_view file) {
  const toml::Node root = TRY(toml::parse(text, file));
  TRY(root.only({"source", "date", "quote"}));
  std::vector<Pattern> out;
  const toml::Node* const all = TRY(root.need("quote"));
  for (const toml::Node& node : all->items) {
    TRY(node.only({"line"}));
    const std::string line = TRY(node.text("line"));
    Pattern pattern = TRY(Pattern::compile(line));
    out.push_back(std::move(pattern));
  }
  return out;
}

std::vector<Pattern> built_in_quotes() {
  Result<std::vector<Pattern>> read =
      read_quotes(embedded("quotes.toml").value_or(std::string_view{}), "quotes.toml");
  return read.ok() ? *std::move(read) : std::vector<Pattern>();  // data_test reads the same text
}

std::vector<ErrorWord> built_in_error_words() {
  // data_test reads the same text, so it cannot be wrong here.
  return read_error_words(embedded("errors.toml").value_or(std::string_view{}), "errors.toml")
      .value_or(std::vector<ErrorWord>());
}

}  // namespace gb10
