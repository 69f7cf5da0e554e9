#pragma once

#include <string>

#include "host/canned.h"
#include "host/descriptor.h"
#include "host/host.h"

namespace gb10 {

/// A tree that looks like "/": a mounted image, an unpacked snapshot, a fixture. Nothing in it
/// leads out of it (see Walk). What no file can answer comes from its folder ".gb10":
/// queries.jsonl, space.jsonl and self.json (absent: user 1000, an empty environment, the year
/// 1970). Devices and pipes in it are never opened. It does not guard against a tree that lies on
/// a file server that hangs: its user chose it.
class RootedHost : public HostView {
 public:
  /// An error names the line of the file that does not fit.
  static Result<RootedHost> at(std::string_view root);

  Result<std::string> read(std::string_view path) const override;
  Result<std::unique_ptr<Blob>> open(std::string_view path) const override;
  Result<std::vector<DirEntry>> list(std::string_view dir) const override;
  Result<FileInfo> info(std::string_view path) const override;
  Result<std::string> link(std::string_view path) const override;
  Result<Space> space(std::string_view path) const override { return canned_.space(path); }
  const Self& self() const override { return canned_.self; }
  Result<Output> query(const Command& command) const override {
    return canned_.query(command.argv);
  }

 private:
  explicit RootedHost(Descriptor top) : top_(std::move(top)) {}
  Result<void> read_answers(std::string_view root);

  Descriptor top_;
  Canned canned_;
};

}  // namespace gb10
