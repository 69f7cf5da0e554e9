#include "host/rooted_host.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>

#include "host/failure.h"
#include "host/held_file.h"
#include "host/look_answer.h"
#include "host/walk.h"

namespace gb10 {

namespace {

/// Looks at where a walk ended. The name of an open descriptor leads to that very file, whatever
/// has happened in the tree since.
Result<std::string> look(const Walk& walk, Look look, std::string_view doing) {
  const auto path = fmt::format("/proc/self/fd/{}", walk.place());
  std::string answer;
  StringSink sink(answer);
  const int code = look_at({.path = path.c_str()}, look, sink);
  if (code != 0) return look_failure(code, doing);
  return answer;
}

/// 0 where there is a regular file.
int file_at(const Walk& walk) {
  if (S_ISREG(walk.mode())) return 0;
  return S_ISDIR(walk.mode()) ? EISDIR : kNotAFile;
}

}  // namespace

Result<RootedHost> RootedHost::at(std::string_view root) {
  Descriptor top(::open(std::string(root).c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!top) return failure(errno, fmt::format("cannot open the tree {}", root));
  RootedHost host(std::move(top));
  TRY(host.read_answers(root));
  return host;
}

Result<void> RootedHost::read_answers(std::string_view root) {
  using Add = Result<void> (Canned::*)(std::string_view, std::string_view);
  constexpr std::pair<std::string_view, Add> kFiles[] = {
      {"/.gb10/queries.jsonl", &Canned::add_queries},
      {"/.gb10/space.jsonl", &Canned::add_spaces},
      {"/.gb10/self.json", &Canned::set_self}};
  while (root.ends_with('/')) root.remove_suffix(1);
  for (const auto& [path, add] : kFiles) {
    const auto text = read(path);
    if (text) TRY((canned_.*add)(*text, fmt::format("{}{}", root, path)));
    if (!text && text.error().kind != Error::Kind::not_found) return text.error();
  }
  return {};
}

Result<std::string> RootedHost::read(std::string_view path) const {
  const auto doing = fmt::format("cannot read {}", path);
  Walk walk(top_.get());
  int code = walk.go(path, Walk::Last::follow);
  if (code == 0) code = file_at(walk);
  if (code != 0) return look_failure(code, doing);
  return look(walk, Look::read, doing);
}

Result<std::unique_ptr<Blob>> RootedHost::open(std::string_view path) const {
  Walk walk(top_.get());
  int code = walk.go(path, Walk::Last::follow);
  if (code == 0) code = file_at(walk);
  if (code != 0) return look_failure(code, fmt::format("cannot open {}", path));
  const auto name = fmt::format("/proc/self/fd/{}", walk.place());
  std::uint64_t size = 0;
  code = hold({.path = name.c_str()}, size);
  if (code < 0) return look_failure(-code, fmt::format("cannot open {}", path));
  return std::unique_ptr<Blob>(
      std::make_unique<HeldFile>(Descriptor(code), size, std::string(path)));
}

Result<std::vector<DirEntry>> RootedHost::list(std::string_view dir) const {
  const auto doing = fmt::format("cannot list {}", dir);
  Walk walk(top_.get());
  int code = walk.go(dir, Walk::Last::follow);
  if (code == 0 && !S_ISDIR(walk.mode())) code = ENOTDIR;
  if (code != 0) return look_failure(code, doing);
  const auto bytes = TRY(look(walk, Look::list, doing));
  return entries_of(bytes);
}

Result<FileInfo> RootedHost::info(std::string_view path) const {
  const auto doing = fmt::format("cannot look at {}", path);
  Walk walk(top_.get());
  if (const int code = walk.go(path, Walk::Last::follow)) return look_failure(code, doing);
  const auto bytes = TRY(look(walk, Look::info, doing));
  return value_of_look<FileInfo>(bytes);
}

Result<std::string> RootedHost::link(std::string_view path) const {
  const auto doing = fmt::format("cannot read the link {}", path);
  Walk walk(top_.get());
  if (const int code = walk.go(path, Walk::Last::keep)) return look_failure(code, doing);
  if (!S_ISLNK(walk.mode())) return look_failure(EINVAL, doing);
  std::array<char, PATH_MAX> target;
  const ssize_t n = ::readlinkat(walk.place(), "", target.data(), target.size());
  if (n < 0) return look_failure(errno, doing);
  return std::string(target.data(), static_cast<std::size_t>(n));
}

}  // namespace gb10
