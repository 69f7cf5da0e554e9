#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace gb10::redaction {

/// What a secret is, which decides what its pseudonym looks like.
enum class Secret : std::uint8_t {
  address4,  // pseudonyms keep which networks are equal
  address6,
  hex,  // MACs, UUIDs, GUIDs and machine ids: hex digits, whatever stands between them
  serial,
  host,
  user,
  person,  // an e-mail address or a full name
  token,
  key,
  network,  // the name of a Wi-Fi network
  device,   // what a keyboard or a telephone says that it is called
  part,     // the name of a folder or file in a command line
  word,     // what else a person says of himself
};

/// What a place says of a dotted quad: versions look like addresses. An unclear one counts as an
/// address unless it is a version elsewhere; a silent place says nothing either way.
enum class Evidence : std::uint8_t { address, unclear, version, silent };

/// A secret in a text.
struct Span {
  std::size_t begin = 0, end = 0;
  Secret kind = Secret::word;
  Evidence evidence = Evidence::address;
  bool spreads = false;  // of a host: looked for wherever else it stands, too
};
using Spans = std::vector<Span>;

/// Where a text comes from.
struct Place {
  enum class Kind : std::uint8_t { path, file, output, argument, variable, gpu, bytes };
  Kind kind = Kind::file;
  std::string_view name;  // the path, or the program

  /// The last component of the name.
  std::string_view last() const { return name.substr(name.rfind('/') + 1); }
  bool is_output_of(std::string_view program) const {
    return kind == Kind::output && last() == program;
  }
};

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool is_hex(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
/// Letters and digits; bytes of letters outside ASCII too.
inline bool is_alnum(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         static_cast<unsigned char>(c) >= 0x80;
}
inline bool is_blank(char c) { return c == ' ' || c == '\t'; }

/// The character at `at`, or 0 outside of `text`.
inline char char_at(std::string_view text, std::size_t at) {
  return at < text.size() ? text[at] : 0;
}

/// True when an escape of JSON, C or fstab ("\n", "\u003c", "\x2d", "\040") ends at `at`: its last
/// letter is none, and a word begins behind it.
bool is_behind_escape(std::string_view text, std::size_t at);

/// True when `at` lies within an escape of a text that is JSON: no secret begins there.
bool is_in_escape(std::string_view text, std::size_t at);

/// True for a text that begins as a JSON document does.
bool is_json(std::string_view text);

/// The character before `at`; 0 at the beginning, a blank behind an escape.
inline char char_before(std::string_view text, std::size_t at) {
  if (at == 0) return 0;
  const char c = text[at - 1];
  return is_alnum(c) && is_behind_escape(text, at) ? ' ' : c;
}

/// The end of the run of hex digits that begins at `at`.
inline std::size_t hex_end(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (is_hex(char_at(text, end)) && (end == at || !is_behind_escape(text, end))) ++end;
  return end;
}

/// True when no word goes on across either end of [begin, end).
inline bool is_whole_word(std::string_view text, std::size_t begin, std::size_t end) {
  return !is_alnum(char_before(text, begin)) && !is_alnum(char_at(text, end));
}

}  // namespace gb10::redaction
