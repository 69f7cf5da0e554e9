#include "host/real_host.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <ctime>

#include "host/child.h"
#include "host/held_file.h"
#include "host/look_answer.h"

namespace gb10 {

namespace {

constexpr int kTriesOfHelper = 2;

Self make_self(std::map<std::string, std::string, std::less<>> environment) {
  return {::geteuid(), true, std::move(environment), static_cast<std::int64_t>(std::time(nullptr))};
}

std::string home_of(const Self& self) {
  const auto found = self.environment.find("HOME");
  return found == self.environment.end() ? "/" : found->second;
}

std::string mount_table() {
  std::string text;
  StringSink sink(text);
  // Without it every path counts as one that may hang: slower, but sound.
  if (look_at({.path = "/proc/self/mountinfo"}, Look::read, sink) != 0) text.clear();
  return text;
}

Result<std::string> checked(std::string_view path) {
  if (!path.starts_with('/') || path.find('\0') != std::string_view::npos) {
    return Error{Error::Kind::failed, fmt::format("\"{}\" is no absolute path", path)};
  }
  if (path.size() >= PATH_MAX) return Error{Error::Kind::failed, "a path is too long"};
  return std::string(path);
}

/// What programs of ours get. A Docker daemon of the user's own listens elsewhere on this machine;
/// a remote one is none of our business.
std::vector<std::string> program_environment(const Self& self) {
  std::vector<std::string> out = system_environment(home_of(self));
  const auto docker = self.environment.find("DOCKER_HOST");
  if (docker != self.environment.end() && docker->second.starts_with("unix://"))
    out.push_back("DOCKER_HOST=" + docker->second);
  return out;
}

}  // namespace

RealHost::RealHost(std::map<std::string, std::string, std::less<>> environment)
    : self_(make_self(std::move(environment))),
      program_environment_(program_environment(self_)),
      mounts_(mount_table()) {}

bool RealHost::hung(std::string_view path) const {
  return std::any_of(hung_.begin(), hung_.end(), [&](const std::string& place) {
    return path == place || (path.starts_with(place) && path[place.size()] == '/');
  });
}

/// EXDEV: not to be answered in this process.
int RealHost::look_here(const std::string& path, Look look, std::string& answer) const {
  std::optional<Spot> spot;
  {
    const std::lock_guard lock(mutex_);
    spot = mounts_.prompt(path, look);
  }
  if (!spot) return EXDEV;
  StringSink sink(answer);
  return look_at(*spot, look, sink);
}

int RealHost::look_there(const std::string& path, Look look, std::string& answer) const {
  const std::lock_guard lock(mutex_);
  if (hung(path)) return ETIMEDOUT;
  int code = EPIPE;
  // The helper itself may have been killed: then another has a try.
  for (int i = 0; i < kTriesOfHelper && code == EPIPE; ++i) {
    if (!looker_ || !looker_->alive()) {
      auto started = Looker::start();
      if (!started) return EAGAIN;
      looker_ = *std::move(started);
    }
    answer.clear();
    code = looker_->ask(path, look, answer);
  }
  if (code == ETIMEDOUT) hung_.emplace_back(mounts_.suspect(path));
  return code;
}

Result<std::string> RealHost::look(std::string_view path, Look look, std::string_view doing) const {
  const auto whole = TRY(checked(path));
  std::string answer;
  int code = look_here(whole, look, answer);
  if (code == EXDEV) code = look_there(whole, look, answer);
  if (code != 0) return look_failure(code, fmt::format("cannot {} {}", doing, path));
  return answer;
}

Result<std::string> RealHost::read(std::string_view path) const {
  return look(path, Look::read, "read");
}

Result<std::vector<DirEntry>> RealHost::list(std::string_view dir) const {
  const auto bytes = TRY(look(dir, Look::list, "list"));
  return entries_of(bytes);
}

Result<FileInfo> RealHost::info(std::string_view path) const {
  const auto bytes = TRY(look(path, Look::info, "look at"));
  return value_of_look<FileInfo>(bytes);
}

Result<std::string> RealHost::link(std::string_view path) const {
  return look(path, Look::link, "read the link");
}

Result<Space> RealHost::space(std::string_view path) const {
  const auto bytes = TRY(look(path, Look::space, "ask for the space of"));
  return value_of_look<Space>(bytes);
}

Result<std::unique_ptr<Blob>> RealHost::open(std::string_view path) const {
  const auto whole = TRY(checked(path));
  std::uint64_t size = 0;
  int code = -EXDEV;
  {
    const std::lock_guard lock(mutex_);
    if (const auto spot = mounts_.prompt(whole, Look::read)) code = hold(*spot, size);
  }
  if (code == -EXDEV) return open_there(whole);
  if (code < 0) return look_failure(-code, fmt::format("cannot open {}", path));
  return std::unique_ptr<Blob>(std::make_unique<HeldFile>(Descriptor(code), size, whole));
}

Result<std::unique_ptr<Blob>> RealHost::open_there(const std::string& path) const {
  const std::lock_guard lock(mutex_);
  const auto doing = fmt::format("cannot open {}", path);
  if (hung(path)) return look_failure(ETIMEDOUT, doing);
  auto looker = TRY(Looker::start());
  std::uint64_t size = 0;
  const int code = looker.hold(path, size);
  if (code == ETIMEDOUT) hung_.emplace_back(mounts_.suspect(path));
  if (code != 0) return look_failure(code, doing);
  return std::unique_ptr<Blob>(std::make_unique<FarFile>(std::move(looker), size, path));
}

Result<Output> RealHost::query(const Command& command) const {
  return run_child(command, program_environment_);
}

std::vector<Result<Output>> RealHost::query_all(std::span<const Command> commands) const {
  return run_children(commands, program_environment_);
}

}  // namespace gb10
