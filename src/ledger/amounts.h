#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "model/fact.h"

/// Bytes out of facts.
namespace gb10 {

/// The bytes that a fact holds, whole; nothing when it is not known or makes no sense.
std::optional<std::int64_t> amount(const Facts& facts, std::string_view key);

/// The same, 0 where it is not known: for parts that may be missing from a sum.
std::int64_t part(const Facts& facts, std::string_view key);

std::optional<Quantity> quantity_of(const std::optional<std::int64_t>& amount);

/// "35.9" GiB without its unit, "<0.1" for what is there but rounds to nothing.
std::string gib(double bytes);

/// Reads an amount of memory as owners write it: "90GiB", "90 gib", "90G", "90" (GiB, as every
/// number of the ledger), "90GB" (10^9 bytes), the same with K, M and T, "1024B". Error `invalid`
/// also for nothing, less than nothing and more than any machine has.
Result<Quantity> parse_amount(std::string_view text);

/// A program that holds memory of the GPU.
struct Holder {
  std::int64_t pid = 0;
  std::string name;
  std::int64_t bytes = 0;
  bool orphan = false;
  bool graphics = false;  // the desktop, not a model
};

/// Those whose memory is known, orphans first, then the largest first. Only where GPU and CPU share
/// one memory: on other machines what a program holds on the GPU is no part of this memory.
std::vector<Holder> holders(const Facts& facts);

/// {"value", "unit"} or null.
Json json_of(const std::optional<Quantity>& quantity);

}  // namespace gb10
