#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "base/text.h"
#include "facts/libraries.h"
#include "facts/shell_words.h"
#include "facts/steering.h"
#include "facts/topics.h"

namespace gb10 {

namespace {

constexpr FactSpec kSpecs[] = {
    {"env[*].value", Type::text, Unit::none, "value of a variable that steers CUDA programs"},
    {"env.set", Type::integer, Unit::none, "how many such variables are set"},
    {"env.gid_index", Type::integer, Unit::none, "NCCL_IB_GID_INDEX where it is a fixed number"},
    {"fabric.named_interfaces_missing", Type::list, Unit::none,
     "interfaces that variables of NCCL or Gloo name and this machine lacks"},
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

/// What was found and the files that could not be read.
struct Found {
  Settings settings;
  std::vector<std::string> unread;
};

/// A line of /etc/environment, which no shell reads: "NAME=value", also behind "export".
void read_plain(std::string_view line, const std::string& file, Settings& settings) {
  line = trimmed(line);
  if (line.starts_with("export ")) line = trimmed(line.substr(7));
  const std::size_t equals = line.find('=');
  if (line.starts_with('#') || equals == std::string_view::npos) return;
  add(line.substr(0, equals), unquoted(line.substr(equals + 1)), file, settings);
}

/// A script of a shell: the assignments of each "export", also of one that hangs on a condition.
/// What a shell would have to work out is left as written.
void read_script(std::string_view text, const std::string& file, Settings& settings) {
  for (const std::vector<std::string>& command : shell_commands(text)) {
    if (command.empty() || command[0] != "export") continue;
    for (std::size_t i = 1; i < command.size(); ++i) {
      const std::size_t equals = command[i].find('=');
      if (equals == std::string::npos) continue;
      add(command[i].substr(0, equals), std::string_view(command[i]).substr(equals + 1), file,
          settings);
    }
  }
}

void read_file(const HostView& host, const std::string& file, bool script, Found& found) {
  const auto text = host.read(file);
  if (!text.ok() && text.error().kind != Error::Kind::not_found)
    found.unread.push_back(fmt::format("{}: {}", file, word(text.error().kind)));
  if (!text.ok()) return;
  if (script) return read_script(*text, file, found.settings);
  for (const std::string_view line : lines(*text)) read_plain(line, file, found.settings);
}

Found all_settings(const HostView& host) {
  Found found;
  for (const auto& [name, value] : host.self().environment)
    add(name, value, kShell, found.settings);
  read_file(host, "/etc/environment", false, found);
  const auto scripts = host.list("/etc/profile.d");
  if (!scripts.ok() && scripts.error().kind != Error::Kind::not_found)
    found.unread.push_back(fmt::format("/etc/profile.d: {}", word(scripts.error().kind)));
  for (const DirEntry& entry : scripts.value_or(std::vector<DirEntry>())) {
    if (entry.name.ends_with(".sh")) read_file(host, "/etc/profile.d/" + entry.name, true, found);
  }
  return found;
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

const Setting* setting_of(const Settings& settings, std::string_view name) {
  const auto found = settings.find(name);
  return found == settings.end() ? nullptr : &found->second;
}

/// A negative number leaves the choice to NCCL, as no number does.
void set_gid_index(const Settings& settings, Facts& facts) {
  const Setting* const setting = setting_of(settings, "NCCL_IB_GID_INDEX");
  const auto index = setting ? whole_number(setting->value) : std::nullopt;
  if (index && *index >= 0) return facts.set("env.gid_index", *index, setting->places.front());
  facts.unknown("env.gid_index", {Error::Kind::not_found, "NCCL_IB_GID_INDEX fixes no number"},
                kShell);
}

/// NCCL takes the beginning of a name, or all of it behind "="; "^" names what it must not take.
/// Gloo takes whole names.
bool names_one(std::string_view wanted, bool whole, const std::vector<DirEntry>& interfaces) {
  return std::any_of(interfaces.begin(), interfaces.end(), [&](const DirEntry& one) {
    return whole ? one.name == wanted : std::string_view(one.name).starts_with(wanted);
  });
}

void set_named_interfaces(const HostView& host, const Settings& settings, Facts& facts) {
  constexpr const char* kInterfaces = "/sys/class/net";
  const auto interfaces = host.list(kInterfaces);
  if (!interfaces.ok()) {
    return facts.unknown("fabric.named_interfaces_missing", interfaces.error(), kInterfaces);
  }
  std::vector<std::string> missing;
  for (const std::string_view variable : {"NCCL_SOCKET_IFNAME", "GLOO_SOCKET_IFNAME"}) {
    const Setting* const setting = setting_of(settings, variable);
    std::string_view list = setting ? std::string_view(setting->value) : std::string_view();
    if (list.starts_with('^')) continue;
    const bool whole = variable.starts_with("GLOO") || list.starts_with('=');
    if (list.starts_with('=')) list.remove_prefix(1);
    for (const std::string_view each : split(list, ',')) {
      const std::string_view name = trimmed(each.substr(0, each.find(':')));
      if (!name.empty() && !names_one(name, whole, *interfaces))
        missing.push_back(fmt::format("{}: {}", variable, printable(name, 40)));
    }
  }
  facts.set("fabric.named_interfaces_missing", std::move(missing), kInterfaces);
}

/// Why nothing is known of the variables that no file sets: a tree or a snapshot may hold no
/// caller, and sudo takes the caller's variables away.
std::optional<Error> why_unknown(const Self& self) {
  using Kind = Error::Kind;
  if (self.environment.empty() && !self.live)
    return Error{Kind::not_recorded, "the caller's environment is not known"};
  const bool by_sudo = self.effective_user == 0 && self.environment.count("SUDO_USER") != 0;
  if (by_sudo) return Error{Kind::not_recorded, "sudo hides the variables of your shell"};
  return std::nullopt;
}

void set_all_unknown(const Error& why, Facts& facts) {
  for (const char* const name :
       {"env.set", "env.gid_index", "fabric.named_interfaces_missing", "env.library_path_cuda"}) {
    facts.unknown(name, why, kShell);
  }
}

void collect(const Machine& machine, const CollectOptions&, Facts& facts) {
  const Found found = all_settings(machine.host);
  const Settings& settings = found.settings;
  for (const auto& [name, setting] : settings) {
    facts.set(key("env", name, "value"), printable(setting.value), joined(setting.places, " and "));
  }
  if (const auto why = why_unknown(machine.host.self())) return set_all_unknown(*why, facts);
  facts.set("env.set", static_cast<std::int64_t>(settings.size()), kShell);
  if (!found.unread.empty()) facts.incomplete("env.set", "not read: " + joined(found.unread, ", "));
  set_gid_index(settings, facts);
  set_named_interfaces(machine.host, settings, facts);
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
