#include "base/result.h"

#include <array>
#include <cstdio>
#include <cstdlib>

namespace gb10 {

namespace {

constexpr std::array kWords = {"not_found", "denied",    "unsupported",  "invalid",
                               "conflict",  "busy",      "unfinished",   "rolled_back",
                               "timeout",   "cancelled", "not_recorded", "failed"};
static_assert(kWords.size() == static_cast<std::size_t>(Error::Kind::failed) + 1);

}  // namespace

const char* word(Error::Kind kind) { return kWords[static_cast<std::size_t>(kind)]; }

std::optional<Error::Kind> error_kind(std::string_view word) {
  for (std::size_t i = 0; i < kWords.size(); ++i) {
    if (word == kWords[i]) return static_cast<Error::Kind>(i);
  }
  return std::nullopt;
}

Error with_hint(Error error, std::string hint) {
  if (error.hint.empty()) error.hint = std::move(hint);
  return error;
}

void check_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "gb10: bug: %s does not hold at %s:%d\n", condition, file, line);
  std::abort();
}

}  // namespace gb10
