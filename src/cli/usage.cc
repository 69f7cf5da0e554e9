#include "cli/usage.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/nearest.h"
#include "base/text.h"

namespace gb10 {

namespace {

/// "--output" and "-o" of "--output,-o", of every option that `command` takes.
std::vector<std::string> option_names(const CommandSpec& command) {
  std::vector<std::string> out;
  for (const auto options : {command.options, common_options()}) {
    for (const OptionSpec& option : options) {
      if (option.is_positional()) continue;
      for (const std::string_view name : split(option.name, ',')) out.emplace_back(name);
    }
  }
  return out;
}

const OptionSpec* positional(const CommandSpec& command) {
  for (const OptionSpec& option : command.options) {
    if (option.is_positional()) return &option;
  }
  return nullptr;
}

Error usage_error(const CommandSpec& command, std::string what) {
  return {Error::Kind::invalid, std::move(what), fmt::format("see gb10 {} --help", command.name)};
}

Error extra_word(const CommandSpec& command, const std::string& word) {
  const OptionSpec* const one = positional(command);
  return usage_error(command, one ? fmt::format("gb10 {} takes one {}; \"{}\" is too many",
                                                command.name, one->name, printable(word, 40))
                                  : fmt::format("gb10 {} takes options only; what is \"{}\"?",
                                                command.name, printable(word, 40)));
}

}  // namespace

Error unknown_command(std::string_view name) {
  std::vector<std::string> names;
  for (const CommandSpec& command : commands()) names.emplace_back(command.name);
  return {Error::Kind::invalid, fmt::format("\"{}\" is no command of gb10", printable(name, 40)),
          did_you_mean(name, names, "see gb10 --help", "gb10 ")};
}

Error unexpected(const CommandSpec& command, const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (!word.starts_with('-')) continue;
    const std::string name = word.substr(0, word.find('='));
    Error error = usage_error(
        command, fmt::format("gb10 {} does not know {}", command.name, printable(name, 40)));
    error.hint = did_you_mean(name, option_names(command), error.hint);
    return error;
  }
  return extra_word(command, words.empty() ? "" : words.front());
}

Result<void> check_flags(const CommandSpec& command, const std::vector<std::string>& typed) {
  for (const std::string& word : typed) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) continue;
    if (equals == 2 && word[0] == '-' && word[1] != '-')
      return usage_error(command,
                         fmt::format("{} takes its value without \"=\"", word.substr(0, 2)));
    for (const auto options : {command.options, common_options()}) {
      for (const OptionSpec& option : options) {
        if (option.value || option.is_positional()) continue;
        if (word.compare(0, equals, option.name) == 0)
          return usage_error(command, fmt::format("{} takes no value", option.name));
      }
    }
  }
  return {};
}

Result<void> check_values(const CommandSpec& command, const Arguments& arguments) {
  const std::vector<std::string> names = option_names(command);
  for (const OptionSpec& option : command.options) {
    const std::string_view name = split(option.name, ',').front();
    const std::vector<std::string> values = arguments.values(name);
    if (option.is_positional()) {
      if (!option.many && values.size() > 1) return extra_word(command, values[1]);
      continue;
    }
    if (!option.value) continue;
    for (const std::string& value : values) {
      const bool other = std::find(names.begin(), names.end(), value) != names.end();
      if (!value.empty() && !other) continue;
      return usage_error(command, fmt::format("{} wants a value{}", name,
                                              other ? fmt::format("; {} is none", value) : ""));
    }
  }
  return {};
}

}  // namespace gb10
