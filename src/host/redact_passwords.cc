// Programs that take a password glued to an option of one letter: "mysql -pPASSWORD".

#include <algorithm>
#include <array>

#include "host/redact_fields.h"
#include "host/redact_rules.h"

namespace gb10::redaction {

namespace {

using View = std::string_view;

/// Programs whose names begin so, the letter of their option, and whether the password may be the
/// next word: "mysql -p NAME" asks for it, and NAME is a database.
struct Program {
  View begin;
  char option;
  bool apart;
};
constexpr std::array kPrograms = {Program{"mysql", 'p', false},    Program{"mariadb", 'p', false},
                                  Program{"sshpass", 'p', true},   Program{"ldap", 'w', true},
                                  Program{"redis-cli", 'a', true}, Program{"mongo", 'p', true}};

constexpr View kWordEnds{" \t\r\n\0\"'\\;", 9};

/// True for a program, or a path to it, that begins so and is no server.
bool is_program(View word, View begin) {
  const View name = word.substr(word.rfind('/') + 1);
  const View more = name.substr(std::min(begin.size(), name.size()));
  if (!name.starts_with(begin) || more == "d") return false;
  const auto in_name = [](char c) { return (c >= 'a' && c <= 'z') || c == '-' || c == '_'; };
  return std::all_of(more.begin(), more.end(), in_name);
}

/// The program whose options come behind `word`, where those of `now` came before it.
const Program* program_behind(View word, const Program* now) {
  if (word.find_first_of("|&") != View::npos) return nullptr;
  const View bare = word.substr(word.rfind('=') + 1);
  const auto* const found =
      std::find_if(kPrograms.begin(), kPrograms.end(),
                   [&](const Program& one) { return is_program(bare, one.begin); });
  if (found != kPrograms.end()) return found;
  // What "sshpass" runs has options of its own.
  return now != nullptr && now->begin == "sshpass" ? nullptr : now;
}

/// "8080:80" is no password.
bool is_ports(View value) {
  return value.find(':') != View::npos && value.find_first_not_of("0123456789:") == View::npos;
}

std::size_t word_end(View text, std::size_t at) {
  return std::min(text.find_first_of(kWordEnds, at), text.size());
}

/// The password of the option at `at`; one that ends at 0 for none.
Span password_at(View text, std::size_t at, const Program& program) {
  if (char_at(text, at + 1) != program.option) return {};
  std::size_t begin = at + 2;
  if (begin < text.size() && View(" \t\0", 3).find(text[begin]) != View::npos) {
    if (!program.apart) return {};
    ++begin;
  }
  if (char_at(text, begin) == '\'' || char_at(text, begin) == '"') ++begin;
  const std::size_t end = word_end(text, begin);
  const View value = text.substr(begin, end - begin);
  if (value.size() < 2 || value[0] == '-' || is_ports(value)) return {};
  if (kTemplateBegins.find(value[0]) != View::npos) return {};
  return {begin, end, Secret::token};
}

}  // namespace

void find_passwords(std::string_view text, Spans& spans) {
  const Program* program = nullptr;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = word_end(text, at);
    if (end == at) {
      if (text[at] == '\n' || text[at] == ';') program = nullptr;
      ++at;
    } else if (text[at] != '-') {
      program = program_behind(text.substr(at, end - at), program);
      at = end;
    } else {
      const Span span = program == nullptr ? Span{} : password_at(text, at, *program);
      if (span.end != 0) spans.push_back(span);
      at = std::max(end, span.end);
    }
  }
}

}  // namespace gb10::redaction
