#include "tune/dry_host.h"

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

DryHost::DryHost(const HostView& inner, const std::vector<TuneRun>& runs) : ForwardingHost(inner) {
  for (const TuneRun& run : runs) {
    for (const PlanStep& step : run.steps) {
      for (const CellChange& cell : step.cells) {
        for (const CellChange& other : step.cells) {
          if (!cell.twin.empty() && other.cell == cell.twin) twins_[cell.path] = other.path;
        }
      }
    }
  }
}

Result<std::string> DryHost::read(std::string_view path) const {
  const auto found = touched_.find(path);
  if (found == touched_.end()) return inner().read(path);
  if (found->second) return *found->second;
  return Error{Error::Kind::not_found, fmt::format("{} is not there", path)};
}

Result<std::string> DryHost::link(std::string_view path) const {
  return touched_.contains(path) ? read(path) : inner().link(path);
}

Result<void> DryHost::poke(std::string_view path, std::string_view value) {
  touched_[std::string(path)] = std::string(value);
  const auto twin = twins_.find(path);
  if (twin != twins_.end()) touched_[twin->second] = "0";
  return {};
}

Result<void> DryHost::install(const File& file) {
  touched_[file.path] = file.content;
  return {};
}

Result<void> DryHost::symlink(std::string_view target, std::string_view path) {
  return replace_link(target, path);
}

Result<void> DryHost::replace_link(std::string_view target, std::string_view path) {
  touched_[std::string(path)] = std::string(target);
  return {};
}

Result<void> DryHost::remove(std::string_view path) {
  touched_[std::string(path)] = std::nullopt;
  return {};
}

Result<Output> DryHost::run(const Command& command) {
  const std::string& program = command.argv.front();
  if (program != "swapon" && program != "swapoff") return Output{};
  const std::string& path = command.argv.back();
  std::string kept;
  const std::string text = TRY(read("/proc/swaps"));
  for (const std::string_view line : lines(text)) {
    const std::vector<std::string_view> parts = words(line);
    if (parts.empty() || parts.front() != path) kept += fmt::format("{}\n", line);
  }
  const bool has_priority = command.argv.size() == 4;  // swapon -p 5 PATH
  if (program == "swapon")
    kept += fmt::format("{} file 1 0 {}\n", path, has_priority ? command.argv[2] : "-1");
  touched_["/proc/swaps"] = kept;
  return Output{};
}

Result<bool> DryControl::is_on(int gpu, GpuSwitch which) {
  const auto found = turned_.find({gpu, which});
  return found == turned_.end() ? driver_.is_on(gpu, which) : Result<bool>(found->second);
}

Result<void> DryControl::turn(int gpu, GpuSwitch which, bool on) {
  turned_[{gpu, which}] = on;
  return {};
}

}  // namespace gb10
