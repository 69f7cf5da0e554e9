#include "facts/compiler.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "elf/elf.h"

namespace gb10 {

namespace {

constexpr std::string_view kLiteral = "Cuda compilation tools, release ";
constexpr int kMostHits = 8;

/// "13.0.88" of "13.0, V13.0.88"; empty for a format such as "%d.%d, V%d".
std::string version_in(std::string_view text) {
  const std::size_t mark = text.find(", V");
  if (mark == std::string_view::npos) return {};
  const std::string_view rest = text.substr(mark + 3);
  const std::size_t end = rest.find_first_not_of("0123456789.");
  return std::string(rest.substr(0, end));
}

Result<std::string> version_in(const Blob& blob, Range range, std::string_view path) {
  const std::uint64_t end = range.offset + range.size;
  for (int i = 0; i < kMostHits; ++i) {
    const auto hit = TRY(find_literal(blob, range, kLiteral));
    if (!hit) break;
    const std::uint64_t behind = *hit + kLiteral.size();
    const std::string text = TRY(bytes_at(blob, behind, std::min<std::uint64_t>(40, end - behind)));
    if (std::string found = version_in(text); !found.empty()) return found;
    range = {behind, end - behind};
  }
  return Error{Error::Kind::failed, fmt::format("{} names no version of CUDA's tools", path)};
}

}  // namespace

Result<std::string> compiler_version(const HostView& host, std::string_view path) {
  const auto blob = TRY(host.open(path));
  const auto elf = read_elf(*blob);
  if (!elf.ok()) {
    return Error{Error::Kind::failed, fmt::format("{}: {}", path, elf.error().what)};
  }
  const auto constants = elf->section(".rodata");
  if (!constants) {
    return Error{Error::Kind::failed, fmt::format("{} has no readable constants", path)};
  }
  auto version = version_in(*blob, *constants, path);
  if (!version.ok() && version.error().kind == Error::Kind::invalid) {
    return Error{Error::Kind::failed, fmt::format("{}: {}", path, version.error().what)};
  }
  return version;
}

}  // namespace gb10
