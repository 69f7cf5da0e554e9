#include "guard/boot_evidence.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "facts/ask.h"
#include "facts/kernel_text.h"
#include "guard/ring_text.h"

namespace gb10 {

namespace {

using Kind = Error::Kind;

constexpr std::string_view kPstores[] = {"/sys/fs/pstore", "/var/lib/systemd/pstore"};
constexpr std::size_t kMostDumps = 16, kMostDumpLines = 60;

// With the time of each line; and as the doctor's snapshots hold it, without.
Command journal_question(const char* form) {
  return {{"journalctl", "-b", "-1", "-n", "400", "-o", form, "--no-pager"},
          std::chrono::milliseconds(5000),
          kernel_text::counts};
}

Result<std::string> asked(const HostView& host, const Command& command) {
  const Error denied{Kind::denied, "the journal needs root",
                     "sudo gb10 doctor --last-boot, or be in the group adm"};
  const Result<Output> output = host.query(command);
  if (output.ok() && kernel_text::says_denied(output->err)) return denied;
  if (output.ok() && (output->err.find("No journal files") != std::string::npos ||
                      output->err.find("o such boot") != std::string::npos ||
                      output->err.find("not available") != std::string::npos ||
                      output->err.find("No journal boot entry") != std::string::npos)) {
    return Error{Kind::not_found, "the journal keeps no earlier boot",
                 "sudo mkdir -p /var/log/journal && sudo systemctl restart systemd-journald"};
  }
  const std::string text = TRY(ask::printed(output, command.argv.front()));
  const std::string_view bare = trimmed(text);
  if (!bare.empty() && bare != "-- No entries --") return text;
  if (host.self().effective_user != 0) return denied;
  return Error{Kind::not_found, "the journal of the boot before is empty"};
}

Result<std::vector<JournalLine>> journal_end(const HostView& host) {
  Result<std::string> text = asked(host, journal_question("short-unix"));
  if (!text.ok() && text.error().kind == Kind::not_recorded)
    text = asked(host, journal_question("cat"));
  constexpr const char* kJournal = "/var/log/journal";
  if (!text.ok() && text.error().kind == Kind::not_recorded && host.list(kJournal).ok())
    return Error{Kind::not_recorded, "the journal of a disk is not read here",
                 fmt::format("journalctl -D DISK{} -n 400 shows its end", kJournal)};
  return text.map([](const std::string& found) { return boot_texts::journal_lines(found); });
}

Result<std::vector<ListedBoot>> boots_of(const HostView& host) {
  const std::string text =
      TRY(asked(host, {{"journalctl", "--list-boots", "-o", "json", "--no-pager"}}));
  return boot_texts::listed_boots(text);
}

Result<double> uptime_of(const HostView& host) {
  const std::string text = TRY(host.read("/proc/uptime"));
  const auto parts = words(text);
  const auto seconds = parts.empty() ? std::nullopt : decimal_number(parts[0]);
  if (seconds) return *seconds;
  return Error{Kind::failed, "/proc/uptime holds no number"};
}

Result<std::string> boot_id_of(const HostView& host) {
  const std::string text = TRY(host.read("/proc/sys/kernel/random/boot_id"));
  std::string digits = ring::boot_id_digits(trimmed(text));
  if (digits.empty()) return Error{Kind::failed, "/proc/sys/kernel/random/boot_id holds no id"};
  return digits;
}

Result<double> memory_of(const HostView& host) {
  const std::string text = TRY(host.read("/proc/meminfo"));
  const auto total = value_of(text, "MemTotal");
  const auto parts = total ? words(*total) : std::vector<std::string_view>();
  const auto number = parts.empty() ? std::nullopt : decimal_number(parts[0]);
  if (number) return *number * 1024;
  return Error{Kind::failed, "/proc/meminfo holds no MemTotal"};
}

Result<bool> watchdog_of(const HostView& host) {
  const auto entries = TRY(host.list("/sys/bus/platform/devices"));
  return std::any_of(entries.begin(), entries.end(),
                     [](const DirEntry& entry) { return entry.name.starts_with("sbsa-gwdt"); });
}

bool is_dump(std::string_view name) { return name.find("dmesg") != std::string_view::npos; }

/// The last lines of a dump without their levels and clocks.
std::vector<std::string> dump_lines(std::string_view text) {
  std::vector<std::string> all;
  for (std::string_view line : lines(text)) {
    const std::size_t level = line.find('>');
    if (line.starts_with('<') && level <= 4) line.remove_prefix(level + 1);
    const std::vector<std::string> bare = kernel_text::messages(line);
    all.insert(all.end(), bare.begin(), bare.end());
  }
  // systemd joins the parts of a dump; a part by itself may hold the older half.
  if (all.size() > kMostDumpLines)
    all.erase(all.begin(), all.end() - static_cast<std::ptrdiff_t>(kMostDumpLines));
  return all;
}

void add_dump(const HostView& host, const std::string& path, std::vector<KernelDump>& dumps) {
  if (dumps.size() >= kMostDumps) return;
  KernelDump dump{path, boot_texts::time_of_dump(path), {}};
  const auto info = host.info(path);
  if (!dump.time && info.ok()) dump.time = info->modified;
  const auto text = host.read(path);
  if (text.ok()) dump.lines = dump_lines(*text);
  dumps.push_back(std::move(dump));
}

/// The dumps in a folder and in those just below it, as systemd puts them by.
Result<void> add_dumps(const HostView& host, const std::string& folder, bool deeper,
                       std::vector<KernelDump>& dumps) {
  const auto entries = TRY(host.list(folder));
  for (const DirEntry& entry : entries) {
    const std::string path = fmt::format("{}/{}", folder, entry.name);
    if (entry.kind == FileKind::directory && deeper) {
      const Result<void> below = add_dumps(host, path, false, dumps);
      if (!below.ok() && below.error().kind == Kind::denied) return below;
    } else if (entry.kind == FileKind::regular && is_dump(entry.name)) {
      add_dump(host, path, dumps);
    }
  }
  return {};
}

Result<std::vector<KernelDump>> dumps_of(const HostView& host) {
  std::vector<KernelDump> dumps;
  std::optional<Error> why;
  bool any = false;
  for (const std::string_view folder : kPstores) {
    const Result<void> added = add_dumps(host, std::string(folder), true, dumps);
    any = any || added.ok();
    if (!added.ok() && added.error().kind != Kind::not_found) why = added.error();
  }
  if (!dumps.empty()) return dumps;
  if (why) return *why;
  if (any) return dumps;
  return Error{Kind::not_found, "there is no pstore, where the kernel would leave its last lines"};
}

}  // namespace

namespace boot_texts {

std::vector<JournalLine> journal_lines(std::string_view text) {
  std::vector<JournalLine> out;
  for (std::string_view line : lines(text)) {
    line = trimmed(line);
    if (line.empty() || line.starts_with("-- ") || line == kDroppedLine) continue;
    JournalLine found;
    const std::size_t end = line.find(' ');
    const auto time =
        end == std::string_view::npos ? std::nullopt : decimal_number(line.substr(0, end));
    // A message may begin with a number of its own; a moment has a host behind it.
    if (time && *time > 1e9 && line.find('.') < end) {
      found.time = time;
      const std::size_t host = line.find(' ', end + 1);
      line = host == std::string_view::npos ? line.substr(end + 1) : line.substr(host + 1);
    }
    found.text = printable(line, 300);
    out.push_back(std::move(found));
  }
  return out;
}

Result<std::vector<ListedBoot>> listed_boots(std::string_view text) {
  const Result<Json> json = parse_json(trimmed(text));
  const Json::Array* const list = json.ok() ? json->as_array() : nullptr;
  if (!list) return Error{Kind::failed, "journalctl printed no list of boots"};
  std::vector<ListedBoot> out;
  for (const Json& one : *list) {
    const auto number = [&](const char* key) {
      const Json* const found = one.find(key);
      return found && found->as_int() ? std::optional(*found->as_int()) : std::nullopt;
    };
    const auto index = number("index"), begun = number("first_entry"), ended = number("last_entry");
    if (!index || !begun || !ended) continue;
    out.push_back({*index, ring::boot_id_digits(one.text("boot_id")),
                   static_cast<double>(*begun) * 1e-6, static_cast<double>(*ended) * 1e-6});
  }
  std::sort(out.begin(), out.end(),
            [](const ListedBoot& a, const ListedBoot& b) { return a.index < b.index; });
  return out;
}

std::optional<std::int64_t> time_of_dump(std::string_view path) {
  // efi_pstore names a record by its second, its part and its count, systemd the folder by the
  // second: ten digits for the years from 2001 to 2286.
  constexpr std::size_t kDigits = 10;
  const bool is_efi = path.find("efi") != std::string_view::npos;
  for (std::size_t at = 0; at < path.size(); ++at) {
    const std::size_t end = std::min(path.find_first_not_of("0123456789", at), path.size());
    if (end - at == kDigits || (is_efi && end - at > kDigits)) {
      const auto time = whole_number(path.substr(at, kDigits));
      if (time && *time > 1'500'000'000 && *time < 5'000'000'000) return time;
    }
    at = std::max(at, end);
  }
  return std::nullopt;
}

}  // namespace boot_texts

BootEvidence boot_evidence(const HostView& host) {
  BootEvidence out;
  out.now = host.self().now;
  out.live = host.self().live;
  out.root = host.self().effective_user == 0;
  out.journal = journal_end(host);
  out.boots = boots_of(host);
  out.dumps = dumps_of(host);
  out.boot_id = boot_id_of(host);
  out.uptime = uptime_of(host);
  out.memory = memory_of(host);
  out.watchdog = watchdog_of(host);
  return out;
}

Result<RingLog> ring_of(const HostView& host, std::string_view path) {
  const auto blob = host.open(path);
  if (blob.ok()) return read_ring(**blob);
  if (path == kRingPath) {
    const auto text = host.read(kRingTextPath);
    if (text.ok()) return ring_from_text(*text);
  }
  return blob.error();
}

void record_last_boot(RecordingHost& recording, const Result<RingLog>& ring, ToldTo who) {
  static_cast<void>(boot_evidence(recording));
  if (ring.ok()) {
    recording.keep(kRingTextPath, ring_text(*ring, who));
  } else {
    static_cast<void>(recording.open(kRingPath));  // so that a replay knows why there is none
  }
}

}  // namespace gb10
