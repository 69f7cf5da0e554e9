#include "host/script_host.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace gb10 {

namespace {

constexpr std::string_view kPlain =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%";

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

std::string quoted(std::string_view text) {
  return fmt::format("'{}'", replaced(text, "'", R"('\'')"));
}

Result<std::string> path_word(std::string_view path) {
  if (path.size() > 1 && path[0] == '/' && path.back() != '/') return shell_word(path);
  return Error{Error::Kind::invalid, fmt::format("\"{}\" is no absolute path of a file", path)};
}

}  // namespace

Result<std::string> shell_word(std::string_view word) {
  if (std::any_of(word.begin(), word.end(), is_control)) {
    return Error{Error::Kind::invalid,
                 fmt::format("\"{}\" holds a control character", printable(word, 100))};
  }
  const bool plain = word.find_first_not_of(kPlain) == std::string_view::npos;
  return plain && !word.empty() ? std::string(word) : quoted(word);
}

std::string shell_format(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) {
    if (c == '\n') {
      out += "\\n";
    } else if (c == '\\' || c == '%') {
      out.append(2, c);
    } else if (is_control(c)) {
      out += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
    } else {
      out += c;
    }
  }
  // A format that begins with "-" would be taken for an option.
  if (out.starts_with('-')) out.replace(0, 1, "\\055");
  return quoted(out);
}

Result<void> ScriptHost::poke(std::string_view path, std::string_view value) {
  const auto file = TRY(path_word(path));
  script_ += fmt::format("printf {} > {}\n", shell_format(value), file);
  return {};
}

/// The copy keeps owner and mode of what is there; a new file is closed to others until it is
/// whole.
Result<void> ScriptHost::install(const File& file) {
  const auto path = TRY(path_word(file.path));
  const auto slash = file.path.rfind('/') + 1;
  const auto beside =
      fmt::format("{}.{}.gb10", file.path.substr(0, slash), file.path.substr(slash));
  const auto temporary = TRY(shell_word(beside));
  script_ += fmt::format(
      "rm -f {0} && if test -e {1}; then cp -p {1} {0}; "
      "else (umask 077 && : > {0}) && chmod {2:04o} {0}; fi && printf {3} > {0} && mv -f {0} {1}\n",
      temporary, path, file.mode & 07777U, shell_format(file.content));
  return {};
}

Result<void> ScriptHost::make_directory(std::string_view path) {
  const auto place = TRY(path_word(path));
  script_ += fmt::format("mkdir -p {}\n", place);
  return {};
}

Result<void> ScriptHost::symlink(std::string_view target, std::string_view path) {
  const auto says = TRY(shell_word(target));
  const auto place = TRY(path_word(path));
  script_ += fmt::format("ln -s -- {} {}\n", says, place);
  return {};
}

Result<void> ScriptHost::replace_link(std::string_view target, std::string_view path) {
  const auto says = TRY(shell_word(target));
  const auto place = TRY(path_word(path));
  script_ += fmt::format("ln -sfn -- {} {}\n", says, place);
  return {};
}

Result<void> ScriptHost::remove(std::string_view path) {
  const auto place = TRY(path_word(path));
  script_ += fmt::format("rm -- {}\n", place);
  return {};
}

Result<void> ScriptHost::remove_directory(std::string_view path) {
  const auto place = TRY(path_word(path));
  script_ += fmt::format("rmdir -- {}\n", place);
  return {};
}

Result<Output> ScriptHost::run(const Command& command) {
  if (command.argv.empty() || command.argv[0].empty()) {
    return Error{Error::Kind::invalid, "no program is named"};
  }
  std::string line;
  for (const auto& argument : command.argv) {
    auto word = TRY(shell_word(argument));
    // As the first word, "a=b" would be an assignment.
    if (line.empty() && word.find('=') != std::string::npos && word[0] != '\'') word = quoted(word);
    line += line.empty() ? word : " " + word;
  }
  script_ += line + '\n';
  return Output{};
}

}  // namespace gb10
