#include "facts/shell_words.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace gb10 {

namespace {

/// Words that stand in front of a command without being one.
constexpr std::array<std::string_view, 7> kBefore = {"then", "do", "else", "elif", "if", "{", "!"};

/// Takes a script apart, one character after the other.
class Commands {
 public:
  void take(char c) {
    if (quote_ != 0) return take_quoted(c);
    if (escaped_) return take_escaped(c);
    if (c == '\\') {
      escaped_ = true;
    } else if (c == '\'' || c == '"') {
      quote_ = c;
      begun_ = true;
    } else if (c == ' ' || c == '\t') {
      end_word();
    } else if (std::string_view(";&|()\n").find(c) != std::string_view::npos) {
      end_command();
    } else {
      add(c);
    }
  }
  bool is_plain() const { return quote_ == 0 && !escaped_; }
  /// Between words, where "#" begins a comment.
  bool is_between() const { return is_plain() && !begun_; }

  std::vector<std::vector<std::string>> finished() {
    if (is_plain()) end_command();
    return std::move(commands_);
  }

 private:
  void take_quoted(char c) {
    if (escaped_ || (c != quote_ && !(c == '\\' && quote_ == '"'))) return add(c);
    if (c == quote_)
      quote_ = 0;
    else
      escaped_ = true;
  }
  /// A backslash at the end of a line joins it with the next.
  void take_escaped(char c) {
    escaped_ = false;
    if (c != '\n') add(c);
  }
  void add(char c) {
    word_ += c;
    begun_ = true;
    escaped_ = false;
  }
  void end_word() {
    const bool before =
        command_.empty() && std::find(kBefore.begin(), kBefore.end(), word_) != kBefore.end();
    if (begun_ && !before) command_.push_back(std::move(word_));
    word_.clear();
    begun_ = false;
  }
  void end_command() {
    end_word();
    if (!command_.empty()) commands_.push_back(std::move(command_));
    command_.clear();
  }

  std::vector<std::vector<std::string>> commands_;
  std::vector<std::string> command_;
  std::string word_;
  char quote_ = 0;
  bool begun_ = false, escaped_ = false;
};

/// The word that ends the here-document which `rest`, behind "<<", begins; empty for none ("<<<").
std::string end_of_document(std::string_view rest) {
  if (rest.starts_with('<')) return {};
  if (rest.starts_with('-')) rest.remove_prefix(1);
  if (!rest.empty() && rest[0] >= '0' && rest[0] <= '9') return {};  // "$((1<<3))"
  std::string word;
  for (const char c : trimmed(rest.substr(0, rest.find('\n')))) {
    if (c == ' ' || c == ';' || c == '|' || c == '&' || c == '>') break;
    if (c != '\'' && c != '"' && c != '\\') word += c;
  }
  return word;
}

/// The end of the here-document that ends with `word` and begins behind the line of `at`.
std::size_t behind_document(std::string_view script, std::size_t at, std::string_view word) {
  std::size_t begin = script.find('\n', at);
  while (begin != std::string_view::npos && begin + 1 < script.size()) {
    const std::size_t end = std::min(script.find('\n', begin + 1), script.size());
    if (trimmed(script.substr(begin + 1, end - begin - 1)) == word) return end;
    begin = end;
  }
  return script.size();
}

}  // namespace

std::vector<std::vector<std::string>> shell_commands(std::string_view script) {
  Commands commands;
  std::size_t document_end = 0;  // where to go on at the end of this line; 0 for the next line
  for (std::size_t i = 0; i < script.size(); ++i) {
    if (script[i] == '#' && commands.is_between()) {
      i = std::min(script.find('\n', i), script.size());
      if (i == script.size()) break;
    }
    if (commands.is_plain() && script.substr(i).starts_with("<<")) {
      const std::string word = end_of_document(script.substr(i + 2));
      if (!word.empty() && document_end == 0) document_end = behind_document(script, i, word);
      i = std::min(script.find_first_not_of('<', i), script.size()) - 1;
      commands.take(' ');
      continue;
    }
    commands.take(script[i]);
    if (script[i] == '\n' && document_end > i) {
      i = document_end;
      document_end = 0;
    }
  }
  return commands.finished();
}

}  // namespace gb10
