#include "explain/part_table.h"

#include <algorithm>

#include "logs/samples.h"

namespace gb10 {

PartTable::PartTable(SignatureBook& book) : book_(book) {
  for (std::size_t page = 0; page < book_.size(); ++page) {
    for (const std::string& anchor : book_.anchors(page)) {
      const std::uint32_t index = literal(anchor);
      unread_[index].push_back(page);
    }
  }
  for (const std::string& text : SampleReader::anchors()) begins_table_[literal(text)] = true;
  for (const ErrorWord& word : book_.error_words()) {
    literal(word.pattern.anchor);
    Part& part = add(word.pattern);
    part.let_show();
    error_parts_.insert(&part);
  }
  anchors_.emplace(literals_);
}

/// The index of a literal that is looked for.
std::uint32_t PartTable::literal(const std::string& text) {
  const auto [at, is_new] =
      literal_index_.emplace(text, static_cast<std::uint32_t>(literals_.size()));
  if (is_new) {
    literals_.push_back(text);
    parts_of_.emplace_back();
    unread_.emplace_back();
    begins_table_.push_back(false);
  }
  return at->second;
}

/// From now on lines are tried by `pattern`, whose anchor is looked for already. One that is the
/// same as another shares its part.
Part& PartTable::add(const LinePattern& pattern) {
  const auto [same, is_new] = by_identity_.emplace(identity(pattern), nullptr);
  if (is_new) {
    same->second = &parts_.emplace_back(pattern);
    if (is_tight_) same->second->keep_few();
    const auto anchor = literal_index_.find(pattern.anchor);
    if (anchor != literal_index_.end()) parts_of_[anchor->second].push_back(same->second);
  }
  if (!is_new) {
    same->second->resume();
    if (error_parts_.count(same->second) > 0) shared_.insert(same->second);
  }
  by_pattern_[&pattern] = same->second;
  return *same->second;
}

void PartTable::read(std::size_t page) {
  if (!taken_up_.insert(page).second) return;
  const Signature* const signature = book_.read(page);
  if (!signature) return;
  for (const LinePattern& pattern : signature->match) add(pattern).let_show();
  for (const auto* const conditions : {&signature->also, &signature->unless}) {
    for (const Condition& condition : *conditions) {
      for (const LinePattern& pattern : condition.any) add(pattern);
    }
  }
}

const std::vector<Part*>& PartTable::parts_of(std::uint32_t literal) {
  if (!unread_[literal].empty()) {
    for (const std::size_t page : std::exchange(unread_[literal], {})) read(page);
  }
  return parts_of_[literal];
}

bool PartTable::is_exhausted(std::uint32_t literal) {
  bool all = !begins_table_[literal];
  for (Part* const part : parts_of(literal)) {
    if (part->is_spent()) part->note_more();
    all = all && part->is_spent();
  }
  return all;
}

void PartTable::note_fit(Part& part) {
  constexpr std::int64_t kEnough = 64;
  if (part.seen().count >= kEnough && is_only_error_word(part)) part.stop();
}

bool PartTable::is_only_error_word(const Part& part) const {
  return error_parts_.count(&part) > 0 && shared_.count(&part) == 0;
}

bool PartTable::is_new_error(std::string_view text) {
  constexpr std::size_t kMost = 4096;
  std::string plain;
  for (const char c : text.substr(0, 512)) {
    if (c < '0' || c > '9') plain += c;
  }
  if (errors_seen_.size() >= kMost) return errors_seen_.count(std::hash<std::string>()(plain)) == 0;
  return errors_seen_.insert(std::hash<std::string>()(plain)).second;
}

void PartTable::begin_block() {
  for (Part& part : parts_) part.begin_block();
}

void PartTable::note_kept(const Part& part, Part::Recorded how) {
  constexpr std::int64_t kPlenty = 5000;  // lines kept, some 5 MiB
  constexpr std::int64_t kNumbersToALine = 32;
  const bool has_grown = how == Part::Recorded::first ||
                         part.seen().last.size() < SeenLines::kKept;
  kept_ += has_grown ? kNumbersToALine : 1;
  if (is_tight_ || kept_ < kPlenty * kNumbersToALine) return;
  is_tight_ = true;
  for (Part& each : parts_) each.keep_few();
}

const SeenLines& PartTable::seen(const LinePattern& pattern) const {
  static const SeenLines kNone;
  const auto at = by_pattern_.find(&pattern);
  return at == by_pattern_.end() ? kNone : at->second->seen();
}

}  // namespace gb10
