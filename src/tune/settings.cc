#include "tune/settings.h"

#include <fmt/format.h>

#include "base/text.h"
#include "facts/meminfo.h"
#include "tune/own_file.h"
#include "tune/swaps.h"

namespace gb10 {

namespace {

constexpr std::string_view kLinks = "/etc/systemd/system/";

bool is_name(std::string_view text) {
  return !text.empty() && text.find_first_not_of(
                              "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVW"
                              "XYZ0123456789_.-") == std::string_view::npos;
}

bool is_plain_path(std::string_view text) {
  return text.starts_with('/') && fmt::format("{}/", text).find("/../") == std::string::npos;
}

/// "nvml:0:persistence": the GPU, and what of it.
struct GpuCell {
  int gpu = 0;
  std::string_view what;
};

std::optional<GpuCell> gpu_cell(std::string_view path) {
  const std::vector<std::string_view> parts = split(path, ':');
  const auto number = parts.size() == 3 ? whole_number(parts[1]) : std::nullopt;
  if (!number || *number < 0 || *number > 4096) return std::nullopt;
  return GpuCell{static_cast<int>(*number), parts[2]};
}

std::string_view after_colon(std::string_view path) { return path.substr(path.find(':') + 1); }

GpuSwitch gpu_switch(const GpuCell& cell) {
  return cell.what == "accounting" ? GpuSwitch::accounting : GpuSwitch::persistence;
}

Error no_gpu(std::string_view path) {
  return {Error::Kind::unsupported, fmt::format("{}: no GPU can be asked", path)};
}

Result<std::string> read_gpu(std::string_view path, GpuControl* gpu) {
  const auto cell = gpu_cell(path);
  if (!gpu || !cell) return no_gpu(path);
  const bool on = TRY(gpu->is_on(cell->gpu, gpu_switch(*cell)));
  return std::string(on ? "on" : "off");
}

/// Its row of nvidia-smi's table: GPU, slider, highest, present.
Result<std::string> read_slider(const HostView& host, std::string_view path) {
  const auto cell = gpu_cell(path);
  if (!cell) return no_gpu(path);
  const Output said = TRY(host.query({.argv = {"nvidia-smi", "boost-slider", "-l"}}));
  for (const std::string_view line : lines(said.out)) {
    const std::vector<std::string_view> parts = words(line);
    const bool is_row = parts.size() == 6 && parts[0] == "|" && parts[2] == cell->what &&
                        parts[1] == std::to_string(cell->gpu);
    if (is_row) return std::string(parts[4]);
  }
  return Error{Error::Kind::unsupported,
               fmt::format("nvidia-smi lists no slider {} of GPU {}", cell->what, cell->gpu)};
}

Result<void> write_slider(Host& host, std::string_view path, std::string_view value) {
  const auto cell = gpu_cell(path);
  if (!cell) return no_gpu(path);
  const Output said =
      TRY(host.run({.argv = {"nvidia-smi", "boost-slider", "-i", std::to_string(cell->gpu),
                             fmt::format("--{}", cell->what), std::string(value)},
                    .deadline = std::chrono::seconds(20)}));
  if (said.exit == 0) return {};
  return Error{Error::Kind::failed,
               fmt::format("nvidia-smi: {}", printable(trimmed(said.err + said.out), 200))};
}

Result<std::string> read_link(const HostView& host, std::string_view path) {
  auto said = host.link(path);
  if (!said.ok() && said.error().kind == Error::Kind::not_found) return std::string("none");
  return said;
}

Result<std::string> read_own_file(const HostView& host, std::string_view path) {
  const auto text = host.read(path);
  if (!text.ok() && text.error().kind == Error::Kind::not_found) return std::string("absent");
  if (!text.ok()) return text.error();
  return std::string(word(ownership(*text)));
}

/// "1" of "… name=1 …", "set" of a name alone.
Result<std::string> read_parameter(const HostView& host, std::string_view name) {
  const std::string line = TRY(host.read("/proc/cmdline"));
  std::string found = "none";  // the last one counts
  for (const std::string_view part : words(line)) {
    if (part == name) found = "set";
    if (part.starts_with(name) && part.substr(name.size()).starts_with('='))
      found = part.substr(name.size() + 1);
  }
  return found;
}

/// Of "tank:autotrim".
Result<std::string> read_pool(const HostView& host, std::string_view cell) {
  const std::size_t colon = cell.find(':');
  const std::string pool(cell.substr(0, colon)), property(cell.substr(colon + 1));
  const Output said =
      TRY(host.query({.argv = {"zpool", "get", "-H", "-o", "value", property, pool}}));
  if (said.exit == 0) return said.out;
  return Error{Error::Kind::failed, fmt::format("zpool: {}", printable(trimmed(said.err)))};
}

Result<std::string> read_setting(const HostView& host, GpuControl* gpu, std::string_view path) {
  switch (*cell_kind(path)) {
    case CellKind::kernel_file:
      break;
    case CellKind::gpu_clock:
      return Error{Error::Kind::unsupported, fmt::format("{} cannot be read back", path)};
    case CellKind::gpu_switch:
      return read_gpu(path, gpu);
    case CellKind::gpu_slider:
      return read_slider(host, path);
    case CellKind::swap:
      return read_swap(host, after_colon(path));
    case CellKind::pool:
      return read_pool(host, after_colon(path));
    case CellKind::link:
      return read_link(host, after_colon(path));
    case CellKind::file:
      return read_own_file(host, after_colon(path));
    case CellKind::parameter:
      return read_parameter(host, after_colon(path));
  }
  return host.read(path);
}

Result<void> write_clock(const GpuCell& cell, std::string_view value, GpuControl& gpu) {
  if (value.empty()) return gpu.reset_clocks(cell.gpu);
  const std::vector<std::string_view> bounds = words(value);
  const auto lowest = bounds.empty() ? std::nullopt : whole_number(bounds.front());
  const auto highest = bounds.size() == 2 ? whole_number(bounds.back()) : std::nullopt;
  if (!lowest || !highest || *lowest < 0 || *lowest > *highest)
    return Error{Error::Kind::invalid,
                 fmt::format("\"{}\" is no lowest and highest clock", printable(value, 60))};
  return gpu.lock_clocks(cell.gpu,
                         {static_cast<unsigned>(*lowest), static_cast<unsigned>(*highest)});
}

Result<void> write_gpu(std::string_view path, std::string_view value, GpuControl* gpu) {
  const auto cell = gpu_cell(path);
  if (!gpu || !cell) return no_gpu(path);
  if (cell->what == "sm_clocks") return write_clock(*cell, value, *gpu);
  return gpu->turn(cell->gpu, gpu_switch(*cell), value == "on");
}

Result<void> write_link(Host& host, std::string_view path, std::string_view value) {
  if (value == "none") return host.remove(path);
  return host.replace_link(value, path);
}

Result<void> write_pool(Host& host, std::string_view cell, std::string_view value) {
  const std::size_t colon = cell.find(':');
  const std::string pool(cell.substr(0, colon));
  const std::string setting = fmt::format("{}={}", cell.substr(colon + 1), value);
  const Output said = TRY(
      host.run({.argv = {"zpool", "set", setting, pool}, .deadline = std::chrono::seconds(60)}));
  if (said.exit == 0) return {};
  return Error{Error::Kind::failed, fmt::format("zpool: {}", printable(trimmed(said.err)))};
}

}  // namespace

std::optional<CellKind> cell_kind(std::string_view path) {
  if (path.starts_with("/proc/sys/") || path.starts_with("/sys/"))
    return is_plain_path(path) ? std::optional(CellKind::kernel_file) : std::nullopt;
  const std::string_view kind = path.substr(0, path.find(':'));
  if (kind.size() == path.size()) return std::nullopt;
  const std::string_view rest = after_colon(path);
  if (kind == "nvml") {
    const auto cell = gpu_cell(path);
    if (cell && cell->what == "sm_clocks") return CellKind::gpu_clock;
    if (cell && cell->what == "vboost") return CellKind::gpu_slider;
    const bool is_switch = cell && (cell->what == "persistence" || cell->what == "accounting");
    return is_switch ? std::optional(CellKind::gpu_switch) : std::nullopt;
  }
  if (kind == "swap") return is_plain_path(rest) ? std::optional(CellKind::swap) : std::nullopt;
  if (kind == "parameter") return is_name(rest) ? std::optional(CellKind::parameter) : std::nullopt;
  if (kind == "zpool") {
    const std::size_t colon = rest.find(':');
    const bool is_known = colon != std::string_view::npos && is_name(rest.substr(0, colon)) &&
                          rest.substr(colon) == ":autotrim";
    return is_known ? std::optional(CellKind::pool) : std::nullopt;
  }
  if (kind == "link" && is_plain_path(rest) && rest.starts_with(kLinks)) return CellKind::link;
  if (kind == "file" && is_plain_path(rest) && rest.starts_with("/etc/")) return CellKind::file;
  return std::nullopt;
}

Result<std::string> SettingsView::read(std::string_view path) const {
  if (path.starts_with('/')) return inner().read(path);
  if (!cell_kind(path)) return Error{Error::Kind::invalid, fmt::format("{} is no cell", path)};
  return read_setting(inner(), gpu_, path);
}

Result<std::string> Settings::read(std::string_view path) const {
  return SettingsView(inner(), gpu_).read(path);
}

Result<void> Settings::poke(std::string_view path, std::string_view value) {
  const auto kind = cell_kind(path);
  if (!kind) return Error{Error::Kind::invalid, fmt::format("{} is no cell", path)};
  switch (*kind) {
    case CellKind::kernel_file:
      return touched_.poke(path, value);
    case CellKind::gpu_clock:
    case CellKind::gpu_switch:
      return write_gpu(path, value, gpu_);
    case CellKind::gpu_slider:
      return write_slider(touched_, path, value);
    case CellKind::swap:
      return write_swap(touched_, after_colon(path), value);
    case CellKind::pool:
      return write_pool(touched_, after_colon(path), value);
    case CellKind::link:
      return write_link(touched_, after_colon(path), value);
    case CellKind::file:
    case CellKind::parameter:
      break;
  }
  return Error{Error::Kind::unsupported, fmt::format("{} is kept by a file alone", path)};
}

}  // namespace gb10
