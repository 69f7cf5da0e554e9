#include "facts/shell_words.h"

namespace gb10 {

namespace {

/// Takes a line apart, one character after the other.
class Words {
 public:
  void take(char c) {
    if (quote_ != 0) return take_quoted(c);
    if (escaped_) return add(c);
    if (c == '\\') {
      escaped_ = true;
    } else if (c == '\'' || c == '"') {
      quote_ = c;
      begun_ = true;
    } else if (c == ' ' || c == '\t') {
      end_word();
    } else if (c == ';' || c == '&' || c == '|') {
      end_command();
    } else {
      add(c);
    }
  }
  /// True between words, where "#" begins a comment.
  bool is_between() const { return quote_ == 0 && !escaped_ && !begun_; }

  std::vector<std::vector<std::string>> finished() {
    end_command();
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
  void add(char c) {
    word_ += c;
    begun_ = true;
    escaped_ = false;
  }
  void end_word() {
    if (begun_) command_.push_back(std::move(word_));
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

}  // namespace

std::vector<std::vector<std::string>> shell_commands(std::string_view line) {
  Words words;
  for (const char c : line) {
    if (c == '#' && words.is_between()) break;
    words.take(c);
  }
  return words.finished();
}

}  // namespace gb10
