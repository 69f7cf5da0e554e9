#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "host/redact_pseudonyms.h"
#include "host/redact_span.h"

namespace gb10::redaction {

/// Secrets that are looked for as they are, all of them in one pass over a text. There are bounds:
/// hostile answers may hold millions, and beyond them a secret goes only where its form shows it.
class Literals {
 public:
  Literals() = default;
  explicit Literals(std::vector<Literal> all);

  void find(std::string_view text, const Place& place, Spans& spans) const;

 private:
  std::vector<Literal> all_;                                        // longest first
  std::unordered_map<std::uint32_t, std::vector<std::size_t>> at_;  // by the first bytes
  std::vector<bool> heads_;  // which last digits first bytes have, to pass over most of a text
};

/// True when [begin, …) of `text` lies in what the system or a package is made of ("/usr/lib/…",
/// what a package says of itself): a user called like a program does not change its name there.
bool is_system_part(std::string_view text, std::size_t begin, const Place& place);

/// The path that leads to `at`, from where it begins.
std::string_view path_before(std::string_view text, std::size_t at, const Place& place);

/// What ends a path, and a word of a command line.
constexpr std::string_view kPathEnds{" \t\r\n\0\"'=,;:()<>|[]{}", 20};

}  // namespace gb10::redaction
