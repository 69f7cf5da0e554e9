#include <algorithm>

#include <fmt/format.h>

#include "audit/requirement_edits.h"
#include "base/text.h"

namespace gb10 {

namespace {

constexpr std::size_t kContext = 3;
constexpr int kMostKept = 1000;

/// From which to which line something has to be shown: the changes and what stands around them.
std::vector<std::pair<std::size_t, std::size_t>> hunks(const FileEdit& edit) {
  std::vector<std::pair<std::size_t, std::size_t>> out;
  for (std::size_t i = 0; i < edit.lines.size(); ++i) {
    if (edit.lines[i].mark == ' ') continue;
    const std::size_t begin = i - std::min(i, kContext);
    const std::size_t end = std::min(i + kContext + 1, edit.lines.size());
    if (!out.empty() && begin <= out.back().second)
      out.back().second = end;
    else
      out.emplace_back(begin, end);
  }
  return out;
}

struct Counts {
  std::size_t before = 0, after = 0;
};

Counts counts(const FileEdit& edit, std::size_t begin, std::size_t end) {
  Counts out;
  for (std::size_t i = begin; i < end; ++i) {
    out.before += edit.lines[i].mark != '+' ? 1 : 0;
    out.after += edit.lines[i].mark != '-' ? 1 : 0;
  }
  return out;
}

/// "3,7"; where there are none, the line before them.
std::string place(std::size_t before, std::size_t count) {
  return fmt::format("{},{}", count > 0 ? before + 1 : before, count);
}

/// A name beside the file that nothing has.
Result<std::string> free_name(const HostView& host, const std::string& path) {
  for (int i = 1; i <= kMostKept; ++i) {
    std::string name = fmt::format("{}.gb10-before", path);
    if (i > 1) name += fmt::format(".{}", i);
    const auto info = host.info(name);
    if (!info.ok() && info.error().kind == Error::Kind::not_found && !host.link(name).ok())
      return name;
  }
  return Error{Error::Kind::conflict,
               fmt::format("{} files {}.gb10-before are there already", kMostKept, path),
               "remove those that are not needed"};
}

Result<void> may_write(const HostView& host, const std::string& path, const FileInfo& info) {
  if (host.link(path).ok())
    return Error{Error::Kind::denied, fmt::format("{} is a symbolic link", path),
                 "name the file that it points to"};
  if (info.kind != FileKind::regular)
    return Error{Error::Kind::denied, fmt::format("{} is no regular file", path)};
  if (info.links > 1)
    return Error{Error::Kind::denied,
                 fmt::format("{} is one of {} names of a file, the others would keep the old text",
                             path, info.links),
                 "give it a file of its own: cp FILE NEW, then mv NEW FILE"};
  constexpr unsigned kOwnerWrites = 0200;
  if ((info.mode & kOwnerWrites) == 0)
    return Error{Error::Kind::denied, fmt::format("{} is not writable", path)};
  if (info.owner != host.self().effective_user)
    return Error{Error::Kind::denied, fmt::format("{} belongs to another user", path),
                 "run gb10 as its owner"};
  return {};
}

/// That the file may be written and is what was judged.
Result<FileInfo> checked_file(const HostView& host, const FileEdit& edit) {
  const FileInfo info = TRY(host.info(edit.path));
  TRY(may_write(host, edit.path, info));
  const std::string there = TRY(host.read(edit.path));
  if (there != edit.before())
    return Error{Error::Kind::conflict, fmt::format("{} changed while it was judged", edit.path),
                 "run gb10 audit again"};
  return info;
}

/// Puts the files that were written back from their copies, which stay; and says so.
Error taken_back(Host& host, const std::vector<FileEdit>& edits,
                 const std::vector<std::string>& kept, const Error& why) {
  std::vector<std::string> lost;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const Result<FileInfo> info = host.info(kept[i]);
    const Result<std::string> text = host.read(kept[i]);
    const bool is_back =
        info.ok() && text.ok() && host.install({edits[i].path, *text, info->mode}).ok();
    if (!is_back) lost.push_back(fmt::format("cp {} {}", kept[i], edits[i].path));
  }
  if (lost.empty())
    return {Error::Kind::rolled_back,
            fmt::format("{}; the files written before it are as they were", why.what), why.hint};
  return {Error::Kind::failed,
          fmt::format("{}; not all files written before it could be put back", why.what),
          joined(lost, "; ")};
}

}  // namespace

std::string unified_diff(const FileEdit& edit) {
  std::string out = fmt::format("--- {}\n+++ {}\n", edit.path, edit.path);
  Counts passed;
  std::size_t at = 0;
  for (const auto& [begin, end] : hunks(edit)) {
    const Counts skipped = counts(edit, at, begin), here = counts(edit, begin, end);
    passed.before += skipped.before;
    passed.after += skipped.after;
    out += fmt::format("@@ -{} +{} @@\n", place(passed.before, here.before),
                       place(passed.after, here.after));
    for (std::size_t i = begin; i < end; ++i) {
      out += edit.lines[i].mark + edit.lines[i].text;
      if (!edit.lines[i].text.ends_with('\n')) out += "\n\\ No newline at end of file\n";
    }
    passed.before += here.before;
    passed.after += here.after;
    at = end;
  }
  return out;
}

Result<std::string> write_edit(Host& host, const FileEdit& edit) {
  const FileInfo info = TRY(checked_file(host, edit));
  const std::string kept = TRY(free_name(host, edit.path));
  TRY(host.install({kept, edit.before(), info.mode}));
  const Result<void> written = host.install({edit.path, edit.after(), info.mode});
  if (written.ok()) return kept;
  // The file is as it was: its copy would only lie about.
  if (const Result<void> removed = host.remove(kept); !removed.ok())
    return Error{written.error().kind,
                 fmt::format("{}; its copy {} is left", written.error().what, kept),
                 written.error().hint};
  return written.error();
}

Result<std::vector<std::string>> write_edits(Host& host, const std::vector<FileEdit>& edits) {
  for (const FileEdit& edit : edits) TRY(checked_file(host, edit));
  std::vector<std::string> kept;
  for (const FileEdit& edit : edits) {
    Result<std::string> one = write_edit(host, edit);
    if (!one.ok()) return kept.empty() ? one.error() : taken_back(host, edits, kept, one.error());
    kept.push_back(*std::move(one));
  }
  return kept;
}

}  // namespace gb10
