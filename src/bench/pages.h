#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "base/result.h"

namespace gb10 {

/// How memory is to be cut into pages.
enum class PageKind {
  base,  // those of the kernel, 4 or 64 KiB
  huge,  // larger ones, where the kernel gives them
};

/// Private memory of this process, untouched and so 0; or a file's pages.
class Pages {
 public:
  /// Error `busy` where there is not so much.
  static Result<Pages> make(std::size_t bytes, PageKind kind);
  /// The first bytes of an open file, to read.
  static Result<Pages> of_file(int descriptor, std::size_t bytes);
  Pages(Pages&& other) noexcept
      : begin_(std::exchange(other.begin_, nullptr)), size_(other.size_) {}
  Pages& operator=(Pages&& other) noexcept {
    std::swap(begin_, other.begin_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~Pages();

  void* begin() const { return begin_; }
  std::size_t size() const { return size_; }
  template <class T>
  std::span<T> as() const {
    return {static_cast<T*>(begin_), size_ / sizeof(T)};
  }

  /// Bytes of it that lie in huge pages now. Error where the kernel does not tell.
  Result<std::uint64_t> in_huge_pages() const;

 private:
  Pages(void* begin, std::size_t size) : begin_(begin), size_(size) {}

  void* begin_;
  std::size_t size_;
};

/// Of `smaps`, the text of /proc/self/smaps, the bytes in huge pages of the mappings that lie
/// between two addresses.
std::uint64_t huge_bytes(std::string_view smaps, std::uint64_t begin, std::uint64_t end);

/// Bytes of a page of the kernel.
std::size_t base_page();

}  // namespace gb10
