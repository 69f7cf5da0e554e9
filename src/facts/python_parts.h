#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "facts/facts.h"
#include "facts/library_table.h"

/// The parts of the topic "python". No interpreter is started and nothing is imported: all of it is
/// read from names of directories and the first bytes of files.
namespace gb10::python {

/// One Python with its packages.
struct Environment {
  std::string path;                // "/home/u/.venv"; "/usr" for the system's
  std::string kind;                // "venv", "conda", "system", "user" (pip install --user),
                                   // "folder" (pip install --target)
  std::string version;             // "3.12.3"; empty when nothing tells
  std::string base;                // prefix of the installation it builds on
  std::vector<std::string> sites;  // where its packages lie, in the order of sys.path
};

/// Every "python3.X" in the places where distributions and administrators put programs, and a
/// python3 that is no link to one of them.
Result<std::vector<std::string>> interpreters(const HostView& host);

struct Found {
  std::vector<Environment> environments;
  std::vector<std::pair<std::string, Error>> wrong;  // directories that were asked for and are none
  std::vector<std::string> not_searched;             // "/home/u: permission denied"
};
Found environments(const HostView& host, const CollectOptions& options);

/// The environment in `dir`; Error `not_found` when there is none.
Result<Environment> environment_in(const HostView& host, const std::string& dir);

/// The interpreter of the operating system with all the places its packages may lie in.
std::vector<Environment> system_environments(const HostView& host);

struct Place {
  std::string path;
  int depth = 0;  // levels that may be looked at below it
};

/// Enough for homes full of projects, little enough for homes full of data.
inline constexpr int kMostDirectories = 3000;

/// Directories below `root` that look like environments. Each directory looked at costs one of
/// `budget`; what could not be looked into, or was left out because the budget was used up, is
/// added to `not_searched`.
std::vector<std::string> search(const HostView& host, const Place& root, int& budget,
                                std::vector<std::string>& not_searched);

/// The homes of the machine's people, the caller's first, kMostHomes of them at most. Root's own is
/// for root.
inline constexpr std::size_t kMostHomes = 500;
std::vector<std::string> homes(const HostView& host);

/// An installed distribution.
struct Package {
  std::string name;     // in lower case with "_" for "-" and "."
  std::string version;  // empty when nothing tells
  std::string info;     // its .dist-info or .egg-info
  std::string site;
};

struct Packages {
  std::vector<Package> all;         // sorted by name; the one that Python would take of each
  std::vector<std::string> broken;  // what an interrupted installation left
};
Packages packages(const HostView& host, const Environment& environment);
const Package* find(const Packages& packages, std::string_view name);

/// Sets all facts of one environment but those of libraries that its packages miss; the CUDA that
/// its torch was built for ("13.0"), empty when not known.
std::string set_versions(const HostView& host, const Environment& environment,
                         const Packages& packages, Facts& facts);

/// What the packages' extension modules want and nobody provides.
struct Libraries {
  std::vector<std::string> missing_cuda12, missing_cuda13, foreign;
  std::size_t unread = 0;  // modules beyond the number that is looked at
};
/// `machine` is the name of this machine's CPU, empty when not known. `torch_cuda` is "13.0" or
/// empty.
struct Surroundings {
  std::string machine;
  std::string torch_cuda;
  std::span<const std::string> provided;  // sorted names of the libraries of the machine itself
  const LibraryTable& table;
};
Libraries libraries(const HostView& host, const Packages& packages, const Surroundings& around);

/// Sorted names of the libraries that the loader finds without an environment.
std::vector<std::string> machine_libraries(const HostView& host, const LibraryTable& table);

std::span<const FactSpec> specs();
/// True for a distribution that has its own fact.
bool has_fact(std::string_view package);

}  // namespace gb10::python
