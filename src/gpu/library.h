#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace gb10 {

/// A function of a shared library under its exported name. Null where the library has none.
template <class Signature>
struct Symbol {
  const char* name;
  Signature* function = nullptr;
};

/// A shared library opened at run time and closed at the end of its life. Nothing of ours links to
/// a driver, so that the program starts on every machine.
class Library {
 public:
  /// The first of `names` (a soname or an absolute path) that opens. Error `unsupported` "<first
  /// name> not found", or `failed` with the loader's words where the file is there and does not
  /// load.
  static Result<Library> open(const std::vector<std::string>& names, std::string hint);

  Library(Library&& other) noexcept;
  Library& operator=(Library&& other) noexcept;
  ~Library();

  const std::string& name() const { return name_; }
  /// Where the loader found it.
  std::string path() const;

  /// Fills `symbol` from the exported name it carries; leaves it null where there is none.
  template <class Signature>
  void bind(Symbol<Signature>& symbol) const {
    symbol.function = reinterpret_cast<Signature*>(address(symbol.name));
  }

 private:
  Library(void* handle, std::string name) : handle_(handle), name_(std::move(name)) {}
  void* address(const char* name) const;

  void* handle_ = nullptr;
  std::string name_;
};

}  // namespace gb10
