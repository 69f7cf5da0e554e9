#include "record/http.h"

#include <algorithm>

#include <fmt/format.h>

namespace gb10 {

namespace {

Error bad(const char* what) { return {Error::Kind::invalid, what}; }

/// The characters of a name, as RFC 9110 has them ("token").
bool is_token(std::string_view text) {
  constexpr std::string_view kOthers = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           kOthers.find(c) != std::string_view::npos;
  });
}

/// Neither a blank nor a control character, nor a byte beyond ASCII.
bool is_visible(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < 0x7f; });
}

bool is_header_value(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte == '\t' || (byte >= ' ' && byte != 0x7f);
  });
}

/// Cuts the first line off, without its end.
std::string_view next_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

/// Where the headers end; npos while they do not.
std::size_t end_of_headers(std::string_view bytes) {
  const std::size_t strict = bytes.find("\r\n\r\n"), lax = bytes.find("\n\n");
  return std::min(strict, lax);
}

Result<HttpRequest> request_line(std::string_view line) {
  const std::size_t first = line.find(' '), last = line.rfind(' ');
  if (first == std::string_view::npos || first == last) return bad("no line of a request");
  const std::string_view method = line.substr(0, first);
  const std::string_view target = line.substr(first + 1, last - first - 1);
  const std::string_view version = line.substr(last + 1);
  if (!is_token(method)) return bad("no method");
  if (!target.starts_with('/') || !is_visible(target)) return bad("no path");
  if (version != "HTTP/1.1" && version != "HTTP/1.0") return bad("another version");
  return HttpRequest{std::string(method), std::string(target.substr(0, target.find('?')))};
}

Result<void> check_header(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || !is_token(line.substr(0, colon)))
    return bad("a header without a name");
  if (!is_header_value(line.substr(colon + 1))) return bad("a header with control characters");
  return {};
}

const char* reason(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    default:
      return "Bad Request";
  }
}

}  // namespace

Result<std::optional<HttpRequest>> http_request(std::string_view bytes) {
  const std::size_t end = end_of_headers(bytes);
  if (std::min(end, bytes.size()) >= kLongestRequest) return bad("a request that is too long");
  if (end == std::string_view::npos) return std::optional<HttpRequest>();
  std::string_view text = bytes.substr(0, end);
  HttpRequest request = TRY(request_line(next_line(text)));
  while (!text.empty()) TRY(check_header(next_line(text)));
  return std::optional<HttpRequest>(std::move(request));
}

std::string http_answer(int status, std::string_view type, std::string_view body) {
  return fmt::format(
      "HTTP/1.1 {} {}\r\nContent-Type: {}\r\nContent-Length: {}\r\n{}Connection: close\r\n\r\n{}",
      status, reason(status), type, body.size(), status == 405 ? "Allow: GET\r\n" : "", body);
}

}  // namespace gb10
