#include "facts/ask.h"

#include <fmt/format.h>

#include "base/text.h"

namespace gb10::ask {

namespace {

/// What the program complained of, as one line; empty when it said nothing.
std::string complaint(const Output& output) {
  for (const std::string* const text : {&output.err, &output.out}) {
    for (const std::string_view line : lines(*text)) {
      if (!trimmed(line).empty()) return printable(trimmed(line), 200);
    }
  }
  return {};
}

bool is_about_permission(std::string_view complaint) {
  const std::string text = lower(complaint);
  return text.find("permission denied") != std::string::npos ||
         text.find("access denied") != std::string::npos ||
         text.find("operation not permitted") != std::string::npos;
}

/// True for a stanza's state such as "install ok installed" or "install ok half-configured"; false
/// for a package of which only settings are left.
bool is_there(std::string_view status) {
  const auto parts = words(status);
  return parts.size() == 3 && parts[2] != "not-installed" && parts[2] != "config-files";
}

}  // namespace

Result<std::string> text(const HostView& host, std::string_view path) {
  const std::string whole = TRY(host.read(path));
  return std::string(trimmed(whole));
}

Result<std::int64_t> number(const HostView& host, std::string_view path) {
  const std::string whole = TRY(host.read(path));
  if (const auto value = whole_number(whole)) return *value;
  return Error{Error::Kind::failed,
               fmt::format("{} holds no number: \"{}\"", path, printable(trimmed(whole), 40))};
}

Result<bool> exists(const HostView& host, std::string_view path) {
  const auto info = host.info(path);
  if (info.ok()) return true;
  if (info.error().kind == Error::Kind::not_found) return false;
  return info.error();
}

Result<std::string> link_name(const HostView& host, std::string_view path) {
  const std::string target = TRY(host.link(path));
  return target.substr(target.rfind('/') + 1);
}

Result<std::string> printed(const Result<Output>& output, std::string_view program) {
  if (!output.ok()) {
    Error error = output.error();
    if (error.kind == Error::Kind::not_found)
      error.what = fmt::format("{} is not installed", program);
    return error;
  }
  if (output->exit == 0) return output->out;
  const std::string said = complaint(*output);
  return Error{is_about_permission(said) ? Error::Kind::denied : Error::Kind::failed,
               said.empty() ? fmt::format("{} ended with status {}", program, output->exit)
                            : fmt::format("{} said: {}", program, said)};
}

Result<std::string> printed(const HostView& host, const Command& command) {
  return printed(host.query(command), command.argv.front());
}

std::string instance(std::string_view name) {
  std::string safe = printable(name, 200);
  for (char& c : safe) {
    if (c == '[') c = '(';
    if (c == ']') c = ')';
  }
  return safe;
}

std::optional<std::string> package_version(std::string_view status, std::string_view package) {
  const std::string head = fmt::format("Package: {}\n", package);
  for (std::size_t at = 0; (at = status.find(head, at)) != std::string_view::npos; ++at) {
    if (at != 0 && status[at - 1] != '\n') continue;
    const std::string_view stanza = status.substr(at, status.find("\n\n", at) - at);
    const auto state = value_of(stanza, "Status");
    const auto version = value_of(stanza, "Version");
    if (!state || !version || !is_there(*state)) continue;
    // The epoch ("1:") orders packages, it is no part of the maker's version.
    return std::string(version->substr(version->find(':') + 1));
  }
  return std::nullopt;
}

}  // namespace gb10::ask
