#pragma once

#include <string>

#include "host/host.h"

namespace gb10 {

/// Changes nothing: writes each touch as one line of POSIX shell, to be read and run by the owner.
/// Looks go to the inner host, which therefore does not see what was touched.
class ScriptHost : public Host {
 public:
  /// Both outlive the ScriptHost; lines are added to `script`.
  ScriptHost(const HostView& inner, std::string& script) : inner_(inner), script_(script) {}

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

  Result<void> poke(std::string_view path, std::string_view value) override;
  Result<void> install(const File& file) override;
  Result<void> symlink(std::string_view target, std::string_view path) override;
  Result<void> remove(std::string_view path) override;
  /// Gives an empty Output with exit 0.
  Result<Output> run(const Command& command) override;

 private:
  const HostView& inner_;
  std::string& script_;
};

/// `word` as the shell takes it for one word; `invalid` when it holds a control character, which
/// one line cannot carry.
Result<std::string> shell_word(std::string_view word);

/// A format for printf(1) that prints exactly `bytes`, quoted for the shell, on one line.
std::string shell_format(std::string_view bytes);

}  // namespace gb10
