// RECORD of a .dist-info: lines of comma-separated values, quoted where they must be.

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/text.h"
#include "wheel/metadata.h"

namespace gb10 {

namespace {

constexpr std::size_t kLongestRecord = 256U << 20U;
constexpr std::size_t kMostProblems = 100;

/// Reads values one after the other. A value that holds no doubled quote is a part of the text.
class Values {
 public:
  explicit Values(std::string_view text) : rest_(text) {}

  bool done() const { return rest_.empty(); }

  /// The values of the next line, at most three of them; more are passed over. False when a quote
  /// is not closed: nothing is left then.
  bool next(std::array<std::string_view, 3>& values) {
    values = {};
    for (std::size_t i = 0;; ++i) {
      std::string_view value;
      if (!one(value, unquoted_[std::min<std::size_t>(i, 2)])) return false;
      if (i < values.size()) values[i] = value;
      if (rest_.empty()) return true;
      const char mark = rest_.front();
      rest_.remove_prefix(1);
      if (mark == '\n') return true;
    }
  }

 private:
  /// Takes one value, up to the comma or line end behind it.
  bool one(std::string_view& value, std::string& room) {
    if (!rest_.starts_with('"')) {
      const std::size_t end = std::min(rest_.find_first_of(",\n"), rest_.size());
      value = rest_.substr(0, end);
      rest_.remove_prefix(end);
      if (value.ends_with('\r')) value.remove_suffix(1);
      return true;
    }
    rest_.remove_prefix(1);
    if (!quoted(value, room)) return false;
    // Nothing may follow the closing quote.
    rest_.remove_prefix(std::min(rest_.find_first_of(",\n"), rest_.size()));
    return true;
  }

  bool quoted(std::string_view& value, std::string& room) {
    room.clear();
    for (;;) {
      const std::size_t quote = rest_.find('"');
      if (quote == std::string_view::npos) {
        rest_ = {};
        return false;
      }
      room += rest_.substr(0, quote);
      rest_.remove_prefix(quote + 1);
      if (!rest_.starts_with('"')) break;
      room += '"';
      rest_.remove_prefix(1);
    }
    value = room;
    return true;
  }

  std::string_view rest_;
  std::array<std::string, 3> unquoted_;
};

/// A digest as it is written: letters, digits, "-" and "_".
bool is_digest(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
           c == '_' || c == '=';
  });
}

/// What is wrong with a line; empty when nothing is.
std::string_view problem_of(const RecordLine& line) {
  if (line.path.empty()) return "no path";
  if (line.path.find('\0') != std::string_view::npos) return "a path with a null byte";
  if (!line.size.empty() && whole_number(line.size).value_or(-1) < 0) {
    return "a size that is no number";
  }
  const std::size_t equals = line.hash.find('=');
  if (!line.hash.empty() && (equals == 0 || equals == std::string_view::npos ||
                             !is_digest(line.hash.substr(equals + 1)))) {
    return "a hash that is none";
  }
  return {};
}

RecordedFile file_of(const RecordLine& line) {
  RecordedFile out;
  out.path = line.path;
  if (!line.hash.empty()) {
    const std::size_t equals = line.hash.find('=');
    out.algorithm = lower(line.hash.substr(0, equals));
    out.digest = line.hash.substr(equals + 1);
    while (out.digest.ends_with('=')) out.digest.pop_back();
  }
  if (!line.size.empty()) out.size = static_cast<std::uint64_t>(*whole_number(line.size));
  return out;
}

}  // namespace

Result<void> each_recorded(std::string_view text, const std::function<void(const RecordLine&)>& use,
                           const std::function<void(std::string)>& problem) {
  if (text.size() > kLongestRecord) return Error{Error::Kind::invalid, "RECORD is too long"};
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  Values values(text);
  std::array<std::string_view, 3> row;
  for (std::int64_t number = 1; !values.done(); ++number) {
    if (!values.next(row)) {
      problem(fmt::format("line {}: a quote that is not closed", number));
      break;
    }
    const RecordLine line{row[0], row[1], row[2]};
    if (line.path.empty() && line.hash.empty() && line.size.empty()) continue;
    const std::string_view wrong = problem_of(line);
    if (wrong.empty()) {
      use(line);
    } else {
      problem(fmt::format("line {}: {}", number, wrong));
    }
  }
  return {};
}

Result<PackageRecord> read_record(std::string_view text) {
  PackageRecord out;
  out.files.reserve(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')));
  TRY(each_recorded(
      text, [&](const RecordLine& line) { out.files.push_back(file_of(line)); },
      [&](std::string problem) {
        if (out.problems.size() < kMostProblems) out.problems.push_back(std::move(problem));
      }));
  return out;
}

}  // namespace gb10
