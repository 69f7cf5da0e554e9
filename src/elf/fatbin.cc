#include "elf/fatbin.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/bytes.h"

namespace gb10 {

namespace {

constexpr std::uint64_t kContainerHead = 16, kImageHead = 64;
constexpr std::uint64_t kStep = 8;  // containers begin at multiples of it in a file
constexpr std::uint64_t kLongestName = 4096;
constexpr std::uint64_t kMostPadding = 512;  // what is looked through before anything is guessed
constexpr std::uint64_t kPiece = 64U << 10U;
constexpr std::size_t kMostImages = 1U << 16U, kMostProblems = 256;
constexpr std::size_t kMostImagesOfFile = 400'000;
constexpr const char* kTooMany = "too many entries in one file";

// Flags of an image.
constexpr std::uint64_t kDebug = 0x2, kOldPacking = 0x1000, kLz4 = 0x2000, kZstd = 0x8000;
constexpr std::uint64_t kThisGpuOnly = 0x100000, kFamily = 0x200000;

template <class T>
T field(std::span<const std::byte> bytes, std::uint64_t offset) {
  return little_endian<T>(bytes, offset).value_or(0);
}

GpuImage::Packing packing(std::uint64_t flags) {
  if ((flags & kZstd) != 0) return GpuImage::Packing::zstd;
  if ((flags & kLz4) != 0) return GpuImage::Packing::lz4;
  return (flags & kOldPacking) != 0 ? GpuImage::Packing::old : GpuImage::Packing::none;
}

GpuImage::Kind kind(std::uint16_t number) {
  if (number == 1) return GpuImage::Kind::ptx;
  if (number == 2) return GpuImage::Kind::elf;
  return number == 8 ? GpuImage::Kind::lto : GpuImage::Kind::other;
}

char suffix(std::uint64_t flags) {
  if ((flags & kFamily) != 0) return 'f';
  return (flags & kThisGpuOnly) != 0 ? 'a' : '\0';
}

/// An image by its 64 bytes of header, which lie at `at`.
struct Head {
  GpuImage image;
  std::uint64_t size = 0, payload = 0;  // of the header, and of what follows it
  std::uint32_t name_at = 0, name_length = 0;
};

Head head_of(std::span<const std::byte> bytes) {
  Head head;
  head.size = field<std::uint32_t>(bytes, 0x04);
  head.payload = field<std::uint64_t>(bytes, 0x08);
  head.name_at = field<std::uint32_t>(bytes, 0x20);
  head.name_length = field<std::uint32_t>(bytes, 0x24);
  const auto flags = field<std::uint64_t>(bytes, 0x28);
  const auto packed = field<std::uint32_t>(bytes, 0x10);
  const auto unpacked = field<std::uint64_t>(bytes, 0x38);
  GpuImage& image = head.image;
  image.number = field<std::uint16_t>(bytes, 0);
  image.kind = kind(image.number);
  image.packing = packing(flags);
  image.debug = (flags & kDebug) != 0;
  image.suffix = suffix(flags);
  image.arch = field<std::uint32_t>(bytes, 0x1c);
  image.minor = field<std::uint16_t>(bytes, 0x18);
  image.major = field<std::uint16_t>(bytes, 0x1a);
  image.stored = packed != 0 ? packed : head.payload;
  image.unpacked = unpacked != 0 ? unpacked : head.payload;
  return head;
}

void read_name(Window& window, std::uint64_t at, Head& head) {
  if (head.name_length == 0) return;
  const std::uint64_t end = std::uint64_t{head.name_at} + head.name_length;
  if (end > head.size || head.name_length > kLongestName) {
    head.image.name_is_lost = true;
    return;
  }
  const auto bytes = window.at(at + head.name_at, head.name_length);
  if (!bytes.ok()) {
    head.image.name_is_lost = true;
    return;
  }
  const auto stop = std::find(bytes->begin(), bytes->end(), std::byte{0});
  head.image.name.assign(reinterpret_cast<const char*>(bytes->data()),
                         static_cast<std::size_t>(stop - bytes->begin()));
}

void add_problem(GpuCode& code, const GpuPlace& place, int container, std::string what) {
  if (code.problems.size() == kMostProblems) return;
  code.problems.push_back({GpuProblem::Kind::error, place.where, container, std::move(what)});
}

/// Whether the file has as many images as are read of one; says so once.
bool is_full(GpuCode& code, const GpuPlace& place, int container) {
  if (code.images < kMostImagesOfFile) return false;
  const bool is_told = !code.problems.empty() && code.problems.back().what == kTooMany;
  if (!is_told) add_problem(code, place, container, kTooMany);
  return true;
}

/// Reads the images between `at` and `end` into the container.
void read_images(Window& window, Range body, const GpuPlace& place, GpuCode& code,
                 GpuContainer& container) {
  std::uint64_t at = body.offset;
  const std::uint64_t end = body.offset + body.size;
  while (end - at >= kImageHead) {
    const auto bytes = window.at(at, kImageHead);
    if (!bytes.ok()) return add_problem(code, place, container.number, bytes.error().what);
    Head head = head_of(*bytes);
    if (head.size < kImageHead || head.size > end - at)
      return add_problem(code, place, container.number,
                         fmt::format("bad entry header size {}", head.size));
    if (head.payload > end - at - head.size)
      return add_problem(code, place, container.number, "entry payload past its container");
    if (container.images.size() == kMostImages)
      return add_problem(code, place, container.number, "too many entries");
    if (is_full(code, place, container.number)) return;
    ++code.images;
    if (place.with_names) read_name(window, at, head);
    head.image.offset = at + head.size;
    container.images.push_back(std::move(head.image));
    at += head.size + head.payload;
  }
}

int next_number(const GpuCode& code) {
  int next = 0;
  for (auto each = code.containers.rbegin(); each != code.containers.rend(); ++each) {
    if (each->number < 0) continue;
    next = each->number + 1;
    break;
  }
  return next;
}

/// The header at the start of `rest`.
struct ContainerHead {
  bool is_one = false;
  std::uint16_t version = 0, size = 0;
  std::uint64_t body = 0;
};

Result<ContainerHead> container_head(Window& window, std::uint64_t at) {
  const auto bytes = TRY(window.at(at, kContainerHead));
  ContainerHead head;
  head.is_one = field<std::uint32_t>(bytes, 0) == kContainerMagic;
  head.version = field<std::uint16_t>(bytes, 4);
  head.size = field<std::uint16_t>(bytes, 6);
  head.body = field<std::uint64_t>(bytes, 8);
  return head;
}

/// Empty when the container fits into `room` bytes and can be walked.
std::string fault(const ContainerHead& head, std::uint64_t room) {
  if (head.version != 1) return fmt::format("unknown container version {}", head.version);
  if (head.size < kContainerHead) return fmt::format("bad container header size {}", head.size);
  if (head.size > room || head.body > room - head.size)
    return "container larger than what holds it";
  return {};
}

std::uint64_t take_container(Window& window, std::uint64_t at, const ContainerHead& head,
                             const GpuPlace& place, GpuCode& code) {
  GpuContainer container{place.where, next_number(code), at, place.relocatable, {}};
  const Range body{at + head.size, head.body};
  read_images(window, body, place, code, container);
  code.containers.push_back(std::move(container));
  return body.offset + body.size;
}

/// Where the data that begins at `at` ends and a container follows, as a table of offsets at its
/// start says; nothing when it does not. NVIDIA's libraries keep megabytes of descriptions between
/// containers, whose first words hold the distance to their last table, which is 72 or 76 bytes
/// before the next container (seen in cuBLASLt and cuDNN; what it says is looked up, not believed).
std::optional<std::uint64_t> end_of_descriptions(Window& window, std::uint64_t at,
                                                 std::uint64_t end) {
  constexpr std::uint64_t kTable = 64, kBehind = 128;
  if (end - at < kTable) return std::nullopt;
  std::array<std::uint32_t, kTable / 4> values{};
  const auto table = window.at(at, kTable);
  if (!table.ok()) return std::nullopt;
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = field<std::uint32_t>(*table, i * 4);
  for (const std::uint32_t value : values) {
    if (value < kMostPadding || end - at < kBehind || value > end - at - kBehind) continue;
    const std::uint64_t from = (at + value) / kStep * kStep;
    const auto bytes = window.at(from, kBehind);
    if (!bytes.ok()) continue;
    for (std::uint64_t i = 0; i + 4 <= kBehind; i += kStep) {
      if (field<std::uint32_t>(*bytes, i) == kContainerMagic) return from + i;
    }
  }
  return std::nullopt;
}

/// The first place in `piece`, at a multiple of kStep, where a container may begin.
Result<std::optional<std::uint64_t>> container_in(Window& window, Range piece) {
  const auto bytes = TRY(window.at(piece.offset, piece.size));
  for (std::uint64_t i = 0; i + 4 <= piece.size; i += kStep) {
    if (field<std::uint32_t>(bytes, i) == kContainerMagic)
      return std::optional<std::uint64_t>(piece.offset + i);
  }
  return std::optional<std::uint64_t>();
}

/// The same in a piece that is read in parts, since most that hold one hold it near their start.
Result<bool> holds_container(Window& window, Range sample) {
  constexpr std::uint64_t kPart = 8U << 10U;
  for (std::uint64_t at = 0; at < sample.size; at += kPart) {
    const Range part{sample.offset + at, std::min(kPart, sample.size - at)};
    const auto found = TRY(container_in(window, part));
    if (found) return true;
  }
  return false;
}

/// Where to look on in large data after `at`: samples farther and farther away tell where
/// containers lie close again, and then the gap's end is closed in on. `end` where no sample has
/// one.
Result<std::uint64_t> behind_large_data(Window& window, std::uint64_t at, std::uint64_t end) {
  std::uint64_t empty = at, hit = end;
  for (std::uint64_t far = kPiece; far < end - at; far *= 2) {
    const Range sample{at + far, std::min(kPiece, end - at - far)};
    const bool is_hit = TRY(holds_container(window, sample));
    if (is_hit) {
      hit = sample.offset;
      break;
    }
    empty = sample.offset;
  }
  if (hit == end) return end;
  while (hit - empty > kPiece) {
    const std::uint64_t middle = empty + (hit - empty) / (2 * kStep) * kStep;
    const Range sample{middle, std::min(kPiece, end - middle)};
    const bool is_hit = TRY(holds_container(window, sample));
    (is_hit ? hit : empty) = middle;
  }
  return empty;
}

/// Where the next container may begin: at a multiple of kStep, before `end`. Larger and larger
/// pieces are looked through, so that padding is cheap and data between containers is not read
/// eight bytes at a time. In `large_data` most of it is skipped.
Result<std::uint64_t> next_candidate(Window& window, std::uint64_t at, std::uint64_t end,
                                     bool large_data) {
  const std::uint64_t start = at;
  std::uint64_t piece = 64;
  while (at < end && end - at >= kContainerHead) {
    const std::uint64_t count = std::min(piece, end - at);
    if (const auto found = TRY(container_in(window, {at, count}))) return *found;
    if (at == start) {
      if (const auto there = end_of_descriptions(window, start, end)) return *there;
    }
    at += std::max(kStep, count / kStep * kStep);
    if (large_data && piece >= kPiece) {
      at = TRY(behind_large_data(window, std::min(at, end), end));
      large_data = false;
    }
    piece = std::min(piece * 4, kPiece);
  }
  return end;
}

}  // namespace

void read_containers(Window& window, Range range, const GpuPlace& place, GpuCode& code) {
  const std::uint64_t end = range.offset + range.size;
  std::uint64_t at = (range.offset + kStep - 1) / kStep * kStep;
  while (at < end && end - at >= kContainerHead) {
    const auto head = container_head(window, at);
    if (!head.ok()) return add_problem(code, place, -1, head.error().what);
    if (!head->is_one) {
      // A container of an odd size leaves the place between two multiples.
      const std::uint64_t from = (at / kStep + 1) * kStep;
      const auto next = next_candidate(window, from, end, place.large_data);
      if (!next.ok()) return add_problem(code, place, -1, next.error().what);
      at = *next;
      continue;
    }
    if (code.containers.size() >= kMostContainers)
      return add_problem(code, place, -1, "too many containers");
    if (is_full(code, place, -1)) return;
    const std::string what = fault(*head, end - at);
    if (!what.empty()) {
      add_problem(code, place, -1, what);
      // The driver reads no further than the first container of a file. In a section what has its
      // magic by chance says nothing of what follows.
      if (place.where == "file" || code.problems.size() >= kMostProblems) return;
      at += kStep;
      continue;
    }
    at = take_container(window, at, *head, place, code);
  }
}

std::optional<std::uint64_t> read_container_at(Window& window, Range rest, const GpuPlace& place,
                                               GpuCode& code) {
  if (rest.size < kContainerHead) return std::nullopt;
  const auto head = container_head(window, rest.offset);
  const bool fits = head.ok() && head->is_one && head->size == kContainerHead &&
                    fault(*head, rest.size).empty() && code.containers.size() < kMostContainers;
  if (!fits) return std::nullopt;
  return take_container(window, rest.offset, *head, place, code);
}

}  // namespace gb10
