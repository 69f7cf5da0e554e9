#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "host/redact_span.h"

namespace gb10::redaction {

/// What the name of a field says of its value.
enum class Field : std::uint8_t {
  none,
  serial,
  uuid,
  guid,
  machine,
  token,
  argument,  // of an option for tokens: however short
  opaque,    // a token if it looks like one
  password,
  network
};

/// The field that `key`, with the word `before` it and `separator` behind it, names.
Field field_of(std::string_view key, std::string_view before, char separator);

/// The part of `value` that is a secret; nothing when there is none, as in "Serial Number: N/A".
std::optional<Span> secret_in(Field field, std::string_view value);

/// With these begins what a template or a redaction left in the place of a value.
constexpr std::string_view kTemplateBegins = "<$%(*[{";

/// True for words that stand where a secret would and are none ("None", "EMPTY", "$TOKEN").
bool is_placeholder(std::string_view value);

}  // namespace gb10::redaction
