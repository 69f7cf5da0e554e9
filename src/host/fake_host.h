#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "host/host.h"

namespace gb10 {

/// A machine made of strings, for unit tests:
///
///     FakeHost h;
///     h.file("/proc/meminfo", "…").link_at("/sys/block/sda", "../devices/sda");
///     h.query_answer({"systemctl", "show"}, "…").fail("/x", Error{Error::Kind::denied, "no"});
///
/// Directories are implied. Links are followed, in the middle of a path too; one must be there
/// before what lies below it. A program without an
/// answer is not_recorded. `self` is user 1000 with an empty environment; touches change the tree
/// and are remembered in `done`.
class FakeHost : public Host {
 public:
  FakeHost() { directory("/"); }

  FakeHost& file(std::string_view path, std::string_view content, unsigned mode = 0644);
  FakeHost& directory(std::string_view path);
  FakeHost& link_at(std::string_view path, std::string_view target);
  /// Whatever is asked about `path` (as it is asked, links not followed) gives `error`.
  FakeHost& fail(std::string_view path, Error error);
  FakeHost& owned(std::string_view path, unsigned owner);
  /// The file has so many names.
  FakeHost& names(std::string_view path, std::uint64_t links);
  FakeHost& modified(std::string_view path, std::int64_t time);
  FakeHost& space_at(std::string_view path, Space space);
  FakeHost& query_answer(std::vector<std::string> argv, std::string_view out, int exit = 0);
  FakeHost& query_answer(std::vector<std::string> argv, Output output);
  FakeHost& query_answer(std::vector<std::string> argv, Error error);
  FakeHost& user(unsigned effective_user);
  FakeHost& environment(std::string_view name, std::string_view value);
  FakeHost& now(std::int64_t seconds);

  /// What was touched, in order: "poke /proc/x = 3", "install /etc/x", "symlink /x -> y",
  /// "remove /x", "run sysctl -w a=b".
  std::vector<std::string> done;
  /// The programs that were asked, in order.
  mutable std::vector<std::vector<std::string>> asked;

  Result<std::string> read(std::string_view path) const override;
  Result<std::unique_ptr<Blob>> open(std::string_view path) const override;
  Result<std::vector<DirEntry>> list(std::string_view dir) const override;
  Result<FileInfo> info(std::string_view path) const override;
  Result<std::string> link(std::string_view path) const override;
  /// Of the path itself or the nearest directory above it that has one.
  Result<Space> space(std::string_view path) const override;
  const Self& self() const override { return self_; }
  Result<Output> query(const Command& command) const override;

  Result<void> poke(std::string_view path, std::string_view value) override;
  Result<void> install(const File& file) override;
  Result<void> make_directory(std::string_view path) override;
  Result<void> symlink(std::string_view target, std::string_view path) override;
  Result<void> replace_link(std::string_view target, std::string_view path) override;
  Result<void> remove(std::string_view path) override;
  Result<void> remove_directory(std::string_view path) override;
  Result<Output> run(const Command& command) override;

 private:
  struct Node {
    FileInfo info;
    std::string text;  // content, or what a link says
  };

  Node& put(std::string_view path, FileKind kind, std::string_view text);
  Result<std::string> resolved(std::string_view path, bool follow_last) const;
  Result<const Node*> node(std::string_view path, bool follow_last = true) const;
  Result<Output> answer(const Command& command) const;

  std::map<std::string, Node, std::less<>> nodes_;  // by path, without a slash at the end
  std::map<std::string, Error, std::less<>> errors_;
  std::map<std::string, Space, std::less<>> spaces_;
  std::map<std::vector<std::string>, Result<Output>> answers_;
  Self self_ = {1000, false, {}, 0};
};

}  // namespace gb10
