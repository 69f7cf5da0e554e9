#pragma once
// The JSON forms of what a Record holds. Text that is no UTF-8 is written as {"hex": "…"}, so that
// every byte comes back.

#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"
#include "host/record.h"

namespace gb10::record_json {

Json text(std::string_view value);
Result<std::string> text_from(const Json* json);

Json error(const Error& error);
/// An Error that was read. It has a type of its own because a Result<Error> could hold no value.
struct Told {
  Error error;
  operator Error() const { return error; }
};
Result<Told> error_from(const Json& json);

const char* word(FileKind kind);
Result<FileKind> kind_from(const Json* json);

Result<std::int64_t> whole_from(const Json* json);

Json lists(const std::vector<std::string>& texts);
Result<std::vector<std::string>> lists_from(const Json* json);

}  // namespace gb10::record_json
