#include "audit/requirement_edits.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

constexpr std::string_view kMark = "\xef\xbb\xbf";

/// A file in pieces: each line with its end, and what is put behind it.
struct EditedFile {
  std::string path, end = "\n";
  std::vector<std::string> was, now;
  std::vector<std::vector<std::string>> behind;  // lines without ends
  std::vector<std::string> top;                  // before the first line that says something
};

std::vector<std::string> with_ends(std::string_view text) {
  std::vector<std::string> out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1);
    out.emplace_back(text.substr(0, end + 1));
    text.remove_prefix(end + 1);
  }
  return out;
}

std::string_view end_of(std::string_view line) {
  if (line.ends_with("\r\n")) return "\r\n";
  return line.ends_with('\n') ? "\n" : "";
}

EditedFile opened(const std::string& path, const std::string& text) {
  EditedFile out;
  out.path = path;
  out.was = out.now = with_ends(text);
  out.behind.resize(out.now.size());
  if (!out.now.empty() && !end_of(out.now[0]).empty()) out.end = end_of(out.now[0]);
  return out;
}

std::string_view indent_of(std::string_view line) {
  if (line.starts_with(kMark)) line.remove_prefix(kMark.size());
  return line.substr(0, std::min(line.find_first_not_of(" \t"), line.size()));
}

/// `text` as a string of TOML.
std::string quoted(const std::string& text) {
  if (text.find_first_of("\"\\") == std::string::npos) return "\"" + text + "\"";
  if (text.find('\'') == std::string::npos) return "'" + text + "'";
  return "\"" + replaced(replaced(text, "\\", "\\\\"), "\"", "\\\"") + "\"";
}

/// Puts `instead` in place of a line of pip; false where it is not found as it was read.
bool edit_pip_line(EditedFile& file, const RequirementLine& line, const LineFinding& finding) {
  const std::size_t first = static_cast<std::size_t>(line.line) - 1;
  const std::size_t last = static_cast<std::size_t>(line.last_line) - 1;
  if (last >= file.now.size()) return false;
  const std::size_t at = file.now[first].find(line.written);
  if (at == std::string::npos) return false;
  file.now[first].replace(at, line.written.size(), finding.instead.front());
  for (std::size_t i = 1; i < finding.instead.size(); ++i)
    file.behind[last].push_back(std::string(indent_of(file.was[first])) + finding.instead[i]);
  return true;
}

/// The same for an entry of a list of TOML.
bool edit_entry(EditedFile& file, const RequirementLine& line, const LineFinding& finding) {
  const std::size_t number = static_cast<std::size_t>(line.line) - 1;
  if (number >= file.now.size()) return false;
  std::string& text = file.now[number];
  std::string there = quoted(line.written);
  std::size_t at = text.find(there);
  for (const char* const quote : {"\"", "'"}) {
    if (at != std::string::npos) break;
    there = quote + line.written + quote;
    at = text.find(there);
  }
  if (at == std::string::npos) return false;
  const std::string indent(indent_of(text));
  const std::string between = at == indent.size() ? "," + file.end + indent : ", ";
  std::string instead;
  for (const std::string& each : finding.instead)
    instead += (instead.empty() ? "" : between) + quoted(each);
  text.replace(at, there.size(), instead);
  return true;
}

void append(EditedFile& file, const std::vector<std::string>& lines) {
  if (file.now.empty()) return file.top.insert(file.top.end(), lines.begin(), lines.end()), void();
  std::vector<std::string>& behind = file.behind.back();
  behind.emplace_back();
  behind.insert(behind.end(), lines.begin(), lines.end());
}

void add_lines(EditedFile& file, const LinesToAdd& added) {
  if (added.replaces > 0) {
    std::string& line = file.now[static_cast<std::size_t>(added.replaces) - 1];
    line = added.lines.front() + std::string(end_of(line));
    return;
  }
  if (added.place == "at the top") {
    file.top.insert(file.top.end(), added.lines.begin(), added.lines.end());
  } else if (added.place.starts_with('[')) {
    for (std::size_t i = 0; i < file.now.size(); ++i) {
      if (trimmed(file.now[i].substr(0, file.now[i].find('#'))) != added.place) continue;
      return file.behind[i].insert(file.behind[i].end(), added.lines.begin(), added.lines.end()),
             void();
    }
    std::vector<std::string> section = {added.place};
    section.insert(section.end(), added.lines.begin(), added.lines.end());
    append(file, section);
  } else if (added.place == "at the end") {
    append(file, added.lines);
  }
}

/// The first line that is no comment and not empty.
std::size_t first_said(const EditedFile& file) {
  for (std::size_t i = 0; i < file.was.size(); ++i) {
    std::string_view line = trimmed(file.was[i]);
    if (i == 0 && line.starts_with(kMark)) line.remove_prefix(kMark.size());
    if (!line.empty() && line[0] != '#') return i;
  }
  return file.was.size();
}

FileEdit finished(EditedFile file) {
  FileEdit out;
  out.path = file.path;
  const std::size_t top = first_said(file);
  const auto add = [&](char mark, std::string text) {
    out.lines.push_back({mark, std::move(text)});
  };
  for (std::size_t i = 0; i <= file.was.size(); ++i) {
    const bool has_mark = i == 0 && top == 0 && !file.top.empty() && !file.was.empty() &&
                          file.was[0].starts_with(kMark);
    if (has_mark) file.now[0].erase(0, kMark.size());
    for (std::size_t j = 0; i == top && j < file.top.size(); ++j)
      add('+', std::string(has_mark && j == 0 ? kMark : "") + file.top[j] + file.end);
    if (i == file.was.size()) break;
    std::string now = file.now[i];
    // A last line without an end gets one where something comes behind it, which then has none.
    const bool has_no_end = end_of(now).empty() && !file.behind[i].empty();
    if (has_no_end) now += file.end;
    const bool is_same = now == file.was[i];
    if (!is_same) add('-', file.was[i]);
    // One entry may have become several lines.
    for (std::string& line : with_ends(now)) add(is_same ? ' ' : '+', std::move(line));
    for (std::size_t j = 0; j < file.behind[i].size(); ++j) {
      const bool is_last = has_no_end && j + 1 == file.behind[i].size();
      add('+', file.behind[i][j] + (is_last ? std::string() : file.end));
    }
  }
  return out;
}

/// Why a finding cannot be carried out here; empty when it can.
std::string obstacle(const RequirementSet& set, const RequirementLine& line,
                     const LineFinding& finding) {
  if (std::find(set.converted.begin(), set.converted.end(), line.file) != set.converted.end())
    return "the file is UTF-16; save it as UTF-8";
  const bool changes_version =
      finding.instead.size() > 1 || finding.instead.front().find(';') == std::string::npos;
  if (line.has_hashes && changes_version) return "the new line needs the hashes of its own wheels";
  return {};
}

}  // namespace

std::string FileEdit::before() const {
  std::string out;
  for (const Line& line : lines) {
    if (line.mark != '+') out += line.text;
  }
  return out;
}

std::string FileEdit::after() const {
  std::string out;
  for (const Line& line : lines) {
    if (line.mark != '-') out += line.text;
  }
  return out;
}

RequirementEdits proposed_edits(const RequirementSet& set, const RequirementAudit& audit) {
  RequirementEdits out;
  if (set.kind == RequirementKind::uv_lock) return out;
  std::map<std::string, EditedFile> files;
  for (const auto& [path, text] : set.texts) files.emplace(path, opened(path, text));
  const auto leave = [&](const std::string& file, int line, std::string_view why) {
    out.by_hand.push_back(fmt::format("{}:{}: {}", file, line, why));
  };
  for (std::size_t i = 0; i < std::min(audit.findings.size(), set.lines.size()); ++i) {
    const LineFinding& finding = audit.findings[i];
    const RequirementLine& line = set.lines[i];
    if (finding.instead.empty()) continue;
    const std::string why = obstacle(set, line, finding);
    EditedFile& file = files.at(line.file);
    const bool is_toml = set.kind == RequirementKind::pyproject;
    if (!why.empty())
      leave(line.file, line.line, why);
    else if (!(is_toml ? edit_entry(file, line, finding) : edit_pip_line(file, line, finding)))
      leave(line.file, line.line, "it does not stand on one line as it is read");
  }
  // What goes below a header before what goes to the end.
  std::vector<LinesToAdd> added = audit.to_add;
  std::stable_sort(added.begin(), added.end(), [](const LinesToAdd& a, const LinesToAdd& b) {
    return a.place.starts_with('[') > b.place.starts_with('[');
  });
  for (const LinesToAdd& each : added) {
    const bool is_by_hand = each.place.starts_with("by hand") || !set.converted.empty();
    if (is_by_hand)
      leave(each.file, std::max(each.replaces, 1), each.lines.front());
    else
      add_lines(files.at(each.file), each);
  }
  for (auto& [path, file] : files) {
    FileEdit edit = finished(std::move(file));
    if (edit.before() != edit.after()) out.files.push_back(std::move(edit));
  }
  return out;
}

Result<TriedEdits> tried_edits(const RequirementSet& set, const RequirementTarget& target,
                               const Advisor& advisor) {
  TriedEdits out;
  out.edits = proposed_edits(set, judged(set, target, advisor));
  std::map<std::string, std::string> texts = set.texts;
  for (const FileEdit& edit : out.edits.files) texts[edit.path] = edit.after();
  const auto text_of = [&](const std::string& path) -> Result<std::string> {
    const auto at = texts.find(path);
    if (at != texts.end()) return at->second;
    return Error{Error::Kind::not_found, "not there"};
  };
  // As they were told apart when the set was read.
  const auto known_as = [&](const std::string& path) {
    return texts.contains(path) ? path : std::filesystem::path(path).lexically_normal().string();
  };
  const TextReader read{text_of, known_as};
  const auto again = read_requirements(read, set.path, set.kind);
  const char* const hint = "make the edits by hand; gb10 audit without --write prints them";
  if (!again.ok())
    return Error{Error::Kind::unsupported,
                 fmt::format("{}: cannot be edited: {}", set.path, again.error().what), hint};
  if (again->unread.size() > set.unread.size())
    return Error{Error::Kind::unsupported,
                 fmt::format("{}: cannot be edited: {}", set.path, again->unread.back().what),
                 hint};
  out.after = judged(*again, target, advisor);
  return out;
}

}  // namespace gb10
