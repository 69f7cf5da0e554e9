// Whether a wheel's tags are for a machine and its Python: PEP 425 with 600, 656 and 803.

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/text.h"
#include "wheel/tags.h"

namespace gb10 {

namespace {

using Obstacle = WheelFit::Obstacle;

/// The names that were given before the C library's version stood in the tag itself.
struct Legacy {
  std::string_view tag;
  TwoNumbers glibc;
};
constexpr std::array<Legacy, 3> kLegacy = {{
    {"manylinux1_", {2, 5}},
    {"manylinux2010_", {2, 12}},
    {"manylinux2014_", {2, 17}},
}};

/// Platforms that are not Linux, by how their tags begin.
struct System {
  std::string_view tag, name;
};
constexpr std::array<System, 8> kSystems = {{
    {"macosx_", "macOS"},
    {"win", "Windows"},
    {"ios_", "iOS"},
    {"android_", "Android"},
    {"pyodide_", "Pyodide"},
    {"emscripten_", "Emscripten"},
    {"wasi", "WASI"},
    {"freebsd_", "FreeBSD"},
}};

/// Interpreters other than CPython, by how their tags begin.
constexpr std::array<System, 4> kInterpreters = {{
    {"pp", "PyPy"},
    {"graalpy", "GraalPy"},
    {"ip", "IronPython"},
    {"jy", "Jython"},
}};

template <class Table>
std::optional<std::string_view> named(const Table& table, std::string_view tag) {
  for (const System& system : table) {
    if (tag.starts_with(system.tag)) return system.name;
  }
  return std::nullopt;
}

std::string dotted(TwoNumbers version) {
  return fmt::format("{}.{}", version.first, version.second);
}

std::optional<int> small_number(std::string_view text) {
  if (text.empty() || text.size() > 4) return std::nullopt;
  if (text.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
  return static_cast<int>(*whole_number(text));
}

/// What a tag for Linux asks for.
struct Wanted {
  std::string_view machine;
  std::optional<TwoNumbers> glibc, musl;
};

/// "2_28_aarch64" as a version and what follows it.
std::optional<std::pair<TwoNumbers, std::string_view>> version_and_rest(std::string_view text) {
  const std::size_t first = text.find('_');
  if (first == std::string_view::npos) return std::nullopt;
  const std::size_t second = text.find('_', first + 1);
  if (second == std::string_view::npos) return std::nullopt;
  const auto major = small_number(text.substr(0, first));
  const auto minor = small_number(text.substr(first + 1, second - first - 1));
  if (!major || !minor || second + 1 == text.size()) return std::nullopt;
  return std::pair(TwoNumbers{*major, *minor}, text.substr(second + 1));
}

std::optional<Wanted> wanted_of(std::string_view platform) {
  constexpr std::string_view kMany = "manylinux_", kMusl = "musllinux_", kPlain = "linux_";
  for (const Legacy& legacy : kLegacy) {
    if (!platform.starts_with(legacy.tag)) continue;
    return Wanted{platform.substr(legacy.tag.size()), legacy.glibc, {}};
  }
  if (platform.starts_with(kPlain)) return Wanted{platform.substr(kPlain.size()), {}, {}};
  const bool musl = platform.starts_with(kMusl);
  if (!musl && !platform.starts_with(kMany)) return std::nullopt;
  const auto found = version_and_rest(platform.substr(musl ? kMusl.size() : kMany.size()));
  if (!found) return std::nullopt;
  if (musl) return Wanted{found->second, {}, found->first};
  return Wanted{found->second, found->first, {}};
}

WheelFit too_new(std::string_view library, TwoNumbers wanted, TwoNumbers here) {
  return {Obstacle::c_library,
          fmt::format("needs {} {}, this is {}", library, dotted(wanted), dotted(here))};
}

WheelFit library_fit(const Wanted& wanted, const WheelTarget& target) {
  if (wanted.musl && !target.musl && target.glibc) {
    return {Obstacle::c_library, "for musl, this is glibc"};
  }
  if (wanted.glibc && target.musl) return {Obstacle::c_library, "for glibc, this is musl"};
  if (wanted.musl && target.musl) {
    // PEP 656: no promise holds from one major version to another.
    const bool good = wanted.musl->first == target.musl->first && *wanted.musl <= *target.musl;
    if (!good) return too_new("musl", *wanted.musl, *target.musl);
  }
  if (wanted.glibc && target.glibc) {
    const bool good = wanted.glibc->first == target.glibc->first && *wanted.glibc <= *target.glibc;
    if (!good) return too_new("glibc", *wanted.glibc, *target.glibc);
  }
  return {};
}

WheelFit platform_fit(const WheelTag& tag, const WheelTarget& target) {
  if (tag.platform == "any") return {};
  if (const auto system = named(kSystems, tag.platform)) {
    return {Obstacle::system, fmt::format("for {}", *system)};
  }
  const auto wanted = wanted_of(tag.platform);
  if (!wanted) {
    return {Obstacle::system,
            fmt::format("for {}, a platform that is not known here", printable(tag.platform, 60))};
  }
  if (!target.machine.empty() && wanted->machine != target.machine) {
    return {Obstacle::processor, fmt::format("for {}", printable(wanted->machine, 40))};
  }
  return library_fit(*wanted, target);
}

/// The Python of a tag: "cp312" is 3.12, "py3" is 3 alone.
struct TagPython {
  int major = 0;
  std::optional<int> minor;
};

std::optional<TagPython> python_of(std::string_view digits) {
  const auto major = small_number(digits.substr(0, 1));
  if (!major) return std::nullopt;
  if (digits.size() == 1) return TagPython{*major, {}};
  const auto minor = small_number(digits.substr(1));
  if (!minor) return std::nullopt;
  return TagPython{*major, *minor};
}

WheelFit for_python(std::string_view what) {
  return {Obstacle::python, fmt::format("for {}", what)};
}

std::string python_text(TagPython python) {
  return python.minor ? fmt::format("Python {}.{}", python.major, *python.minor)
                      : fmt::format("Python {}", python.major);
}

/// Tags such as py3 and py310: everything from there on in the same major version.
WheelFit any_python_fit(TagPython wanted, std::string_view abi, TwoNumbers here) {
  if (abi != "none") return for_python(fmt::format("the ABI {}", printable(abi, 40)));
  if (wanted.major != here.first) return for_python(python_text(wanted));
  if (wanted.minor.value_or(0) > here.second) return for_python(python_text(wanted) + " and later");
  return {};
}

/// The stable ABI: abi3 for builds with the lock, abi3t (PEP 803) for those without.
WheelFit stable_fit(TagPython wanted, std::string_view abi, const WheelTarget& target) {
  if ((abi == "abi3t") != target.free_threaded) {
    return for_python(target.free_threaded ? "Python with the global lock (abi3)"
                                           : "free-threaded Python (abi3t)");
  }
  const TwoNumbers here = *target.python;
  if (wanted.major != here.first || wanted.minor.value_or(0) > here.second) {
    return for_python(python_text(wanted) + " and later");
  }
  return {};
}

/// CPython's own tags. Without a minor version ("cp3") installers take them for no Python.
WheelFit cpython_fit(TagPython wanted, const WheelTag& tag, const WheelTarget& target) {
  if (tag.abi == "abi3" || tag.abi == "abi3t") return stable_fit(wanted, tag.abi, target);
  const TwoNumbers here = *target.python;
  const bool same = wanted.major == here.first && wanted.minor == here.second;
  if (!same) return for_python(python_text(wanted));
  if (tag.abi == "none") return {};
  const std::string own = fmt::format("cp{}{}", here.first, here.second);
  if (tag.abi == own + "t" && !target.free_threaded) return for_python("free-threaded Python");
  if (tag.abi == own && target.free_threaded) return for_python("Python with the global lock");
  // Before 3.8 the ABI of the usual build was called cp37m.
  const bool usual = tag.abi == own || (here < TwoNumbers{3, 8} && tag.abi == own + "m");
  if (tag.abi != own + "t" && !usual) {
    return for_python(fmt::format("the ABI {}", printable(tag.abi, 40)));
  }
  return {};
}

WheelFit python_fit(const WheelTag& tag, const WheelTarget& target) {
  if (const auto other = named(kInterpreters, tag.python)) return for_python(*other);
  const bool cpython = tag.python.starts_with("cp");
  const auto wanted = cpython || tag.python.starts_with("py")
                          ? python_of(std::string_view(tag.python).substr(2))
                          : std::nullopt;
  if (!wanted) {
    return for_python(
        fmt::format("{}, an interpreter that is not known here", printable(tag.python, 40)));
  }
  if (!target.python) return {};
  return cpython ? cpython_fit(*wanted, tag, target)
                 : any_python_fit(*wanted, tag.abi, *target.python);
}

}  // namespace

WheelFit fits(const WheelTag& tag, const WheelTarget& target) {
  const WheelFit platform = platform_fit(tag, target);
  const WheelFit python = python_fit(tag, target);
  return platform.obstacle >= python.obstacle ? platform : python;
}

WheelFit fits(const std::vector<WheelTag>& tags, const WheelTarget& target) {
  WheelFit best{Obstacle::system, "without a tag"};
  bool first = true;
  for (const WheelTag& tag : tags) {
    WheelFit fit = fits(tag, target);
    if (first || fit.obstacle < best.obstacle) best = std::move(fit);
    first = false;
  }
  return best;
}

}  // namespace gb10
