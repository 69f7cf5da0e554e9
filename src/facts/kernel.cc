#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "facts/ask.h"
#include "facts/kernel_text.h"
#include "facts/topics.h"
#include "facts/value.h"

namespace gb10 {

namespace {

using Kind = Error::Kind;

constexpr FactSpec kSpecs[] = {
    {"kernel.log", Type::list, Unit::none, "notable lines of the kernel's log since the boot"},
    {"kernel.log_previous", Type::list, Unit::none, "notable last lines of the boot before"},
    {"kernel.unclean_boot", Type::boolean, Unit::none,
     "whether the boot before ended without a shutdown"},
    {"kernel.modules", Type::list, Unit::none, "loaded kernel modules"},
    {"kernel.denied_modules", Type::list, Unit::none, "modules that modprobe.d keeps from loading"},
    {"kernel.sbsa_watchdog", Type::boolean, Unit::none,
     "whether the firmware has an SBSA watchdog"},
    {"kernel.boots", Type::list, Unit::none, "the last boots and how long they lasted"},
    {"kernel.short_boots", Type::integer, Unit::none,
     "boots among the ten before this one that lasted less than 30 minutes"},
};

/// A firewall or an audit daemon that writes a line a second fills these in some hours; what came
/// before is then not known.
constexpr std::ptrdiff_t kMostLines = 20000;

Command log_question() {
  return {{"journalctl", "-k", "-b", "0", "-o", "short-iso", "--no-pager", "-n",
           fmt::format("{}", kMostLines)},
          std::chrono::milliseconds(2000),
          kernel_text::counts};
}
Command previous_question() {
  return {{"journalctl", "-b", "-1", "-n", "400", "-o", "cat", "--no-pager"},
          std::chrono::milliseconds(2000),
          kernel_text::counts};
}
Command boots_question() { return {{"journalctl", "--list-boots", "-o", "json", "--no-pager"}}; }

std::vector<Command> questions(const Self&) {
  return {log_question(), previous_question(), boots_question()};
}

bool is_empty(std::string_view out) {
  const std::string_view text = trimmed(out);
  return text.empty() || text == "-- No entries --";
}

bool has_no_journal(std::string_view complaint) {
  for (const std::string_view text :
       {"No journal files were found", "is not available", "no persistent journal", "No such boot",
        "No journal boot entry"}) {
    if (complaint.find(text) != std::string_view::npos) return true;
  }
  return false;
}

/// What journalctl printed. Empty for want of a right and empty for want of messages look alike
/// but for what it says beside; `absent` names what is missing in the second case.
Result<std::string> journal(const HostView& host, const Command& question, const char* absent) {
  const Error denied{Kind::denied, "the kernel log needs root", "sudo gb10 doctor"};
  const Result<Output> output = host.query(question);
  if (!output.ok()) return ask::printed(output, "journalctl");
  if (kernel_text::says_denied(output->err)) return denied;
  if (has_no_journal(output->err)) return Error{Kind::not_found, absent};
  const std::string text = TRY(ask::printed(output, "journalctl"));
  if (!is_empty(text)) return text;
  if (host.self().effective_user != 0) return denied;
  return Error{Kind::not_found, absent};
}

Result<Value> notable_lines(const Result<std::string>& text) {
  if (!text.ok()) return text.error();
  return Value(kernel_text::notable(kernel_text::messages(*text)));
}

void set_previous(const HostView& host, Facts& facts) {
  constexpr const char* kSource = "journalctl -b -1";
  const auto text = journal(host, previous_question(), "the journal keeps no earlier boot");
  facts.put("kernel.log_previous", notable_lines(text), kSource);
  facts.put("kernel.unclean_boot",
            text.ok() ? Result<Value>(Value(!kernel_text::ends_cleanly(*text)))
                      : Result<Value>(text.error()),
            kSource);
}

void set_boots(const HostView& host, Facts& facts) {
  constexpr const char* kSource = "journalctl --list-boots";
  const auto text = journal(host, boots_question(), "the journal keeps no boot");
  const auto boots =
      text.ok() ? kernel_text::boots(*text) : Result<std::vector<kernel_text::Boot>>(text.error());
  if (!boots.ok()) {
    Error why = boots.error();
    if (why.kind == Kind::invalid) why = {Kind::failed, "journalctl printed no list of boots"};
    facts.unknown("kernel.boots", why, kSource);
    return facts.unknown("kernel.short_boots", why, kSource);
  }
  std::vector<std::string> texts;
  std::int64_t brief = 0;
  for (const kernel_text::Boot& boot : *boots) {
    if (boot.index < -10 || boot.index > 0) continue;
    texts.push_back(kernel_text::to_text(boot));
    if (boot.index < 0 && boot.ended - boot.begun < 30 * 60) ++brief;
  }
  facts.set("kernel.boots", std::move(texts), kSource);
  facts.set("kernel.short_boots", brief, kSource);
}

Result<Value> loaded_modules(const HostView& host) {
  const std::string text = TRY(host.read("/proc/modules"));
  return Value(kernel_text::loaded_modules(text));
}

/// The places of modprobe.d(5). /lib is often a link to /usr/lib, so that names come twice. Files
/// that cannot be read are added to `unread`.
Result<Value> denied_modules(const HostView& host, std::vector<std::string>& unread) {
  std::vector<std::string> names;
  for (const std::string_view dir :
       {"/etc/modprobe.d", "/run/modprobe.d", "/usr/lib/modprobe.d", "/lib/modprobe.d"}) {
    const auto entries = host.list(dir);
    if (!entries.ok() && entries.error().kind != Kind::not_found) return entries.error();
    for (const DirEntry& entry : entries.value_or(std::vector<DirEntry>())) {
      if (!entry.name.ends_with(".conf")) continue;
      const std::string path = fmt::format("{}/{}", dir, entry.name);
      const auto text = host.read(path);
      if (!text.ok()) unread.push_back(fmt::format("{}: {}", path, word(text.error().kind)));
      const auto denied = kernel_text::denied_modules(text.value_or(std::string()));
      names.insert(names.end(), denied.begin(), denied.end());
    }
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return Value(std::move(names));
}

/// The kernel makes a platform device of each watchdog in the ACPI table GTDT, also where no driver
/// takes it; where /sys does not tell, the line about it in the log does.
void set_watchdog(const HostView& host, const Result<std::string>& log, Facts& facts) {
  constexpr const char* kDevices = "/sys/bus/platform/devices";
  const auto entries = host.list(kDevices);
  if (entries.ok()) {
    const bool found = std::any_of(entries->begin(), entries->end(), [](const DirEntry& entry) {
      return entry.name.starts_with("sbsa-gwdt");
    });
    return facts.set("kernel.sbsa_watchdog", found, kDevices);
  }
  const bool logged = log.ok() && log->find("SBSA generic Watchdog") != std::string::npos;
  if (logged) return facts.set("kernel.sbsa_watchdog", true, "journalctl -k");
  facts.unknown("kernel.sbsa_watchdog", entries.error(), kDevices);
}

void collect(const Machine& machine, const CollectOptions&, Facts& facts) {
  const auto log =
      journal(machine.host, log_question(), "the journal holds no kernel messages of this boot");
  facts.put("kernel.log", notable_lines(log), "journalctl -k");
  if (log.ok() && std::count(log->begin(), log->end(), '\n') >= kMostLines) {
    facts.incomplete(
        "kernel.log",
        fmt::format("only the last {} lines of the kernel's log were read", kMostLines));
  }
  set_previous(machine.host, facts);
  set_boots(machine.host, facts);
  facts.put("kernel.modules", loaded_modules(machine.host), "/proc/modules");
  std::vector<std::string> unread;
  facts.put("kernel.denied_modules", denied_modules(machine.host, unread), "modprobe.d");
  if (!unread.empty())
    facts.incomplete("kernel.denied_modules", "not read: " + joined(unread, ", "));
  set_watchdog(machine.host, log, facts);
}

}  // namespace

Topic kernel_topic() {
  return {"kernel", "the kernel's log, its modules and its boots", kSpecs, questions, collect};
}

}  // namespace gb10
