#pragma once
// report/ turns plain values into what a person or a program reads: text for a terminal, Markdown
// for a forum, JSON. It refuses to look anything up: what it prints is in the value it was given.

#include <span>
#include <string>
#include <vector>

#include "model/diagnosis.h"
#include "model/explanation.h"
#include "model/fact.h"

namespace gb10 {

/// How text is dressed for a terminal.
struct Dress {
  bool color = false;
  std::size_t width = 100;  // columns
  bool all = false;         // every check, not just the ones that matter
};

std::string text(const Diagnosis& diagnosis, const Dress& dress);
/// What an owner pastes into a forum post.
std::string markdown(const Diagnosis& diagnosis);

/// What a log says, the first cause first.
std::string text(const Explanation& explanation, const Dress& dress);
std::string markdown(const Explanation& explanation);

/// A topic with the facts that belong to it, for `inspect`.
struct FactGroup {
  std::string name, words;
  std::vector<std::pair<std::string, Fact>> facts;
};
std::string text(std::span<const FactGroup> groups, const Dress& dress);
std::string markdown(std::span<const FactGroup> groups);

/// The lines of one step of a remedy. A command is never broken, however narrow the terminal, and
/// what stands on its line may be pasted with it: its condition stands above, its note behind a #.
std::vector<std::string> lines_of(const Step& step, std::size_t width);

/// `text` as it is read, whatever in it means something to Markdown or HTML. Not for code spans.
std::string in_markdown(std::string_view text);
std::string in_markdown(const Step& step);

/// A plain table; the last column is wrapped to the width that is left.
std::string table(std::span<const std::vector<std::string>> rows, const Dress& dress);

}  // namespace gb10
