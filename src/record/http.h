#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace gb10 {

/// What a client asks for. A query ("?x") is no part of the path.
struct HttpRequest {
  std::string method, path;
};

/// A request's line and headers may be this long.
constexpr std::size_t kLongestRequest = 8192;

/// Reads the line and the headers of a request of HTTP/1.0 or 1.1; nothing while their end has not
/// come yet. Error `invalid`: it is none, or too long.
Result<std::optional<HttpRequest>> http_request(std::string_view bytes);

/// An answer after which the connection is closed. `status` is 200, 400, 404 or 405.
std::string http_answer(int status, std::string_view type, std::string_view body);

}  // namespace gb10
