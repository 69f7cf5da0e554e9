#include <cerrno>
#include <cstdio>

#include <fmt/format.h>

#include "base/text.h"
#include "cli/command.h"

namespace gb10 {

namespace {

int exit_of(Error::Kind kind) {
  switch (kind) {
    case Error::Kind::unsupported:
      return kUnsupported;
    case Error::Kind::denied:
      return kNeedsPrivilege;
    case Error::Kind::conflict:
      return kConflict;
    case Error::Kind::busy:
      return kBusy;
    case Error::Kind::unfinished:
      return kUnfinished;
    case Error::Kind::rolled_back:
      return kRolledBack;
    case Error::Kind::cancelled:
      return kInterrupted;
    default:
      return kFailure;
  }
}

}  // namespace

std::string Arguments::value(std::string_view name) const {
  const auto at = given.find(name);
  return at == given.end() || at->second.empty() ? std::string() : at->second.back();
}

std::vector<std::string> Arguments::values(std::string_view name) const {
  const auto at = given.find(name);
  return at == given.end() ? std::vector<std::string>{} : at->second;
}

void Io::print(std::string_view text) const {
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), stdout) < text.size() && lost == 0) lost = errno;
}

bool Io::written() const {
  errno = 0;
  if (std::fflush(stdout) != 0 && lost == 0) lost = errno;
  return lost == 0;
}

void Io::say(std::string_view text) const {
  static_cast<void>(written());
  std::fwrite(text.data(), 1, text.size(), stderr);
}

int Io::fail(const Error& error) const {
  std::string text = fmt::format("gb10: {}\n", printable(error.what, 1000));
  if (!error.hint.empty()) text += fmt::format("hint: {}\n", printable(error.hint, 1000));
  say(text);
  return exit_of(error.kind);
}

}  // namespace gb10
