#include "cli/log_source.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <system_error>

#include <fmt/format.h>

#include "base/text.h"
#include "host/descriptor.h"
#include "logs/encoding.h"

namespace gb10 {

namespace {

constexpr std::size_t kPiece = 256 * 1024;

Error failed(std::string_view path, int code) {
  const std::string why = std::error_code(code, std::generic_category()).message();
  return {Error::Kind::failed, fmt::format("cannot read {}: {}", path, lower(why)),
          code == ENOENT ? "a message itself goes in quotes: gb10 explain 'the message'" : ""};
}

bool may_be_path(const std::string& word) {
  if (word.find_first_of(" \t:") != std::string::npos) return false;
  return word.find('/') != std::string::npos || word.ends_with(".log") || word.ends_with(".txt") ||
         word.ends_with(".out") || word.ends_with(".err") || word.ends_with(".json") ||
         word.ends_with(".jsonl");
}

/// What begins a file that is no text, and what to do with it.
struct Magic {
  std::string_view bytes, what, hint;
};
constexpr Magic kMagics[] = {
    {"\x7f\x45LF", "a program or a library, not a log", ""},
    {"\x1f\x8b", "compressed", "zcat FILE | gb10 explain"},
    {"BZh", "compressed", "bzcat FILE | gb10 explain"},
    {"\x28\xb5\x2f\xfd", "compressed", "zstdcat FILE | gb10 explain; a snapshot: --snapshot FILE"},
    {"\xfd\x37zXZ", "compressed", "xzcat FILE | gb10 explain"},
    {"PK\x03\x04", "an archive", "unzip -p FILE | gb10 explain"},
};

/// True for bytes of which many are no part of any text. (A journal that was cut off by a loss of
/// power may hold some zeros.)
bool is_binary(std::string_view head) {
  constexpr std::size_t kFew = 64;
  if (head.size() < kFew || encoding_of(head) != Encoding::bytes) return false;
  const auto odd = std::count_if(head.begin(), head.end(), [](char c) {
    const bool is_control = static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
    return is_control && std::string_view("\t\n\r\b\f\x1b").find(c) == std::string_view::npos;
  });
  return static_cast<std::size_t>(odd) > head.size() / 16;
}

Result<void> check_text(std::string_view head, std::string_view name) {
  for (const Magic& magic : kMagics) {
    if (head.starts_with(magic.bytes))
      return Error{Error::Kind::invalid, fmt::format("{} is {}", name, magic.what),
                   std::string(magic.hint)};
  }
  if (is_binary(head.substr(0, 4096)))
    return Error{Error::Kind::invalid, fmt::format("{} is no text", name), ""};
  return {};
}

/// Waits until there is something to read, and tells `idle` of each time that there was not.
void wait_for(int file, const std::function<void()>& idle) {
  pollfd wanted{file, POLLIN, 0};
  while (::poll(&wanted, 1, kIdleMilliseconds) == 0) idle();
}

Result<void> pumped(int file, std::string_view name,
                    const std::function<bool(std::string_view)>& take,
                    const std::function<void()>& idle) {
  const std::unique_ptr<std::array<char, kPiece>> buffer =
      std::make_unique<std::array<char, kPiece>>();
  for (bool first = true;; first = false) {
    if (idle) wait_for(file, idle);
    const ssize_t count = ::read(file, buffer->data(), buffer->size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return failed(name, errno);
    if (count == 0) return {};
    const std::string_view piece(buffer->data(), static_cast<std::size_t>(count));
    if (first) TRY(check_text(piece, name));
    if (!take(piece)) return {};
  }
}

}  // namespace

Result<LogSource> log_source(const std::vector<std::string>& words) {
  if (words.empty() || (words.size() == 1 && words[0] == "-")) return LogSource{};
  struct stat about {};
  if (words.size() == 1 && ::stat(words[0].c_str(), &about) == 0)
    return LogSource{LogSource::Kind::file, words[0]};
  if (words.size() == 1 && may_be_path(words[0])) return failed(words[0], errno);
  const bool names_a_file = std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return ::stat(word.c_str(), &about) == 0 && S_ISREG(about.st_mode);
  });
  if (words.size() > 1 && names_a_file) {
    return Error{Error::Kind::invalid, "one log at a time, or one message in quotes",
                 "cat FILE… | gb10 explain"};
  }
  if (trimmed(joined(words, " ")).empty())
    return Error{Error::Kind::invalid, "the message is empty", "gb10 explain 'the message'"};
  return LogSource{LogSource::Kind::message, joined(words, " ")};
}

Result<void> read_log(const LogSource& source, const std::function<bool(std::string_view)>& take,
                      const std::function<void()>& idle) {
  if (source.kind == LogSource::Kind::message) {
    take(source.text);
    return {};
  }
  if (source.kind == LogSource::Kind::stream) return pumped(STDIN_FILENO, "the log", take, idle);
  const Descriptor file(::open(source.text.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
  struct stat about {};
  if (!file || ::fstat(file.get(), &about) != 0) return failed(source.text, errno);
  if (S_ISDIR(about.st_mode)) return failed(source.text, EISDIR);
  return pumped(file.get(), source.text, take, idle);
}

}  // namespace gb10
