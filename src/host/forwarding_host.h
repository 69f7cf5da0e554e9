#pragma once

#include "host/host.h"

namespace gb10 {

/// Another host as it is, for those that answer some questions otherwise. `Base` is what it is to
/// be: a HostView, or a Host. The inner one outlives it.
template <class Base = HostView>
class ForwardingHost : public Base {
 public:
  explicit ForwardingHost(const HostView& inner) : inner_(inner) {}

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
  Result<Output> query(const Command& command) const override { return inner_.query(command); }
  std::vector<Result<Output>> query_all(std::span<const Command> commands) const override {
    return inner_.query_all(commands);
  }

 protected:
  const HostView& inner() const { return inner_; }

 private:
  const HostView& inner_;
};

}  // namespace gb10
