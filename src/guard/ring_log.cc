#include "guard/ring_log.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "base/bytes.h"
#include "base/text.h"

namespace gb10 {

namespace {

using ring::kHeadSize;
using ring::kSlotSize;
using ring::SlotHead;
using ring::SlotKind;

constexpr std::size_t kChunk = 1U << 20U;
constexpr std::size_t kNoMetric = kMetricCount;
/// The kernel's lines bear the time at which they were written, which is before that of the sample
/// that came in between.
constexpr double kBackwards = 60;

struct FoundSlot {
  SlotHead head;
  std::size_t offset = 0;  // of its payload
};

/// All whole slots of a file, in the order of their sequence.
struct Slots {
  std::vector<std::byte> bytes;
  std::vector<FoundSlot> found;

  std::span<const std::byte> payload(const FoundSlot& slot) const {
    return std::span(bytes).subspan(slot.offset, slot.head.length);
  }
  std::string_view text(const FoundSlot& slot, std::size_t from) const {
    const auto all = payload(slot);
    if (from >= all.size()) return {};
    return {reinterpret_cast<const char*>(all.data()) + from, all.size() - from};
  }
};

Result<std::vector<std::byte>> bytes_of(const Blob& blob, RingLog& log) {
  const std::uint64_t size = std::min(blob.size(), kRingBytes);
  std::vector<std::byte> bytes(size);
  for (std::uint64_t at = 0; at < size; at += kChunk) {
    const auto into = std::span(bytes).subspan(at, std::min<std::uint64_t>(kChunk, size - at));
    const Result<std::size_t> count = blob.read_at(at, into);
    if (!count.ok()) log.unread += into.size();
    if (!count.ok() && log.unread == size) return count.error();
  }
  return bytes;
}

Slots slots_of(std::vector<std::byte> bytes, RingLog& log) {
  Slots slots{std::move(bytes), {}};
  const auto all = std::span<const std::byte>(slots.bytes);
  for (std::size_t at = 0; at + kSlotSize <= all.size(); at += kSlotSize) {
    const auto slot = all.subspan(at).first<kSlotSize>();
    if (const auto head = ring::head_of(slot)) {
      slots.found.push_back({*head, at + kHeadSize});
    } else if (std::any_of(slot.begin(), slot.end(),
                           [](std::byte b) { return b != std::byte{0}; })) {
      ++log.torn;
    }
  }
  std::stable_sort(slots.found.begin(), slots.found.end(),
                   [](const auto& a, const auto& b) { return a.head.sequence < b.head.sequence; });
  const auto same = [](const auto& a, const auto& b) { return a.head.sequence == b.head.sequence; };
  slots.found.erase(std::unique(slots.found.begin(), slots.found.end(), same), slots.found.end());
  log.slots = slots.found.size();
  return slots;
}

/// For each schema, which metric of ours its columns are.
using Schemas = std::map<std::uint32_t, std::vector<std::size_t>>;

std::size_t metric_named(std::string_view name) {
  const auto* const at = std::find_if(std::begin(kMetrics), std::end(kMetrics),
                                      [&](const MetricSpec& spec) { return spec.name == name; });
  return static_cast<std::size_t>(at - std::begin(kMetrics));
}

/// Whether `slot` is the part behind `before`.
bool follows(const FoundSlot& slot, const FoundSlot& before) {
  return slot.head.kind == before.head.kind && slot.head.sequence == before.head.sequence + 1 &&
         (before.head.part & ring::kMoreFollow) != 0 &&
         (slot.head.part & ~ring::kMoreFollow) == (before.head.part & ~ring::kMoreFollow) + 1;
}

Schemas schemas_of(const Slots& slots) {
  Schemas schemas;
  std::string names;
  const FoundSlot* before = nullptr;
  for (const FoundSlot& slot : slots.found) {
    if (slot.head.kind != SlotKind::metrics) continue;
    const auto schema = little_endian<std::uint32_t>(slots.payload(slot), 0);
    if (!before || !follows(slot, *before)) names.clear();
    names += slots.text(slot, 4);
    before = &slot;
    // The names themselves say whether all of them are there.
    if (!schema || schemas.count(*schema) != 0 || ring::crc32c(names) != *schema) continue;
    std::vector<std::size_t>& columns = schemas[*schema];
    for (const std::string_view name : split(names, '\n')) columns.push_back(metric_named(name));
  }
  return schemas;
}

/// Builds the log out of slots that come in their order.
class LogBuilder {
 public:
  LogBuilder(const Slots& slots, RingLog& log)
      : slots_(slots), schemas_(schemas_of(slots)), log_(log) {}

  void take(const FoundSlot& slot) {
    const RingMoment when{slot.head.seconds, slot.head.wall};
    if (slot.head.kind == SlotKind::start)
      begin(slot);
    else if (log_.boots.empty() || when.seconds < log_.boots.back().last.seconds - kBackwards)
      add_boot(when);
    RingBoot& boot = log_.boots.back();
    boot.stop.reset();
    if (when.seconds >= boot.last.seconds) boot.last = when;
    if (slot.head.kind == SlotKind::sample) add_sample(slot, when, boot);
    if (slot.head.kind == SlotKind::event) add_event(slot, when, boot);
    if (slot.head.kind == SlotKind::stop)
      boot.stop = RingStop{when, std::string(slots_.text(slot, 0))};
    before_ = &slot;
  }

 private:
  void add_boot(RingMoment when) {
    log_.boots.emplace_back();
    log_.boots.back().first = log_.boots.back().last = when;
  }

  void begin(const FoundSlot& slot) {
    const auto payload = slots_.payload(slot);
    std::string id;
    for (std::size_t i = 0; i < 16 && i < payload.size(); ++i)
      id += fmt::format("{:02x}", static_cast<unsigned>(payload[i]));
    id = ring::boot_id_digits(id);
    const bool again = payload.size() > 20 && payload[20] != std::byte{0};
    const bool goes_on = !log_.boots.empty() && belongs(id, again, slot.head.seconds);
    if (!goes_on) add_boot({slot.head.seconds, slot.head.wall});
    RingBoot& boot = log_.boots.back();
    if (boot.id.empty()) boot.id = id;
    boot.version = slots_.text(slot, 21);
  }

  /// Whether a start is of the boot that the slots before it are of.
  bool belongs(const std::string& id, bool again, double seconds) const {
    const RingBoot& boot = log_.boots.back();
    if (seconds < boot.last.seconds - kBackwards) return false;
    if (!boot.id.empty() && !id.empty()) return boot.id == id;
    return again || id.empty();
  }

  void add_sample(const FoundSlot& slot, RingMoment when, RingBoot& boot) {
    const auto payload = slots_.payload(slot);
    const auto schema = little_endian<std::uint32_t>(payload, 0);
    const auto known = schema ? schemas_.find(*schema) : schemas_.end();
    if (known == schemas_.end()) {
      ++log_.nameless;
      return;
    }
    Reading reading;
    reading.seconds = when.seconds;
    reading.wall = when.wall;
    for (std::size_t i = 0; i < known->second.size(); ++i) {
      const auto bits = little_endian<std::uint32_t>(payload, 4 + 4 * i);
      if (!bits || known->second[i] == kNoMetric) continue;
      const float value = std::bit_cast<float>(*bits);
      reading.values[known->second[i]] =
          std::isfinite(value) ? static_cast<double>(value) : kNotKnown;
    }
    boot.samples.push_back(reading);
  }

  void add_event(const FoundSlot& slot, RingMoment when, RingBoot& boot) {
    const auto payload = slots_.payload(slot);
    const bool more = (slot.head.part & ring::kMoreFollow) != 0;
    if (before_ && follows(slot, *before_) && !boot.events.empty()) {
      boot.events.back().text += slots_.text(slot, 1);
      boot.events.back().cut = more;
      return;
    }
    const auto kind = payload.empty() ? 0U : static_cast<unsigned>(payload[0]);
    const bool is_known = kind >= static_cast<unsigned>(EventKind::kernel_line) &&
                          kind <= static_cast<unsigned>(EventKind::note);
    boot.events.push_back({is_known ? static_cast<EventKind>(kind) : EventKind::note, when,
                           std::string(slots_.text(slot, 1)), more});
  }

  const Slots& slots_;
  Schemas schemas_;
  RingLog& log_;
  const FoundSlot* before_ = nullptr;
};

}  // namespace

Result<RingLog> read_ring(const Blob& blob) {
  RingLog log;
  std::vector<std::byte> bytes = TRY(bytes_of(blob, log));
  const Slots slots = slots_of(std::move(bytes), log);
  LogBuilder builder(slots, log);
  for (const FoundSlot& slot : slots.found) builder.take(slot);
  return log;
}

}  // namespace gb10
