#include "audit/library_causes.h"

#include <cxxabi.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>

#include <fmt/format.h>

#include "base/text.h"
#include "facts/paths.h"
#include "model/version.h"

namespace gb10 {

namespace {

/// What its package says of a library's place, without where the package was put; empty for a file
/// that stands for itself.
std::string chosen_path(const AuditTree& tree, const AuditLibrary& library) {
  if (library.package < 0) return {};
  const AuditPackage& package = tree.packages[static_cast<std::size_t>(library.package)];
  if (package.site.empty()) return {};
  const std::string top = package.site.ends_with('/') ? package.site : package.site + "/";
  return library.path.starts_with(top) ? library.path.substr(top.size())
                                       : paths::last(library.path);
}

bool is_letter_or_digit(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }

/// Whether `name` stands in `file` as a word of its own: "linux-x64/", "linuxarm64", "x86_64-v3".
bool has_word(std::string_view file, std::string_view name) {
  constexpr std::array<std::string_view, 5> kSystems = {"linux", "win", "osx", "macos", "darwin"};
  for (std::size_t at = file.find(name); at != std::string_view::npos;
       at = file.find(name, at + 1)) {
    const std::string_view before = file.substr(0, at), behind = file.substr(at + name.size());
    const bool begins = before.empty() || !is_letter_or_digit(before.back()) ||
                        std::any_of(kSystems.begin(), kSystems.end(), [&](std::string_view system) {
                          return before.ends_with(system);
                        });
    if (begins && (behind.empty() || !is_letter_or_digit(behind.front()))) return true;
  }
  return false;
}

/// A file whose name says which CPU it is for is there for that CPU, beside others for the rest.
bool names_its_processor(std::string_view path) {
  constexpr std::array<std::string_view, 12> kNames = {"amd64", "x86_64",  "x86-64", "x64",
                                                       "i386",  "i686",    "x86",    "aarch64",
                                                       "arm64", "ppc64le", "s390x",  "riscv64"};
  const std::string file = lower(path);
  // The suffix of an extension module names its CPU as well, but is no choice.
  if (file.find(".cpython-") != std::string::npos) return false;
  return std::any_of(kNames.begin(), kNames.end(),
                     [&](std::string_view name) { return has_word(file, name); });
}

std::string cuda_here(const AuditContext& context, const Reach& reach) {
  if (reach.torch_cuda() != 0)
    return fmt::format("torch here is built for CUDA {}", reach.torch_cuda());
  return fmt::format("the machine has CUDA {}", context.target.cuda);
}

std::string demangled(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), std::free);
  return printable(status == 0 && text ? text.get() : symbol.c_str(), 160);
}

/// "2.38" of "GLIBC_2.38"; empty for other versions ("GLIBC_PRIVATE").
std::string glibc_number(std::string_view version) {
  constexpr std::string_view kStart = "GLIBC_";
  if (!version.starts_with(kStart)) return {};
  const std::string_view number = version.substr(kStart.size());
  const bool is_number =
      !number.empty() && number.find_first_not_of("0123456789.") == std::string_view::npos;
  return is_number ? std::string(number) : std::string();
}

/// "3.11" of "_C.cpython-311-aarch64-linux-gnu.so", "3.13t" of one for a Python that runs its
/// threads freely, "PyPy 3.10" of "_C.pypy310-pp73-…"; empty for a module of any Python.
std::string python_of(std::string_view path) {
  struct Maker {
    std::string_view mark, name;
  };
  constexpr std::array<Maker, 2> kMakers = {{{".cpython-3", ""}, {".pypy3", "PyPy "}}};
  const std::string_view file = path.substr(path.rfind('/') + 1);
  for (const Maker& maker : kMakers) {
    const std::size_t at = file.rfind(maker.mark);
    if (at == std::string_view::npos) continue;
    const std::string_view rest = file.substr(at + maker.mark.size());
    const std::string_view minor = rest.substr(0, rest.find_first_not_of("0123456789"));
    if (minor.empty()) continue;
    const bool is_free = rest.substr(minor.size()).starts_with('t');
    return fmt::format("{}3.{}{}", maker.name, minor, is_free ? "t" : "");
  }
  return {};
}

AuditCause not_read(const AuditLibrary& library) {
  const char* kind = "malformed";
  if (library.problem_is == AuditLibrary::Problem::missing) kind = "missing-file";
  if (library.problem_is == AuditLibrary::Problem::of_access) kind = "unreadable";
  return {kind, library.problem, library.path};
}

/// Whether what a library defines can be known.
bool is_whole(const AuditLibrary& library) {
  return library.problem.empty() &&
         std::none_of(library.damage.begin(), library.damage.end(), [](const GpuProblem& each) {
           return each.kind == GpuProblem::Kind::error && each.where.ends_with("elf");
         });
}

}  // namespace

bool forbids_loading(const AuditCause& cause) {
  constexpr std::array<std::string_view, 13> kKinds = {
      "wrong-python",    "missing-torch", "missing-cuda",    "cuda-major", "missing-library",
      "wrong-processor", "glibc-too-new", "missing-version", "torch-abi",  "malformed",
      "newer-driver",    "missing-file",  "missing-symbol"};
  return std::find(kKinds.begin(), kKinds.end(), cause.kind) != kKinds.end();
}

bool may_be_optional(const AuditCause& cause) { return cause.kind == "missing-library"; }

LibraryCauses::LibraryCauses(const AuditTree& tree, const AuditContext& context, const Reach& reach)
    : tree_(tree), context_(context), reach_(reach), functions_(tree, context, reach) {
  for (const AuditLibrary& library : tree.libraries) {
    if (!tree.python.empty() && python_of(library.path) == tree.python)
      fitting_python_.insert(library.package);
  }
}

std::vector<AuditCause> LibraryCauses::of(const AuditLibrary& library) {
  std::vector<AuditCause> causes;
  if (!library.problem.empty()) causes.push_back(not_read(library));
  if (!library.elf) return causes;
  processor(library, causes);
  if (!causes.empty() || !library.elf->readable()) return causes;
  python(library, causes);
  needed(library, causes);
  versions(library, causes);
  symbols(library, causes);
  functions_.add_causes(library, causes);
  return causes;
}

void LibraryCauses::processor(const AuditLibrary& library, std::vector<AuditCause>& causes) const {
  const std::string machine = machine_name(library.elf->machine);
  if (context_.target.machine.empty()) return;
  if (machine == context_.target.machine) {
    form(library, causes);
    return;
  }
  if (names_its_processor(chosen_path(tree_, library))) return;
  causes.push_back({"wrong-processor",
                    fmt::format("is built for {}, this is {}", machine, context_.target.machine),
                    library.path});
}

/// A library of the system may only be wanted by a plugin; one of CUDA or of torch is not.
std::string LibraryCauses::kind_of_missing(const std::string& soname) const {
  if (soname.starts_with("libtorch") || soname.starts_with("libc10")) return "missing-torch";
  return context_.table.cuda_major(soname) ? "missing-cuda" : "missing-library";
}

/// Of the same CPU, but not as its system runs it.
void LibraryCauses::form(const AuditLibrary& library, std::vector<AuditCause>& causes) {
  if (library.elf->readable()) return;
  const bool is_short = library.elf->bits != 64;
  causes.push_back({"wrong-processor",
                    is_short ? "is a 32-bit file, this machine loads 64-bit ones"
                             : "is a big-endian file, this machine is little-endian",
                    library.path});
}

/// A module for another Python is not found by this one. Beside one for this Python it is a choice.
void LibraryCauses::python(const AuditLibrary& library, std::vector<AuditCause>& causes) const {
  std::string own = python_of(library.path);
  // A Python that runs its threads freely loads nothing of the stable ABI.
  if (tree_.python.ends_with('t') && library.path.ends_with(".abi3.so"))
    own = "3 of the stable ABI";
  if (tree_.python.empty() || own.empty() || own == tree_.python) return;
  if (fitting_python_.count(library.package) > 0) return;
  causes.push_back({"wrong-python",
                    fmt::format("is built for Python {}, this is {}", own, tree_.python),
                    library.path});
}

void LibraryCauses::needed(const AuditLibrary& library, std::vector<AuditCause>& causes) const {
  for (const std::string& soname : library.elf->needed) {
    const Provision found = reach_.provision(library, soname);
    const auto generation = context_.table.cuda_major(soname);
    const auto& driver = context_.target.gpu.driver_cuda;
    if (generation && driver && *generation > driver->major) {
      causes.push_back(
          {"newer-driver",
           fmt::format("wants {}: CUDA {} needs driver {} or newer, this one is of CUDA {}",
                       printable(soname, 80), *generation, context_.rules.driver_floor(*generation),
                       text(*driver)),
           library.path});
      continue;
    }
    if (found.kind == Provision::Kind::other_cuda) {
      causes.push_back(
          {"cuda-major",
           fmt::format("wants {}; {}", printable(soname, 80), cuda_here(context_, reach_)),
           library.path});
    } else if (found.kind == Provision::Kind::missing) {
      causes.push_back({kind_of_missing(soname),
                        fmt::format("wants {}, which nothing here provides", printable(soname, 80)),
                        library.path, soname});
    }
  }
}

const std::vector<std::string>& LibraryCauses::definitions(const std::string& path) {
  const auto known = definitions_.find(path);
  if (known != definitions_.end()) return known->second;
  std::vector<std::string> found;
  const AuditLibrary* const inside = reach_.at(path);
  if (inside && inside->elf) {
    found = inside->elf->version_definitions;
  } else if (context_.host) {
    const auto blob = context_.host->open(path);
    if (blob.ok()) {
      auto info = read_elf(**blob);
      if (info.ok()) found = std::move(info->version_definitions);
    }
  }
  return definitions_.emplace(path, std::move(found)).first->second;
}

void LibraryCauses::versions(const AuditLibrary& library, std::vector<AuditCause>& causes) {
  std::string newest;
  for (const ElfVersion& want : library.elf->version_needs) {
    if (want.weak) continue;  // the loader only warns
    const std::string number = glibc_number(want.version);
    if (!number.empty()) {
      if (newest.empty() || compared(Version{newest}, Version{number}) < 0) newest = number;
      continue;
    }
    if (!context_.system) continue;
    const Provision found = reach_.provision(library, want.library);
    if (found.kind != Provision::Kind::found || found.path.empty()) continue;
    const auto& defined = definitions(found.path);
    const bool lacks = !defined.empty() &&
                       std::find(defined.begin(), defined.end(), want.version) == defined.end();
    if (lacks) {
      causes.push_back(
          {"missing-version",
           fmt::format("wants version {} of {}, {} has none such", printable(want.version, 60),
                       printable(want.library, 60), printable(found.path, 200)),
           library.path});
    }
  }
  const std::string& here = context_.target.glibc;
  if (!newest.empty() && !here.empty() && compared(Version{here}, Version{newest}) < 0) {
    causes.push_back(
        {"glibc-too-new", fmt::format("wants glibc {}, this is {}", newest, here), library.path});
  }
}

LibraryCauses::OpenPackage LibraryCauses::opened(int package) const {
  OpenPackage out;
  out.package = package;
  for (const AuditLibrary& library : tree_.libraries) {
    if (library.package != package) continue;
    if (!is_whole(library)) out.whole = false;
    if (!library.elf) continue;
    auto blob = tree_.open ? tree_.open(library.path)
                           : Error{Error::Kind::unsupported, "the tree cannot be opened again"};
    if (!blob.ok()) {
      out.whole = false;
      continue;
    }
    auto symbols = DefinedSymbols::open(**blob, *library.elf);
    if (symbols.ok()) {
      out.libraries.push_back({*std::move(blob), *std::move(symbols)});
    } else if (symbols.error().kind != Error::Kind::unsupported ||
               library.elf->symbols.old_hash != 0) {
      out.whole = false;
    }
  }
  return out;
}

/// What cannot be read refutes nothing.
bool LibraryCauses::may_define(OpenPackage& package, const std::string& symbol) {
  return !package.whole ||
         std::any_of(package.libraries.begin(), package.libraries.end(), [&](OpenLibrary& library) {
           return library.symbols.has(symbol).value_or(true);
         });
}

bool LibraryCauses::torch_defines(const std::string& symbol) {
  const auto known = torch_symbols_.find(symbol);
  if (known != torch_symbols_.end()) return known->second;
  const bool found = may_define(*torch_, symbol);
  return torch_symbols_.emplace(symbol, found).first->second;
}

void LibraryCauses::symbols(const AuditLibrary& library, std::vector<AuditCause>& causes) {
  if (library.torch_symbols.empty() || reach_.torch() < 0 || library.package == reach_.torch())
    return;
  if (!torch_) torch_ = opened(reach_.torch());
  if (torch_->libraries.empty()) return;
  std::vector<std::string> missing;
  for (const std::string& symbol : library.torch_symbols) {
    if (!torch_defines(symbol)) missing.push_back(symbol);
  }
  if (missing.empty()) return;
  // What its own package defines is found there.
  if (!own_ || own_->package != library.package) own_ = opened(library.package);
  std::erase_if(missing, [&](const std::string& symbol) { return may_define(*own_, symbol); });
  if (missing.empty()) return;
  const AuditPackage& torch = tree_.packages[static_cast<std::size_t>(reach_.torch())];
  causes.push_back({"torch-abi",
                    fmt::format("wants {} that torch {} does not have, such as {}",
                                counted(static_cast<std::int64_t>(missing.size()), "symbol"),
                                torch.version, demangled(missing.front())),
                    library.path});
}

}  // namespace gb10
