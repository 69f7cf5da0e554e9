#pragma once
// Small signatures of tests, and what an explanation names.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "explain/explain.h"

namespace gb10 {

/// A [[match]]; its line is the anchor unless it is given, `more` are further keys.
inline std::string match(std::string_view anchor, std::string_view line = {},
                         std::string_view more = {}) {
  return fmt::format("[[match]]\nanchor = \"{}\"\nline = '''{}'''\n{}\n", anchor,
                     line.empty() ? anchor : line, more);
}

/// [[also]] or [[unless]]: one line that contains `anchor`.
inline std::string condition(std::string_view kind, std::string_view anchor,
                             std::string_view more = {}) {
  return fmt::format("[[{}]]\nany = [ {{ anchor = \"{}\", line = '''{}''' }} ]\n{}\n", kind, anchor,
                     anchor, more);
}

/// A signature of an owner's; a cause unless `body` names another role.
inline DataFile signature_file(const std::string& name, const std::string& body) {
  const bool has_role = body.find("role = ") != std::string::npos;
  const std::string cause = "role = \"cause\"\nwhy = \"w\"\nremedy = [ \"r\" ]\n";
  const std::string title = body.find("title = ") == std::string::npos ? "title = \"t\"\n" : "";
  return {name,
          fmt::format("name = \"{}\"\nsource = \"s\"\ndate = \"2026-11\"\n{}{}{}", name, title,
                      has_role ? "" : cause, body),
          name + ".toml"};
}

inline SignatureBook book_of(std::vector<DataFile> files) {
  Result<SignatureBook> book = SignatureBook::open(std::move(files));
  EXPECT_TRUE(book.ok()) << book.error().what;
  return *std::move(book);
}

inline Explanation explained_by(std::vector<DataFile> files, std::string_view log) {
  SignatureBook book = book_of(std::move(files));
  return explained(log, book);
}

inline std::vector<std::string> names(const std::vector<Known>& all) {
  std::vector<std::string> out;
  for (const Known& each : all) out.push_back(each.name);
  return out;
}

}  // namespace gb10
