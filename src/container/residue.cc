#include "container/residue.h"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "base/toml.h"

namespace gb10 {

namespace {

constexpr std::size_t kExamples = 5;
constexpr std::size_t kMostProblems = 50;
constexpr std::int64_t kMostStored = std::int64_t{1} << 62U;

Result<ResidueRules::Kind> read_kind(const toml::Node& node) {
  TRY(node.only({"name", "title", "saves", "matches", "remedy"}));
  ResidueRules::Kind out;
  out.name = TRY(node.text("name"));
  out.title = TRY(node.text("title"));
  out.remedy = TRY(node.text("remedy"));
  const toml::Node* const saves = TRY(node.need("saves"));
  out.saves = TRY(saves->truth());
  const std::vector<std::string> patterns = TRY(node.texts("matches"));
  for (const std::string& text : patterns) {
    Result<Pattern> pattern = Pattern::compile(text);
    if (!pattern.ok()) return node.wrong(pattern.error().what);
    out.matches.push_back(*std::move(pattern));
  }
  if (out.matches.empty()) return node.wrong("a kind wants patterns");
  return out;
}

/// "/usr/lib/x" of "./usr/lib/x", "usr//lib/x"; empty for what leads out of the image.
std::string absolute(std::string_view name) {
  std::string out;
  for (const std::string_view part : split(name, '/')) {
    if (part.empty() || part == ".") continue;
    if (part == "..") return {};
    out += '/';
    out += part;
  }
  return out;
}

/// The largest first, as far as they are shown.
std::vector<std::string> examples(std::vector<std::pair<std::uint64_t, std::string>> files) {
  std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  std::vector<std::string> out;
  for (std::size_t i = 0; i < files.size() && i < kExamples; ++i)
    out.push_back(std::move(files[i].second));
  return out;
}

/// HF_TOKEN, API_TOKENS, HF_TOKEN1; not TOKENIZERS_PARALLELISM, nor MAX_TOKENS, which is a number.
bool holds_token(std::string_view low, const std::string& value) {
  if (whole_number(value) || value == "true" || value == "false") return false;
  for (std::size_t at = low.find("token"); at != low.npos; at = low.find("token", at + 5)) {
    if (!low.substr(at + 5).starts_with("iz")) return true;
  }
  return false;
}

bool holds_secret(const std::string& name, const std::string& value) {
  const std::string low = lower(name);
  // Where one lies, not what it is.
  if (low.ends_with("_file") || low.ends_with("_path")) return false;
  if (holds_token(low, value)) return true;
  static constexpr std::array<std::string_view, 7> kWords = {
      "secret", "password", "passwd", "api_key", "apikey", "access_key", "private_key"};
  return std::any_of(kWords.begin(), kWords.end(),
                     [&](std::string_view word) { return low.find(word) != std::string::npos; });
}

}  // namespace

Result<ResidueRules> ResidueRules::read(std::string_view text, std::string_view file) {
  const toml::Node root = TRY(toml::parse(text, file));
  TRY(root.only({"date", "source", "kind"}));
  const toml::Node* const kinds = TRY(root.need("kind"));
  if (kinds->kind != toml::Node::Kind::array) return kinds->wrong("[[kind]] wants double brackets");
  ResidueRules out;
  for (const toml::Node& node : kinds->items) {
    Kind kind = TRY(read_kind(node));
    out.kinds_.push_back(std::move(kind));
  }
  return out;
}

int ResidueRules::kind_of(const std::string& path) const {
  for (std::size_t i = 0; i < kinds_.size(); ++i) {
    const auto fits = [&](const Pattern& pattern) { return pattern.fits(path); };
    if (std::any_of(kinds_[i].matches.begin(), kinds_[i].matches.end(), fits))
      return static_cast<int>(i);
  }
  return -1;
}

void ResidueReader::begin_layer(std::string made_by) {
  ResidueLayer layer;
  layer.made_by = std::move(made_by);
  out_.layers.push_back(std::move(layer));
  emptied_.clear();
}

void ResidueReader::take_away(Files::iterator file) {
  const File& gone = file->second;
  out_.layers[static_cast<std::size_t>(gone.layer)].covered += static_cast<std::int64_t>(gone.size);
  const bool is_secret =
      gone.kind >= 0 && rules_.kinds()[static_cast<std::size_t>(gone.kind)].name == "secrets";
  if (is_secret && !gone.is_directory) out_.covered_secrets.push_back(file->first);
  files_.erase(file);
}

void ResidueReader::take_below(const std::string& folder, bool lower_only) {
  if (lower_only && !emptied_.insert(folder).second) return;
  const std::string prefix = folder + "/";
  const int layer = static_cast<int>(out_.layers.size()) - 1;
  for (auto at = files_.lower_bound(prefix); at != files_.end() && at->first.starts_with(prefix);) {
    const auto next = std::next(at);
    if (!lower_only || at->second.layer < layer) take_away(at);
    at = next;
  }
}

void ResidueReader::add(std::string_view name, std::uint64_t size, bool is_directory) {
  CHECK(!out_.layers.empty());
  // Sizes that a table only claims must not overflow the sums, which are all of parts of this one.
  size = std::min(size, static_cast<std::uint64_t>(kMostStored - out_.stored));
  std::string path = absolute(name);
  if (path.empty()) return;
  const std::size_t slash = path.rfind('/');
  const std::string last = path.substr(slash + 1), folder = path.substr(0, slash);
  if (last == ".wh..wh..opq") return take_below(folder, true);
  if (last.starts_with(".wh.")) {
    const std::string gone = folder + "/" + last.substr(4);
    take_below(gone, true);
    const auto found = files_.find(gone);
    if (found != files_.end() && found->second.layer + 1 < static_cast<int>(out_.layers.size()))
      take_away(found);
    return;
  }
  const auto there = files_.find(path);
  if (there != files_.end()) {
    if (is_directory && there->second.is_directory) return;
    if (there->second.is_directory) take_below(path, false);
    take_away(there);
  }
  ResidueLayer& layer = out_.layers.back();
  if (!is_directory) {
    ++layer.files;
    layer.bytes += static_cast<std::int64_t>(size);
    out_.stored += static_cast<std::int64_t>(size);
  }
  const int kind = is_directory ? -1 : rules_.kind_of(path);
  files_[std::move(path)] = {is_directory ? 0 : size, static_cast<int>(out_.layers.size()) - 1,
                             kind, is_directory};
}

void ResidueReader::add_variable(const std::string& name, const std::string& value) {
  if (!value.empty() && holds_secret(name, value)) out_.secret_names.push_back(name);
}

void ResidueReader::add_groups() {
  std::vector<std::vector<std::pair<std::uint64_t, std::string>>> found(rules_.kinds().size());
  for (const auto& [path, file] : files_) {
    if (file.is_directory) continue;
    ++out_.files;
    out_.bytes += static_cast<std::int64_t>(file.size);
    if (file.kind >= 0) found[static_cast<std::size_t>(file.kind)].emplace_back(file.size, path);
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i].empty()) continue;
    const ResidueRules::Kind& kind = rules_.kinds()[i];
    ResidueGroup group{kind.name, kind.title, kind.remedy, kind.saves, 0, 0, {}};
    group.files = static_cast<std::int64_t>(found[i].size());
    for (const auto& [size, path] : found[i]) group.bytes += static_cast<std::int64_t>(size);
    group.examples = examples(std::move(found[i]));
    out_.groups.push_back(std::move(group));
  }
}

/// Libraries of CUDA of which there are several: what is not the largest copy of each is counted.
void ResidueReader::add_copies() {
  std::map<std::string, std::vector<std::pair<std::uint64_t, std::string>>> copies;
  std::map<std::string, std::set<std::string>> versions;
  for (const auto& [path, file] : files_) {
    if (file.is_directory || file.size == 0) continue;
    const std::optional<CudaFile> cuda = cuda_file(path);
    if (!cuda) continue;
    copies[cuda->library].emplace_back(file.size, path);
    versions[cuda->library].insert(cuda->version);
  }
  ResidueGroup group{"cuda-copies",
                     "libraries of CUDA that are there more than once",
                     "one CUDA: the base image's or the wheels', not both",
                     false,
                     0,
                     0,
                     {}};
  for (auto& [library, files] : copies) {
    if (files.size() < 2) continue;
    std::uint64_t all = 0, largest = 0;
    for (const auto& [size, path] : files) {
      all += size;
      largest = std::max(largest, size);
    }
    group.files += static_cast<std::int64_t>(files.size()) - 1;
    group.bytes += static_cast<std::int64_t>(all - largest);
    std::vector<std::string> seen(versions[library].begin(), versions[library].end());
    if (group.examples.size() < kExamples)
      group.examples.push_back(
          fmt::format("lib{}: {} files, versions {}", library, files.size(), joined(seen, ", ")));
  }
  if (group.files > 0) out_.groups.push_back(std::move(group));
}

ImageResidue ResidueReader::found() && {
  add_groups();
  add_copies();
  std::stable_sort(out_.groups.begin(), out_.groups.end(),
                   [](const ResidueGroup& a, const ResidueGroup& b) { return a.bytes > b.bytes; });
  std::sort(out_.covered_secrets.begin(), out_.covered_secrets.end());
  if (out_.problems.size() > kMostProblems) out_.problems.resize(kMostProblems);
  return std::move(out_);
}

std::optional<CudaFile> cuda_file(std::string_view path) {
  static constexpr std::array<std::string_view, 20> kLibraries = {"cudart",
                                                                  "cublas",
                                                                  "cublasLt",
                                                                  "cudnn",
                                                                  "cudnn_ops",
                                                                  "cudnn_cnn",
                                                                  "cudnn_adv",
                                                                  "cudnn_graph",
                                                                  "cudnn_engines_precompiled",
                                                                  "cudnn_engines_runtime_compiled",
                                                                  "cudnn_heuristic",
                                                                  "cufft",
                                                                  "curand",
                                                                  "cusolver",
                                                                  "cusparse",
                                                                  "cusparseLt",
                                                                  "nccl",
                                                                  "nvrtc",
                                                                  "nvJitLink",
                                                                  "cufile"};
  const std::string_view name = path.substr(path.rfind('/') + 1);
  const std::size_t so = name.find(".so.");
  if (!name.starts_with("lib") || so == std::string_view::npos) return std::nullopt;
  const std::string_view library = name.substr(3, so - 3), version = name.substr(so + 4);
  const bool known = std::find(kLibraries.begin(), kLibraries.end(), library) != kLibraries.end();
  if (!known || version.empty()) return std::nullopt;
  return CudaFile{std::string(library), std::string(version)};
}

}  // namespace gb10
