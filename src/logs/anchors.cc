#include "logs/anchors.h"

#include <algorithm>
#include <cstring>
#include <unordered_set>

#include "base/check.h"

namespace gb10 {

namespace {

std::uint32_t word_at(const char* bytes) {
  std::uint32_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

std::uint32_t hash_at(const char* bytes) { return (word_at(bytes) * 0x9E3779B1U) >> 16U; }

/// How common a byte is in logs, roughly.
unsigned commonness(char byte) {
  constexpr std::string_view kMost = "etaoinsrlcdpu mf", kSome = "gh/.0123_-:=[]()";
  if (kMost.find(byte) != std::string_view::npos) return 6;
  if (kSome.find(byte) != std::string_view::npos) return 4;
  return byte >= 'a' && byte <= 'z' ? 3 : 1;
}

/// What healthy logs are full of. A block that stands here is found so often that another is worth
/// more than a rare byte.
constexpr std::string_view kEverywhere =
    " INFO: INFO   DEBUG WARNING [INFO] HTTP/1.1 200 OK POST /v1/chat/completions GET /health "
    "Engine 000: Avg prompt throughput: 0.0 tokens/s, Avg generation throughput: Running: reqs, "
    "Waiting: reqs, GPU KV cache usage: Prefix cache hit rate: loss grad_norm step lr epoch "
    "Building CUDA object CMakeFiles/ .dir/ .cu.o Successfully installed Downloading Collecting "
    "systemd[1]: Started Deactivated successfully. docker kernel: site-packages/ python3. torch "
    "nvidia cuda GPU memory model loading checkpoint shards: device version memory: NCCL ";

/// Where in `literal` the blocks begin that are looked for: the stretch that fewest others share
/// and logs have least of, of those the one of the rarest bytes.
std::size_t best_begin(std::string_view literal, std::size_t stretch, std::size_t stride,
                       const std::vector<std::uint32_t>& sharing,
                       const std::unordered_set<std::uint32_t>& everywhere) {
  constexpr unsigned kShared = 8, kOften = 400;
  std::size_t best = 0;
  unsigned least = ~0U;
  for (std::size_t begin = 0; begin + stretch <= literal.size(); ++begin) {
    unsigned sum = 0;
    for (std::size_t i = 0; i < stretch; ++i) sum += commonness(literal[begin + i]);
    for (std::size_t i = 0; i < stride; ++i) {
      const char* const block = literal.data() + begin + i;
      sum += kShared * sharing[hash_at(block)];
      if (everywhere.count(word_at(block)) > 0) sum += kOften;
    }
    if (sum < least) least = sum, best = begin;
  }
  return best;
}

bool comes_first(const Anchors::Hit& a, const Anchors::Hit& b) {
  return a.at != b.at ? a.at < b.at : a.which < b.which;
}

}  // namespace

Anchors::Anchors(std::vector<std::string> literals) : literals_(std::move(literals)) {
  std::vector<std::pair<std::uint32_t, Entry>> all;
  std::vector<std::uint32_t> sharing(kHashes, 0);  // how often literals have a block
  std::unordered_set<std::uint32_t> everywhere;
  for (std::size_t i = 0; i + kBlock <= kEverywhere.size(); ++i)
    everywhere.insert(word_at(&kEverywhere[i]));
  for (const std::string& literal : literals_) {
    for (std::size_t i = 0; i + kBlock <= literal.size(); ++i) ++sharing[hash_at(&literal[i])];
  }
  for (std::uint32_t which = 0; which < literals_.size(); ++which) {
    const std::string& literal = literals_[which];
    CHECK(literal.size() >= kShortest);
    const std::size_t begin = best_begin(literal, kShortest, kStride, sharing, everywhere);
    stretches_.push_back(static_cast<std::uint32_t>(begin));
    for (std::size_t i = 0; i < kStride; ++i) {
      const auto offset = static_cast<std::uint32_t>(begin + i);
      all.push_back({hash_at(literal.data() + offset),
                     {which, offset, static_cast<std::uint32_t>(literal.size()),
                      word_at(literal.data()), word_at(literal.data() + literal.size() - kBlock)}});
    }
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  begin_.assign(kHashes + 1, 0);
  for (const auto& [hash, entry] : all) {
    any_[hash / 64] |= std::uint64_t{1} << (hash % 64);
    ++begin_[hash + 1];
    entries_.push_back(entry);
  }
  for (std::size_t i = 0; i < kHashes; ++i) begin_[i + 1] += begin_[i];
}

void Anchors::verify(std::string_view text, std::size_t at, std::uint32_t hash,
                     const std::vector<char>& skip, std::vector<Hit>& hits) const {
  for (std::uint32_t i = begin_[hash]; i < begin_[hash + 1]; ++i) {
    const Entry& entry = entries_[i];
    if (skip[entry.which] != 0 || entry.offset > at ||
        entry.length > text.size() - (at - entry.offset))
      continue;
    const char* const begin = text.data() + (at - entry.offset);
    // Most of those that only share the hashed bytes differ at an end.
    if (word_at(begin) != entry.first || word_at(begin + entry.length - kBlock) != entry.last)
      continue;
    if (std::memcmp(begin, literals_[entry.which].data(), entry.length) == 0)
      hits.push_back({at - entry.offset, entry.which});
  }
}

void Anchors::find(std::string_view text, std::vector<Hit>& hits) const {
  find(text, 0, text.size(), none_skipped(), hits);
}

void Anchors::Skipped::add(std::uint32_t which) {
  skip_[which] = 1;
  const char* const block = anchors_->literals_[which].data() + anchors_->stretches_[which];
  for (std::size_t i = 0; i < kStride; ++i) {
    const std::uint32_t hash = hash_at(block + i);
    const auto begin = anchors_->entries_.begin() + anchors_->begin_[hash];
    const auto end = anchors_->entries_.begin() + anchors_->begin_[hash + 1];
    if (std::all_of(begin, end, [&](const Entry& entry) { return has(entry.which); }))
      any_[hash / 64] &= ~(std::uint64_t{1} << (hash % 64));
  }
}

void Anchors::find(std::string_view text, std::size_t begin, std::size_t end,
                   const Skipped& skipped, std::vector<Hit>& hits) const {
  const std::size_t before = hits.size();
  const Bits& any = skipped.any_;
  const char* const bytes = text.data();
  const auto look = [&](std::size_t at) {
    const std::uint32_t hash = hash_at(bytes + at);
    if ((any[hash / 64] >> (hash % 64)) & 1U) verify(text, at, hash, skipped.skip_, hits);
  };
  const std::size_t stop = std::min(end, text.size() < kBlock ? 0 : text.size() - kBlock + 1);
  std::size_t at = (begin + kStride - 1) / kStride * kStride;
  for (; at + 3 * kStride < stop; at += 4 * kStride) {
    look(at);
    look(at + kStride);
    look(at + 2 * kStride);
    look(at + 3 * kStride);
  }
  for (; at < stop; at += kStride) look(at);
  // They come nearly sorted.
  for (std::size_t i = before + 1; i < hits.size(); ++i) {
    for (std::size_t j = i; j > before && comes_first(hits[j], hits[j - 1]); --j)
      std::swap(hits[j], hits[j - 1]);
  }
}

}  // namespace gb10
