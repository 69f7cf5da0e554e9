#pragma once

#include <string_view>

#include "host/redact_span.h"

namespace gb10::redaction {

/// Adds what is a secret by its form alone: UUIDs, MACs, GUIDs, addresses, e-mail addresses,
/// tokens of well-known services, keys. Times, PCI ids, hex dumps and versions of other than four
/// small numbers are none of these; a quad that may be a version or an address gets its evidence.
void find_shapes(std::string_view text, const Place& place, Spans& spans);

/// What speaks for the quad [begin, end) of `text` being an address.
Evidence quad_evidence(std::string_view text, const Span& quad, const Place& place);

/// Tokens and keys, whose forms are in redact_tokens.cc. The end of the one that begins at `at`,
/// and where its secret part begins.
struct TokenShape {
  std::size_t begin = 0, end = 0;
  Secret kind = Secret::token;
};
TokenShape token_at(std::string_view text, std::size_t at);

}  // namespace gb10::redaction
