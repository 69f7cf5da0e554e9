#include "container/service_template.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "rules/evidence.h"
#include "rules/fields.h"

namespace gb10 {

namespace {

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

Result<std::int64_t> whole(const toml::Node& node, std::string_view key, std::int64_t low,
                           std::int64_t high) {
  const toml::Node* const value = TRY(node.need(key));
  if (value->kind != toml::Node::Kind::integer || value->integer < low || value->integer > high)
    return value->wrong(fmt::format("{} wants a whole number from {} to {}", key, low, high));
  return value->integer;
}

Result<double> share(const toml::Node& node, std::string_view key) {
  const toml::Node* const value = TRY(node.need(key));
  const double number = TRY(value->number());
  if (!(number > 0 && number < 1)) return value->wrong(fmt::format("{} lies between 0 and 1", key));
  return number;
}

Result<ServiceTemplate::Port> read_port(const toml::Node& node) {
  TRY(node.only({"container", "why"}));
  ServiceTemplate::Port out;
  out.container = TRY(whole(node, "container", 1, 65535));
  out.why = TRY(node.text("why"));
  return out;
}

Result<ServiceTemplate::Volume> read_volume(const toml::Node& node) {
  TRY(node.only({"from", "to", "why"}));
  ServiceTemplate::Volume out;
  out.from = TRY(node.text("from"));
  out.to = TRY(node.text("to"));
  out.why = TRY(node.text("why"));
  if (!why_no_service_name(out.from).empty()) return node.wrong("from wants a plain name");
  if (!out.to.starts_with('/')) return node.wrong("to wants an absolute path");
  return out;
}

Result<ServiceTemplate::Variable> read_variable(const toml::Node& node) {
  TRY(node.only({"name", "value", "why"}));
  ServiceTemplate::Variable out;
  out.name = TRY(node.text("name"));
  out.value = TRY(node.text("value"));
  out.why = TRY(node.text("why"));
  const bool odd = out.name.empty() || out.name.find('=') != std::string::npos;
  if (odd) return node.wrong("name wants the name of a variable");
  return out;
}

Result<ServiceTemplate::Limit> read_limit(const toml::Node& node) {
  TRY(node.only({"name", "value", "why"}));
  ServiceTemplate::Limit out;
  out.name = TRY(node.text("name"));
  out.value = TRY(whole(node, "value", -1, std::int64_t{1} << 40U));
  out.why = TRY(node.text("why"));
  const bool letters =
      !out.name.empty() &&
      std::all_of(out.name.begin(), out.name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  if (!letters) return node.wrong("name wants a limit such as memlock");
  return out;
}

Result<ServiceTemplate::Memory> read_memory(const toml::Node& node) {
  TRY(node.only({"flag", "variable", "most", "otherwise", "why"}));
  ServiceTemplate::Memory out;
  out.flag = TRY(node.text("flag", ""));
  out.variable = TRY(node.text("variable", ""));
  out.why = TRY(node.text("why"));
  out.most = TRY(share(node, "most"));
  out.otherwise = TRY(share(node, "otherwise"));
  if (out.flag.empty() == out.variable.empty()) return node.wrong("wants flag or variable");
  return out;
}

Result<ServiceTemplate::Health> read_health(const toml::Node& node) {
  TRY(node.only({"test", "every", "start", "why"}));
  ServiceTemplate::Health out;
  out.test = TRY(node.texts("test"));
  out.every = TRY(node.text("every"));
  out.start = TRY(node.text("start"));
  out.why = TRY(node.text("why"));
  if (out.test.empty()) return node.wrong("test wants a command");
  return out;
}

Result<void> read_ipc(const toml::Node& root, ServiceTemplate& out) {
  out.ipc = TRY(root.text("ipc", "private"));
  out.shm_size = TRY(root.text("shm_size", ""));
  out.ipc_why = TRY(root.text("ipc_why"));
  if (out.ipc != "host" && out.ipc != "private") return root.wrong("ipc wants host or private");
  if (out.shm_size.empty())
    return root.wrong("shm_size is missing: it counts where ipc is private");
  return {};
}

Result<void> read_head(const toml::Node& root, ServiceTemplate& out) {
  out.name = TRY(root.text("name"));
  out.title = TRY(root.text("title"));
  out.image = TRY(root.text("image", ""));
  out.tag = TRY(root.text("tag", ""));
  out.row = TRY(root.text("row", ""));
  out.why = TRY(root.text("why"));
  out.command = TRY(root.texts("command"));
  out.command_why = TRY(root.text("command_why", ""));
  out.folder = TRY(root.text("folder", ""));
  if (const toml::Node* const terminal = root.find("terminal"))
    out.terminal = TRY(terminal->truth());
  if (const std::string why = why_no_service_name(out.name); !why.empty())
    return root.wrong("name " + why);
  const std::string whole_image = out.image + (out.tag.empty() ? "" : ":" + out.tag);
  if (out.image.empty() && !out.tag.empty()) return root.wrong("a tag wants an image");
  if (!out.image.empty() && !why_no_image(whole_image).empty())
    return root.wrong("image " + why_no_image(whole_image));
  return {};
}

}  // namespace

bool ServiceTemplate::wants_model() const {
  return std::any_of(command.begin(), command.end(), [](const std::string& word) {
    return word.find("{model}") != std::string::npos;
  });
}

Result<ServiceTemplate> read_service_template(std::string_view text, std::string_view file) {
  const toml::Node root = TRY(toml::parse(text, file));
  TRY(root.only({"name",     "title",   "image",       "tag",      "row",
                 "why",      "command", "command_why", "terminal", "ipc",
                 "shm_size", "ipc_why", "folder",      "memory",   "health",
                 "port",     "volume",  "environment", "ulimit",   "evidence"}));
  ServiceTemplate out;
  out.origin = file;
  TRY(read_head(root, out));
  TRY(read_ipc(root, out));
  out.ports = TRY(each_of<ServiceTemplate::Port>(root, "port", read_port));
  out.volumes = TRY(each_of<ServiceTemplate::Volume>(root, "volume", read_volume));
  out.environment = TRY(each_of<ServiceTemplate::Variable>(root, "environment", read_variable));
  out.limits = TRY(each_of<ServiceTemplate::Limit>(root, "ulimit", read_limit));
  out.evidence = TRY(each_of<std::string>(root, "evidence", read_evidence));
  if (const toml::Node* const memory = root.find("memory")) out.memory = TRY(read_memory(*memory));
  if (const toml::Node* const health = root.find("health")) out.health = TRY(read_health(*health));
  if (!out.tag.empty() && out.evidence.empty())
    return root.wrong("a tag wants [[evidence]] that somebody used it on such a machine");
  return out;
}

Result<std::vector<ServiceTemplate>> read_service_templates(const std::vector<DataFile>& files) {
  std::vector<ServiceTemplate> out;
  for (const DataFile& file : files) {
    const std::string place = file.origin == kBuiltIn ? file.name + ".toml" : file.origin;
    ServiceTemplate one = TRY(read_service_template(file.text, place));
    if (one.name != file.name)
      return Error{Error::Kind::invalid,
                   fmt::format("{}:1: is called {} within", place, printable(one.name, 80)),
                   "file and name must be the same"};
    one.origin = file.origin;
    out.push_back(std::move(one));
  }
  return out;
}

std::string why_no_service_name(std::string_view name) {
  if (name.empty()) return "is empty";
  if (name.size() > 63) return "has more than 63 characters";
  if (name[0] == '-' || name[0] == '_') return "begins with no letter and no digit";
  if (!std::all_of(name.begin(), name.end(), is_name_character))
    return "holds other characters than a to z, 0 to 9, - and _";
  return {};
}

std::string why_no_image(std::string_view image) {
  if (image.empty()) return "is empty";
  if (image.size() > 400) return "is longer than a name may be";
  const bool fits = std::all_of(image.begin(), image.end(), [](char c) {
    return is_name_character(c) || (c >= 'A' && c <= 'Z') || c == '.' || c == '/' || c == ':' ||
           c == '@';
  });
  if (!fits) return "holds other characters than letters, digits and . / : @ - _";
  const char first = image[0];
  if (!is_name_character(first) && !(first >= 'A' && first <= 'Z'))
    return "begins with no letter and no digit";
  if (first == '-' || first == '_') return "begins with no letter and no digit";
  return {};
}

}  // namespace gb10
