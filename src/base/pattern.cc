#include "base/pattern.h"

#include <fmt/format.h>
#include <re2/re2.h>

namespace gb10 {

struct Pattern::Compiled {
  RE2 expression;
};

Pattern::Pattern(std::unique_ptr<Compiled> compiled) : compiled_(std::move(compiled)) {}
Pattern::Pattern(Pattern&&) noexcept = default;
Pattern& Pattern::operator=(Pattern&&) noexcept = default;
Pattern::~Pattern() = default;

Result<Pattern> Pattern::compile(std::string_view text) {
  // What a search remembers of the text grows up to this; ours need some KiB.
  constexpr std::int64_t kMemory = 96 << 10;
  RE2::Options options(RE2::Quiet);
  options.set_max_mem(kMemory);
  auto compiled = std::unique_ptr<Compiled>(
      new Compiled{RE2(re2::StringPiece(text.data(), text.size()), options)});
  if (!compiled->expression.ok()) {
    return Error{Error::Kind::invalid, fmt::format("no pattern: {}", compiled->expression.error())};
  }
  return Pattern(std::move(compiled));
}

bool Pattern::fits(std::string_view text) const {
  return RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), compiled_->expression);
}

bool Pattern::fits(std::string_view text, Captures& captures) const {
  const RE2& expression = compiled_->expression;
  // To see whether it fits at all is many times quicker than to see what its groups take.
  if (!fits(text)) return false;
  if (expression.NamedCapturingGroups().empty()) return true;
  const re2::StringPiece piece(text.data(), text.size());
  std::vector<re2::StringPiece> groups(
      static_cast<std::size_t>(expression.NumberOfCapturingGroups()) + 1);
  if (!expression.Match(piece, 0, piece.size(), RE2::UNANCHORED, groups.data(),
                        static_cast<int>(groups.size())))
    return false;
  for (const auto& [name, index] : expression.NamedCapturingGroups()) {
    const re2::StringPiece& group = groups[static_cast<std::size_t>(index)];
    if (group.data()) captures[name] = std::string(group.data(), group.size());
  }
  return true;
}

std::optional<std::string> Pattern::first_group(std::string_view text) const {
  const RE2& expression = compiled_->expression;
  const re2::StringPiece piece(text.data(), text.size());
  re2::StringPiece groups[2];
  if (group_count() < 1 || !expression.Match(piece, 0, piece.size(), RE2::UNANCHORED, groups, 2) ||
      !groups[1].data())
    return std::nullopt;
  return std::string(groups[1].data(), groups[1].size());
}

int Pattern::group_count() const { return compiled_->expression.NumberOfCapturingGroups(); }

std::vector<std::string> Pattern::groups() const {
  std::vector<std::string> out;
  for (const auto& each : compiled_->expression.NamedCapturingGroups()) out.push_back(each.first);
  return out;
}

}  // namespace gb10
