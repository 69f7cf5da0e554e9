#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "host/host.h"

namespace gb10 {

/// The answers of a tree to what no file can answer, from its folder ".gb10".
struct Canned {
  std::map<std::vector<std::string>, Result<Output>> queries;  // by argv
  std::map<std::string, Result<Space>, std::less<>> spaces;    // by path
  Self self = {1000, false, {}, 0};

  /// Each reads the text of one file, which messages call `file`; a line or member that does not
  /// fit is `invalid`.
  Result<void> add_queries(std::string_view text, std::string_view file);
  Result<void> add_spaces(std::string_view text, std::string_view file);
  Result<void> set_self(std::string_view text, std::string_view file);

  /// The answer, or not_recorded.
  Result<Output> query(const std::vector<std::string>& argv) const;
  Result<Space> space(std::string_view path) const;
};

}  // namespace gb10
