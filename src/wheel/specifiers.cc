#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "wheel/pep440.h"

namespace gb10 {

namespace {

constexpr std::size_t kMostClauses = 64;
using Op = Specifier::Op;

constexpr std::pair<std::string_view, Op> kOps[] = {
    {"===", Op::arbitrary}, {"==", Op::equal},    {"~=", Op::compatible}, {"!=", Op::not_equal},
    {"<=", Op::at_most},    {">=", Op::at_least}, {"<", Op::below},       {">", Op::above},
};

bool same_base(const PepVersion& a, const PepVersion& b) {
  PepVersion left, right;
  left.epoch = a.epoch;
  left.release = a.release;
  right.epoch = b.epoch;
  right.release = b.release;
  return compared(left, right) == 0;
}

/// Whether the first `count` numbers of `candidate` are those of `prefix`.
bool has_prefix(const PepVersion& candidate, const PepVersion& prefix, std::size_t count) {
  if (candidate.epoch != prefix.epoch) return false;
  for (std::size_t i = 0; i < count; ++i) {
    const std::int64_t number = i < candidate.release.size() ? candidate.release[i] : 0;
    if (number != prefix.release[i]) return false;
  }
  return true;
}

bool equals(const PepVersion& candidate, const Specifier& wanted) {
  if (wanted.any_tail) return has_prefix(candidate, wanted.version, wanted.version.release.size());
  // A clause that names no local version does not ask for one.
  return wanted.version.local.empty() ? compared_public(candidate, wanted.version) == 0
                                      : compared(candidate, wanted.version) == 0;
}

/// "<1.0" keeps the pre-releases of 1.0 out, too.
bool is_below(const PepVersion& candidate, const PepVersion& limit) {
  if (compared(candidate, limit) >= 0) return false;
  return limit.is_prerelease() || !candidate.is_prerelease() || !same_base(candidate, limit);
}

/// ">1.0" keeps 1.0.post1 and 1.0+local out.
bool is_above(const PepVersion& candidate, const PepVersion& limit) {
  if (compared(candidate, limit) <= 0) return false;
  if (!same_base(candidate, limit)) return true;
  if (candidate.post && !limit.post) return false;
  return candidate.local.empty() || compared_public(candidate, limit) > 0;
}

Error wrong(std::string_view text) {
  return {Error::Kind::invalid,
          fmt::format("\"{}\" is no version clause of PEP 440", printable(text, 80))};
}

Result<Specifier> specifier(std::string_view text) {
  Specifier out;
  out.written = text;
  const auto* const op = std::find_if(std::begin(kOps), std::end(kOps), [&](const auto& each) {
    return text.substr(0, each.first.size()) == each.first;
  });
  if (op == std::end(kOps)) return wrong(text);
  out.op = op->second;
  std::string_view version = trimmed(text.substr(op->first.size()));
  if (version.empty()) return wrong(text);
  out.written = fmt::format("{}{}", op->first, version);
  if (out.op == Op::arbitrary) {
    out.version.written = version;
    return out;
  }
  if (version.size() > 2 && version.substr(version.size() - 2) == ".*") {
    out.any_tail = true;
    version.remove_suffix(2);
  }
  out.version = TRY(pep_version(version));
  const PepVersion& read = out.version;
  const bool is_equality = out.op == Op::equal || out.op == Op::not_equal;
  const bool is_bare = !read.is_prerelease() && !read.post && read.local.empty();
  if (out.any_tail && (!is_equality || !is_bare)) return wrong(text);
  if (!read.local.empty() && !is_equality) return wrong(text);
  if (out.op == Op::compatible && read.release.size() < 2) return wrong(text);
  return out;
}

}  // namespace

bool Specifier::matches(const PepVersion& candidate) const {
  switch (op) {
    case Op::equal:
      return equals(candidate, *this);
    case Op::not_equal:
      return !equals(candidate, *this);
    case Op::at_most:
      return compared_public(candidate, version) <= 0;
    case Op::at_least:
      return compared_public(candidate, version) >= 0;
    case Op::below:
      return is_below(candidate, version);
    case Op::above:
      return is_above(candidate, version);
    case Op::arbitrary:
      return lower(candidate.written) == lower(version.written);
    case Op::compatible:
      break;
  }
  return compared_public(candidate, version) >= 0 &&
         has_prefix(candidate, version, version.release.size() - 1);
}

bool Specifiers::matches(const PepVersion& candidate, bool prereleases) const {
  const auto names_one = [](const Specifier& item) {
    return item.op != Op::not_equal && item.version.is_prerelease();
  };
  if (candidate.is_prerelease() && !prereleases &&
      std::none_of(items.begin(), items.end(), names_one))
    return false;
  return std::all_of(items.begin(), items.end(),
                     [&](const Specifier& item) { return item.matches(candidate); });
}

const PepVersion* Specifiers::pinned() const {
  for (const Specifier& item : items) {
    if (item.op == Op::equal && !item.any_tail) return &item.version;
  }
  return nullptr;
}

std::string Specifiers::text() const {
  std::string out;
  for (const Specifier& item : items) out += (out.empty() ? "" : ",") + item.written;
  return out;
}

Result<Specifiers> specifiers(std::string_view text) {
  Specifiers out;
  for (const std::string_view piece : split(text, ',')) {
    const std::string_view clause = trimmed(piece);
    if (clause.empty()) continue;
    if (out.items.size() == kMostClauses)
      return Error{Error::Kind::invalid,
                   fmt::format("more than {} version clauses in one requirement", kMostClauses)};
    Specifier item = TRY(specifier(clause));
    out.items.push_back(std::move(item));
  }
  return out;
}

}  // namespace gb10
