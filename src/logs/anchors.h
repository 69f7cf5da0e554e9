#pragma once
// logs/ reads logs as they are: encodings, colours, prefixes, tables, lines without end; and finds
// many literals in them in one pass. It refuses to know what any line means.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gb10 {

/// Finds every occurrence of many literals in one pass over a text. Each literal has at least
/// kShortest bytes, so of all positions only every third is looked at: four bytes there, hashed,
/// ask a table of 8 KiB whether any literal could be around.
class Anchors {
 public:
  static constexpr std::size_t kShortest = 6;

  /// Literals that are shorter are a bug of the caller. What occurs twice is found once for each.
  explicit Anchors(std::vector<std::string> literals);

  struct Hit {
    std::size_t at;       // where the literal begins
    std::uint32_t which;  // its index
  };
  /// Appends every occurrence, in the order of position.
  void find(std::string_view text, std::vector<Hit>& hits) const;
  /// Literals that are not looked for any more.
  class Skipped;
  Skipped none_skipped() const;
  /// The same within `text`, but only what is found by looking at the places from `begin` up to
  /// `end`, and of no literal that is skipped.
  void find(std::string_view text, std::size_t begin, std::size_t end, const Skipped& skipped,
            std::vector<Hit>& hits) const;

  const std::string& literal(std::uint32_t which) const { return literals_[which]; }
  std::size_t size() const { return literals_.size(); }

 private:
  static constexpr std::size_t kBlock = 4;                        // bytes that are hashed
  static constexpr std::size_t kStride = kShortest - kBlock + 1;  // between two looks
  static constexpr std::size_t kHashes = std::size_t{1} << 16U;
  using Bits = std::array<std::uint64_t, kHashes / 64>;

  struct Entry {
    std::uint32_t which;
    std::uint32_t offset;       // of the hashed bytes in the literal
    std::uint32_t length;       // of the literal
    std::uint32_t first, last;  // its first and its last four bytes
  };

  void verify(std::string_view text, std::size_t at, std::uint32_t hash,
              const std::vector<char>& skip, std::vector<Hit>& hits) const;

  std::vector<std::string> literals_;
  std::vector<std::uint32_t> stretches_;  // where the hashed bytes of each literal begin
  Bits any_{};                            // a bit for each hash that some literal has
  std::vector<std::uint32_t> begin_;      // of the entries of a hash; one more at the end
  std::vector<Entry> entries_;
};

/// It holds which literals are left out, and the table that asks for the others alone.
class Anchors::Skipped {
 public:
  bool has(std::uint32_t which) const { return skip_[which] != 0; }
  std::size_t size() const { return skip_.size(); }
  void add(std::uint32_t which);

 private:
  friend class Anchors;
  explicit Skipped(const Anchors& anchors)
      : anchors_(&anchors), skip_(anchors.size(), 0), any_(anchors.any_) {}

  const Anchors* anchors_;
  std::vector<char> skip_;
  Bits any_;
};

inline Anchors::Skipped Anchors::none_skipped() const { return Skipped(*this); }

}  // namespace gb10
