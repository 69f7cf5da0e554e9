#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "base/text.h"
#include "facts/libraries.h"
#include "facts/steering.h"
#include "facts/topics.h"

namespace gb10 {

namespace {

constexpr FactSpec kSpecs[] = {
    {"env[*].value", Type::text, Unit::none, "value of a variable that steers CUDA programs"},
    {"env.set", Type::integer, Unit::none, "how many such variables are set"},
    {"env.library_path_cuda", Type::list, Unit::none,
     "directories of LD_LIBRARY_PATH that hold CUDA libraries"},
};

constexpr const char* kShell = "this shell";

/// A variable and where it is set; the first place that sets it comes first.
struct Setting {
  std::string value;
  std::vector<std::string> places;
};
using Settings = std::map<std::string, Setting, std::less<>>;

void add(std::string_view name, std::string_view value, const std::string& place,
         Settings& settings) {
  if (!is_steering_variable(name)) return;
  Setting& setting = settings[std::string(name)];
  if (setting.places.empty()) setting.value = value;
  // The same name may be set again and again in one file.
  if (std::find(setting.places.begin(), setting.places.end(), place) == setting.places.end()) {
    setting.places.push_back(place);
  }
}

std::string_view unquoted(std::string_view value) {
  value = trimmed(value);
  const bool quoted = value.size() > 1 && value.front() == value.back() &&
                      (value.front() == '"' || value.front() == '\'');
  return quoted ? value.substr(1, value.size() - 2) : value;
}

/// One "NAME=value" or "export NAME=value"; what a shell would have to work out is left as written.
void read_line(std::string_view line, const std::string& file, bool shell, Settings& settings) {
  line = trimmed(line);
  const bool exported = line.starts_with("export ");
  if (shell && !exported) return;
  if (exported) line = trimmed(line.substr(7));
  const std::size_t equals = line.find('=');
  if (line.starts_with('#') || equals == std::string_view::npos) return;
  add(line.substr(0, equals), unquoted(line.substr(equals + 1)), file, settings);
}

void read_file(const HostView& host, const std::string& file, bool shell, Settings& settings) {
  const auto text = host.read(file);
  if (!text.ok()) return;
  for (const std::string_view line : lines(*text)) read_line(line, file, shell, settings);
}

Settings all_settings(const HostView& host) {
  Settings settings;
  for (const auto& [name, value] : host.self().environment) add(name, value, kShell, settings);
  read_file(host, "/etc/environment", false, settings);
  const auto scripts = host.list("/etc/profile.d");
  for (const DirEntry& entry : scripts.value_or(std::vector<DirEntry>())) {
    if (!entry.name.ends_with(".sh")) continue;
    read_file(host, "/etc/profile.d/" + entry.name, true, settings);
  }
  return settings;
}

bool holds_cuda(const HostView& host, const std::string& dir) {
  const auto entries = host.list(dir);
  if (!entries.ok()) return false;
  return std::any_of(entries->begin(), entries->end(), [](const DirEntry& entry) {
    return entry.name.starts_with("libcudnn") || entry.name.starts_with("libcudart") ||
           entry.name.starts_with("libcublas");
  });
}

void set_library_path(const HostView& host, const Settings& settings, Facts& facts) {
  std::vector<std::string> found;
  const auto path = settings.find("LD_LIBRARY_PATH");
  const std::string list = path == settings.end() ? std::string() : path->second.value;
  for (const std::string& dir : libraries::path_dirs(list)) {
    if (holds_cuda(host, dir)) found.push_back(dir);
  }
  facts.set("env.library_path_cuda", found,
            path == settings.end() ? kShell : path->second.places.front());
}

void collect(const Machine& machine, const CollectOptions&, Facts& facts) {
  const Settings settings = all_settings(machine.host);
  for (const auto& [name, setting] : settings) {
    facts.set(key("env", name, "value"), printable(setting.value), joined(setting.places, " and "));
  }
  // A tree or a snapshot may hold no caller: then nothing is known of what is not set.
  if (machine.host.self().environment.empty() && !machine.host.self().live) {
    const Error why{Error::Kind::not_recorded, "the caller's environment is not known"};
    facts.unknown("env.set", why, kShell);
    return facts.unknown("env.library_path_cuda", why, kShell);
  }
  facts.set("env.set", static_cast<std::int64_t>(settings.size()), kShell);
  set_library_path(machine.host, settings, facts);
}

}  // namespace

Topic environment_topic() {
  return {.name = "env",
          .words = "variables that steer CUDA programs",
          .specs = kSpecs,
          .questions = nullptr,
          .collect = collect};
}

}  // namespace gb10
