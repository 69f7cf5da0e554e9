#include <fmt/format.h>

#include "base/text.h"
#include "facts/accounts.h"
#include "facts/ask.h"
#include "facts/storage.h"
#include "facts/value.h"

namespace gb10::storage {

namespace {

/// Files that we are ready to look at in one cache: a look at a cache must not be a walk.
constexpr int kMostFiles = 5000;

/// Adds up files and stops where there are too many.
struct Tally {
  double total = 0;
  int files = 0;
};

Result<void> add_files(const HostView& host, const std::string& dir, Tally& tally) {
  const auto entries = TRY(host.list(dir));
  for (const DirEntry& entry : entries) {
    if (entry.kind != FileKind::regular) continue;
    if (++tally.files > kMostFiles) {
      return Error{Error::Kind::unsupported, fmt::format("more than {} files", kMostFiles)};
    }
    const auto info = host.info(fmt::format("{}/{}", dir, entry.name));
    if (info.ok()) tally.total += static_cast<double>(info->size);
  }
  return {};
}

std::string variable(const HostView& host, std::string_view name) {
  const auto& environment = host.self().environment;
  const auto at = environment.find(name);
  return at == environment.end() ? std::string() : at->second;
}

/// The directory that huggingface_hub uses, by the order in which its documentation names the
/// variables.
Result<std::string> hf_path(const HostView& host) {
  if (const std::string path = variable(host, "HF_HUB_CACHE"); !path.empty()) return path;
  if (const std::string path = variable(host, "HF_HOME"); !path.empty()) return path + "/hub";
  if (const std::string path = variable(host, "XDG_CACHE_HOME"); !path.empty()) {
    return path + "/huggingface/hub";
  }
  const std::string home = TRY(asking_home(host));
  return home + "/.cache/huggingface/hub";
}

/// Only `blobs` has the bytes; what lies under `snapshots` are links to them.
Result<Value> hf_size(const HostView& host, const std::string& path) {
  const auto entries = TRY(host.list(path));
  Tally tally;
  for (const DirEntry& entry : entries) {
    if (entry.kind != FileKind::directory || entry.name.find("--") == std::string::npos) continue;
    const auto added = add_files(host, fmt::format("{}/{}/blobs", path, entry.name), tally);
    if (!added.ok() && added.error().kind != Error::Kind::not_found) return added.error();
  }
  return Value(bytes(tally.total));
}

/// Where Ollama keeps models: as the user says, as its service does, in the user's home.
std::vector<std::string> ollama_paths(const HostView& host) {
  if (const std::string path = variable(host, "OLLAMA_MODELS"); !path.empty()) return {path};
  std::vector<std::string> paths = {"/usr/share/ollama/.ollama/models"};
  const auto home = asking_home(host);
  if (home.ok()) paths.push_back(*home + "/.ollama/models");
  return paths;
}

void put_ollama(const HostView& host, Facts& facts) {
  Error why{Error::Kind::not_found, "no models of Ollama found"};
  std::string source = "Ollama's directories";
  for (const std::string& path : ollama_paths(host)) {
    Tally tally;
    const auto added = add_files(host, path + "/blobs", tally);
    if (added.ok()) return facts.set("storage.ollama_models", bytes(tally.total), path);
    if (added.error().kind == Error::Kind::not_found) continue;
    why = added.error();
    source = path;
  }
  facts.unknown("storage.ollama_models", why, source);
}

}  // namespace

void collect_caches(const HostView& host, Facts& facts) {
  const auto path = hf_path(host);
  const std::string source = path.value_or("Hugging Face cache");
  facts.put("storage.hf_cache_path", as_value(path), "environment");
  facts.put("storage.hf_cache", path.ok() ? hf_size(host, *path) : path.error(), source);
  put_ollama(host, facts);
}

}  // namespace gb10::storage
