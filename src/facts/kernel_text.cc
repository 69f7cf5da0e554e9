#include "facts/kernel_text.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <map>

#include <fmt/format.h>

#include "base/json.h"
#include "base/text.h"

namespace gb10::kernel_text {

namespace {

constexpr std::size_t kMostLines = 400;
constexpr std::size_t kMostVariants = 4;
constexpr std::size_t kMostBytes = 300;

// As they stand in the messages of Linux 6.11 to 7.0 and of NVIDIA's open kernel modules.
constexpr std::string_view kNotable[] = {"NVRM",
                                         "Xid",
                                         "nvidia",
                                         "mlx5",
                                         "AER:",
                                         "PCIe Bus Error",
                                         "pcieport",
                                         "Out of memory",
                                         "oom-kill",
                                         "memory pressure",
                                         "watchdog",
                                         "WATCHDOG",
                                         "HC died",
                                         "assume dead",
                                         "DOE",
                                         "GTDT",
                                         "EXT4-fs error",
                                         "EXT4-fs warning",
                                         "ext4_",
                                         "paging request",
                                         "page_cache_ra",
                                         "mt7925",
                                         "PTK",
                                         "key addition failed",
                                         "hung task",
                                         "blocked for more than",
                                         "soft lockup",
                                         "hard LOCKUP",
                                         "detected stalls",
                                         "self-detected stall",
                                         "VFS:",
                                         "Oops",
                                         "kernel BUG at",
                                         "general protection fault",
                                         "Unable to handle kernel",
                                         "Kernel panic",
                                         "I/O error",
                                         "nvme nvme",
                                         "r8127",
                                         "r8169",
                                         "sbsa",
                                         "critical temperature",
                                         "insufficient power",
                                         "module verification failed",
                                         "Lockdown:",
                                         "is rejected"};

// They hold one of the words above only by the kernel's name, or they come from elsewhere.
constexpr std::string_view kNotNotable[] = {"Linux version ",
                                            "ommand line: ", "audit: ", "BOOT_IMAGE=", "apparmor="};

bool holds(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool is_hex(char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// The text with every number replaced, so that lines that differ only there are alike.
std::string shape(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    if (!is_digit(text[at])) {
      out += text[at++];
      continue;
    }
    const bool prefixed = text[at] == '0' && at + 1 < text.size() && text[at + 1] == 'x';
    at += prefixed ? 2 : 0;
    while (at < text.size() && (prefixed ? is_hex(text[at]) : is_digit(text[at]))) ++at;
    out += '#';
  }
  return out;
}

struct Counted {
  std::string text;
  int times = 1;
};

/// Where `text` is counted; the end of `all` when it is to stand for itself.
std::size_t place_of(std::string_view text, const std::vector<std::size_t>& alike,
                     const std::vector<Counted>& all) {
  for (const std::size_t index : alike) {
    if (all[index].text == text) return index;
  }
  return alike.size() < kMostVariants ? all.size() : alike.front();
}

/// Without "[    6.221004] " of dmesg.
std::string_view without_clock(std::string_view line) {
  if (!line.starts_with('[')) return line;
  const std::size_t close = line.find("] ");
  const bool is_clock =
      close != std::string_view::npos &&
      line.substr(1, close - 1).find_first_not_of(" .0123456789") == std::string_view::npos;
  return is_clock ? line.substr(close + 2) : line;
}

std::optional<std::int64_t> seconds_of(const Json& json, std::string_view key) {
  const Json* const microseconds = json.find(key);
  if (!microseconds || !microseconds->as_int()) return std::nullopt;
  return *microseconds->as_int() / 1'000'000;
}

std::string module_name(std::string_view name) { return printable(replaced(name, "-", "_"), 60); }

}  // namespace

std::vector<std::string> messages(std::string_view text) {
  constexpr std::string_view kMark = " kernel: ";
  std::vector<std::string> found;
  for (std::string_view line : lines(text)) {
    if (line.starts_with("-- ")) continue;
    const std::size_t at = line.find(kMark);
    if (at != std::string_view::npos) line.remove_prefix(at + kMark.size());
    line = trimmed(without_clock(trimmed(line)));
    if (!line.empty()) found.push_back(printable(line, kMostBytes));
  }
  return found;
}

bool is_notable(std::string_view message) {
  const auto in = [&](std::string_view part) { return holds(message, part); };
  return std::any_of(std::begin(kNotable), std::end(kNotable), in) &&
         std::none_of(std::begin(kNotNotable), std::end(kNotNotable), in);
}

std::vector<std::string> notable(const std::vector<std::string>& messages) {
  std::vector<Counted> all;
  std::map<std::string, std::vector<std::size_t>> by_shape;
  for (const std::string& message : messages) {
    if (!is_notable(message)) continue;
    std::vector<std::size_t>& alike = by_shape[shape(message)];
    const std::size_t place = place_of(message, alike, all);
    if (place < all.size()) {
      ++all[place].times;
    } else if (all.size() < kMostLines) {
      alike.push_back(place);
      all.push_back({message});
    }
  }
  std::vector<std::string> kept;
  for (const Counted& one : all) {
    kept.push_back(one.times == 1 ? one.text : fmt::format("{} [{} times]", one.text, one.times));
  }
  return kept;
}

bool ends_cleanly(std::string_view last_lines) {
  for (const std::string_view line : lines(last_lines)) {
    // The kernel cuts the name of systemd-shutdown to 15 bytes.
    if (holds(line, "systemd-shutdow") || holds(line, "Journal stopped")) return true;
    if (holds(line, "reboot: Restarting") || holds(line, "reboot: Power down")) return true;
    if (!holds(line, "Reached target")) continue;
    const std::string target = lower(line);
    for (const std::string_view word : {"power off", "poweroff", "reboot", "shutdown", "halt"}) {
      if (holds(target, word)) return true;
    }
  }
  return false;
}

bool counts(std::string_view line) {
  // What stands before the message, such as the machine's name, is no reason.
  for (const std::string& message : messages(line)) {
    if (is_notable(message) || holds(message, "SBSA generic Watchdog")) return true;
  }
  return ends_cleanly(line) || line.starts_with("-- ");
}

bool says_denied(std::string_view complaint) {
  return holds(complaint, "not seeing messages from other users") ||
         holds(complaint, "insufficient permissions") || holds(complaint, "Permission denied");
}

Result<std::vector<Boot>> boots(std::string_view text) {
  const Json json = TRY(parse_json(trimmed(text)));
  const Json::Array* const list = json.as_array();
  if (!list) return Error{Error::Kind::failed, "journalctl printed no list of boots"};
  std::vector<Boot> found;
  for (const Json& one : *list) {
    const Json* const index = one.find("index");
    if (!index || !index->as_int()) continue;
    // A boot without its times says nothing of how long it lasted.
    const auto begun = seconds_of(one, "first_entry"), ended = seconds_of(one, "last_entry");
    if (begun && ended) found.push_back({*index->as_int(), *begun, *ended});
  }
  std::sort(found.begin(), found.end(),
            [](const Boot& a, const Boot& b) { return a.index < b.index; });
  return found;
}

std::string to_text(const Boot& boot) {
  namespace chrono = std::chrono;
  // The calendar's years end in 32767.
  constexpr std::int64_t kLatest = 900'000'000'000;
  const std::int64_t begun = std::clamp<std::int64_t>(boot.begun, 0, kLatest);
  const chrono::sys_seconds moment{chrono::seconds(begun)};
  const auto day = chrono::floor<chrono::days>(moment);
  const chrono::year_month_day date{day};
  const std::int64_t clock = (moment - day).count();
  const std::string when =
      fmt::format("{}: {:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", boot.index,
                  static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                  static_cast<unsigned>(date.day()), clock / 3600, clock / 60 % 60, clock % 60);
  if (boot.index == 0) return when + ", running";
  return fmt::format("{}, {} s", when, boot.ended - boot.begun);
}

std::vector<std::string> loaded_modules(std::string_view text) {
  std::vector<std::string> names;
  for (const std::string_view line : lines(text)) {
    const auto parts = words(line);
    if (!parts.empty()) names.push_back(module_name(parts.front()));
  }
  return names;
}

std::vector<std::string> denied_modules(std::string_view text) {
  std::vector<std::string> names;
  for (const std::string_view line : lines(text)) {
    const auto parts = words(line);
    if (parts.size() < 2) continue;
    const bool listed = parts[0] == "blacklist";
    const bool diverted = parts[0] == "install" && parts.size() > 2 &&
                          (parts[2].ends_with("/false") || parts[2].ends_with("/true"));
    if (listed || diverted) names.push_back(module_name(parts[1]));
  }
  return names;
}

}  // namespace gb10::kernel_text
