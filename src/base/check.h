#pragma once

namespace gb10 {

/// Prints the place of a bug and aborts. Never for what a user, a file or a machine can cause.
[[noreturn]] void check_failed(const char* condition, const char* file, int line);

}  // namespace gb10

#define CHECK(condition) \
  ((condition) ? void(0) : ::gb10::check_failed(#condition, __FILE__, __LINE__))
