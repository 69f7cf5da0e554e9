#include "host/fake_host.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace gb10 {

namespace {

constexpr int kMostLinks = 40;
constexpr std::size_t kReadLimit = 16U << 20U;

Error error(Error::Kind kind, std::string_view path, std::string_view why) {
  return {kind, fmt::format("{}: {}", path, why)};
}

/// The names of a path, the next one last.
std::vector<std::string> names_reversed(std::string_view path) {
  std::vector<std::string> out;
  for (const auto name : split(path, '/')) {
    if (!name.empty() && name != ".") out.emplace_back(name);
  }
  std::reverse(out.begin(), out.end());
  return out;
}

std::string parent_of(const std::string& path) { return path.substr(0, path.rfind('/')); }

std::string without_slash(std::string_view path) {
  while (path.ends_with('/')) path.remove_suffix(1);
  return std::string(path);
}

}  // namespace

FakeHost::Node& FakeHost::put(std::string_view path, FileKind kind, std::string_view text) {
  // Below a link, the place is where the link leads.
  const auto place = resolved(path, false).value_or(without_slash(path));
  for (auto above = place; !above.empty();) {
    above = parent_of(above);
    Node directory;
    directory.info.kind = FileKind::directory;
    directory.info.mode = 0755;
    nodes_.try_emplace(above, directory);
  }
  Node& node = nodes_[place];
  node.info.kind = kind;
  node.info.size = text.size();
  node.info.mode = kind == FileKind::regular ? 0644U : kind == FileKind::link ? 0777U : 0755U;
  node.text = text;
  return node;
}

FakeHost& FakeHost::file(std::string_view path, std::string_view content, unsigned mode) {
  put(path, FileKind::regular, content).info.mode = mode;
  return *this;
}

FakeHost& FakeHost::directory(std::string_view path) {
  put(path, FileKind::directory, {});
  return *this;
}

FakeHost& FakeHost::link_at(std::string_view path, std::string_view target) {
  put(path, FileKind::link, target);
  return *this;
}

FakeHost& FakeHost::fail(std::string_view path, Error error) {
  errors_.insert_or_assign(without_slash(path), std::move(error));
  return *this;
}

FakeHost& FakeHost::owned(std::string_view path, unsigned owner) {
  nodes_[without_slash(path)].info.owner = owner;
  return *this;
}

FakeHost& FakeHost::names(std::string_view path, std::uint64_t links) {
  nodes_[without_slash(path)].info.links = links;
  return *this;
}

FakeHost& FakeHost::modified(std::string_view path, std::int64_t time) {
  nodes_[without_slash(path)].info.modified = time;
  return *this;
}

FakeHost& FakeHost::space_at(std::string_view path, Space space) {
  spaces_.insert_or_assign(without_slash(path), space);
  return *this;
}

FakeHost& FakeHost::query_answer(std::vector<std::string> argv, std::string_view out, int exit) {
  return query_answer(std::move(argv), Output{exit, std::string(out), {}});
}

FakeHost& FakeHost::query_answer(std::vector<std::string> argv, Output output) {
  answers_.insert_or_assign(std::move(argv), std::move(output));
  return *this;
}

FakeHost& FakeHost::query_answer(std::vector<std::string> argv, Error error) {
  answers_.insert_or_assign(std::move(argv), std::move(error));
  return *this;
}

FakeHost& FakeHost::user(unsigned effective_user) {
  self_.effective_user = effective_user;
  return *this;
}

FakeHost& FakeHost::environment(std::string_view name, std::string_view value) {
  self_.environment.insert_or_assign(std::string(name), std::string(value));
  return *this;
}

FakeHost& FakeHost::now(std::int64_t seconds) {
  self_.now = seconds;
  return *this;
}

/// The path without links. What is not there is no error yet.
Result<std::string> FakeHost::resolved(std::string_view path, bool follow_last) const {
  auto ahead = names_reversed(path);
  std::string place;
  for (int links = 0; !ahead.empty();) {
    const auto name = std::move(ahead.back());
    ahead.pop_back();
    if (name == "..") {
      place = parent_of(place);
      continue;
    }
    const auto next = place + '/' + name;
    const auto found = nodes_.find(next);
    const bool link = found != nodes_.end() && found->second.info.kind == FileKind::link;
    if (!link || (ahead.empty() && !follow_last)) {
      place = next;
      continue;
    }
    if (links++ >= kMostLinks) return error(Error::Kind::failed, path, "too many links");
    if (found->second.text.starts_with('/')) place.clear();
    const auto target = names_reversed(found->second.text);
    ahead.insert(ahead.end(), target.begin(), target.end());
  }
  return place;
}

Result<const FakeHost::Node*> FakeHost::node(std::string_view path, bool follow_last) const {
  const auto wrong = errors_.find(without_slash(path));
  if (wrong != errors_.end()) return wrong->second;
  const auto place = TRY(resolved(path, follow_last));
  const auto wrong_behind = errors_.find(place);
  if (wrong_behind != errors_.end()) return wrong_behind->second;
  const auto found = nodes_.find(place);
  if (found == nodes_.end())
    return error(Error::Kind::not_found, path, "no such file or directory");
  return &found->second;
}

Result<std::string> FakeHost::read(std::string_view path) const {
  const auto* found = TRY(node(path));
  if (found->info.kind != FileKind::regular) {
    return error(Error::Kind::failed, path, "no regular file");
  }
  if (found->text.size() > kReadLimit) return error(Error::Kind::failed, path, "over 16 MiB");
  return found->text;
}

Result<std::unique_ptr<Blob>> FakeHost::open(std::string_view path) const {
  const auto* found = TRY(node(path));
  if (found->info.kind != FileKind::regular) {
    return error(Error::Kind::failed, path, "no regular file");
  }
  return std::unique_ptr<Blob>(std::make_unique<MemoryBlob>(found->text));
}

Result<std::vector<DirEntry>> FakeHost::list(std::string_view dir) const {
  const auto* found = TRY(node(dir));
  if (found->info.kind != FileKind::directory) {
    return error(Error::Kind::not_found, dir, "not a directory");
  }
  const auto prefix = TRY(resolved(dir, true)) + '/';
  std::vector<DirEntry> out;
  for (auto at = nodes_.lower_bound(prefix); at != nodes_.end(); ++at) {
    const std::string_view path = at->first;
    if (!path.starts_with(prefix)) break;
    const auto name = path.substr(prefix.size());
    if (name.find('/') != std::string_view::npos) continue;
    out.push_back({std::string(name), at->second.info.kind});
  }
  return out;
}

Result<FileInfo> FakeHost::info(std::string_view path) const {
  const auto* found = TRY(node(path));
  return found->info;
}

Result<std::string> FakeHost::link(std::string_view path) const {
  const auto* found = TRY(node(path, false));
  if (found->info.kind == FileKind::link) return found->text;
  return error(Error::Kind::failed, path, "no link");
}

Result<Space> FakeHost::space(std::string_view path) const {
  const auto wrong = errors_.find(without_slash(path));
  if (wrong != errors_.end()) return wrong->second;
  auto place = TRY(resolved(path, true));
  for (;;) {
    const auto found = spaces_.find(place);
    if (found != spaces_.end()) return found->second;
    if (place.empty()) return error(Error::Kind::not_recorded, path, "no space was given");
    place = parent_of(place);
  }
}

Result<Output> FakeHost::answer(const Command& command) const {
  const auto found = answers_.find(command.argv);
  if (found != answers_.end()) return found->second;
  return error(Error::Kind::not_recorded, joined(command.argv, " "), "no answer was given");
}

Result<Output> FakeHost::query(const Command& command) const {
  asked.push_back(command.argv);
  return answer(command);
}

Result<void> FakeHost::poke(std::string_view path, std::string_view value) {
  const auto* found = TRY(node(path));
  if (found->info.kind != FileKind::regular) {
    return error(Error::Kind::failed, path, "no regular file");
  }
  const auto place = TRY(resolved(path, true));
  nodes_[place].text = value;
  done.push_back(fmt::format("poke {} = {}", path, value));
  return {};
}

Result<void> FakeHost::install(const File& file_to_write) {
  const auto found = node(file_to_write.path, false);
  if (!found && found.error().kind != Error::Kind::not_found) return found.error();
  if (found && (*found)->info.kind != FileKind::regular) {
    return error(Error::Kind::conflict, file_to_write.path, "is there and no regular file");
  }
  const auto place = TRY(resolved(file_to_write.path, false));
  if (nodes_.find(parent_of(place)) == nodes_.end()) {
    return error(Error::Kind::not_found, file_to_write.path, "its directory is not there");
  }
  const unsigned mode = found ? (*found)->info.mode : file_to_write.mode;
  file(file_to_write.path, file_to_write.content, mode);
  done.push_back(fmt::format("install {}", file_to_write.path));
  return {};
}

Result<void> FakeHost::make_directory(std::string_view path) {
  const auto found = node(path);
  if (found && (*found)->info.kind != FileKind::directory)
    return error(Error::Kind::conflict, path, "is there and no directory");
  if (found) return {};
  directory(path);
  done.push_back(fmt::format("make directory {}", path));
  return {};
}

Result<void> FakeHost::symlink(std::string_view target, std::string_view path) {
  const auto found = node(path, false);
  if (found) return error(Error::Kind::conflict, path, "file exists");
  if (found.error().kind != Error::Kind::not_found) return found.error();
  link_at(path, target);
  done.push_back(fmt::format("symlink {} -> {}", path, target));
  return {};
}

Result<void> FakeHost::replace_link(std::string_view target, std::string_view path) {
  const auto found = node(path, false);
  if (found && (*found)->info.kind != FileKind::link)
    return error(Error::Kind::conflict, path, "is no link");
  if (!found && found.error().kind != Error::Kind::not_found) return found.error();
  link_at(path, target);
  done.push_back(fmt::format("replace_link {} -> {}", path, target));
  return {};
}

Result<void> FakeHost::remove(std::string_view path) {
  const auto* found = TRY(node(path, false));
  if (found->info.kind == FileKind::directory) {
    return error(Error::Kind::failed, path, "is a directory");
  }
  const auto place = TRY(resolved(path, false));
  nodes_.erase(place);
  done.push_back(fmt::format("remove {}", path));
  return {};
}

Result<void> FakeHost::remove_directory(std::string_view path) {
  const auto* found = TRY(node(path, false));
  if (found->info.kind != FileKind::directory) return error(Error::Kind::failed, path, "is none");
  const auto place = TRY(resolved(path, false));
  const auto entries = TRY(list(path));
  if (!entries.empty()) return error(Error::Kind::conflict, path, "is not empty");
  nodes_.erase(place);
  done.push_back(fmt::format("rmdir {}", path));
  return {};
}

Result<Output> FakeHost::run(const Command& command) {
  auto output = TRY(answer(command));
  done.push_back(fmt::format("run {}", joined(command.argv, " ")));
  return output;
}

}  // namespace gb10
