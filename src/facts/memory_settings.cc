#include <optional>

#include <fmt/format.h>

#include "base/text.h"
#include "facts/ask.h"
#include "facts/memory.h"
#include "facts/value.h"

namespace gb10::memory {

namespace {

constexpr Quantity kKibibyte{1024, Unit::bytes};
constexpr Quantity kByte{1, Unit::bytes};

}  // namespace

void collect_settings(const HostView& host, Facts& facts) {
  const std::string thp = "/sys/kernel/mm/transparent_hugepage/";
  facts.put("memory.transparent_huge_pages", as_value(chosen_word(host, thp + "enabled")),
            thp + "enabled");
  facts.put("memory.huge_page_defrag", as_value(chosen_word(host, thp + "defrag")), thp + "defrag");
  facts.put("memory.thp_size", quantity_value(host, thp + "hpage_pmd_size", kByte),
            thp + "hpage_pmd_size");
  for (const char* name : {"swappiness", "dirty_ratio", "dirty_background_ratio"}) {
    const std::string path = fmt::format("/proc/sys/vm/{}", name);
    facts.put(fmt::format("memory.{}", name), number_value(host, path), path);
  }
  for (const char* name : {"dirty_bytes", "dirty_background_bytes"}) {
    const std::string path = fmt::format("/proc/sys/vm/{}", name);
    facts.put(fmt::format("memory.{}", name), quantity_value(host, path, kByte), path);
  }
  const std::string min_free = "/proc/sys/vm/min_free_kbytes";
  facts.put("memory.min_free", quantity_value(host, min_free, kKibibyte), min_free);
}

Command earlyoom_question() {
  return {.argv = {"systemctl", "show", "earlyoom", "-p", "ActiveState,ExecStart"}};
}

std::string start_arguments(std::string_view exec_start, std::string_view arguments) {
  constexpr std::string_view kMark = "argv[]=";
  const std::size_t begin = exec_start.find(kMark);
  if (begin == std::string_view::npos) return {};
  const std::string_view rest = exec_start.substr(begin + kMark.size());
  const auto parts = words(rest.substr(0, rest.find(" ;")));
  std::vector<std::string> given;
  for (std::size_t i = 1; i < parts.size(); ++i) given.emplace_back(printable(parts[i]));
  std::string line = joined(given, " ");
  for (const std::string_view variable : {"${EARLYOOM_ARGS}", "$EARLYOOM_ARGS"}) {
    line = replaced(line, variable, arguments);
  }
  return line;
}

void collect_earlyoom(const HostView& host, Facts& facts) {
  const Command question = earlyoom_question();
  const std::string source = joined(question.argv, " ");
  const auto answer = ask::printed(host, question);
  if (!answer.ok()) {
    facts.unknown("memory.earlyoom", answer.error(), source);
    facts.unknown("memory.earlyoom_arguments", answer.error(), source);
    return;
  }
  const Assignments said = assignments(*answer);
  const auto state = last_of(said, "ActiveState");
  facts.put("memory.earlyoom", state ? Result<Value>(Value(*state)) : nonsense(source, *answer),
            source);
  const auto start = last_of(said, "ExecStart");
  if (!start) {
    facts.unknown("memory.earlyoom_arguments",
                  {Error::Kind::not_found, "earlyoom is not installed"}, source);
    return;
  }
  const auto defaults = assignments(host.read("/etc/default/earlyoom").value_or(""));
  facts.set("memory.earlyoom_arguments",
            start_arguments(*start, last_of(defaults, "EARLYOOM_ARGS").value_or("")), source);
}

}  // namespace gb10::memory
