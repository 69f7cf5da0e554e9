#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "gpu/control.h"
#include "host/forwarding_host.h"

namespace gb10 {

/// How a cell is named says what opens it.
enum class CellKind {
  kernel_file,  // "/proc/sys/vm/swappiness", "/sys/block/sda/queue/scheduler"
  gpu_clock,    // "nvml:0:sm_clocks": "0 2200"; nothing reads it back
  gpu_switch,   // "nvml:0:persistence": on, off
  gpu_slider,   // "nvml:0:vboost": 0 to what the driver lists, by nvidia-smi alone
  swap,         // "swap:/swapfile": on, off, or on:5 with its priority
  pool,         // "zpool:tank:autotrim": on, off
  link,         // "link:/etc/systemd/system/default.target": what it says, or none
  file,         // "file:/etc/…": ours, changed, foreign or absent; kept by a file alone
  parameter,  // "parameter:quiet": of the kernel's command line, or none; counts from a restart on
};

/// Nothing for a path that is no cell: what a journal or a table names must be one.
std::optional<CellKind> cell_kind(std::string_view path);

inline bool is_gpu_cell(std::string_view path) { return path.starts_with("nvml:"); }
/// What is set cannot be asked for.
inline bool has_no_read_back(std::string_view path) { return path.ends_with(":sm_clocks"); }
/// Nothing is written to the cell itself: a file keeps it, and it counts when that is read.
inline bool is_by_file(std::string_view path) {
  return path.starts_with("file:") || path.starts_with("parameter:");
}

/// A machine whose cells of every kind can be read as files. `gpu` may be null; both outlive it.
class SettingsView : public ForwardingHost<HostView> {
 public:
  SettingsView(const HostView& inner, GpuControl* gpu) : ForwardingHost(inner), gpu_(gpu) {}
  Result<std::string> read(std::string_view path) const override;

 private:
  GpuControl* gpu_;
};

/// The same, to be written, and cheap to copy: poke() takes a cell of every kind. An empty value
/// takes a GPU's clock lock away.
class Settings : public ForwardingHost<Host> {
 public:
  explicit Settings(Host& inner, GpuControl* gpu = nullptr)
      : ForwardingHost(inner), touched_(inner), gpu_(gpu) {}

  Result<std::string> read(std::string_view path) const override;
  Result<void> poke(std::string_view path, std::string_view value) override;
  Result<void> install(const File& file) override { return touched_.install(file); }
  Result<void> make_directory(std::string_view path) override {
    return touched_.make_directory(path);
  }
  Result<void> symlink(std::string_view target, std::string_view path) override {
    return touched_.symlink(target, path);
  }
  Result<void> replace_link(std::string_view target, std::string_view path) override {
    return touched_.replace_link(target, path);
  }
  Result<void> remove(std::string_view path) override { return touched_.remove(path); }
  Result<void> remove_directory(std::string_view path) override {
    return touched_.remove_directory(path);
  }
  Result<Output> run(const Command& command) override { return touched_.run(command); }

 private:
  Host& touched_;
  GpuControl* gpu_;
};

}  // namespace gb10
