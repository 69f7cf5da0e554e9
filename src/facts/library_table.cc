#include "facts/library_table.h"

#include <algorithm>
#include <cctype>

#include "base/embedded.h"
#include "base/text.h"
#include "base/toml.h"

namespace gb10 {

namespace {

Result<std::vector<std::string>> sonames_of(const toml::Node& root, std::string_view key) {
  const toml::Node* const table = TRY(root.need(key));
  TRY(table->only({"sonames"}));
  return table->texts("sonames");
}

Result<bool> flag(const toml::Node& row, std::string_view key) {
  const toml::Node* const node = row.find(key);
  if (!node) return false;
  return node->truth();
}

Result<std::vector<LibraryTable::Build>> builds_of(const toml::Node& root, std::string_view key) {
  const toml::Node* const rows = TRY(root.need(key));
  std::vector<LibraryTable::Build> out;
  for (const toml::Node& row : rows->items) {
    TRY(row.only({"packages", "file", "gpu_code"}));
    LibraryTable::Build build;
    build.packages = TRY(row.texts("packages"));
    build.file = TRY(row.text("file", ""));
    build.gpu_code = TRY(flag(row, "gpu_code"));
    if (build.file.empty() && !build.gpu_code) return row.wrong("a file or gpu_code is missing");
    out.push_back(std::move(build));
  }
  return out;
}

Result<std::vector<LibraryTable::System>> systems_of(const toml::Node& root) {
  const toml::Node* const rows = TRY(root.need("system"));
  std::vector<LibraryTable::System> out;
  for (const toml::Node& row : rows->items) {
    TRY(row.only({"package", "sonames"}));
    LibraryTable::System one;
    one.package = TRY(row.text("package"));
    one.sonames = TRY(row.texts("sonames"));
    out.push_back(std::move(one));
  }
  return out;
}

Result<std::vector<LibraryTable::Growing>> growing_of(const toml::Node& root) {
  const toml::Node* const rows = TRY(root.need("growing"));
  std::vector<LibraryTable::Growing> out;
  for (const toml::Node& row : rows->items) {
    TRY(row.only({"symbols", "soname"}));
    LibraryTable::Growing one;
    one.symbols = TRY(row.text("symbols"));
    one.soname = TRY(row.text("soname"));
    out.push_back(std::move(one));
  }
  return out;
}

const LibraryTable::Build* build_in(const std::vector<LibraryTable::Build>& builds,
                                    std::string_view package) {
  const auto found = std::find_if(builds.begin(), builds.end(), [&](const auto& build) {
    return fits_any(build.packages, package);
  });
  return found == builds.end() ? nullptr : &*found;
}

}  // namespace

bool fits_any(const std::vector<std::string>& patterns, std::string_view text) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const std::string& pattern) { return fits_glob(pattern, text); });
}

Result<LibraryTable> LibraryTable::from(std::string_view toml, std::string_view file) {
  const toml::Node root = TRY(toml::parse(toml, file));
  TRY(root.only({"source", "date", "cuda", "apart", "growing", "driver", "c_library", "preload",
                 "build", "own_dispatch", "single", "system", "variant", "optional"}));
  TRY(root.text("source"));
  TRY(root.text("date"));
  LibraryTable out;
  const toml::Node* const cuda = TRY(root.need("cuda"));
  for (const toml::Node& row : cuda->items) {
    TRY(row.only({"major", "sonames"}));
    const toml::Node* const number = TRY(row.need("major"));
    const double major = TRY(number->number());
    Cuda one;
    one.major = static_cast<int>(major);
    one.sonames = TRY(row.texts("sonames"));
    out.cuda_.push_back(std::move(one));
  }
  out.apart_ = TRY(sonames_of(root, "apart"));
  out.driver_ = TRY(sonames_of(root, "driver"));
  out.c_library_ = TRY(sonames_of(root, "c_library"));
  out.single_ = TRY(sonames_of(root, "single"));
  const toml::Node* const preloads = TRY(root.need("preload"));
  for (const toml::Node& row : preloads->items) {
    const std::vector<std::string> packages = TRY(row.texts("packages"));
    out.preloads_.insert(out.preloads_.end(), packages.begin(), packages.end());
  }
  out.system_ = TRY(systems_of(root));
  out.growing_ = TRY(growing_of(root));
  out.builds_ = TRY(builds_of(root, "build"));
  out.variants_ = TRY(builds_of(root, "variant"));
  out.optionals_ = TRY(builds_of(root, "optional"));
  const toml::Node* const dispatch = TRY(root.need("own_dispatch"));
  TRY(dispatch->only({"packages", "sonames"}));
  out.dispatching_packages_ = TRY(dispatch->texts("packages"));
  out.dispatching_sonames_ = TRY(dispatch->texts("sonames"));
  return out;
}

Result<LibraryTable> LibraryTable::built_in() {
  constexpr std::string_view kFile = "libraries.toml";
  const auto text = embedded(kFile);
  if (!text) return Error{Error::Kind::not_found, "this build carries no table of libraries"};
  return from(*text, kFile);
}

std::optional<int> LibraryTable::cuda_major(std::string_view soname) const {
  for (const Cuda& each : cuda_) {
    if (std::find(each.sonames.begin(), each.sonames.end(), soname) != each.sonames.end())
      return each.major;
  }
  return std::nullopt;
}

bool LibraryTable::is_apart(std::string_view soname) const { return fits_any(apart_, soname); }

bool LibraryTable::is_of_driver(std::string_view soname) const { return fits_any(driver_, soname); }

bool LibraryTable::is_of_c_library(std::string_view soname) const {
  return fits_any(c_library_, soname);
}

bool LibraryTable::must_be_single(std::string_view soname) const {
  return fits_any(single_, soname);
}

bool LibraryTable::preloads(std::string_view package) const { return fits_any(preloads_, package); }

bool LibraryTable::dispatches_itself(std::string_view package, std::string_view soname) const {
  return fits_any(dispatching_packages_, package) || fits_any(dispatching_sonames_, soname);
}

bool LibraryTable::is_variant(std::string_view package, std::string_view file) const {
  const Build* const variant = build_in(variants_, package);
  return variant && fits_glob(variant->file, file);
}

bool LibraryTable::is_optional(std::string_view package, std::string_view file) const {
  return std::any_of(optionals_.begin(), optionals_.end(), [&](const Build& each) {
    return fits_any(each.packages, package) && fits_glob(each.file, file);
  });
}

const LibraryTable::Growing* LibraryTable::growing(std::string_view symbol) const {
  const auto found = std::find_if(growing_.begin(), growing_.end(), [&](const Growing& each) {
    return symbol.starts_with(each.symbols) && symbol.size() > each.symbols.size() &&
           std::isupper(static_cast<unsigned char>(symbol[each.symbols.size()])) != 0;
  });
  return found == growing_.end() ? nullptr : &*found;
}

bool LibraryTable::is_growing(std::string_view soname) const {
  return std::any_of(growing_.begin(), growing_.end(),
                     [&](const Growing& each) { return soname.starts_with(each.soname); });
}

std::string LibraryTable::system_package(std::string_view soname) const {
  for (const System& each : system_) {
    if (std::find(each.sonames.begin(), each.sonames.end(), soname) != each.sonames.end())
      return each.package;
  }
  return {};
}

const LibraryTable::Build* LibraryTable::build_of(std::string_view package) const {
  return build_in(builds_, package);
}

}  // namespace gb10
