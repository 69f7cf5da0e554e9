#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "host/host.h"
#include "model/fact.h"

/// From what a file holds to the value of a fact.
namespace gb10 {

/// The same answer as a fact's value.
template <class T>
Result<Value> as_value(const Result<T>& result) {
  return result.map([](const T& known) { return Value(known); });
}

/// The error of a file whose content makes no sense.
Error nonsense(std::string_view path, std::string_view content);

/// A file's one line as text that can be shown; an Error when there is nothing in it.
Result<Value> text_value(const HostView& host, std::string_view path);

/// A file that holds one whole number, as it is and multiplied into a unit.
Result<Value> number_value(const HostView& host, std::string_view path);
Result<Value> quantity_value(const HostView& host, std::string_view path, Quantity unit);

/// The word in brackets ("madvise" of "always [madvise] never"); the whole line where it is one
/// word without brackets.
Result<std::string> chosen_word(const HostView& host, std::string_view path);

/// The "KEY=value" lines of such files as /etc/os-release, in their order, without quotes;
/// comments, section heads and anything else are left out.
using Assignments = std::vector<std::pair<std::string, std::string>>;
Assignments assignments(std::string_view text);

/// What the last line with `key` says; nothing when none has it or it says nothing.
std::optional<std::string> last_of(const Assignments& lines, std::string_view key);

}  // namespace gb10
