#pragma once

#include <deque>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "explain/book.h"
#include "explain/part.h"
#include "logs/anchors.h"

namespace gb10 {

/// The literals that are looked for, and the patterns behind each. A signature is read in the book
/// when the first of its anchors is seen; until then its patterns are not here.
class PartTable {
 public:
  explicit PartTable(SignatureBook& book);

  const SignatureBook& book() const { return book_; }
  const Anchors& anchors() const { return *anchors_; }

  /// The patterns that have this literal as their anchor.
  const std::vector<Part*>& parts_of(std::uint32_t literal);
  bool begins_table(std::uint32_t literal) const { return begins_table_[literal]; }
  /// True when nothing more can be learned in this block from lines that have `literal`.
  bool is_exhausted(std::uint32_t literal);

  void begin_block();
  /// A line was kept. Once there are very many, each pattern keeps few from now on: memory has
  /// bounds.
  void note_kept(const Part& part, Part::Recorded how);

  /// A line fitted `part`. Once a word for errors has found enough different ones, it finds no
  /// more: only the first matters.
  void note_fit(Part& part);
  /// True for a word for errors that no signature shares.
  bool is_only_error_word(const Part& part) const;
  /// True for the first error of its kind: `text` differs from those before in more than numbers.
  bool is_new_error(std::string_view text);

  /// What `pattern` has found; nothing so far when it is not here.
  const SeenLines& seen(const LinePattern& pattern) const;

 private:
  std::uint32_t literal(const std::string& text);
  Part& add(const LinePattern& pattern);
  void read(std::size_t page);

  SignatureBook& book_;
  std::vector<std::string> literals_;
  std::unordered_map<std::string, std::uint32_t> literal_index_;
  std::vector<std::vector<Part*>> parts_of_;
  std::vector<std::vector<std::size_t>> unread_;  // pages of the book
  std::vector<bool> begins_table_;
  std::optional<Anchors> anchors_;
  std::deque<Part> parts_;
  std::unordered_map<std::string, Part*> by_identity_;
  std::unordered_map<const LinePattern*, Part*> by_pattern_;
  std::set<std::size_t> taken_up_;  // pages
  std::int64_t kept_ = 0;           // numbers, and lines as so many of them as they take room
  bool is_tight_ = false;
  std::set<const Part*> error_parts_, shared_;  // words for errors; those that a signature has too
  std::unordered_set<std::size_t> errors_seen_;  // hashes of different ones
};

}  // namespace gb10
