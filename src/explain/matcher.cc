#include "explain/matcher.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "explain/line_view.h"
#include "explain/part_table.h"
#include "explain/place.h"
#include "logs/blocks.h"
#include "logs/samples.h"
#include "logs/wrapping.h"

namespace gb10 {

namespace {

constexpr std::size_t kStep = 16 * 1024;  // bytes that are looked at at once
constexpr std::size_t kLong = 8192;       // bytes of a line that is not seen as a whole
constexpr int kLastPlaces = 8;
constexpr std::int64_t kFreeSamples = 16384, kOneSampleOf = 16;
constexpr std::int64_t kWrappedLines = 20000;  // more does no terminal hold

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<signed char>(c) >= 0; });
}

/// The last place of `literal` in `text`, at or behind `from`. Looked for in pieces from the end:
/// forward search is far quicker than backward.
std::size_t last_place(std::string_view text, std::string_view literal, std::size_t from) {
  constexpr std::size_t kPiece = 8 * 1024;
  for (std::size_t end = text.size(); end > from;) {
    const std::size_t begin = end - from > kPiece ? end - kPiece : from;
    const std::string_view piece =
        text.substr(begin, end - begin + std::min(text.size() - end, literal.size() - 1));
    std::size_t last = std::string_view::npos;
    for (std::size_t at = piece.find(literal); at != std::string_view::npos;
         at = piece.find(literal, at + 1))
      last = at;
    if (last != std::string_view::npos) return begin + last;
    end = begin;
  }
  return std::string_view::npos;
}

}  // namespace

class Matcher::State {
 public:
  explicit State(SignatureBook& book) : table(book), skip_(table.anchors().none_skipped()) {}

  void take(const Block& block);

  BlockReader reader{[this](const Block& block) { take(block); }};
  PartTable table;
  std::int64_t last_line = 0, news = 0;

 private:
  void begin(const Block& block);
  void add_context(const Block& block);
  Place place_of(std::size_t at);
  void choose_piece(const Place& place, std::size_t at);
  const LineView& view_at(const Place& place, std::size_t at);
  void look(std::size_t at, std::uint32_t which);
  void samples_until(std::size_t end);
  void look_at_sample(const std::string& sample, const Place& place);
  void look_at_joined(const JoinedLine& line, std::int64_t number);
  bool is_quote(const std::string& reading);
  bool try_part(Part& part, const LineView& view, const Place& place);
  void record(Part& part, Seen seen, const Place& place, std::string text);
  void look_at_last(std::uint32_t which, std::size_t from);
  void keep_tail();
  void finish();

  SampleReader samples_;
  std::int64_t samples_seen_ = 0;
  std::optional<std::size_t> wrap_width_;
  bool width_decided_ = false;
  NumberedLines tail_;                                     // the last lines of the block before
  std::vector<std::pair<Part*, std::size_t>> unfinished_;  // and which first line lacks context

  // The block at hand.
  Block block_;
  std::size_t counted_ = 0;         // bytes whose line ends are counted
  std::int64_t counted_lines_ = 0;  // in them
  std::optional<Place> place_;
  std::string_view piece_;                    // of a line, between carriage returns
  std::size_t piece_at_ = 1, piece_end_ = 0;  // where it is in the block
  std::int64_t piece_number_ = 0;
  bool is_plain_ = false;         // nothing in it must be unescaped
  std::optional<LineView> view_;  // of it
  std::int64_t sample_line_ = 1;  // and its number
  std::size_t sample_at_ = 0;     // the next line that may be a row
  std::string asked_of_;  // the reading that was last asked for quotes, and the answer
  bool was_quote_ = false;
  std::vector<Anchors::Hit> hits_;
  Anchors::Skipped skip_;                // literals that this block need not be asked for
  std::vector<std::size_t> skipped_at_;  // and from where on it was not
};

/// The line that holds the byte `at`; asked with growing places.
Place Matcher::State::place_of(std::size_t at) {
  if (place_ && at < place_->end) return *place_;
  const std::string_view text = block_.text;
  const std::size_t end = std::min(text.find('\n', at), text.size());
  const std::size_t before = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
  const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
  counted_lines_ += line_ends(text.substr(counted_, begin - counted_));
  counted_ = begin;
  place_ = Place{text, begin, end, block_.first_line + counted_lines_};
  return *place_;
}

void Matcher::State::record(Part& part, Seen seen, const Place& place, std::string text) {
  const std::size_t first = part.seen().first.size();
  const bool with_context =
      part.shows() && (first < SeenLines::kWithContext || part.has_all_first());
  seen.evidence.line = place.number;
  if (with_context)
    seen.evidence = evidence(place, std::move(text), tail_);
  else
    seen.evidence.text = std::move(text);
  const bool lacks = with_context && seen.evidence.after.size() < kAround;
  const bool is_fine = seen.says_it_is_fine;
  const Part::Recorded done = part.record(std::move(seen));
  if (done != Part::Recorded::no) table.note_kept(part, done);
  if (done != Part::Recorded::no && !is_fine) table.note_fit(part);
  if (done != Part::Recorded::first) return;
  ++news;
  if (lacks) unfinished_.emplace_back(&part, part.seen().first.size() - 1);
}

/// Whether somebody else wrote it. Several patterns may fit one line, and each would ask.
bool Matcher::State::is_quote(const std::string& reading) {
  if (asked_of_ == reading) return was_quote_;
  was_quote_ = table.book().is_quote(reading);
  asked_of_ = reading;
  return was_quote_;
}

/// True when the line fits.
bool Matcher::State::try_part(Part& part, const LineView& view, const Place& place) {
  Seen seen;
  const std::string* const reading = part.fitting(view.readings(), seen.captures);
  if (!reading) return false;
  const auto which = static_cast<std::size_t>(reading - view.readings().data());
  seen.time = view.parts().time;
  seen.source = std::string(view.parts().source);
  seen.says_it_is_fine = view.is_fine(which);
  if (is_quote(*reading)) return false;
  if (table.is_only_error_word(part) && (seen.says_it_is_fine || !table.is_new_error(*reading)))
    return false;
  record(part, std::move(seen), place,
         part.shows() ? shown(view.whole(which), part.pattern().anchor) : std::string());
  return true;
}

/// Makes the piece of the line around `at` the one at hand. Of a very long one only some is seen at
/// once.
void Matcher::State::choose_piece(const Place& place, std::size_t at) {
  if (at >= piece_at_ && at < piece_end_) return;
  const std::string_view line = place.line();
  piece_ = piece_at(line, at - place.begin);
  piece_at_ = static_cast<std::size_t>(piece_.data() - block_.text.data());
  piece_end_ = piece_at_ + std::max<std::size_t>(piece_.size(), 1);
  is_plain_ = piece_.size() <= kLong && !trimmed(piece_).ends_with('}') && is_ascii(piece_);
  // Of what is seen a half lies behind `at`; what stands at its end is looked at anew.
  if (piece_.size() > kLong) piece_end_ = std::min(piece_end_, at + kLong / 4);
  piece_end_ = std::max(piece_end_, at + 1);
  ++piece_number_;
  view_.reset();
}

/// The piece at hand as patterns see it.
const LineView& Matcher::State::view_at(const Place& place, std::size_t at) {
  if (view_) return *view_;
  view_.emplace(place.line(), at - place.begin);
  // It has every line that is packed in this one, whatever stands between.
  if (view_->is_unpacked()) piece_end_ = std::max(piece_end_, place.end);
  return *view_;
}

/// Looks at the line around a literal that was found.
void Matcher::State::look(std::size_t at, std::uint32_t which) {
  if (table.is_exhausted(which)) {
    skip_.add(which);
    skipped_at_[which] = at;
    return;
  }
  const Place place = place_of(at);
  if (samples_.expects_rows()) samples_until(place.begin);
  choose_piece(place, at);
  for (Part* const part : table.parts_of(which)) {
    if (part->is_spent() || part->has_line(place.number)) continue;
    if (!part->takes(piece_number_)) continue;
    if (is_plain_ && part->is_hopeless(piece_)) continue;
    try_part(*part, view_at(place, at), place);
  }
  if (table.begins_table(which) && samples_.begins(view_at(place, at).message())) {
    sample_at_ = place.end + 1;
    sample_line_ = place.number + 1;
  }
}

/// Reads the lines before `end` as rows of the table that has begun.
void Matcher::State::samples_until(std::size_t end) {
  const std::string_view text = block_.text;
  while (samples_.expects_rows() && sample_at_ < end) {
    const std::size_t stop = std::min(text.find('\n', sample_at_), text.size());
    if (stop >= end && stop < text.size()) return;
    std::string_view line = text.substr(sample_at_, stop - sample_at_);
    if (line.ends_with('\r')) line.remove_suffix(1);
    const bool packed = line.find('{') != std::string_view::npos;
    const auto sample = packed ? samples_.row(LineView(line, 0).message())
                               : samples_.row(taken_apart(line).message);
    if (sample) {
      look_at_sample(*sample, {text, sample_at_, stop, sample_line_});
    }
    sample_at_ = stop + 1;
    ++sample_line_;
  }
}

void Matcher::State::look_at_sample(const std::string& sample, const Place& place) {
  // Of a table without end some rows tell what all would.
  const bool is_left_out = ++samples_seen_ > kFreeSamples && samples_seen_ % kOneSampleOf != 0;
  const std::vector<std::string> readings = {sample};
  std::vector<Anchors::Hit> hits;
  table.anchors().find(sample, hits);
  for (const Anchors::Hit& hit : hits) {
    for (Part* const part : table.parts_of(hit.which)) {
      if (is_left_out || part->is_spent()) {
        part->note_more();
        continue;
      }
      Seen seen;
      if (!part->fitting(readings, seen.captures)) continue;
      record(*part, std::move(seen), place,
             part->shows() ? shown(place.line(), "") : std::string());
    }
  }
}

/// Looks once more at a line that a terminal has broken, put together again: for what none of its
/// pieces shows.
void Matcher::State::look_at_joined(const JoinedLine& line, std::int64_t number) {
  std::vector<Anchors::Hit> hits;
  table.anchors().find(line.text, hits);
  std::optional<LineView> view;
  std::size_t until = 0;
  for (const Anchors::Hit& hit : hits) {
    if (table.is_exhausted(hit.which)) continue;
    if (!view || hit.at >= until) {
      view.emplace(line.text, hit.at);
      until = line.text.size() > kLong ? hit.at + kLong / 4 : line.text.size();
      ++piece_number_;
    }
    for (Part* const part : table.parts_of(hit.which)) {
      if (part->is_spent() || !part->takes(piece_number_)) continue;
      if (part->seen().first_in(number, number + line.lines - 1)) continue;
      try_part(*part, *view, {line.text, 0, line.text.size(), number});
    }
  }
}

void Matcher::State::begin(const Block& block) {
  block_ = block;
  counted_ = 0;
  counted_lines_ = 0;
  place_.reset();
  piece_at_ = 1;
  piece_end_ = 0;
  sample_at_ = 0;
  sample_line_ = block.first_line;
  table.begin_block();
  skip_ = table.anchors().none_skipped();
  skipped_at_.resize(skip_.size());
  if (!width_decided_) wrap_width_ = wrap_width(block.text);
  width_decided_ = true;
}

/// Gives the last lines of the block before the lines behind them.
void Matcher::State::add_context(const Block& block) {
  for (const auto& [part, which] : unfinished_) {
    LogEvidence& seen = part->seen().first[which].evidence;
    std::int64_t number = block.first_line;
    std::size_t begin = block.known;
    while (seen.after.size() < kAround && begin < block.text.size()) {
      const std::size_t stop = std::min(block.text.find('\n', begin), block.text.size());
      // Only what stands right behind: the block may begin with the rest of this very line.
      if (number == seen.line + 1 + static_cast<std::int64_t>(seen.after.size()))
        seen.after.emplace_back(number, shown_beside(block.text.substr(begin, stop - begin)));
      if (++number > seen.line + static_cast<std::int64_t>(kAround)) break;
      begin = stop + 1;
    }
  }
  std::erase_if(unfinished_, [&](const auto& each) {
    const LogEvidence& seen = each.first->seen().first[each.second].evidence;
    const std::int64_t last = block.first_line + block.line_ends - 1;
    return seen.after.size() >= kAround || last > seen.line + static_cast<std::int64_t>(kAround);
  });
}

/// Of a literal that the rest of the block was not asked for, looks at the last places: what came
/// last decides many conditions.
void Matcher::State::look_at_last(std::uint32_t which, std::size_t from) {
  const std::vector<Part*>& parts = table.parts_of(which);
  if (std::all_of(parts.begin(), parts.end(), [](const Part* part) { return part->is_stopped(); }))
    return;
  const std::string& literal = table.anchors().literal(which);
  const std::string_view text = block_.text;
  std::set<const Part*> done;
  std::size_t at = text.size();
  for (int i = 0; i < kLastPlaces; ++i) {
    at = last_place(text.substr(0, at), literal, from);
    if (at == std::string_view::npos) return;
    const std::size_t before = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
    const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::int64_t behind = line_ends(text.substr(begin));
    const Place place{text, begin, end, block_.first_line + block_.line_ends - behind};
    const LineView view(place.line(), at - begin);
    for (Part* const part : parts) {
      if (part->is_stopped() || done.count(part) > 0) continue;
      if (part->has_line(place.number) || try_part(*part, view, place)) done.insert(part);
    }
    if (done.size() == parts.size()) return;
    at = begin;
  }
}

/// Keeps the last lines for the context of the next block; a short block leaves older ones there.
void Matcher::State::keep_tail() {
  NumberedLines now = tail_of(block_.text, block_.first_line);
  for (auto old = tail_.rbegin(); old != tail_.rend() && now.size() < kAround; ++old) {
    if (now.empty() || old->first < now.front().first) now.insert(now.begin(), *old);
  }
  tail_ = std::move(now);
}

void Matcher::State::finish() {
  for (std::uint32_t which = 0; which < skip_.size(); ++which) {
    if (skip_.has(which)) look_at_last(which, skipped_at_[which]);
  }
  if (samples_.expects_rows()) samples_until(block_.text.size());
  if (wrap_width_ && block_.first_line < kWrappedLines) {
    for_each_joined(block_.text, *wrap_width_, [&](const JoinedLine& line) {
      look_at_joined(line, block_.first_line + line.before);
    });
  }
  keep_tail();
  std::string_view text = block_.text;
  while (!text.empty() && std::string_view(" \t\r\n").find(text.back()) != std::string_view::npos)
    text.remove_suffix(1);
  if (!text.empty()) last_line = block_.first_line + line_ends(text);
}

void Matcher::State::take(const Block& block) {
  begin(block);
  add_context(block);
  // In steps, so that what was seen often enough is not even looked for in the next.
  for (std::size_t step = 0; step < block.text.size(); step += kStep) {
    hits_.clear();
    table.anchors().find(block.text, step, step + kStep, skip_, hits_);
    for (const Anchors::Hit& hit : hits_) {
      // What was near the end of the block before could not be seen as a whole there.
      const std::size_t end = hit.at + table.anchors().literal(hit.which).size();
      const bool known = end + kLong / 2 <= block.known;
      if (!skip_.has(hit.which) && !known) look(hit.at, hit.which);
    }
  }
  finish();
}

Matcher::Matcher(SignatureBook& book) : state_(std::make_unique<State>(book)) {}
Matcher::Matcher(Matcher&&) noexcept = default;
Matcher& Matcher::operator=(Matcher&&) noexcept = default;
Matcher::~Matcher() = default;

const SignatureBook& Matcher::book() const { return state_->table.book(); }
void Matcher::feed(std::string_view bytes) { state_->reader.feed(bytes); }
void Matcher::flush() { state_->reader.flush(); }
void Matcher::end() { state_->reader.end(); }

const SeenLines& Matcher::seen(const LinePattern& pattern) const {
  return state_->table.seen(pattern);
}
std::int64_t Matcher::last_line() const { return state_->last_line; }
std::int64_t Matcher::line_count() const { return state_->reader.lines(); }
std::int64_t Matcher::byte_count() const { return state_->reader.bytes(); }
std::int64_t Matcher::news() const { return state_->news; }

}  // namespace gb10
