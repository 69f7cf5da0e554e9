#pragma once

#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/result.h"
#include "host/host.h"
#include "host/look.h"

namespace gb10 {

/// Collects the bytes of a look.
class StringSink final : public Sink {
 public:
  explicit StringSink(std::string& into) : into_(into) {}
  bool take(const char* bytes, std::size_t count) override {
    into_.append(bytes, count);
    return true;
  }

 private:
  std::string& into_;
};

/// The Error for what look_at or hold returned while `doing` ("cannot read /x").
Error look_failure(int code, std::string_view doing);

/// The entries that Look::list gave, sorted by name.
std::vector<DirEntry> entries_of(const std::string& bytes);

/// The FileInfo or Space that a look gave.
template <class T>
Result<T> value_of_look(const std::string& bytes) {
  static_assert(std::is_trivially_copyable_v<T>);
  T value;
  if (bytes.size() != sizeof value) return Error{Error::Kind::failed, "an answer was cut off"};
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

}  // namespace gb10
