#include "logs/prefix.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/text.h"

namespace gb10 {

namespace {

constexpr int kMostPrefixes = 8;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_name(char c) { return is_digit(c) || is_letter(c) || c == '_' || c == '.' || c == '-'; }

/// Reads a line from the left; each step says whether it fitted, and moves only then.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}

  std::string_view rest() const { return text_.substr(at_); }
  std::size_t at() const { return at_; }
  bool at_end() const { return at_ == text_.size(); }
  char peek() const { return at_end() ? '\0' : text_[at_]; }

  bool literal(std::string_view wanted) {
    if (!rest().starts_with(wanted)) return false;
    at_ += wanted.size();
    return true;
  }
  bool any_of(std::string_view characters) {
    if (at_end() || characters.find(peek()) == std::string_view::npos) return false;
    ++at_;
    return true;
  }
  template <class Is>
  std::string_view while_is(Is is, std::size_t most = 200) {
    const std::size_t begin = at_;
    while (!at_end() && at_ - begin < most && is(peek())) ++at_;
    return text_.substr(begin, at_ - begin);
  }
  bool blanks() {
    return !while_is([](char c) { return c == ' ' || c == '\t'; }).empty();
  }
  /// Exactly `count` digits.
  std::optional<int> digits(std::size_t count) {
    if (rest().size() < count) return std::nullopt;
    const std::string_view text = rest().substr(0, count);
    if (!std::all_of(text.begin(), text.end(), is_digit)) return std::nullopt;
    at_ += count;
    return static_cast<int>(*whole_number(text));
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

/// A prefix of one kind: what it says goes into `line`; the cursor stands behind it. False where
/// the text has none.
using Reader = bool (*)(Cursor&, LogLine&);

/// "12:04:31", with a fraction.
bool clock(Cursor& in, LogTime& time) {
  const auto hour = in.digits(2);
  if (!hour || !in.literal(":")) return false;
  const auto minute = in.digits(2);
  if (!minute || !in.literal(":")) return false;
  const auto second = in.digits(2);
  if (!second || *hour > 23 || *minute > 59 || *second > 60) return false;
  time.second = *hour * 3600 + *minute * 60 + *second;
  Cursor behind = in;
  if (behind.any_of(".,:")) {
    const std::string fraction(behind.while_is(is_digit));
    if (fraction.empty()) return true;  // the mark belongs to what follows
    time.second += decimal_number("0." + fraction).value_or(0);
    in = behind;
  }
  return true;
}

std::int64_t day_number(int year, int month, int day) {
  // Days of the civil calendar since 1970, counted from March so that a leap day ends a year.
  const std::int64_t y = month <= 2 ? year - 1 : year;
  const std::int64_t era = y / 400, of_era = y - era * 400;
  const std::int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

/// "2026-03-11 10:12:44,118", "2026-03-11T10:12:44.1Z", "2026/08/15 10:00:01".
bool iso_time(Cursor& in, LogTime& time) {
  const auto year = in.digits(4);
  if (!year || !in.any_of("-/")) return false;
  const auto month = in.digits(2);
  if (!month || !in.any_of("-/")) return false;
  const auto day = in.digits(2);
  if (!day || !in.any_of("T ") || !clock(in, time)) return false;
  time.day = day_number(*year, *month, *day);
  time.has_year = true;
  if (in.literal("Z")) return time.has_zone = true;
  Cursor zone = in;
  const double sign = zone.peek() == '-' ? -1 : 1;
  if (!zone.any_of("+-")) return true;
  const auto hours = zone.digits(2);
  zone.literal(":");
  const auto minutes = zone.digits(2);
  if (!hours || !minutes) return true;
  time.second -= sign * (*hours * 3600 + *minutes * 60);
  in = zone;
  return time.has_zone = true;
}

std::optional<int> month_of(Cursor& in) {
  constexpr std::string_view kMonths = "JanFebMarAprMayJunJulAugSepOctNovDec";
  const std::string_view word = in.rest().substr(0, 3);
  const std::size_t at = word.size() == 3 ? kMonths.find(word) : std::string_view::npos;
  if (at == std::string_view::npos || at % 3 != 0) return std::nullopt;
  in.literal(word);
  return static_cast<int>(at / 3) + 1;
}

/// "Aug 12 14:02:51".
bool syslog_time(Cursor& in, LogTime& time) {
  const auto month = month_of(in);
  if (!month || !in.literal(" ")) return false;
  const bool one_digit = in.literal(" ");
  const auto day = in.digits(one_digit ? 1 : 2);
  if (!day || !in.literal(" ") || !clock(in, time)) return false;
  time.day = *month * 100 + *day;
  return true;
}

/// "vllm-1  | ".
bool compose(Cursor& in, LogLine& line) {
  const std::string_view name = in.while_is(is_name, 64);
  if (name.empty() || !is_letter(name[0])) return false;
  if (!in.blanks() || !in.literal("|")) return false;
  if (!in.at_end() && !in.literal(" ")) return false;
  if (line.source.empty()) line.source = name;
  return true;
}

/// "[pod/vllm-0/server] ".
bool kubernetes(Cursor& in, LogLine& line) {
  if (!in.literal("[pod/")) return false;
  const std::string_view name = in.while_is([](char c) { return is_name(c) || c == '/'; });
  if (name.empty() || !in.literal("]")) return false;
  in.blanks();
  if (line.source.empty()) line.source = name;
  return true;
}

/// An ISO time, in brackets with a rank or bare, with the "stdout F" of a container runtime.
bool stamped(Cursor& in, LogLine& line) {
  const bool bracket = in.literal("[");
  LogTime time;
  if (!iso_time(in, time)) return false;
  if (bracket) {
    in.while_is([](char c) { return c == ' ' || is_name(c); }, 60);
    if (!in.literal("]")) return false;
  }
  in.literal(":");
  if (!in.blanks() && !in.at_end()) return false;
  for (const std::string_view stream : {"stdout F ", "stderr F ", "stdout P ", "stderr P "})
    in.literal(stream);
  if (!line.time) line.time = time;
  return true;
}

constexpr std::array<std::string_view, 12> kLevels = {"DEBUG", "INFO",     "WARNING", "WARN",
                                                      "ERROR", "CRITICAL", "FATAL",   "TRACE",
                                                      "info",  "warning",  "error",   "debug"};

bool is_level(std::string_view word) {
  return std::find(kLevels.begin(), kLevels.end(), word) != kLevels.end();
}

void note_level(std::string_view level, LogLine& line) {
  line.says_it_is_fine = is_fine_level(level);
}

/// "host program[12]: " or "LEVEL logger: ", behind a time of the system's log.
bool logged_by(Cursor& in, LogLine& line) {
  const std::string_view host = in.while_is(is_name, 64);
  if (host.empty() || !in.literal(" ")) return false;
  const auto part = [](char c) { return is_name(c) || c == '/' || c == '@' || c == ':'; };
  std::string_view program = in.while_is([&](char c) { return part(c) && c != ':'; }, 64);
  if (program.empty()) return false;
  if (in.literal("[")) {
    in.while_is(is_digit);
    if (!in.literal("]")) return false;
  }
  if (!in.literal(":")) return false;
  in.blanks();
  if (is_level(host))
    note_level(host, line);
  else if (line.source.empty())
    line.source = host;
  return true;
}

bool syslog(Cursor& in, LogLine& line) {
  LogTime time;
  if (!syslog_time(in, time) || !in.literal(" ") || !logged_by(in, line)) return false;
  if (!line.time) line.time = time;
  return true;
}

bool journal(Cursor& in, LogLine& line) {
  LogTime time;
  if (!iso_time(in, time) || !in.literal(" ") || !logged_by(in, line)) return false;
  if (!line.time) line.time = time;
  return true;
}

/// "[    6.221004] ", "[Tue Jan 20 21:14:03 2026] ", "<4>".
bool dmesg(Cursor& in, LogLine&) {
  if (in.literal("<")) return !in.while_is(is_digit, 3).empty() && in.literal(">");
  if (!in.literal("[")) return false;
  Cursor dated = in;
  dated.while_is(is_letter, 3);
  if (dated.at() > in.at() && dated.literal(" ")) {
    LogTime time;
    if (!syslog_time(dated, time) || !dated.literal(" ") || !dated.digits(4)) return false;
    in = dated;
  } else {
    in.blanks();
    if (in.while_is(is_digit).empty() || !in.literal(".") || in.while_is(is_digit).empty())
      return false;
  }
  if (!in.literal("]")) return false;
  Cursor caller = in;  // "[ 6.2][ T12]" of some kernels
  if (caller.literal("[") && (caller.blanks(), caller.any_of("TC")) &&
      !caller.while_is(is_digit).empty() && caller.literal("]"))
    in = caller;
  in.blanks();
  return true;
}

/// "(EngineCore pid=140) ", "(RayWorkerWrapper pid=812, ip=10.0.0.2) ", "(raylet) ".
bool process(Cursor& in, LogLine& line) {
  if (!in.literal("(")) return false;
  const std::string_view name = in.while_is([](char c) { return is_name(c) || c == ':'; }, 64);
  if (name.empty() || !is_letter(name[0])) return false;
  const std::string_view more = in.while_is([](char c) { return c != ')' && c != '('; }, 120);
  const bool known = more.find("pid=") != std::string_view::npos ||
                     more.find("ip=") != std::string_view::npos ||
                     (more.empty() && name == "raylet");
  if (!known || !in.literal(")") || (!in.literal(" ") && !in.at_end())) return false;
  if (line.source.empty()) line.source = name;
  return true;
}

/// "[rank0]: ", "[default3]:", "[1,0]<stderr>: ".
bool rank(Cursor& in, LogLine& line) {
  const std::string_view all = in.rest();
  if (!in.literal("[")) return false;
  if (in.literal("rank") || in.literal("default")) {
    if (in.while_is(is_digit).empty() || !in.literal("]")) return false;
  } else {
    if (in.while_is(is_digit).empty() || !in.literal(",") || in.while_is(is_digit).empty() ||
        !in.literal("]<std"))
      return false;
    if (!in.literal("out>") && !in.literal("err>")) return false;
  }
  in.literal(":");
  if (line.source.empty()) line.source = all.substr(0, all.find(']') + 1);
  in.literal(" ");
  return true;
}

std::string_view level_of(Cursor& in) {
  const std::string_view word = in.while_is(is_letter, 9);
  return is_level(word) ? word : std::string_view{};
}

/// "[core.py:1330] ", "module:load:101:".
void place(Cursor& in) {
  Cursor bracket = in;
  if (bracket.literal("[")) {
    bracket.while_is([](char c) { return is_name(c) || c == '/' || c == ':'; }, 80);
    if (bracket.literal("] ") || (bracket.literal("]") && bracket.at_end())) in = bracket;
  }
}

/// "ERROR 09-03 19:26:40 [core.py:1330] " of vLLM, "[INFO] ", "WARNING: ", "INFO:     ",
/// "ERROR    root:module.py:12 ".
bool level(Cursor& in, LogLine& line) {
  const bool bracket = in.literal("[");
  const std::string_view word = level_of(in);
  if (word.empty() || (bracket && !in.literal("]"))) return false;
  const bool colon = in.literal(":");
  if (!in.blanks() && !colon && !in.at_end()) return false;
  note_level(word, line);
  Cursor dated = in;
  LogTime time;
  const auto month = dated.digits(2);
  if (month && dated.literal("-")) {
    const auto day = dated.digits(2);
    if (day && dated.literal(" ") && clock(dated, time)) {
      time.day = *month * 100 + *day;
      if (!line.time) line.time = time;
      dated.blanks();
      in = dated;
    }
  }
  place(in);
  return true;
}

/// "E1103 09:14:03.101922       1 main.go:177] ".
bool glog(Cursor& in, LogLine& line) {
  const char kind = in.peek();
  if (!in.any_of("IWEF")) return false;
  const auto month = in.digits(2), day = in.digits(2);
  LogTime time;
  if (!month || !day || !in.literal(" ") || !clock(in, time)) return false;
  time.day = *month * 100 + *day;
  in.blanks();
  in.while_is(is_digit);
  in.blanks();
  in.while_is([](char c) { return is_name(c) || c == '/' || c == ':'; }, 120);
  if (!in.literal("]")) return false;
  in.blanks();
  line.says_it_is_fine = kind == 'I';
  if (!line.time) line.time = time;
  return true;
}

/// "08:13:58 ERR GRPC(model-127.0.0.1:39021): stderr ", "19:40:21 | ".
bool short_time(Cursor& in, LogLine& line) {
  LogTime time;
  if (!clock(in, time)) return false;
  if (!in.blanks()) return false;
  Cursor word = in;
  const std::string_view three = word.while_is(is_letter, 4);
  if ((three == "DBG" || three == "ERR" || three == "INF" || three == "WRN") && word.blanks()) {
    note_level(three, line);
    in = word;
    if (in.literal("GRPC(")) {
      in.while_is([](char c) { return c != ')'; });
      in.literal("): ");
      if (!in.literal("stderr ")) in.literal("stdout ");
    }
  } else if (!in.literal("| ") && !in.literal("- ")) {
    return false;
  }
  if (!line.time) line.time = time;
  return true;
}

/// "#7 12.31 " of docker build.
bool build_step(Cursor& in, LogLine&) {
  if (!in.literal("#") || in.while_is(is_digit, 5).empty() || !in.literal(" ")) return false;
  return !in.while_is(is_digit, 7).empty() && in.literal(".") &&
         !in.while_is(is_digit, 4).empty() && in.literal(" ");
}

constexpr std::array<Reader, 12> kReaders = {compose, kubernetes, syslog,     journal,
                                             stamped, dmesg,      process,    rank,
                                             level,   glog,       short_time, build_step};

}  // namespace

std::optional<LogTime> time_of(std::string_view text) {
  Cursor in(text);
  LogTime time;
  return iso_time(in, time) && in.at_end() ? std::optional(time) : std::nullopt;
}

bool is_fine_level(std::string_view word) {
  const std::string level = lower(word);
  return level == "info" || level == "debug" || level == "trace" || level == "notice" ||
         level == "inf" || level == "dbg";
}

LogLine taken_apart(std::string_view text) {
  LogLine line;
  line.message = text;
  for (int i = 0; i < kMostPrefixes; ++i) {
    bool moved = false;
    for (const Reader reader : kReaders) {
      Cursor in(line.message);
      LogLine read = line;
      if (!reader(in, read) || in.at() == 0) continue;
      if (reader == level && line.leveled.empty()) read.leveled = line.message;
      read.message = in.rest();
      line = read;
      moved = true;
      break;
    }
    if (!moved) break;
  }
  return line;
}

}  // namespace gb10
