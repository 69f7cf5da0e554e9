#include <algorithm>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "audit/pip_lines.h"
#include "audit/requirement_set.h"
#include "base/text.h"

namespace gb10 {

namespace {

constexpr std::size_t kDeepest = 16, kMostFiles = 256, kMostLines = 200'000;

bool is_address(std::string_view text) { return text.find("://") != std::string_view::npos; }

std::string beside(std::string_view file, std::string_view named) {
  if (named.starts_with('/')) return std::string(named);
  while (named.starts_with("./")) named.remove_prefix(2);
  return fmt::format("{}{}", file.substr(0, file.rfind('/') + 1), named);
}

/// What stands before the options of the line itself (" --hash=…").
std::string_view without_options(std::string_view line) {
  return trimmed(line.substr(0, line.find(" --")));
}

/// A path or an address in place of a name: what its wheel or its "#egg=" calls it.
std::optional<Requirement> unnamed(std::string_view text) {
  const std::size_t end = std::min(text.find(" ;"), text.size());
  const std::string_view place = trimmed(text.substr(0, end));
  const bool is_path = place.starts_with('.') || place.starts_with('/') ||
                       place.ends_with(".whl") || place.ends_with(".tar.gz");
  if (!is_address(place) && !is_path) return std::nullopt;
  Requirement out;
  out.url = place;
  if (const auto wheel = wheel_at(place)) out.name = wheel->name;
  const std::size_t egg = place.find("#egg=");
  if (egg != std::string_view::npos) {
    const std::string_view name = place.substr(egg + 5);
    out.name = name.substr(0, name.find_first_of("&["));
  }
  if (!is_package_name(out.name)) out.name.clear();
  if (end == text.size()) return out;
  auto condition = marker(trimmed(text.substr(end + 2)));
  if (!condition.ok()) return std::nullopt;
  out.condition_text = trimmed(text.substr(end + 2));
  out.condition = *std::move(condition);
  return out;
}

/// Reads a file and, each beside the one that names it, those that it includes.
class PipReader {
 public:
  PipReader(const TextReader& read, RequirementSet& out) : read_(read), out_(out) {}

  // NOLINTNEXTLINE(misc-no-recursion): bounded by kDeepest
  void read_file(const std::string& path, bool is_constraint) {
    const auto at = out_.texts.find(path);
    if (at == out_.texts.end()) return;
    open_.push_back(path);
    bool converted = false;
    const std::string text = plain_text(at->second, converted);
    if (converted) out_.converted.push_back(path);
    for (const PipLine& line : pip_lines(text)) {
      if (++lines_ > kMostLines) {
        out_.add_unread(path, line.first,
                        "too many lines; this one and those behind it are not read");
        break;
      }
      read_line(path, line, is_constraint);
    }
    open_.pop_back();
  }

 private:
  // NOLINTNEXTLINE(misc-no-recursion): bounded by kDeepest
  void read_line(const std::string& path, const PipLine& line, bool is_constraint) {
    if (line.text.size() > kLongestPipLine || !is_plain(line.text)) {
      out_.add_unread(path, line.first,
                      line.text.size() > kLongestPipLine
                          ? fmt::format("a line longer than {} bytes", kLongestPipLine)
                          : std::string("a line that is not UTF-8, or holds NUL"));
      return;
    }
    if (line.text.starts_with('-')) return read_option(path, line, is_constraint);
    add_requirement(path, line, is_constraint);
  }

  void add_requirement(const std::string& path, const PipLine& line, bool is_constraint) {
    RequirementLine out = line_of(path, line, is_constraint);
    auto read = requirement(out.written);
    if (read.ok()) {
      out.wanted = *std::move(read);
    } else if (auto place = unnamed(out.written)) {
      out.wanted = *std::move(place);
    } else {
      out_.add_unread(path, line.first, read.error().what);
      return;
    }
    out_.lines.push_back(std::move(out));
  }

  RequirementLine line_of(const std::string& path, const PipLine& line, bool is_constraint) const {
    RequirementLine out;
    out.file = path;
    out.line = line.first;
    out.last_line = line.last;
    out.written = without_options(line.text);
    out.is_constraint = is_constraint;
    out.binds_others = is_constraint || constraints_.contains(path);
    out.has_hashes = line.text.find("--hash") != std::string::npos;
    return out;
  }

  /// "-e": an address is a requirement; a folder asks for what its own files name.
  void add_editable(const std::string& path, const PipLine& line, const PipOption& option) {
    RequirementLine out = line_of(path, line, false);
    out.is_editable = true;
    const std::string_view what = without_options(option.value);
    auto read = requirement(what);
    auto place = read.ok() ? std::nullopt : unnamed(what);
    if (read.ok() && !read->url.empty()) out.wanted = *std::move(read);
    if (place) out.wanted = *std::move(place);
    const bool is_told = is_address(out.wanted.url) || !out.wanted.name.empty();
    if (is_told) return out_.lines.push_back(std::move(out));
    out_.add_unread(path, line.first,
                    fmt::format("{}: an editable folder; what it asks for stands in its own files, "
                                "such as its pyproject.toml",
                                printable(line.text, 200)));
  }

  // NOLINTNEXTLINE(misc-no-recursion): bounded by kDeepest
  void read_option(const std::string& path, const PipLine& line, bool is_constraint) {
    const PipOption option = pip_option(line.text);
    const bool is_index = option.name == "--index-url" || option.name == "--extra-index-url";
    if (is_index || option.name == "--find-links") {
      out_.indexes.push_back(
          {option.value, "", false, option.name == "--index-url", path, line.first});
    } else if (option.name == "--requirement" || option.name == "--constraint") {
      include(path, line, option, is_constraint || option.name == "--constraint");
    } else if (option.name == "--editable") {
      add_editable(path, line, option);
    } else if (!is_harmless_pip_option(option.name)) {
      out_.add_unread(
          path, line.first,
          fmt::format("{} is no option that is known here", printable(option.name, 60)));
    }
  }

  // NOLINTNEXTLINE(misc-no-recursion): bounded by kDeepest
  void include(const std::string& path, const PipLine& line, const PipOption& option,
               bool is_constraint) {
    const auto refuse = [&](std::string what) {
      out_.add_unread(path, line.first,
                      fmt::format("{}: {}", printable(option.value, 200), std::move(what)));
    };
    if (option.value.empty()) return refuse("includes nothing");
    if (is_address(option.value)) return refuse("is an address; nothing is fetched");
    const std::string named = known_as(beside(path, option.value));
    if (std::find(open_.begin(), open_.end(), named) != open_.end())
      return refuse("includes itself, in a circle");
    if (!(is_constraint ? constraints_ : requirements_).insert(named).second) return;
    if (out_.texts.contains(named)) return read_again(named);
    if (open_.size() >= kDeepest) return refuse("is included too deep");
    if (out_.texts.size() >= kMostFiles) return refuse("is one file too many");
    Result<std::string> text = read_(named);
    if (!text.ok()) return refuse(text.error().what);
    out_.texts[named] = *std::move(text);
    read_file(named, is_constraint);
  }

  /// One name for a file that is reached in several ways ("./sub/../a.txt"), so that it is judged
  /// and written once. Where a link lies on the way, the shorter name may be of another file.
  std::string known_as(const std::string& path) const {
    std::string plain = std::filesystem::path(path).lexically_normal().string();
    if (plain == path) return path;
    return read_.without_links(plain) == read_.without_links(path) ? plain : path;
  }

  /// A file that is included both as requirements and as constraints is both.
  // NOLINTNEXTLINE(misc-no-recursion): bounded by kDeepest
  void read_again(const std::string& path) {
    const auto is_of_file = [&](const auto& each) { return each.file == path; };
    std::erase_if(out_.lines, is_of_file);
    std::erase_if(out_.indexes, is_of_file);
    std::erase_if(out_.unread, is_of_file);
    std::erase(out_.converted, path);
    read_file(path, false);
  }

  const TextReader& read_;
  RequirementSet& out_;
  std::set<std::string> requirements_, constraints_;  // what is included as which
  std::vector<std::string> open_;
  std::size_t lines_ = 0;
};

}  // namespace

void read_pip_file(const TextReader& read, const std::string& path, RequirementSet& out) {
  PipReader(read, out).read_file(path, out.kind == RequirementKind::constraints);
}

}  // namespace gb10
