#include "audit/wanted_functions.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "elf/symbols.h"

namespace gb10 {

namespace {

constexpr std::size_t kMostFiles = 64;  // that are asked for one function
constexpr std::size_t kMostFunctions =
    1024;  // of one library that another wants; cuBLAS 13 exports 757

}  // namespace

/// What the loader finds, or what the environment has under that name, which may have been loaded
/// before.
WantedFunctions::Providers WantedFunctions::providers(const AuditLibrary& library,
                                                      const std::string& soname) const {
  const Provision found = reach_.provision(library, soname);
  Providers out;
  out.known = found.kind == Provision::Kind::found || found.kind == Provision::Kind::missing;
  if (!found.path.empty()) out.files.push_back(found.path);
  for (const AuditLibrary* const each : reach_.named(soname)) {
    if (each->path != found.path) out.files.push_back(each->path);
  }
  if (out.files.size() > kMostFiles) out.known = false;
  return out;
}

/// Those of `symbols` that a file does not define; none where it cannot be read.
WantedFunctions::Names WantedFunctions::lacked_by_file(const std::string& path,
                                                       const Names& symbols) const {
  Result<std::unique_ptr<Blob>> blob = Error{Error::Kind::unsupported, "nobody can open it"};
  if (reach_.at(path)) {
    if (tree_.open) blob = tree_.open(path);
  } else if (context_.host) {
    blob = context_.host->open(path);
  }
  if (!blob.ok()) return {};
  const auto info = read_elf(**blob);
  if (!info.ok()) return {};
  auto defined = DefinedSymbols::open(**blob, *info);
  if (!defined.ok()) return {};
  Names out;
  for (const std::string& symbol : symbols) {
    if (!defined->has(symbol).value_or(true)) out.push_back(symbol);
  }
  return out;
}

WantedFunctions::Names WantedFunctions::lacked(const Providers& providers, const Names& symbols) {
  if (!providers.known || providers.files.empty()) return {};
  std::map<std::string, bool>& known = known_[joined(providers.files, "\n")];
  Names unknown;
  for (const std::string& symbol : symbols) {
    if (known.emplace(symbol, true).second) unknown.push_back(symbol);
  }
  for (const std::string& file : providers.files) {
    if (!unknown.empty()) unknown = lacked_by_file(file, unknown);
  }
  for (const std::string& symbol : unknown) known[symbol] = false;
  Names out;
  for (const std::string& symbol : symbols) {
    if (!known.at(symbol)) out.push_back(symbol);
  }
  return out;
}

/// Those that nothing else has which the library loads, or which lies in its package.
WantedFunctions::Names WantedFunctions::lacked_elsewhere(const AuditLibrary& library,
                                                         const std::string& soname, Names symbols) {
  for (const std::string& other : library.elf->needed) {
    if (symbols.empty() || other == soname || context_.table.is_of_c_library(other) ||
        context_.table.is_of_driver(other))
      continue;
    const Providers found = providers(library, other);
    // What is not there cannot be asked.
    if (!found.known || found.files.empty()) return {};
    symbols = lacked(found, symbols);
  }
  for (const AuditLibrary& each : tree_.libraries) {
    const bool is_own = each.package == library.package && each.elf && &each != &library;
    if (is_own && !symbols.empty()) symbols = lacked({{each.path}, true}, symbols);
  }
  return symbols;
}

void WantedFunctions::add_causes(const AuditLibrary& library, std::vector<AuditCause>& causes) {
  std::map<std::string, Names> wanted;  // by soname
  for (const std::string& symbol : library.cuda_symbols) {
    const LibraryTable::Growing* const of = context_.table.growing(symbol);
    const auto& needed = library.elf->needed;
    const auto soname = std::find_if(needed.begin(), needed.end(), [&](const std::string& name) {
      return of && name.starts_with(of->soname);
    });
    if (soname == needed.end()) continue;
    Names& names = wanted[*soname];
    if (names.size() < kMostFunctions) names.push_back(symbol);
  }
  for (const auto& [soname, symbols] : wanted) {
    const Providers found = providers(library, soname);
    const Names missing = lacked_elsewhere(library, soname, lacked(found, symbols));
    if (missing.empty()) continue;
    const std::size_t others = found.files.size() - 1;
    causes.push_back(
        {"missing-symbol",
         fmt::format("wants {} that {}{} does not have, such as {}",
                     counted(static_cast<std::int64_t>(missing.size()), "function"),
                     printable(found.files.front(), 200),
                     others == 0 ? "" : fmt::format(" (or {} more of that name)", others),
                     printable(missing.front(), 100)),
         library.path});
  }
}

}  // namespace gb10
