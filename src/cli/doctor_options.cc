#include "cli/doctor_options.h"

#include <filesystem>

#include <fmt/format.h>

#include "base/text.h"
#include "doctor/summary.h"

namespace gb10 {

namespace {

/// Seconds of --watch; 0 without it.
Result<double> watch_seconds(const Arguments& arguments) {
  if (!arguments.has("--watch")) return 0.0;
  const std::optional<double> seconds = decimal_number(arguments.value("--watch"));
  if (seconds && *seconds >= 1 && *seconds <= 3600) return *seconds;
  return Error{Error::Kind::invalid, "--watch takes seconds from 1 to 3600",
               "60 are enough to see a stalled job: --watch 60"};
}

Result<std::string> from_here(const std::string& path) {
  std::error_code code;
  const std::filesystem::path whole = std::filesystem::absolute(path, code);
  if (!code) return whole.lexically_normal().string();
  return Error{Error::Kind::failed,
               fmt::format("{}: the working directory is not known: {}", path, code.message()),
               "give the path from / on"};
}

}  // namespace

Result<std::vector<std::string>> environments(const Arguments& arguments) {
  const bool elsewhere = arguments.has("--root") || arguments.has("--snapshot");
  std::vector<std::string> out;
  for (const std::string& given : arguments.values("--env")) {
    if (elsewhere && !given.starts_with('/')) {
      return Error{Error::Kind::invalid,
                   fmt::format("--env {} is not a path from / on", printable(given, 200)),
                   "name the environment as that machine does, such as /home/me/venv"};
    }
    std::string path = given;
    if (!elsewhere) path = TRY(from_here(given));
    out.push_back(std::move(path));
  }
  return out;
}

Result<std::vector<std::string>> data_directories(const Arguments& arguments) {
  std::vector<std::string> out;
  for (const std::string& given : arguments.values("--data")) {
    std::string path = TRY(from_here(given));
    out.push_back(std::move(path));
  }
  return out;
}

std::optional<NotChecked> untested(const DoctorOptions& wanted, const Facts& facts) {
  const bool watch = wanted.watch.count() > 0;
  if ((!wanted.load && !watch) || !facts.instances("gpu").empty()) return std::nullopt;
  const std::string why = area_summary(Area::gpu, facts);
  if (watch) {
    return NotChecked{"gpu.watch", "", "the GPU while it is busy", Area::gpu,
                      "nothing was watched: " + why};
  }
  return NotChecked{"gpu.load", "", "the GPU under own load", Area::gpu, "no load ran: " + why};
}

void add(const std::vector<std::string>& environments, CollectOptions& options) {
  options.environments.insert(options.environments.end(), environments.begin(), environments.end());
}

Result<void> check_environments(const Facts& facts, const std::vector<std::string>& wanted) {
  for (const std::string& dir : wanted) {
    const Fact* const kind = facts.find(key("python", printable(dir), "kind"));
    if (!kind || kind->value.ok()) continue;
    return Error{Error::Kind::invalid, fmt::format("--env {}", kind->value.error().what),
                 "name the folder that holds pyvenv.cfg, conda-meta or lib/python3.X"};
  }
  return {};
}

Result<DoctorOptions> doctor_options(const Arguments& arguments) {
  DoctorOptions out;
  const double watch = TRY(watch_seconds(arguments));
  out.watch = std::chrono::duration<double>(watch);
  out.load = arguments.has("--load");
  out.power_was_removed = arguments.has("--power-was-removed");
  out.collect.environments = TRY(environments(arguments));
  const bool elsewhere = arguments.has("--root") || arguments.has("--snapshot");
  if (elsewhere && (out.load || out.watch.count() > 0)) {
    return Error{Error::Kind::invalid, "--load and --watch look at this machine only",
                 "samples that a tree or a snapshot holds are judged without them"};
  }
  if (out.load && out.watch.count() > 0) {
    return Error{Error::Kind::invalid, "--load and --watch exclude each other",
                 "--load makes the load itself"};
  }
  return out;
}

}  // namespace gb10
