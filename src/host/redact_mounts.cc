// Mounts of other machines: "//nas/share", "nas:/volume", "anna@office:/data", and their options.

#include <algorithm>
#include <array>

#include "base/text.h"
#include "host/redact_names.h"
#include "host/redact_pseudonyms.h"

namespace gb10::redaction {

namespace {

using View = std::string_view;

bool is_remote(View type) {
  static constexpr std::array<View, 12> kTypes = {"cifs",   "smb3",   "nfs",   "nfs4",
                                                  "ceph",   "9p",     "afs",   "beegfs",
                                                  "lustre", "davfs2", "ncpfs", "glusterfs"};
  return std::find(kTypes.begin(), kTypes.end(), type) != kTypes.end() || type.starts_with("fuse.");
}

/// `part`, which lies within `text`, as a secret.
void add(View text, View part, Secret kind, Spans& spans) {
  if (part.empty() || part == "localhost") return;
  const auto begin = static_cast<std::size_t>(part.data() - text.data());
  spans.push_back({begin, begin + part.size(), kind});
  spans.back().spreads = kind == Secret::host && is_peculiar(kind, part);
}

void add_server(View text, View server, Spans& spans) {
  const bool quad = server.find_first_not_of("0123456789.:[]abcdefABCDEF%") == View::npos;
  if (!quad || server.find_first_of(".:[") == View::npos) add(text, server, Secret::host, spans);
}

void add_path(View text, View path, Spans& spans) {
  for (const View part : split(path, '/')) add(text, part, Secret::part, spans);
}

/// The device of a mount: its server, who asks it, and what of it is mounted.
void find_source(View text, View source, Spans& spans) {
  if (source.starts_with("//")) {
    const View rest = source.substr(2);
    const std::size_t slash = std::min(rest.find('/'), rest.size());
    add_server(text, rest.substr(0, slash), spans);
    return add_path(text, rest.substr(slash), spans);
  }
  const std::size_t colon = source.find(":/") != View::npos ? source.find(":/") : source.find(':');
  if (colon == View::npos) return;
  View server = source.substr(0, colon);
  const std::size_t at = server.find('@');
  if (at != View::npos) add(text, server.substr(0, at), Secret::user, spans);
  if (at != View::npos) server.remove_prefix(at + 1);
  add_server(text, server, spans);
  add_path(text, source.substr(colon + 1), spans);
}

void find_options(View text, View options, Spans& spans) {
  for (const View option : split(options, ',')) {
    const std::size_t equals = option.find('=');
    if (equals == View::npos) continue;
    const View name = option.substr(0, equals), value = option.substr(equals + 1);
    if (name == "username" || name == "user") add(text, value, Secret::user, spans);
    if (name == "domain" || name == "workgroup") add(text, value, Secret::word, spans);
    if (name == "mon_addr" || name == "prefixpath") add(text, value, Secret::word, spans);
  }
}

}  // namespace

void find_mounts(std::string_view text, const Place& place, Spans& spans) {
  if (place.kind != Place::Kind::file) return;
  if (place.last() != "mounts" && place.last() != "fstab") return;
  for (const View line : lines(text)) {
    const auto fields = words(line);
    if (fields.size() < 3 || !is_remote(fields[2])) continue;
    find_source(text, fields[0], spans);
    if (fields.size() > 3) find_options(text, fields[3], spans);
  }
}

}  // namespace gb10::redaction
