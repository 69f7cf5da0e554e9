#include "cli/app.h"

#include <algorithm>

#include <fmt/format.h>
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "base/text.h"
#include "cli/manual.h"
#include "cli/program_words.h"
#include "cli/usage.h"
#include "gpu/control.h"
#include "gpu/helper.h"

namespace gb10 {

namespace {

void add_option(CLI::App& app, const OptionSpec& option, Arguments& into) {
  const std::string all = option.name;  // "--output,-o"
  const std::string name = all.substr(0, all.find(','));
  if (option.value == nullptr && !option.is_positional()) {
    app.add_flag_callback(
        name, [&into, name] { into.given[name].emplace_back(); }, option.words);
    return;
  }
  CLI::Option* const added = app.add_option_function<std::vector<std::string>>(
      all, [&into, name](const std::vector<std::string>& values) { into.given[name] = values; },
      option.words);
  // Of a positional all words are taken, so that one too many is told as what it is.
  if (option.many || option.is_positional())
    added->take_all();
  else
    added->take_last()->expected(1);
  // Each use of an option takes one value; what follows it is a positional again.
  if (!option.is_positional()) added->allow_extra_args(false);
}

/// CLI11's mistake in our words. It names the option first ("--root: 1 required TEXT missing").
Error in_our_words(const CLI::Error& error, const CLI::App& app, const CommandSpec& command) {
  if (dynamic_cast<const CLI::ExtrasError*>(&error)) return unexpected(command, app.remaining());
  std::string words = printable(error.what());
  const std::string name = words.substr(0, words.find_first_of(": "));
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error)) words = name + " wants a value";
  return {Error::Kind::invalid, words, fmt::format("see gb10 {} --help", command.name)};
}

/// The answers that need no command; nothing when `word` asks for none of them.
std::optional<int> general(const std::string& word, const std::vector<std::string>& arguments,
                           const Io& io) {
  if (word == "--help" || word == "-h" || word == "help") {
    if (arguments.size() < 2) return io.print(program_help(io.width)), kFine;
    const CommandSpec* const command = command_named(arguments[1]);
    if (!command) return io.fail(unknown_command(arguments[1]));
    return io.print(command_help(*command, io.width)), kFine;
  }
  if (word == "--version") {
    io.print(fmt::format("gb10 {}\n", GB10_VERSION));
    return kFine;
  }
  if (word == "--gpu-helper") return run_gpu_helper();
  if (word == "--gpu-control") return run_gpu_control();
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

/// A word that looks like an option but has a blank before any "=" is a message
/// ("-bash: nvcc: command not found"): such words go behind a "--".
std::vector<std::string> with_sentences_last(std::vector<std::string> words) {
  const auto end = std::find(words.begin(), words.end(), "--");
  const auto is_no_sentence = [](const std::string& word) {
    return !word.starts_with('-') || word.find(' ') >= word.find('=');
  };
  const auto sentences = std::stable_partition(words.begin(), end, is_no_sentence);
  if (end != words.end())
    std::rotate(sentences, end, std::next(end));
  else if (sentences != end)
    words.insert(sentences, "--");
  return words;
}

}  // namespace

const CommandSpec* command_named(std::string_view name) {
  for (const CommandSpec& command : commands()) {
    if (name == command.name) return &command;
  }
  return nullptr;
}

Result<Arguments> parsed(const CommandSpec& command, const std::vector<std::string>& typed) {
  const auto [arguments, program] = without_program(command, typed);
  TRY(check_flags(command, arguments));
  Arguments out;
  CLI::App app;
  app.set_help_flag();
  app.name(command.name);
  try {
    for (const OptionSpec& option : command.options) add_option(app, option, out);
    for (const OptionSpec& option : common_options()) add_option(app, option, out);
    const std::vector<std::string> words = with_sentences_last(arguments);
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::Error& e) {
    return in_our_words(e, app, command);
  } catch (const std::exception& e) {
    return Error{Error::Kind::failed, e.what()};
  }
  TRY(check_values(command, out));
  // Two dashes with nothing behind them are told as well.
  const bool is_cut = arguments.size() + program.size() < typed.size();
  if (command.may_run_program && is_cut)
    out.given["--"] = program;
  else if (!program.empty())
    out.given[positional_name(command)] = program;
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
  const std::vector<std::string> ours = without_program(*command, arguments).first;
  const bool help = std::find(ours.begin(), ours.end(), "--help") != ours.end() ||
                    std::find(ours.begin(), ours.end(), "-h") != ours.end();
  if (help) {
    io.print(command_help(*command, io.width));
    return kFine;
  }
  const Result<Arguments> typed = parsed(*command, arguments);
  const auto mistake = [&](const Error& error) {
    const int code = io.fail(error);
    return command->runs_program ? int{kOwnFailure} : code;
  };
  if (!typed.ok()) return mistake(typed.error());
  if (typed->has("--json") && typed->has("--markdown")) {
    return mistake(
        {Error::Kind::invalid, "--json and --markdown exclude each other", "ask for one"});
  }
  return command->run(*typed, io);
}

}  // namespace gb10
