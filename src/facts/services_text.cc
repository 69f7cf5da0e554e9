#include "facts/services_text.h"

#include "base/text.h"

namespace gb10::services_text {

namespace {

void add_assignments(std::string_view text, Unit& unit) {
  for (const std::string& word : quoted_words(text)) {
    const std::size_t at = word.find('=');
    if (at == std::string::npos || at == 0) continue;
    unit.environment.emplace_back(word.substr(0, at), word.substr(at + 1));
  }
}

/// "/etc/default/ollama (ignore_errors=yes)"; patterns of names are not followed.
void add_file(std::string_view value, Unit& unit) {
  const std::string_view path = trimmed(value.substr(0, value.find(" (ignore_errors=")));
  if (path.starts_with('/') && path.find_first_of("*?[") == std::string_view::npos)
    unit.environment_files.emplace_back(path);
}

void read_property(std::string_view name, std::string_view value, Unit& unit) {
  if (name == "Id") {
    if (value.ends_with(".service")) value.remove_suffix(8);
    unit.name = printable(value, 100);
  } else if (name == "LoadState") {
    unit.load_state = printable(value, 40);
  } else if (name == "ActiveState") {
    unit.active = printable(value, 40);
  } else if (name == "UnitFileState") {
    unit.unit_file_state = printable(value, 40);
  } else if (name == "NRestarts") {
    unit.restarts = whole_number(value);
  } else if (name == "ExecStart" && unit.command.empty()) {
    unit.command = exec_start_command(value);
  } else if (name == "Environment") {
    add_assignments(value, unit);
  } else if (name == "EnvironmentFiles") {
    add_file(value, unit);
  }
}

/// Takes one word off the front of `text`, which begins with none of the blanks.
std::string take_word(std::string_view& text) {
  std::string word;
  char quote = 0;
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (quote == 0 && (c == ' ' || c == '\t' || c == '\n')) break;
    if (c == '\\' && quote != '\'' && at + 1 < text.size()) {
      word += text[++at];
    } else if (c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '"' || c == '\'')) {
      quote = c;
    } else if (!(c == '$' && quote == 0 && at + 1 < text.size() && text[at + 1] == '\'')) {
      word += c;
    }
  }
  text.remove_prefix(at);
  return word;
}

}  // namespace

bool Unit::is_there() const {
  if (load_state.empty()) return !unit_file_state.empty() || active == "active";
  return load_state != "not-found";
}

std::string Unit::variable(std::string_view wanted) const {
  std::string found;
  // The last assignment wins, as it does in systemd.
  for (const auto& [name, value] : environment) {
    if (name == wanted) found = value;
  }
  return found;
}

std::vector<Unit> units(std::string_view text) {
  std::vector<Unit> all;
  bool inside = false;
  for (const std::string_view line : lines(text)) {
    if (trimmed(line).empty()) {
      inside = false;
      continue;
    }
    const std::size_t at = line.find('=');
    if (at == std::string_view::npos) continue;
    if (!inside) all.emplace_back();
    inside = true;
    read_property(line.substr(0, at), line.substr(at + 1), all.back());
  }
  std::erase_if(all, [](const Unit& unit) { return unit.name.empty(); });
  return all;
}

std::vector<std::string> quoted_words(std::string_view text) {
  std::vector<std::string> found;
  for (;;) {
    const std::size_t begin = text.find_first_not_of(" \t\n");
    if (begin == std::string_view::npos) return found;
    text.remove_prefix(begin);
    found.push_back(take_word(text));
  }
}

std::pair<std::string, std::string> assignment(std::string_view line) {
  line = trimmed(line);
  const std::size_t at = line.find('=');
  if (at == std::string_view::npos || at == 0 || line.starts_with('#')) return {};
  const std::vector<std::string> value = quoted_words(line.substr(at + 1));
  return {std::string(trimmed(line.substr(0, at))), value.empty() ? std::string() : value.front()};
}

std::vector<std::string> exec_start_command(std::string_view property) {
  constexpr std::string_view kMark = "argv[]=";
  const std::size_t begin = property.find(kMark);
  if (begin == std::string_view::npos) return {};
  std::string_view argv = property.substr(begin + kMark.size());
  return quoted_words(argv.substr(0, argv.find(" ; ")));
}

}  // namespace gb10::services_text
