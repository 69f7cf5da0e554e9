#include "audit/gpu_rules.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/embedded.h"
#include "base/text.h"
#include "base/toml.h"

namespace gb10 {

namespace {

Result<CudaVersion> version_from(const toml::Node& row, std::string_view key) {
  const std::string text = TRY(row.text(key));
  const auto parts = split(text, '.');
  const auto major = whole_number(parts[0]);
  const auto minor = parts.size() == 2 ? whole_number(parts[1]) : std::nullopt;
  if (!major || !minor) return row.wrong(fmt::format("{} is a version such as 13.0", key));
  return CudaVersion{static_cast<int>(*major), static_cast<int>(*minor)};
}

Result<int> number_from(const toml::Node& row, std::string_view key) {
  const toml::Node* const node = TRY(row.need(key));
  if (node->kind != toml::Node::Kind::integer) return node->wrong("a whole number belongs here");
  return static_cast<int>(node->integer);
}

Result<std::vector<int>> numbers_from(const toml::Node& row, std::string_view key) {
  const toml::Node* const list = TRY(row.need(key));
  std::vector<int> out;
  for (const toml::Node& item : list->items) {
    if (item.kind != toml::Node::Kind::integer) return item.wrong("a whole number belongs here");
    out.push_back(static_cast<int>(item.integer));
  }
  return out;
}

Result<NamedTarget> target_from(const toml::Node& row) {
  TRY(row.only({"name", "title", "arch", "machine", "driver", "glibc", "python", "cuda"}));
  NamedTarget out;
  out.name = TRY(row.text("name"));
  out.title = TRY(row.text("title"));
  out.machine = TRY(row.text("machine"));
  out.driver = TRY(row.text("driver"));
  out.glibc = TRY(row.text("glibc"));
  out.python = TRY(row.text("python"));
  out.arch = TRY(number_from(row, "arch"));
  out.cuda = TRY(number_from(row, "cuda"));
  return out;
}

/// The branch of a driver: 580 of "580.142"; nothing when it begins with no number.
std::optional<std::int64_t> branch(std::string_view driver) {
  return whole_number(driver.substr(0, driver.find('.')));
}

}  // namespace

std::string text(CudaVersion version) { return fmt::format("{}.{}", version.major, version.minor); }

std::string GpuTarget::capability() const { return fmt::format("{}.{}", arch / 10, arch % 10); }

Result<GpuRules> GpuRules::from(std::string_view toml, std::string_view file) {
  const toml::Node root = TRY(toml::parse(toml, file));
  TRY(root.only({"source", "date", "family", "tegra", "ptx", "driver_floor", "target"}));
  TRY(root.text("source"));
  TRY(root.text("date"));
  GpuRules out;
  const toml::Node* const families = TRY(root.need("family"));
  for (const toml::Node& row : families->items) {
    TRY(row.only({"arch", "runs_on"}));
    const int arch = TRY(number_from(row, "arch"));
    out.families_[arch] = TRY(numbers_from(row, "runs_on"));
  }
  const toml::Node* const tegra = TRY(root.need("tegra"));
  out.tegra_ = TRY(numbers_from(*tegra, "archs"));
  const toml::Node* const ptx = TRY(root.need("ptx"));
  for (const toml::Node& row : ptx->items) {
    TRY(row.only({"version", "cuda", "driver"}));
    Ptx one;
    one.version = TRY(version_from(row, "version"));
    one.cuda = TRY(version_from(row, "cuda"));
    one.driver = TRY(row.text("driver", ""));
    out.ptx_.push_back(std::move(one));
  }
  const toml::Node* const floors = TRY(root.need("driver_floor"));
  for (const toml::Node& row : floors->items) {
    TRY(row.only({"cuda", "branch"}));
    const int cuda = TRY(number_from(row, "cuda"));
    out.floors_[cuda] = TRY(number_from(row, "branch"));
  }
  const toml::Node* const targets = TRY(root.need("target"));
  for (const toml::Node& row : targets->items) {
    NamedTarget target = TRY(target_from(row));
    out.targets_.push_back(std::move(target));
  }
  return out;
}

Result<GpuRules> GpuRules::built_in() {
  constexpr std::string_view kFile = "audit/gpu-code.toml";
  const auto text = embedded(kFile);
  if (!text) return Error{Error::Kind::not_found, "this build carries no table of GPU code"};
  return from(*text, kFile);
}

std::optional<bool> GpuRules::is_in_family(int arch, int device) const {
  const auto family = families_.find(arch);
  if (family == families_.end()) return std::nullopt;
  const std::vector<int>& on = family->second;
  return std::find(on.begin(), on.end(), device) != on.end();
}

bool GpuRules::is_tegra(int arch) const {
  return std::find(tegra_.begin(), tegra_.end(), arch) != tegra_.end();
}

std::optional<CudaVersion> GpuRules::cuda_of_ptx(int major, int minor) const {
  for (const Ptx& each : ptx_) {
    if (each.version == CudaVersion{major, minor}) return each.cuda;
  }
  if (major >= 1 && major <= 6) return CudaVersion{10, 0};
  if (major == 7) return CudaVersion{11, minor};
  // Since PTX 9 the numbers go side by side: 9.n came with CUDA 13.n.
  if (major == 9) return CudaVersion{13, minor};
  return std::nullopt;
}

std::string GpuRules::driver_of(CudaVersion version) const {
  for (const Ptx& each : ptx_) {
    if (each.cuda >= version && !each.driver.empty()) return each.driver;
  }
  return {};
}

std::optional<CudaVersion> GpuRules::cuda_of_driver(std::string_view driver) const {
  const auto own = branch(driver);
  if (!own || *own <= 0) return std::nullopt;
  CudaVersion out;  // older than all that is known: what it takes is older, too
  std::int64_t newest = 0;
  for (const Ptx& each : ptx_) {
    const auto first = branch(each.driver);
    if (first && *first <= *own) out = each.cuda;
    newest = std::max(newest, first.value_or(0));
  }
  // What a driver beyond the table takes nobody has told yet.
  return *own > newest ? std::nullopt : std::optional(out);
}

int GpuRules::driver_floor(int cuda) const {
  const auto floor = floors_.find(cuda);
  return floor == floors_.end() ? 0 : floor->second;
}

const NamedTarget* GpuRules::target(std::string_view name) const {
  for (const NamedTarget& each : targets_) {
    if (each.name == name) return &each;
  }
  return nullptr;
}

}  // namespace gb10
