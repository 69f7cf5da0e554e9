#include "host/units.h"

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

Result<void> check_root_only(const HostView& host, const std::string& program) {
  constexpr unsigned kOthersWrite = 022;
  for (std::string path = program; !path.empty(); path.resize(path.rfind('/'))) {
    const FileInfo info = TRY(host.info(path));
    if (info.owner != 0 || (info.mode & kOthersWrite) != 0) {
      const std::string_view name = std::string_view(program).substr(program.rfind('/') + 1);
      return Error{
          Error::Kind::invalid,
          fmt::format("{} can be changed by others than root, and root would run it at "
                      "every boot",
                      path),
          fmt::format("sudo install -m 755 {} /usr/local/bin/{}, and name that", program, name)};
    }
  }
  return {};
}

std::string unit_word(std::string_view text) {
  return fmt::format("\"{}\"", replaced(replaced(text, "\\", "\\\\"), "\"", "\\\""));
}

bool has_systemd(const HostView& host) { return host.info("/run/systemd/system").ok(); }

Result<void> systemctl(Host& host, std::vector<std::string> words) {
  words.insert(words.begin(), "systemctl");
  const std::string what = joined(words, " ");
  const Output done =
      TRY(host.run({.argv = std::move(words), .deadline = std::chrono::seconds(60)}));
  if (done.exit == 0) return {};
  return Error{Error::Kind::failed,
               fmt::format("{} ended with {}: {}", what, done.exit, printable(trimmed(done.err)))};
}

}  // namespace gb10
