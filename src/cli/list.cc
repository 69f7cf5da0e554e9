#include "cli/commands.h"

namespace gb10 {

std::span<const CommandSpec> commands() {
  static const CommandSpec kCommands[] = {
      doctor_command(),     explain_command(),   inspect_command(), memory_command(),
      guard_command(),      run_command(),       env_command(),     recipe_command(),
      wheelhouse_command(), container_command(), record_command(),  top_command(),
      snapshot_command(),   audit_command(),     compat_command(),  tune_command(),
      bench_command(),      compare_command(),   report_command(),  history_command(),
      rules_command(),      show_command(),
  };
  return kCommands;
}

std::span<const OptionSpec> common_options() {
  static constexpr OptionSpec kOptions[] = {
      {"--json", nullptr, false, "print the result as JSON"},
      {"--markdown", nullptr, false, "print the result as Markdown, for a forum or an issue"},
      {"--help", nullptr, false, "show this help"},
  };
  return kOptions;
}

std::span<const OptionSpec> general_options() {
  static constexpr OptionSpec kOptions[] = {
      {"--version", nullptr, false, "the version"},
      {"--completion", nullptr, false, "completions for bash:  source <(gb10 --completion)"},
      {"--man-page", nullptr, false, "the manual as a man page:  gb10 --man-page | man -l -"},
  };
  return kOptions;
}

}  // namespace gb10
