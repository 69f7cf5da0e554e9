#pragma once

#include <map>

#include "host/host.h"

namespace gb10 {

/// A host whose programs were asked beforehand, side by side: a collector that asks one of them has
/// its answer at once. Everything else goes to the inner host.
class AnsweredHost : public HostView {
 public:
  /// Asks `commands` now.
  AnsweredHost(const HostView& inner, std::span<const Command> commands);

  Result<std::string> read(std::string_view path) const override { return inner_.read(path); }
  Result<std::unique_ptr<Blob>> open(std::string_view path) const override {
    return inner_.open(path);
  }
  Result<std::vector<DirEntry>> list(std::string_view dir) const override {
    return inner_.list(dir);
  }
  Result<FileInfo> info(std::string_view path) const override { return inner_.info(path); }
  Result<std::string> link(std::string_view path) const override { return inner_.link(path); }
  Result<Space> space(std::string_view path) const override { return inner_.space(path); }
  const Self& self() const override { return inner_.self(); }
  Result<Output> query(const Command& command) const override;
  std::vector<Result<Output>> query_all(std::span<const Command> commands) const override;

 private:
  const HostView& inner_;
  std::map<std::vector<std::string>, Result<Output>> answers_;
};

}  // namespace gb10
