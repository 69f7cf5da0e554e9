#include "host/redact_parts.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "host/redact_literals.h"
#include "host/redact_pseudonyms.h"

namespace gb10::redaction {

namespace {

using View = std::string_view;

constexpr View kHidden =
    " cache cargo conda config cursor env git ipython local lock npm nv nvm ollama rustup "
    "triton venv vscode vscode-server ";

constexpr View kModelFiles =
    " ckpt engine ggml gguf ipynb llamafile onnx pt pth py safetensors sh ";
constexpr View kFiles =
    " arrow bin cfg conf crt csv db gz ini jar jinja jpg js json jsonl key log md model mp4 "
    "npy npz parquet pem pid plan png pyc so sock sqlite tar toml ts txt wav yaml yml zip "
    "zst ";

/// Below these lies what the system and its packages are made of.
constexpr std::array<View, 14> kTrees = {"/usr/",  "/opt/", "/etc/",   "/var/lib/", "/proc/",
                                         "/sys/",  "/dev/", "/run/",   "/snap/",    "/bin/",
                                         "/sbin/", "/lib/", "/lib64/", "/boot/"};

/// What follows the last dot, when it is a kind of file; empty otherwise.
View extension_of(View name) {
  const std::size_t dot = name.rfind('.');
  if (dot == View::npos || dot == 0) return {};
  const View end = name.substr(dot + 1);
  const std::string low = lower(end);
  return has_word(kModelFiles, low) || has_word(kFiles, low) ? end : View();
}

/// Without a number at its end: "checkpoint-500", "disk1".
View without_number(View name) {
  const std::size_t end = name.find_last_not_of("0123456789");
  if (end == View::npos) return {};
  name = name.substr(0, end + 1);
  while (name.ends_with('-') || name.ends_with('_')) name.remove_suffix(1);
  return name;
}

/// Numbers, dates, versions and digests.
bool is_number(View name) {
  const auto in_number = [](char c) { return is_digit(c) || View("._-vV").find(c) != View::npos; };
  return std::all_of(name.begin(), name.end(), in_number) ||
         (name.size() >= 32 && std::all_of(name.begin(), name.end(), is_hex));
}

/// What interpreters, toolkits and hubs name so themselves.
bool is_systematic(View name) {
  for (const View begin : {View("python3"), View("cuda-"), View("cpython-"), View("conda-meta"),
                           View("models--"), View("datasets--"), View("spaces--")}) {
    if (name.starts_with(begin)) return true;
  }
  return (name.starts_with("lib") && name.find(".so") != View::npos) ||
         name.ends_with(".dist-info") || name.ends_with(".egg-info");
}

bool is_open(View name) {
  const std::string low = lower(name);
  if (is_usual_part(low) || is_ordinary(low)) return true;
  if (is_number(name) || is_systematic(name) || is_pseudonym(name)) return true;
  const View bare = without_number(low);
  return bare.size() < low.size() && (is_usual_part(bare) || is_ordinary(bare));
}

bool is_public_tree(View path) {
  return std::any_of(kTrees.begin(), kTrees.end(),
                     [&](View tree) { return path.starts_with(tree); });
}

/// Below these nothing is a person's choice.
bool is_package_dir(View name) {
  return name == "site-packages" || name == "dist-packages" || name == "node_modules" ||
         name.starts_with("models--") || name.starts_with("datasets--");
}

/// True for a path that is not said to be one by its beginning: "acme/x/model.gguf", "a.gguf".
/// "org/name" is how hubs call models, and a name with a dot first is that of a registry.
bool is_relative(View word) {
  const View last = word.substr(word.rfind('/') + 1);
  const View extension = extension_of(last);
  if (has_word(kModelFiles, lower(extension))) return true;
  const auto depth = std::count(word.begin(), word.end(), '/');
  if (depth >= 1 && !extension.empty()) return true;
  return depth >= 2 && word.substr(0, word.find('/')).find('.') == View::npos;
}

/// The path in a word of a command line; empty for none.
View path_in(View word) {
  if (word.starts_with('-')) {
    const std::size_t slash = word.find('/');
    return slash == View::npos ? View() : word.substr(slash);
  }
  while (word.starts_with("///")) word.remove_prefix(2);
  if (word.starts_with("//")) return {};
  if (word.starts_with('/') || word.starts_with("./") || word.starts_with("../")) return word;
  return word.starts_with('~') || is_relative(word) ? word : View();
}

bool is_known(View name, const Names& names) {
  const std::string low = lower(name);
  return names.users.count(low) != 0 || names.hosts.count(low) != 0 || names.people.count(low) != 0;
}

void find_in_path(View text, View path, const Names& names, Spans& spans) {
  if (path.empty() || is_public_tree(path)) return;
  bool home = false;
  for (const View component : split(path, '/')) {
    if (is_package_dir(component)) return;
    const bool account = home || component.starts_with('~');
    home = component == "home" && component.data() == path.data() + 1;
    const View chosen = account ? View() : chosen_part(component);
    if (chosen.empty() || is_known(chosen, names)) continue;
    const auto begin = static_cast<std::size_t>(chosen.data() - text.data());
    spans.push_back({begin, begin + chosen.size(), Secret::part});
  }
}

void find_in_line(View text, View line, const Names& names, Spans& spans) {
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t end = std::min(line.find_first_of(kPathEnds, at), line.size());
    const View path = path_in(line.substr(at, end - at));
    // "8000/v1/models" is the rest of an address.
    const bool cut = at > 0 && line[at - 1] == ':' && !path.starts_with('/');
    if (!cut) find_in_path(text, path, names, spans);
    at = end + 1;
  }
}

/// "ExecStart={ path=… ; argv[]=PROGRAM ARGUMENTS ; …".
void find_in_units(View text, const Names& names, Spans& spans) {
  constexpr View kMark = "argv[]=";
  constexpr std::size_t kLongestLine = 8192;
  for (std::size_t at = text.find(kMark); at != View::npos; at = text.find(kMark, at)) {
    at += kMark.size();
    View line = text.substr(at, kLongestLine);
    line = line.substr(0, std::min(line.find(" ;"), line.find('\n')));
    find_in_line(text, line, names, spans);
    at += line.size();
  }
}

/// Processes; not the command line of the kernel.
bool is_command_line(const Place& place) {
  return place.kind == Place::Kind::file && place.last() == "cmdline" &&
         place.name != "/proc/cmdline";
}

}  // namespace

void find_parts(std::string_view text, const Place& place, const Names& names, Spans& spans) {
  if (is_command_line(place)) find_in_line(text, text, names, spans);
  if (place.is_output_of("systemctl")) find_in_units(text, names, spans);
}

std::string_view chosen_part(std::string_view component) {
  const bool hidden = component.starts_with('.');
  if (hidden) component.remove_prefix(1);
  if (component.size() < 3) return {};
  if (is_open(component) || (hidden && has_word(kHidden, component))) return {};
  const View extension = extension_of(component);
  if (!extension.empty()) component.remove_suffix(extension.size() + 1);
  if (component.size() < 3 || (!extension.empty() && is_open(component))) return {};
  return component.find_first_of("$%*?\\@") == View::npos ? component : View();
}

bool is_part_place(std::string_view text, std::size_t begin, std::size_t end, const Place& place) {
  std::size_t first = begin;
  if (char_before(text, first) == '.') --first;
  const bool relative = place.kind == Place::Kind::path && !text.starts_with('/');
  if (char_before(text, first) != '/' && !(relative && first == 0)) return false;
  const View before = path_before(text, first, place);
  if (relative ? !place.name.starts_with('/') || is_public_tree(place.name)
               : !before.starts_with('/') || before.starts_with("//") || is_public_tree(before)) {
    return false;
  }
  constexpr std::size_t kLongest = 256;
  const View rest = text.substr(end, kLongest);
  const View ends = place.kind == Place::Kind::path ? View("/") : kPathEnds;
  const std::size_t stop = end + std::min({rest.find_first_of(ends), rest.find('/'), rest.size()});
  return chosen_part(text.substr(first, stop - first)) == text.substr(begin, end - begin);
}

}  // namespace gb10::redaction
