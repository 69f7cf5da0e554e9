#include "explain/book.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/pattern.h"
#include "base/text.h"

namespace gb10 {

namespace {

constexpr std::string_view kBlanks = " \t";

/// What stands in quotes behind "anchor =" at `at`; empty where it does not stand so.
std::string_view quoted_behind(std::string_view text, std::size_t at) {
  at = text.find_first_not_of(kBlanks, at);
  if (at == std::string_view::npos || text[at] != '=') return {};
  at = text.find_first_not_of(kBlanks, at + 1);
  if (at == std::string_view::npos || (text[at] != '"' && text[at] != '\'')) return {};
  const std::size_t end = text.find(text[at], at + 1);
  return end == std::string_view::npos ? std::string_view{} : text.substr(at + 1, end - at - 1);
}

Result<void> check_pattern(const LinePattern& pattern, const Signature& signature) {
  const auto wrong = [&](std::string_view what) {
    return Error{Error::Kind::invalid,
                 fmt::format("{}:{}: {}", signature.origin, pattern.at, what)};
  };
  const Result<Pattern> compiled = Pattern::compile(pattern.line);
  if (!compiled.ok()) return wrong(compiled.error().what);
  const std::vector<std::string> groups = compiled->groups();
  for (const Comparison& each : pattern.where) {
    for (const std::string& word : {each.left, each.right}) {
      const bool is_group = std::find(groups.begin(), groups.end(), word) != groups.end();
      if (!is_group && !decimal_number(word))
        return wrong(fmt::format("the pattern has no group \"{}\"", word));
    }
  }
  return {};
}

std::vector<const LinePattern*> patterns_of(const Signature& signature) {
  std::vector<const LinePattern*> out;
  for (const LinePattern& pattern : signature.match) out.push_back(&pattern);
  for (const auto* const conditions : {&signature.also, &signature.unless}) {
    for (const Condition& condition : *conditions) {
      for (const LinePattern& pattern : condition.any) out.push_back(&pattern);
    }
  }
  return out;
}

/// A pattern that does not compile would be silent for ever.
Result<void> check_patterns(const Signature& signature) {
  for (const LinePattern* const pattern : patterns_of(signature))
    TRY(check_pattern(*pattern, signature));
  return {};
}

}  // namespace

std::vector<std::string> anchors_named_in(std::string_view text) {
  constexpr std::string_view kWord = "anchor";
  std::vector<std::string> out;
  for (std::size_t at = text.find(kWord); at != std::string_view::npos;
       at = text.find(kWord, at + kWord.size())) {
    const std::string_view anchor = quoted_behind(text, at + kWord.size());
    if (anchor.size() >= kShortestAnchor) out.emplace_back(anchor);
  }
  return out;
}

Result<SignatureBook> SignatureBook::open(std::vector<DataFile> files) {
  SignatureBook out;
  for (DataFile& file : files) {
    Page page{std::move(file), {}, std::nullopt, false};
    if (page.file.origin == kBuiltIn) {
      page.file.text.resize(without_examples(page.file.text).size());
      page.anchors = anchors_named_in(page.file.text);
    } else {
      // Owners may write in any way that TOML allows, and examples between the lines.
      page.signature = TRY(read_signature(page.file));
      TRY(check_patterns(*page.signature));
      for (const LinePattern* const pattern : patterns_of(*page.signature))
        page.anchors.push_back(pattern->anchor);
      page.tried = true;
    }
    out.pages_.push_back(std::move(page));
  }
  return out;
}

bool SignatureBook::is_quote(std::string_view line) const {
  return std::any_of(quotes_.begin(), quotes_.end(),
                     [&](const Pattern& quote) { return quote.fits(line); });
}

const Signature* SignatureBook::read(std::size_t page) {
  Page& wanted = pages_[page];
  if (!wanted.tried) {
    wanted.tried = true;
    Result<Signature> read = read_signature(wanted.file);
    if (read.ok()) wanted.signature = *std::move(read);
  }
  return known(page);
}

const Signature* SignatureBook::named(std::string_view name) {
  for (std::size_t page = 0; page < pages_.size(); ++page) {
    if (pages_[page].file.name == name) return read(page);
  }
  return nullptr;
}

void SignatureBook::keep_only(std::span<const std::string> names) {
  std::erase_if(pages_, [&](const Page& page) {
    return std::find(names.begin(), names.end(), page.file.name) == names.end();
  });
}

const Signature* SignatureBook::known(std::size_t page) const {
  return pages_[page].signature ? &*pages_[page].signature : nullptr;
}

}  // namespace gb10
