#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "host/host.h"
#include "host/looker.h"
#include "host/mounts.h"

namespace gb10 {

/// The running system. Looks that could hang go through a Looker, the rest is done here (see
/// Mounts); where one look hung nothing beside it is asked again. Several threads may look at once.
class RealHost : public Host {
 public:
  /// `environment` is the caller's, of which programs get HOME alone.
  explicit RealHost(std::map<std::string, std::string, std::less<>> environment = {});

  Result<std::string> read(std::string_view path) const override;
  Result<std::unique_ptr<Blob>> open(std::string_view path) const override;
  Result<std::vector<DirEntry>> list(std::string_view dir) const override;
  Result<FileInfo> info(std::string_view path) const override;
  Result<std::string> link(std::string_view path) const override;
  Result<Space> space(std::string_view path) const override;
  const Self& self() const override { return self_; }
  Result<Output> query(const Command& command) const override;
  std::vector<Result<Output>> query_all(std::span<const Command> commands) const override;

  /// Refuses paths outside /proc and /sys.
  Result<void> poke(std::string_view path, std::string_view value) override;
  /// A file that is there keeps its owner and mode; a symbolic link is refused (conflict).
  Result<void> install(const File& file) override;
  /// Mode 0755. `conflict` when something else is there.
  Result<void> make_directory(std::string_view path) override;
  /// `conflict` when there is something at `path`.
  Result<void> symlink(std::string_view target, std::string_view path) override;
  Result<void> replace_link(std::string_view target, std::string_view path) override;
  /// A file or a link, never a directory.
  Result<void> remove(std::string_view path) override;
  Result<void> remove_directory(std::string_view path) override;
  Result<Output> run(const Command& command) override { return query(command); }

 private:
  Result<std::string> look(std::string_view path, Look look, std::string_view doing) const;
  int look_here(const std::string& path, Look look, std::string& answer) const;
  int look_there(const std::string& path, Look look, std::string& answer) const;
  bool hung(std::string_view path) const;
  Result<std::unique_ptr<Blob>> open_there(const std::string& path) const;

  Self self_;
  std::vector<std::string> program_environment_;
  mutable std::mutex mutex_;  // guards what follows
  mutable Mounts mounts_;
  mutable std::optional<Looker> looker_;
  mutable std::vector<std::string> hung_;
};

}  // namespace gb10
