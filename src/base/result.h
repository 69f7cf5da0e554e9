#pragma once
// base/ holds what every other folder may use: results, text, bytes, and the doors to JSON and
// TOML. It refuses anything that knows what a GB10 is.

#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include <tl/expected.hpp>

#include "base/check.h"

namespace gb10 {

/// Why something did not work. `what` is a clause without a full stop ("cannot read /sys/x:
/// permission denied"), `hint` tells what to do and may be empty.
struct Error {
  enum class Kind {
    not_found,
    denied,
    unsupported,
    invalid,
    conflict,
    busy,
    unfinished,
    rolled_back,
    timeout,
    cancelled,
    not_recorded,
    failed,
  };
  Kind kind = Kind::failed;
  std::string what;
  std::string hint = {};

  friend bool operator==(const Error&, const Error&) = default;
};

/// `error` with `hint`, unless it has one of its own.
Error with_hint(Error error, std::string hint);

/// The word for `kind` as JSON and messages carry it ("not_found").
const char* word(Error::Kind kind);

/// The kind that `word` names; nothing when there is none.
std::optional<Error::Kind> error_kind(std::string_view word);

/// A value or the Error that stands in its place. Implicit from both, so that `return value;` and
/// `return Error{…};` work; dropping one does not compile.
template <class T>
class [[nodiscard]] Result {
 public:
  using value_type = T;

  template <class U = T>
  requires(std::is_constructible_v<T, U&&> && !std::is_same_v<std::remove_cvref_t<U>, Error> &&
           !std::is_same_v<std::remove_cvref_t<U>, Result>) Result(U&& value)
      : held_(tl::in_place, std::forward<U>(value)) {}
  Result(Error error) : held_(tl::unexpect, std::move(error)) {}

  bool ok() const { return held_.has_value(); }
  explicit operator bool() const { return ok(); }

  T& operator*() & {
    CHECK(ok());
    return *held_;
  }
  const T& operator*() const& {
    CHECK(ok());
    return *held_;
  }
  T&& operator*() && {
    CHECK(ok());
    return *std::move(held_);
  }
  T* operator->() {
    CHECK(ok());
    return &*held_;
  }
  const T* operator->() const {
    CHECK(ok());
    return &*held_;
  }
  const Error& error() const {
    CHECK(!ok());
    return held_.error();
  }

  template <class U>
  T value_or(U&& other) const& {
    return held_.value_or(std::forward<U>(other));
  }
  /// The value as an optional, for callers to whom the reason does not matter.
  std::optional<T> known() const { return ok() ? std::optional<T>(*held_) : std::nullopt; }

  /// The result of `f(value)`, or the same error.
  template <class F>
  auto map(F&& f) const -> Result<std::invoke_result_t<F, const T&>> {
    if (!ok()) return error();
    return std::forward<F>(f)(*held_);
  }

  friend bool operator==(const Result& a, const Result& b) { return a.held_ == b.held_; }

 private:
  tl::expected<T, Error> held_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  using value_type = void;

  Result() = default;
  Result(Error error) : error_(std::move(error)) {}

  bool ok() const { return !error_.has_value(); }
  explicit operator bool() const { return ok(); }
  const Error& error() const {
    CHECK(!ok());
    return *error_;
  }

 private:
  std::optional<Error> error_;
};

namespace detail {
template <class T>
T take(Result<T>& result) {
  return *std::move(result);
}
inline void take(Result<void>&) {}
}  // namespace detail

/// The value of `expr`, or leaves the function with its Error. Only as a whole statement or a whole
/// initialiser: inside a braced list or a call it leaks what was already built.
#define TRY(expr)                                      \
  ({                                                   \
    auto try_result_ = (expr);                         \
    if (!try_result_.ok()) return try_result_.error(); \
    ::gb10::detail::take(try_result_);                 \
  })

}  // namespace gb10
