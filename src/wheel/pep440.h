#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace gb10 {

/// A version of a Python package as PEP 440 reads it: "1!2.0rc1.post2.dev3+cu130".
struct PepVersion {
  enum class Phase { alpha, beta, candidate };
  /// A piece of the local version. Numbers have no leading zeros and come after words.
  struct LocalPart {
    bool is_number = false;
    std::string text;
    friend bool operator==(const LocalPart&, const LocalPart&) = default;
  };

  std::int64_t epoch = 0;
  std::vector<std::int64_t> release;  // never empty
  std::optional<std::pair<Phase, std::int64_t>> pre;
  std::optional<std::int64_t> post, dev;
  std::vector<LocalPart> local;
  std::string written;  // as its maker wrote it

  bool is_prerelease() const { return pre.has_value() || dev.has_value(); }
  /// "cu130"; empty when there is none.
  std::string local_text() const;
};

/// Reads a version. What is none, longer than 1024 bytes, or counts beyond 18 digits is `invalid`.
Result<PepVersion> pep_version(std::string_view text);

/// -1, 0, 1 in the order of PEP 440; "1.0" equals "1.0.0".
int compared(const PepVersion& a, const PepVersion& b);
/// The same without what stands behind "+".
int compared_public(const PepVersion& a, const PepVersion& b);

/// The version in its normal form ("1.0RC-1" is "1.0rc1").
std::string to_text(const PepVersion& version);

/// One clause: ">=1.2", "==1.*", "===anything".
struct Specifier {
  enum class Op { compatible, equal, not_equal, at_most, at_least, below, above, arbitrary };
  Op op = Op::equal;
  PepVersion version;     // not of `arbitrary`
  bool any_tail = false;  // "==1.2.*", "!=1.2.*"
  std::string written;    // ">=1.2"

  /// Whether `candidate` fits, pre-releases like any other.
  bool matches(const PepVersion& candidate) const;
};

/// A list of clauses which a version must all fit; an empty one fits every version.
struct Specifiers {
  std::vector<Specifier> items;

  /// Pre-releases fit when `prereleases` says so or when a clause names one itself.
  bool matches(const PepVersion& candidate, bool prereleases = false) const;
  /// The only version (but for what stands behind "+") that fits: that of "==" without "*".
  const PepVersion* pinned() const;
  /// ">=1.2,<2"
  std::string text() const;
};

/// Reads ">=1.2, <2"; what is none, or has more than 64 clauses, is `invalid`.
Result<Specifiers> specifiers(std::string_view text);

/// "flash-attn" for "Flash_Attn": how indexes compare names.
std::string normalised_name(std::string_view name);

/// Whether `name` may be a package's: letters, digits, and ". _ -" between them.
bool is_package_name(std::string_view name);

}  // namespace gb10
