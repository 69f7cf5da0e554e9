#include "cli/app.h"

#include <algorithm>

#include <fmt/format.h>
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "base/text.h"
#include "cli/manual.h"
#include "gpu/helper.h"

namespace gb10 {

namespace {

void add_option(CLI::App& app, const OptionSpec& option, Arguments& into) {
  const std::string all = option.name;  // "--output,-o"
  const std::string name = all.substr(0, all.find(','));
  if (option.value == nullptr && name.starts_with("-")) {
    app.add_flag_callback(
        name, [&into, name] { into.given[name].emplace_back(); }, option.words);
    return;
  }
  CLI::Option* const added = app.add_option_function<std::vector<std::string>>(
      all, [&into, name](const std::vector<std::string>& values) { into.given[name] = values; },
      option.words);
  if (option.many)
    added->take_all();
  else if (name.starts_with("-"))
    added->take_last()->expected(1);
  else
    added->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::Throw);
  // Each use of an option takes one value; what follows it is a positional again.
  if (option.many && name.starts_with("-")) added->allow_extra_args(false);
}

/// Letters that must change to make one word the other, at most 3 counted.
bool is_close(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, change});
    }
  }
  return row[b.size()] <= 2;
}

Error unknown_command(std::string_view name) {
  Error error{Error::Kind::invalid,
              fmt::format("\"{}\" is no command of gb10", printable(name, 40)), "see gb10 --help"};
  for (const CommandSpec& command : commands()) {
    if (is_close(name, command.name))
      error.hint = fmt::format("did you mean: gb10 {}", command.name);
  }
  return error;
}

/// CLI11 names the option first ("--root: 1 required TEXT missing") or the word last ("… not
/// expected: --colour").
std::string in_our_words(const CLI::Error& error, const CommandSpec& command) {
  const std::string words = printable(error.what());
  const std::size_t colon = words.find(": ");
  if (colon == std::string::npos) return words;
  if (dynamic_cast<const CLI::ExtrasError*>(&error)) {
    return fmt::format("gb10 {} does not know {}", command.name, words.substr(colon + 2));
  }
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error)) {
    return fmt::format("{} wants a value", words.substr(0, colon));
  }
  return words;
}

/// The answers that need no command; nothing when `word` asks for none of them.
std::optional<int> general(const std::string& word, const std::vector<std::string>& arguments,
                           const Io& io) {
  if (word == "--help" || word == "-h" || word == "help") {
    if (arguments.size() < 2) return io.print(program_help()), kFine;
    const CommandSpec* const command = command_named(arguments[1]);
    if (!command) return io.fail(unknown_command(arguments[1]));
    return io.print(command_help(*command)), kFine;
  }
  if (word == "--version") {
    io.print(fmt::format("gb10 {}\n", GB10_VERSION));
    return kFine;
  }
  if (word == "--gpu-helper") return run_gpu_helper();
  if (word == "--man-page") {
    io.print(man_page());
    return kFine;
  }
  if (word == "--completion") {
    io.print(bash_completion());
    return kFine;
  }
  return std::nullopt;
}

}  // namespace

const CommandSpec* command_named(std::string_view name) {
  for (const CommandSpec& command : commands()) {
    if (name == command.name) return &command;
  }
  return nullptr;
}

Result<Arguments> parsed(const CommandSpec& command, const std::vector<std::string>& arguments) {
  Arguments out;
  CLI::App app;
  app.set_help_flag();
  app.name(command.name);
  try {
    for (const OptionSpec& option : command.options) add_option(app, option, out);
    for (const OptionSpec& option : common_options()) add_option(app, option, out);
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    app.parse(reversed);
  } catch (const CLI::Error& e) {
    return Error{Error::Kind::invalid, in_our_words(e, command),
                 fmt::format("see gb10 {} --help", command.name)};
  } catch (const std::exception& e) {
    return Error{Error::Kind::failed, e.what()};
  }
  return out;
}

int run_app(std::vector<std::string> arguments, const Io& io) {
  if (!arguments.empty()) {
    if (const std::optional<int> done = general(arguments[0], arguments, io)) return *done;
  }
  // Without a command, or with options alone, it is the doctor that is asked.
  if (arguments.empty() || arguments[0].starts_with("-"))
    arguments.insert(arguments.begin(), "doctor");
  const CommandSpec* const command = command_named(arguments[0]);
  if (!command) return io.fail(unknown_command(arguments[0]));
  arguments.erase(arguments.begin());
  const bool help = std::find(arguments.begin(), arguments.end(), "--help") != arguments.end() ||
                    std::find(arguments.begin(), arguments.end(), "-h") != arguments.end();
  if (help) {
    io.print(command_help(*command));
    return kFine;
  }
  const Result<Arguments> typed = parsed(*command, arguments);
  if (!typed.ok()) return io.fail(typed.error());
  if (typed->has("--json") && typed->has("--markdown")) {
    return io.fail(
        {Error::Kind::invalid, "--json and --markdown exclude each other", "ask for one"});
  }
  return command->run(*typed, io);
}

}  // namespace gb10
