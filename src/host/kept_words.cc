#include "host/kept_words.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "host/redact_fields.h"
#include "host/redact_shapes.h"

namespace gb10 {

namespace {

using redaction::Secret;
using redaction::Span;
using View = std::string_view;

constexpr View kHomes = "/home/", kHidden = "[hidden]";

bool is_of_name(char c) { return redaction::is_alnum(c) || View("._-").find(c) != View::npos; }

bool is_home(View home) {
  constexpr std::array<View, 10> kNone = {"/root", "/usr", "/etc", "/var", "/proc",
                                          "/sys",  "/opt", "/dev", "/tmp", "/home"};
  return home.starts_with('/') && home.size() > 1 &&
         std::find(kNone.begin(), kNone.end(), home) == kNone.end();
}

View without_slash(View home) {
  while (home.size() > 1 && home.ends_with('/')) home.remove_suffix(1);
  return home;
}

/// The end of the home that begins at `at`; `at` where none does.
std::size_t home_end(View text, std::size_t at, const std::vector<std::string>& homes) {
  if (text[at] != '/' || (at > 0 && (is_of_name(text[at - 1]) || text[at - 1] == '~'))) return at;
  for (const std::string& home : homes) {
    const std::size_t end = at + home.size();
    if (text.substr(at).starts_with(home) && (end == text.size() || !is_of_name(text[end])))
      return end;
  }
  if (!text.substr(at).starts_with(kHomes)) return at;
  std::size_t end = at + kHomes.size();
  while (end < text.size() && is_of_name(text[end])) ++end;
  return end == at + kHomes.size() ? at : end;
}

/// The secrets of a command line with a zero byte behind each word, in their order.
redaction::Spans secrets_of(View line) {
  const redaction::Place place{redaction::Place::Kind::file, "/proc/self/cmdline"};
  redaction::Spans spans;
  redaction::find_shapes(line, place, spans);
  redaction::find_fields(line, place, spans);
  redaction::find_passwords(line, spans);
  std::erase_if(spans, [](const Span& span) {
    return span.kind != Secret::token && span.kind != Secret::key;
  });
  std::sort(spans.begin(), spans.end(), [](const Span& a, const Span& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
  });
  return spans;
}

}  // namespace

KeptWords::KeptWords(std::string_view passwd, std::string_view home) {
  constexpr std::int64_t kFirstPerson = 1000;
  const auto add = [&](View each) {
    if (is_home(without_slash(each))) homes_.emplace_back(without_slash(each));
  };
  add(home);
  for (const View line : lines(passwd)) {
    const auto fields = split(line, ':');
    const auto id = fields.size() < 7 ? std::nullopt : whole_number(fields[2]);
    if (id && *id >= kFirstPerson) add(fields[5]);
  }
  std::stable_sort(homes_.begin(), homes_.end(),
                   [](const std::string& a, const std::string& b) { return a.size() > b.size(); });
}

std::string KeptWords::path(std::string_view text) const {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = home_end(text, at, homes_);
    out += end == at ? text[at] : '~';
    at = std::max(at + 1, end);
  }
  return out;
}

std::vector<std::string> KeptWords::words(const std::vector<std::string>& words) const {
  std::string line;
  for (const std::string& word : words) line.append(word).push_back('\0');
  const redaction::Spans spans = secrets_of(line);
  std::vector<std::string> out;
  std::size_t begin = 0, next = 0;
  // Word by word, so that a secret over the end of one does not make one of two.
  for (const std::string& word : words) {
    std::string kept;
    std::size_t done = begin;
    const std::size_t end = begin + word.size();
    while (next < spans.size() && spans[next].end <= done) ++next;
    for (std::size_t i = next; i < spans.size() && spans[i].begin < end; ++i) {
      if (spans[i].end <= done) continue;
      if (spans[i].begin > done) kept += path(View(line).substr(done, spans[i].begin - done));
      kept += kHidden;
      done = std::min(end, spans[i].end);
    }
    out.push_back(kept + path(View(line).substr(done, end - done)));
    begin = end + 1;
  }
  return out;
}

}  // namespace gb10
