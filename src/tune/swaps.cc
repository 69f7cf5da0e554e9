#include "tune/swaps.h"

#include <optional>

#include <fmt/format.h>

#include "base/text.h"
#include "facts/meminfo.h"

namespace gb10 {

namespace {

struct Swap {
  std::string path, type;
  std::uint64_t used = 0;  // bytes
  std::int64_t priority = 0;
};

/// "/my\040swap" of the kernel is "/my swap".
std::string unescaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto code = text[i] == '\\' ? whole_number(text.substr(i + 1, 3), 8) : std::nullopt;
    if (code && *code > 0 && *code < 256) {
      out += static_cast<char>(*code);
      i += 3;
    } else {
      out += text[i];
    }
  }
  return out;
}

Result<std::vector<Swap>> swaps(const HostView& host) {
  const std::string text = TRY(host.read("/proc/swaps"));
  std::vector<Swap> out;
  for (const std::string_view line : lines(text)) {
    const std::vector<std::string_view> parts = words(line);
    const auto used = parts.size() == 5 ? whole_number(parts[3]) : std::nullopt;
    const auto priority = parts.size() == 5 ? whole_number(parts[4]) : std::nullopt;
    if (!used || *used < 0 || !priority) continue;  // the first line has names
    out.push_back({unescaped(parts[0]), std::string(parts[1]),
                   static_cast<std::uint64_t>(*used) << 10, *priority});
  }
  return out;
}

Result<std::optional<Swap>> swap_at(const HostView& host, std::string_view path) {
  const std::vector<Swap> all = TRY(swaps(host));
  for (const Swap& each : all) {
    if (each.path == path) return std::optional(each);
  }
  return std::optional<Swap>();
}

/// The rest keeps what the machine needs to go on with.
Result<void> check_room(const HostView& host, const Swap& swap) {
  constexpr std::uint64_t kRest = 4ULL << 30;
  const std::string text = TRY(host.read("/proc/meminfo"));
  const auto values = gb10::meminfo(text);
  const auto found = values.find("MemAvailable");
  const std::uint64_t available =
      found == values.end() || found->second < 0 ? 0 : static_cast<std::uint64_t>(found->second);
  if (swap.used == 0 || swap.used + kRest <= available) return {};
  return Error{Error::Kind::unsupported,
               fmt::format("{} MiB are swapped out to {} and {} MiB are available, of which 4096 "
                           "stay free",
                           swap.used >> 20, swap.path, available >> 20),
               "stop what uses the memory first: gb10 memory"};
}

}  // namespace

Result<std::vector<std::string>> swap_files(const HostView& host) {
  const std::vector<Swap> all = TRY(swaps(host));
  std::vector<std::string> out;
  for (const Swap& each : all) {
    if (each.type == "file") out.push_back(each.path);
  }
  return out;
}

Result<std::string> read_swap(const HostView& host, std::string_view path) {
  const std::optional<Swap> found = TRY(swap_at(host, path));
  if (!found) return std::string("off");
  return found->priority < 0 ? std::string("on") : fmt::format("on:{}", found->priority);
}

Result<void> write_swap(Host& host, std::string_view path, std::string_view value) {
  const std::optional<Swap> found = TRY(swap_at(host, path));
  Command command{.argv = {"swapon"}, .deadline = std::chrono::minutes(10)};
  if (value == "off") {
    if (found) TRY(check_room(host, *found));
    command.argv = {"swapoff"};
  } else if (value.starts_with("on:")) {
    command.argv.insert(command.argv.end(), {"-p", std::string(value.substr(3))});
  }
  command.argv.emplace_back(path);
  const Output said = TRY(host.run(command));
  if (said.exit == 0) return {};
  return Error{Error::Kind::failed,
               fmt::format("{} {}: {}", command.argv[0], path, printable(trimmed(said.err)))};
}

std::string unit_name(std::string_view path) {
  while (path.starts_with('/')) path.remove_prefix(1);
  while (path.ends_with('/')) path.remove_suffix(1);
  std::string out;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const char c = path[i];
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') || c == '_' || c == ':' || (c == '.' && i > 0);
    if (c == '/')
      out += '-';
    else if (is_plain)
      out += c;
    else
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  }
  return out;
}

}  // namespace gb10
