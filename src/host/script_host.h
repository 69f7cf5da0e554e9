#pragma once

#include <string>

#include "host/forwarding_host.h"

namespace gb10 {

/// Changes nothing: writes each touch as one line of POSIX shell, to be read and run by the owner.
/// Looks go to the inner host, which therefore does not see what was touched.
class ScriptHost : public ForwardingHost<Host> {
 public:
  /// Both outlive the ScriptHost; lines are added to `script`.
  ScriptHost(const HostView& inner, std::string& script) : ForwardingHost(inner), script_(script) {}

  Result<void> poke(std::string_view path, std::string_view value) override;
  Result<void> install(const File& file) override;
  Result<void> make_directory(std::string_view path) override;
  Result<void> symlink(std::string_view target, std::string_view path) override;
  Result<void> replace_link(std::string_view target, std::string_view path) override;
  Result<void> remove(std::string_view path) override;
  Result<void> remove_directory(std::string_view path) override;
  /// Gives an empty Output with exit 0.
  Result<Output> run(const Command& command) override;

 private:
  std::string& script_;
};

/// `word` as the shell takes it for one word; `invalid` when it holds a control character, which
/// one line cannot carry.
Result<std::string> shell_word(std::string_view word);

/// A format for printf(1) that prints exactly `bytes`, quoted for the shell, on one line.
std::string shell_format(std::string_view bytes);

}  // namespace gb10
