#include "container/compose.h"

#include <arpa/inet.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"
#include "container/yaml.h"

namespace gb10 {

namespace {

constexpr std::string_view kModelVariable = "${MODEL:?set MODEL, such as ORGANISATION/NAME}";

Error invalid(std::string what, std::string hint) {
  return {Error::Kind::invalid, std::move(what), std::move(hint)};
}

/// A path of this machine that a compose file may carry.
Result<void> check_path(std::string_view path, std::string_view option) {
  if (!path.starts_with('/'))
    return invalid(fmt::format("{} is no absolute path", printable(path, 80)),
                   fmt::format("{} /a/folder", option));
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t length = character_length(path.substr(at));
    const auto first = static_cast<unsigned char>(path[at]);
    if (length == 0 || first < 0x20 || first == 0x7f)
      return invalid(
          fmt::format("{} holds characters that no compose file should carry", printable(path, 80)),
          "name another folder, or a link to it");
    at += length;
  }
  return {};
}

/// "127.0.0.1" or "[::1]", as compose writes it before a port.
Result<std::string> address(const std::string& listen) {
  unsigned char room[16];
  if (inet_pton(AF_INET, listen.c_str(), room) == 1) return listen;
  if (inet_pton(AF_INET6, listen.c_str(), room) == 1) return fmt::format("[{}]", listen);
  return invalid(fmt::format("{} is no IP address", printable(listen, 60)),
                 "--listen 127.0.0.1 for this machine alone, --listen 0.0.0.0 for every network");
}

bool is_loopback(const std::string& listen) {
  return listen.starts_with("127.") || listen == "::1";
}

/// Writes the parts of one service.
class Writer {
 public:
  Writer(const ServiceTemplate& service, const ComposeWish& wish)
      : service_(service), wish_(wish) {}

  Result<ComposeFile> written() {
    const std::string at = TRY(address(wish_.listen));
    TRY(check());
    set_share();
    add_image();
    add_command();
    add_gpu();
    add_ports(at);
    add_volumes();
    add_memory_of_processes();
    add_environment();
    add_health();
    add_rest();
    YamlNode services = YamlNode::map();
    services.add(wish_.project, std::move(node_));
    YamlNode root = YamlNode::map();
    root.add("services", std::move(services));
    if (!named_.is_empty()) root.add("volumes", std::move(named_));
    out_.text = head() + root.written();
    return std::move(out_);
  }

 private:
  Result<void> check() {
    if (const std::string why = why_no_service_name(wish_.project); !why.empty())
      return invalid(fmt::format("the name {} {}", printable(wish_.project, 80), why),
                     "--name with small letters, digits, - and _");
    if (wish_.image.empty() && service_.tag.empty())
      return invalid(fmt::format("no image of {} is known to work on a GB10", service_.name),
                     service_.image.empty() ? "--image NAME:TAG with one of your own"
                                            : fmt::format("--image {}:TAG", service_.image));
    out_.image = wish_.image.empty() ? service_.image + ":" + service_.tag : wish_.image;
    if (const std::string why = why_no_image(out_.image); !why.empty())
      return invalid(fmt::format("the image {} {}", printable(out_.image, 80), why),
                     "--image REGISTRY/NAME:TAG");
    if (wish_.ports.size() > service_.ports.size())
      return invalid(fmt::format("{} has {}", service_.name,
                                 counted(static_cast<std::int64_t>(service_.ports.size()), "port")),
                     "one --port for each, in the order of the file");
    return check_words();
  }

  Result<void> check_words() {
    if (!wish_.cache.empty()) TRY(check_path(wish_.cache, "--cache"));
    if (!wish_.workspace.empty()) TRY(check_path(wish_.workspace, "--workspace"));
    if (wish_.model.size() > 400 || printable(wish_.model) != wish_.model ||
        wish_.model.starts_with('-'))
      return invalid(fmt::format("{} is no name of a model", printable(wish_.model, 80)),
                     "--model ORGANISATION/NAME, or a path inside the container");
    return {};
  }

  std::string head() const {
    // Whoever only looks at the file must see what it asks for.
    const std::string start = out_.start("");
    std::string out =
        fmt::format("# {}: written by gb10 container compose; edit it freely.\n", service_.title);
    out += "# Reasons stand above the lines. Never run on a GB10 by the makers of gb10.\n";
    out += fmt::format("# Start: {}   Prove: gb10 container check {}\n", start, wish_.project);
    return out;
  }

  /// The image with what is known of it. Of another image than ours nothing is.
  void add_image() {
    std::string why = service_.why;
    if (wish_.image.empty()) {
      for (const std::string& each : service_.evidence) why += "\n" + each;
      if (!service_.row.empty()) why += fmt::format("\ngb10 compat {} says more", service_.row);
    } else {
      why = "named with --image; what runs in it on a GB10 is not known to gb10";
    }
    node_.add("image", literal(out_.image), why);
  }

  void set_share() {
    if (!service_.memory) return;
    const ServiceTemplate::Memory& memory = *service_.memory;
    if (wish_.share) {
      out_.share = wish_.share;
      share_why_ = "as asked for with --memory";
    } else if (wish_.available && wish_.total) {
      out_.share = computed_share(memory, *wish_.available, *wish_.total);
      share_why_ = fmt::format(
          "computed: {} of {} are available now, 8 GiB are kept for the rest; at most {:.2f}",
          to_text(*wish_.available), to_text(*wish_.total), memory.most);
      if (!out_.share)
        out_.notes.push_back(
            fmt::format("only {} are available now: stop what holds memory, then "
                        "write the file again (gb10 memory)",
                        to_text(*wish_.available)));
    } else {
      share_why_ = "what is available is not known here; a careful share";
    }
    if (!out_.share) out_.share = memory.otherwise;
    share_why_ += ". " + memory.why;
  }

  std::string filled_word(const std::string& word) const {
    const std::string port =
        fmt::format("{}", service_.ports.empty() ? 0 : service_.ports[0].container);
    std::string out = compose_literal(word);
    out = replaced(out, "{port}", port);
    if (out_.share) out = replaced(out, "{memory}", fmt::format("{:.2f}", *out_.share));
    return replaced(
        out, "{model}",
        wish_.model.empty() ? std::string(kModelVariable) : compose_literal(wish_.model));
  }

  void add_command() {
    if (service_.command.empty()) return;
    YamlNode words = YamlNode::list();
    for (const std::string& word : service_.command) {
      words.push(YamlNode::text(filled_word(word)));
    }
    if (service_.memory && !service_.memory->flag.empty() && out_.share) {
      words.push(YamlNode::text(service_.memory->flag), share_why_);
      words.push(YamlNode::text(fmt::format("{:.2f}", *out_.share)));
    }
    out_.asks_for_model = service_.wants_model() && wish_.model.empty();
    node_.add("command", std::move(words), service_.command_why);
  }

  void add_gpu() {
    if (wish_.cdi) {
      YamlNode devices = YamlNode::list();
      devices.push(literal("nvidia.com/gpu=all"));
      node_.add("devices", std::move(devices),
                "the GPU by its CDI name: " + wish_.gpu_why +
                    ". Where it stops with 'exec format error': gb10 compat container-toolkit");
      return;
    }
    YamlNode capabilities = YamlNode::list();
    capabilities.push(YamlNode::text("gpu"));
    YamlNode device = YamlNode::map();
    device.add("driver", YamlNode::text("nvidia"));
    device.add("count", YamlNode::text("all"));
    device.add("capabilities", std::move(capabilities));
    YamlNode devices = YamlNode::list();
    devices.push(std::move(device));
    YamlNode reservations = YamlNode::map();
    reservations.add("devices", std::move(devices));
    YamlNode resources = YamlNode::map();
    resources.add("reservations", std::move(reservations),
                  "no memory limit here: the kernel does not count what CUDA takes (reported)");
    YamlNode deploy = YamlNode::map();
    deploy.add("resources", std::move(resources));
    node_.add("deploy", std::move(deploy), "the GPU by a reservation: " + wish_.gpu_why);
  }

  void add_ports(const std::string& at) {
    if (service_.ports.empty()) return;
    YamlNode ports = YamlNode::list();
    for (std::size_t i = 0; i < service_.ports.size(); ++i) {
      const std::int64_t inside = service_.ports[i].container;
      const std::int64_t outside = i < wish_.ports.size() ? wish_.ports[i] : inside;
      ports.push(literal(fmt::format("{}:{}:{}", at, outside, inside)), service_.ports[i].why);
    }
    const bool own = is_loopback(wish_.listen);
    if (!own)
      out_.notes.push_back(fmt::format("{} listens on {}: who reaches this machine may use it",
                                       wish_.project, wish_.listen));
    node_.add(
        "ports", std::move(ports),
        own ? "from this machine alone; Docker opens ports past ufw. --listen ADDRESS for others"
            : "from other machines, as asked for with --listen; Docker opens ports past ufw");
  }

  void add_volumes() {
    if (service_.volumes.empty()) return;
    YamlNode volumes = YamlNode::list();
    for (const ServiceTemplate::Volume& each : service_.volumes) {
      const bool is_folder = each.from == "cache" || each.from == "workspace";
      YamlNode volume = YamlNode::map();
      volume.add("type", YamlNode::text(is_folder ? "bind" : "volume"));
      volume.add("source", source(each.from));
      volume.add("target", literal(each.to));
      volumes.push(std::move(volume), each.why);
      if (!is_folder)
        named_.add(each.from, YamlNode::map(), "kept by docker until docker volume rm");
    }
    node_.add("volumes", std::move(volumes));
  }

  /// Compose fills in HOME, and takes "." from the file's own folder, on the machine that starts
  /// it.
  YamlNode source(const std::string& from) {
    const bool is_cache = from == "cache";
    if (!is_cache && from != "workspace") return literal(from);
    const std::string& folder = is_cache ? wish_.cache : wish_.workspace;
    if (folder.empty()) return YamlNode::text(is_cache ? "${HOME}/.cache/huggingface" : ".");
    out_.folders.push_back(folder);
    return literal(folder);
  }

  void add_memory_of_processes() {
    const std::string ipc = wish_.ipc.empty() ? service_.ipc : wish_.ipc;
    if (ipc == "host")
      node_.add("ipc", YamlNode::text("host"),
                service_.ipc == ipc ? service_.ipc_why : "as asked for");
    else
      node_.add("shm_size", YamlNode::text(service_.shm_size),
                service_.ipc == ipc ? service_.ipc_why : "as asked for: /dev/shm of its own");
    if (service_.limits.empty()) return;
    YamlNode limits = YamlNode::map();
    for (const ServiceTemplate::Limit& each : service_.limits)
      limits.add(each.name, YamlNode::number(each.value), each.why);
    node_.add("ulimits", std::move(limits));
  }

  void add_environment() {
    YamlNode variables = YamlNode::map();
    for (const ServiceTemplate::Variable& each : service_.environment)
      variables.add(each.name, YamlNode::text(filled_word(each.value)), each.why);
    if (service_.memory && !service_.memory->variable.empty() && out_.share)
      variables.add(service_.memory->variable, YamlNode::text(fmt::format("{:.2f}", *out_.share)),
                    share_why_);
    if (!variables.is_empty()) node_.add("environment", std::move(variables));
  }

  void add_health() {
    if (!service_.health) return;
    YamlNode test = YamlNode::list();
    test.push(YamlNode::text("CMD"));
    for (const std::string& word : service_.health->test)
      test.push(YamlNode::text(filled_word(word)));
    YamlNode health = YamlNode::map();
    health.add("test", std::move(test));
    health.add("interval", YamlNode::text(service_.health->every));
    health.add("start_period", YamlNode::text(service_.health->start));
    health.add("timeout", YamlNode::text("10s"));
    node_.add("healthcheck", std::move(health), service_.health->why);
  }

  void add_rest() {
    if (!service_.folder.empty()) node_.add("working_dir", literal(service_.folder));
    if (service_.terminal) {
      node_.add("stdin_open", YamlNode::truth(true),
                "a shell to work in: docker compose exec " + wish_.project + " bash");
      node_.add("tty", YamlNode::truth(true));
    }
    node_.add("restart", YamlNode::text("no"),
              "what fails for lack of memory must not be started again and again");
  }

  static YamlNode literal(std::string_view text) { return YamlNode::text(compose_literal(text)); }

  const ServiceTemplate& service_;
  const ComposeWish& wish_;
  ComposeFile out_;
  YamlNode node_ = YamlNode::map(), named_ = YamlNode::map();
  std::string share_why_;
};

}  // namespace

std::optional<double> computed_share(const ServiceTemplate::Memory& memory, Quantity available,
                                     Quantity total) {
  if (!(total.value > 0)) return std::nullopt;
  const double free = std::min((available.value - kKeptBytes) / total.value, memory.most);
  const double steps = std::floor(free * 100 + 1e-9);
  if (steps < 5) return std::nullopt;
  return steps / 100;
}

std::string ComposeFile::start(const std::string& path) const {
  const std::string model = asks_for_model ? "MODEL=ORGANISATION/NAME " : "";
  if (path.empty()) return model + "docker compose up -d";
  return fmt::format("{}docker compose -f {} up -d", model, shell_quoted(path));
}

Result<ComposeFile> compose_file(const ServiceTemplate& service, const ComposeWish& wish) {
  return Writer(service, wish).written();
}

}  // namespace gb10
