#include "launch/isolation.h"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

using Words = std::span<const std::string>;

std::string_view name_of(std::string_view path) { return path.substr(path.rfind('/') + 1); }

/// "python", "python3", "python3.12", "pypy3".
bool is_python(std::string_view path) {
  const std::string_view name = name_of(path);
  for (const std::string_view begin : {"python", "pypy"}) {
    if (name.starts_with(begin) &&
        name.find_first_not_of("0123456789.t", begin.size()) == std::string_view::npos)
      return true;
  }
  return false;
}

/// Of Python's own options, before its script: the one with -I, -E or -S in it.
std::optional<std::string> option_of(Words words) {
  for (std::size_t at = 0; at < words.size(); ++at) {
    const std::string_view word = words[at];
    if (!word.starts_with('-') || word == "-" || word == "--") return std::nullopt;
    if (word.starts_with("--")) {
      at += word == "--check-hash-based-pycs" ? 1 : 0;
      continue;
    }
    for (std::size_t i = 1; i < word.size(); ++i) {
      const char letter = word[i];
      if (letter == 'I' || letter == 'E' || letter == 'S') return std::string(word);
      if (letter == 'c' || letter == 'm') return std::nullopt;
      if (letter != 'W' && letter != 'X' && letter != 'Q') continue;
      at += i + 1 == word.size() ? 1 : 0;  // its value is the next word
      break;
    }
  }
  return std::nullopt;
}

/// What env(1) runs.
Words behind_env(Words words) {
  while (!words.empty()) {
    const std::string_view word = words.front();
    const bool is_option = word.starts_with('-'), is_variable = word.find('=') != std::string::npos;
    if (!is_option && !is_variable) break;
    const bool takes_next = word == "-u" || word == "-C" || word == "--unset" || word == "--chdir";
    words = words.subspan(std::min<std::size_t>(takes_next ? 2 : 1, words.size()));
  }
  return words;
}

std::optional<std::string> in_words(Words words) {
  if (!words.empty() && name_of(words.front()) == "env") words = behind_env(words.subspan(1));
  if (words.empty() || !is_python(words.front())) return std::nullopt;
  const auto option = option_of(words.subspan(1));
  if (!option) return std::nullopt;
  return fmt::format("{} {}", name_of(words.front()), *option);
}

/// Where a shell finds it; empty where it does not.
std::string place_of(const HostView& host, const std::string& program,
                     const ProgramVariables& environment) {
  if (program.find('/') != std::string::npos) return program.starts_with('/') ? program : "";
  const auto path = environment.find("PATH");
  if (path == environment.end()) return {};
  for (const std::string_view folder : split(path->second, ':')) {
    std::string place = fmt::format("{}/{}", folder, program);
    if (folder.starts_with('/') && host.info(place).ok()) return place;
  }
  return {};
}

/// The words of a script's first line, behind its "#!".
std::vector<std::string> first_line(const HostView& host, const std::string& path) {
  std::vector<std::string> out;
  const auto file = host.open(path);
  if (!file.ok()) return out;
  std::string text(256, '\0');
  const auto n = (*file)->read_at(0, std::as_writable_bytes(std::span(text)));
  if (!n.ok()) return out;
  text.resize(*n);
  if (!text.starts_with("#!")) return out;
  for (const std::string_view word : words(std::string_view(text).substr(2, text.find('\n') - 2)))
    out.emplace_back(word);
  return out;
}

}  // namespace

std::optional<std::string> isolation(const HostView& host, const std::vector<std::string>& command,
                                     const ProgramVariables& environment) {
  if (command.empty()) return std::nullopt;
  if (auto found = in_words(command)) return found;
  const std::string place = place_of(host, command.front(), environment);
  if (place.empty() || is_python(place)) return std::nullopt;
  return in_words(first_line(host, place));
}

}  // namespace gb10
