#pragma once

#include <utility>

namespace gb10 {

/// A handle that a library of functions gave, given back by its `release` at the end of its life.
/// The functions must live longer.
template <class Api, class Handle, auto release>
class ApiHandle {
 public:
  ApiHandle(const Api& api, Handle handle) : api_(&api), handle_(handle) {}
  ApiHandle(ApiHandle&& other) noexcept
      : api_(std::exchange(other.api_, nullptr)), handle_(other.handle_) {}
  ApiHandle& operator=(ApiHandle&& other) noexcept {
    std::swap(api_, other.api_);
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~ApiHandle() {
    if (api_ && (api_->*release).function) (api_->*release).function(handle_);
  }

  const Api& api() const { return *api_; }
  Handle get() const { return handle_; }

 private:
  const Api* api_;
  Handle handle_;
};

}  // namespace gb10
