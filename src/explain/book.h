#pragma once

#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/pattern.h"
#include "explain/errors.h"
#include "explain/signature.h"

namespace gb10 {

/// The anchors that the text of a signature names, found without reading it as TOML.
std::vector<std::string> anchors_named_in(std::string_view text);

/// Every signature in force, and the words for errors. Most logs have to do with few of them, so
/// a built-in one is read when the first of its anchors is seen.
class SignatureBook {
 public:
  /// Reads the owner's files at once: a mistake, also in a pattern, is the Error, with file and
  /// line. Ours are held to the same by a test.
  static Result<SignatureBook> open(std::vector<DataFile> files);

  std::size_t size() const { return pages_.size(); }
  std::span<const std::string> anchors(std::size_t page) const { return pages_[page].anchors; }
  /// The signature, read now if it was not before; null when it cannot be read.
  const Signature* read(std::size_t page);
  /// The same of one that was read before; else null.
  const Signature* known(std::size_t page) const;
  /// The signature of that name, read now if it was not before; null when there is none.
  const Signature* named(std::string_view name);

  /// Forgets every signature but those: what few know is found sooner. For before the first
  /// matcher, which holds on to what it was given.
  void keep_only(std::span<const std::string> names);

  std::span<const ErrorWord> error_words() const { return errors_; }

  /// True for a line that hands on what somebody else wrote, such as a prompt: it shows nothing.
  bool is_quote(std::string_view line) const;

 private:
  struct Page {
    DataFile file;
    std::vector<std::string> anchors;
    std::optional<Signature> signature;
    bool tried = false;
  };

  std::deque<Page> pages_;  // their patterns stay where they are
  std::vector<Pattern> quotes_ = built_in_quotes();
  std::vector<ErrorWord> errors_ = built_in_error_words();
};

}  // namespace gb10
