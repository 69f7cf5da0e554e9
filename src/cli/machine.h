#pragma once

#include <functional>
#include <memory>

#include "cli/command.h"
#include "facts/facts.h"

namespace gb10 {

/// The machine that a command looks at: this one, a tree, or a snapshot.
struct OpenMachine {
  std::unique_ptr<HostView> host;
  std::unique_ptr<GpuView> gpu;
  std::string origin;         // "this machine", "captured 2026-11-20 21:14 UTC", "the tree at DIR"
  std::string public_origin;  // the same without the names of folders
  std::vector<std::string> environments;  // named with --env when its answers were recorded

  Machine view() const { return {*host, *gpu}; }
};

/// Opens what --root or --snapshot name, else this machine. A live GPU helper is started here, so
/// that the driver wakes up while files are read.
Result<OpenMachine> open_machine(const Arguments& arguments, const Io& io);

/// `machine` as a stranger may see it: `look` is run over it, every answer is kept and redacted,
/// and what comes back answers from that; `environments` are the folders of --env, which come back
/// as they are called now.
Result<OpenMachine> redacted_machine(const OpenMachine& machine,
                                     const std::vector<std::string>& environments,
                                     const std::function<void(const Machine&)>& look);

/// This machine, for tables and for what a command changes.
std::unique_ptr<Host> this_host(const Io& io);

/// Where this program lies, for units that are to start it.
Result<std::string> own_path();

/// --root, --snapshot, --env, and --data of the commands that read rules.
inline constexpr OptionSpec kRootOption = {
    "--root", "DIR", false,
    "look at a mounted disk, an image or a fixture tree instead of this machine"};
inline constexpr OptionSpec kSnapshotOption = {"--snapshot", "FILE", false,
                                               "look at a machine captured with gb10 snapshot"};
inline constexpr OptionSpec kEnvironmentOption = {"--env", "DIR", true,
                                                  "also look into this Python environment"};

inline constexpr OptionSpec kDataOption = {"--data", "DIR", true,
                                           "also read tables from DIR/rules, DIR/signatures, "
                                           "DIR/benign, DIR/compat, DIR/knobs, DIR/profiles and "
                                           "DIR/fixes; same names replace the built-in ones"};

}  // namespace gb10
