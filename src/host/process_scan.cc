#include "host/process_scan.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "host/failure.h"
#include "host/kept_files.h"

namespace gb10 {

namespace {

constexpr std::size_t kBuffer = 64U << 10U;
constexpr std::size_t kPath = 64;

/// An entry as getdents64(2) writes it.
struct Entry64 {
  std::uint64_t inode;
  std::int64_t next;
  std::uint16_t length;
  std::uint8_t type;
};
constexpr std::size_t kNameAt = 19;

std::optional<std::int64_t> number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Calls `each` with every name of a directory that is a number; nothing is allocated. The
/// directory is read from its begin.
template <class F>
void for_each_number(int directory, std::span<char> buffer, F each) {
  ::lseek(directory, 0, SEEK_SET);
  while (true) {
    const long n = ::syscall(SYS_getdents64, directory, buffer.data(), buffer.size());
    if (n <= 0) return;
    for (long at = 0; at < n;) {
      Entry64 entry{};
      std::memcpy(&entry, buffer.data() + at, sizeof entry);
      const char* const name = buffer.data() + at + kNameAt;
      if (const auto value = number(name)) each(*value);
      if (entry.length == 0) return;
      at += entry.length;
    }
  }
}

std::string_view next_word(std::string_view& text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t\n"), text.size());
  const std::size_t end = std::min(text.find_first_of(" \t\n", begin), text.size());
  const std::string_view word = text.substr(begin, end - begin);
  text = text.substr(end);
  return word;
}

template <std::size_t N>
void keep(std::string_view text, std::array<char, N>& into) {
  const std::size_t count = std::min(text.size(), N - 1);
  into.fill(0);
  std::copy_n(text.end() - static_cast<std::ptrdiff_t>(count), count, into.begin());
}

/// "VmSwap:   12 kB" in bytes; nothing where the line is missing.
std::optional<std::int64_t> kibibytes_of(std::string_view text, std::string_view key) {
  for (std::size_t at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) {
    if (at > 0 && text[at - 1] != '\n') continue;
    std::string_view rest = text.substr(at + key.size());
    const auto value = number(next_word(rest));
    if (value) return *value * 1024;
  }
  return std::nullopt;
}

}  // namespace

bool parse_stat(std::string_view text, ProcessUse& into) {
  // The name stands in parentheses and may hold some itself.
  const std::size_t open = text.find('('), close = text.rfind(')');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open)
    return false;
  std::string_view before = text.substr(0, open), rest = text.substr(close + 1);
  const auto pid = number(next_word(before));
  if (!pid) return false;
  into.pid = *pid;
  into.comm.fill(0);
  const std::string_view name = text.substr(open + 1, close - open - 1);
  std::copy_n(name.begin(), std::min(name.size(), into.comm.size() - 1), into.comm.begin());
  constexpr int kParent = 1, kGroup = 2, kSession = 3, kStarted = 19;
  for (int field = 0; field <= kStarted; ++field) {
    const std::string_view word = next_word(rest);
    if (field == 0) continue;  // the state
    const auto value = number(word);
    if (!value) return false;
    if (field == kParent) into.parent = *value;
    if (field == kGroup) into.group = *value;
    if (field == kSession) into.session = *value;
    if (field == kStarted) into.started = static_cast<std::uint64_t>(*value);
  }
  return true;
}

bool parse_status(std::string_view text, ProcessUse& into) {
  const auto anonymous = kibibytes_of(text, "RssAnon:");
  if (!anonymous) return false;  // a kernel thread, or one that has ended
  into.anonymous = *anonymous;
  into.shared = kibibytes_of(text, "RssShmem:").value_or(0);
  into.swapped = kibibytes_of(text, "VmSwap:").value_or(0);
  return true;
}

void parse_cgroup(std::string_view text, ProcessUse& into) {
  into.cgroup.fill(0);
  // "0::/system.slice/x.service"; of cgroup v1 the last line will do.
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text = text.substr(std::min(end + 1, text.size()));
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string_view::npos ? first : line.find(':', first + 1);
    if (second == std::string_view::npos) continue;
    keep(line.substr(second + 1), into.cgroup);
    if (line.starts_with("0:")) return;
  }
}

Result<ProcessScan> ProcessScan::open(const std::string& root, std::size_t most) {
  Descriptor directory(::open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!directory) return failure(errno, fmt::format("cannot open {}", root));
  return ProcessScan(std::move(directory), most);
}

ProcessScan::ProcessScan(Descriptor root, std::size_t most)
    : root_(std::move(root)), most_(most), buffer_(2 * kBuffer) {}

std::string_view ProcessScan::text(std::int64_t pid, const char* name) {
  std::array<char, kPath> path{};
  fmt::format_to_n(path.data(), path.size() - 1, "{}/{}", pid, name);
  const Descriptor file(::openat(root_.get(), path.data(), O_RDONLY | O_CLOEXEC));
  if (!file) return {};
  // The first half holds the names of the directory that is being read.
  const ssize_t n = ::read(file.get(), buffer_.data() + kBuffer, kBuffer);
  if (n <= 0) return {};
  return {buffer_.data() + kBuffer, static_cast<std::size_t>(n)};
}

bool ProcessScan::read_one(std::int64_t pid, ProcessUse& into) {
  if (!parse_status(text(pid, "status"), into)) return false;
  if (!parse_stat(text(pid, "stat"), into)) return false;
  parse_cgroup(text(pid, "cgroup"), into);
  into.held = -1;
  return true;
}

void ProcessScan::read(std::vector<ProcessUse>& into) {
  into.clear();
  into.reserve(most_);
  for_each_number(root_.get(), std::span(buffer_).first(kBuffer), [&](std::int64_t pid) {
    if (into.size() == most_) return;
    ProcessUse process;
    if (read_one(pid, process)) into.push_back(process);
  });
}

void ProcessScan::add_held(ProcessUse& process) {
  std::array<char, kPath> path{};
  fmt::format_to_n(path.data(), path.size() - 1, "{}/fd", process.pid);
  const Descriptor files(::openat(root_.get(), path.data(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!files) return;
  process.held = 0;
  std::array<KeptFile::Id, 64> seen{};
  std::size_t count = 0;
  for_each_number(files.get(), std::span(buffer_).first(kBuffer), [&](std::int64_t number) {
    std::array<char, kPath> name{};
    fmt::format_to_n(name.data(), name.size() - 1, "{}", number);
    const auto kept = kept_file(files.get(), name.data());
    if (!kept) return;
    // Several descriptors may stand for one file.
    const auto end = seen.begin() + static_cast<std::ptrdiff_t>(count);
    if (std::find(seen.begin(), end, kept->id) != end) return;
    if (count < seen.size()) seen[count++] = kept->id;
    process.held += kept->bytes;
  });
}

}  // namespace gb10
