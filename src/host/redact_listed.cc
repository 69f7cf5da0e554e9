// Files and lines that list names: each of them is one, however many there are.

#include <algorithm>
#include <array>

#include "base/text.h"
#include "host/redact_names.h"

namespace gb10::redaction {

namespace {

using View = std::string_view;

/// The span of `part`, which is a part of `text`.
Span span_of(View text, View part, Secret kind) {
  const auto begin = static_cast<std::size_t>(part.data() - text.data());
  return {begin, begin + part.size(), kind};
}

/// A name before the first dot and the domain behind it, as they also stand alone.
void find_host(View text, View name, Spans& spans) {
  const std::size_t dot = name.find('.');
  const View first = name.substr(0, dot);
  if (is_public_host(lower(name))) return;
  if (!is_public_host(lower(first))) spans.push_back(span_of(text, first, Secret::host));
  const View domain = dot == View::npos ? View() : without_private_suffix(name.substr(dot + 1));
  if (!is_public_host(lower(domain))) spans.push_back(span_of(text, domain, Secret::host));
}

void find_hosts(View text, Spans& spans) {
  for (const View line : lines(text)) {
    const auto all = words(line.substr(0, line.find('#')));
    for (std::size_t i = 1; i < all.size(); ++i) find_host(text, all[i], spans);
  }
}

/// "Full Name,room,telephone,…": the name of the account again, the person, the rest.
void find_details(View text, View account, View details, Spans& spans) {
  bool first = true;
  for (const View part : split(details, ',')) {
    const Secret who = lower(part) == lower(account) ? Secret::user : Secret::person;
    if (!trimmed(part).empty()) spans.push_back(span_of(text, part, first ? who : Secret::word));
    first = false;
  }
}

void find_people(View text, Spans& spans) {
  for (const View line : lines(text)) {
    const auto fields = split(line, ':');
    const auto id = fields.size() < 7 ? std::nullopt : whole_number(fields[2]);
    if (id && *id >= 1000 && *id < 65534) find_details(text, fields[0], fields[4], spans);
  }
}

/// Names that NetworkManager makes from those of interfaces.
bool is_interface(View name) {
  static constexpr std::array<View, 20> kBegins = {
      "en",        "eth", "wl",  "ww",  "docker", "br",  "veth", "virbr", "vnet", "cni",
      "tailscale", "wg",  "tun", "tap", "bond",   "usb", "ib",   "dummy", "vlan", "can"};
  const auto in_name = [](char c) { return is_alnum(c) || c == '-' || c == '.' || c == '_'; };
  if (name == "lo") return true;
  const bool known = std::any_of(kBegins.begin(), kBegins.end(),
                                 [&](View begin) { return name.starts_with(begin); });
  return known && name.size() <= 15 && std::all_of(name.begin(), name.end(), in_name) &&
         std::any_of(name.begin(), name.end(), is_digit);
}

/// The part of a connection's name that a person chose; empty for none.
View chosen_part(View name) {
  constexpr View kNetplan = "netplan-";
  if (name.starts_with(kNetplan)) {
    name.remove_prefix(kNetplan.size());
    const std::size_t dash = name.find('-');
    return dash == View::npos ? View() : name.substr(dash + 1);
  }
  return name.starts_with("Wired connection") || is_interface(name) ? View() : name;
}

/// "starting connection 'NAME'", "policy: set 'NAME' (wlP9s9) as default".
void find_connections(View text, Spans& spans) {
  constexpr std::size_t kLongest = 100;
  for (const View mark : {View("connection '"), View("policy: set '")}) {
    for (std::size_t at = text.find(mark); at != View::npos; at = text.find(mark, at + 1)) {
      const std::size_t begin = at + mark.size();
      const View rest = text.substr(begin, kLongest);
      const std::size_t end = rest.find_first_of("'\n");
      if (end == View::npos || rest[end] != '\'') continue;
      const View chosen = chosen_part(rest.substr(0, end));
      if (!chosen.empty()) spans.push_back(span_of(text, chosen, Secret::network));
    }
  }
}

/// The registry in "Image":"registry.corp.example/name", unless it is one that everybody may use.
void find_registries(View text, Spans& spans) {
  static constexpr std::array<View, 10> kPublic = {
      "docker.io",       "ghcr.io",    "nvcr.io",        "quay.io",           "gcr.io",
      "registry.k8s.io", "k8s.gcr.io", "public.ecr.aws", "mcr.microsoft.com", "lscr.io"};
  constexpr std::size_t kLongest = 255;
  constexpr View kMark = "\"Image\":\"";
  for (std::size_t at = text.find(kMark); at != View::npos; at = text.find(kMark, at + 1)) {
    const View rest = text.substr(at + kMark.size(), kLongest);
    const std::size_t end = rest.find_first_of("/\"\\");
    if (end == View::npos || rest[end] != '/') continue;
    const View host = rest.substr(0, std::min(rest.find(':'), end));
    const bool open = std::find(kPublic.begin(), kPublic.end(), host) != kPublic.end();
    const bool quad =
        std::all_of(host.begin(), host.end(), [](char c) { return is_digit(c) || c == '.'; });
    if (!open && !quad && host.find('.') != View::npos) find_host(text, host, spans);
  }
}

}  // namespace

void find_listed(std::string_view text, const Place& place, Spans& spans) {
  const bool file = place.kind == Place::Kind::file && place.name.starts_with("/etc/");
  if (file && place.last() == "hosts") find_hosts(text, spans);
  if ((file && place.last().starts_with("passwd")) || place.is_output_of("getent")) {
    find_people(text, spans);
  }
  if (place.is_output_of("docker")) find_registries(text, spans);
  find_connections(text, spans);
}

}  // namespace gb10::redaction
