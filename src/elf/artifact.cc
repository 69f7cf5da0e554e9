#include "elf/artifact.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>

#include <elf.h>

#include "base/bytes.h"
#include "elf/archive.h"
#include "elf/cubin.h"
#include "elf/fatbin.h"
#include "elf/scan.h"

namespace gb10 {

namespace {

constexpr std::uint64_t kPiece = 64U << 10U;
constexpr std::size_t kMagic = 4;
constexpr std::uint32_t kElfMagic = 0x464c457f;
constexpr const char* kNoTable = "section table unusable: deep scan needed";

struct ContainerSection {
  std::string_view name;
  bool relocatable;
  bool large_data;
};
constexpr ContainerSection kContainerSections[] = {{".nv_fatbin", false, false},
                                                   {"__nv_relfatbin", true, false},
                                                   {".cask_resource", false, false},
                                                   {".ldata", false, true}};

const ContainerSection* container_section(std::string_view name) {
  const auto found = std::find_if(std::begin(kContainerSections), std::end(kContainerSections),
                                  [&](const ContainerSection& each) { return each.name == name; });
  return found == std::end(kContainerSections) ? nullptr : found;
}

/// Where a host's tables of unwinding and of linking lie: no data of a program.
bool is_bookkeeping(std::string_view name) {
  constexpr std::array<std::string_view, 8> kStarts = {
      ".eh_frame", ".gcc_except_table", ".dyn", ".gnu", ".rela", ".got", ".note", ".symtab"};
  return std::any_of(kStarts.begin(), kStarts.end(),
                     [&](std::string_view start) { return name.starts_with(start); });
}

/// What was read of a file, so that sections that lie upon each other cost no more than the file.
class Covered {
 public:
  /// The parts of `range` that were not added before, in their order; they count as added now.
  std::vector<Range> add(Range range) {
    std::vector<Range> fresh;
    const std::uint64_t end = range.offset + range.size;
    std::uint64_t at = range.offset, begin = at, until = end;
    auto next = ends_.upper_bound(at);
    if (next != ends_.begin() && std::prev(next)->second >= at) --next;
    // Each part that is met goes into the new one, so that none is met twice.
    while (next != ends_.end() && next->first <= end) {
      if (next->first > at) fresh.push_back({at, next->first - at});
      at = std::max(at, next->second);
      begin = std::min(begin, next->first);
      until = std::max(until, next->second);
      next = ends_.erase(next);
    }
    if (at < end) fresh.push_back({at, end - at});
    if (until > begin) ends_.emplace(begin, until);
    return fresh;
  }

 private:
  std::map<std::uint64_t, std::uint64_t> ends_;  // by where they begin; none touches another
};

/// Reads one file, or one member of a static library, into an Artifact.
class Reader {
 public:
  Reader(const Blob& blob, const ArtifactOptions& options, GpuCode& code)
      : blob_(blob), options_(options), window_(blob, options.step), code_(code) {}

  /// `prefix` stands before the names of places: "plain.o:".
  std::optional<Result<ElfInfo>> read_host(const std::string& prefix) {
    prefix_ = prefix;
    Result<ElfInfo> info = read_elf(blob_);
    const bool has_sections = info.ok() && !info->section_problem && !info->sections.empty();
    if (!info.ok() || (info->readable() && !has_sections)) {
      no_sections(info);
    } else {
      known_sections(*info);
      if (goes_deep(*info))
        data_sections(*info, false);
      else if (has_empty_containers(*info) || has_large_data(*info))
        data_sections(*info, true);
    }
    return info;
  }

  void read_loose_cubin() {
    const auto image = cubin_at(window_, {0, blob_.size()});
    if (!image) return problem("file", "a cubin whose tables make no sense");
    add_loose("file", *image);
  }

  void read_fatbin() {
    if (blob_.size() < 16) return problem("file", "truncated container header");
    read_containers(window_, {0, blob_.size()}, place("file", false), code_);
  }

  void problem(std::string where, std::string what) {
    code_.problems.push_back({GpuProblem::Kind::error, std::move(where), -1, std::move(what)});
  }

 private:
  GpuPlace place(std::string_view where, bool relocatable) const {
    return {prefix_ + std::string(where), relocatable, options_.with_names, false};
  }

  void known_sections(const ElfInfo& info) {
    Covered containers;
    for (const ElfSection& section : info.sections) {
      const ContainerSection* const known = container_section(section.name);
      if (!known) continue;
      if (section.stored) {
        GpuPlace here = place(section.name, known->relocatable);
        here.large_data = known->large_data;
        for (const Range& part : containers.add(section.range))
          read_containers(window_, part, here, code_);
      } else if (known->name.find("fatbin") != std::string_view::npos) {
        code_.problems.push_back({GpuProblem::Kind::no_bytes, prefix_ + section.name, -1,
                                  "section holds no bytes (debug-only file)"});
      }
    }
  }

  bool holds_any_code() const {
    return std::any_of(
        code_.containers.begin(), code_.containers.end(), [](const GpuContainer& each) {
          return std::any_of(each.images.begin(), each.images.end(), [](const GpuImage& image) {
            return image.kind != GpuImage::Kind::elf || image.unpacked > kEmptyCubin;
          });
        });
  }

  /// What holds empty containers only has its code elsewhere: cuFFT for aarch64 in its data.
  bool has_empty_containers(const ElfInfo& info) const {
    return blob_.size() <= options_.most && !holds_any_code() &&
           std::any_of(info.sections.begin(), info.sections.end(), [](const ElfSection& section) {
             return section.stored && container_section(section.name) != nullptr;
           });
  }

  /// So does its version for CUDA 13, which has no section for containers at all.
  bool has_large_data(const ElfInfo& info) const {
    constexpr std::uint64_t kLarge = 8U << 20U;
    bool is_large = false;
    for (const ElfSection& section : info.sections) {
      if (container_section(section.name)) return false;
      is_large = is_large || (section.name == ".data" && section.stored && section.writable &&
                              section.range.size >= kLarge);
    }
    return is_large && blob_.size() <= options_.most;
  }

  bool goes_deep(const ElfInfo& info) const {
    if (blob_.size() > options_.most) return false;
    if (options_.deep == ArtifactOptions::Deep::always || blob_.size() <= options_.small)
      return true;
    const bool has_containers = std::any_of(
        info.sections.begin(), info.sections.end(),
        [](const ElfSection& section) { return container_section(section.name) != nullptr; });
    return !has_containers && wants_cuda(info);
  }

  void data_sections(const ElfInfo& info, bool only_writable) {
    code_.deep = true;
    Covered data;
    for (const ElfSection& section : info.sections) {
      const bool is_data = section.stored && section.loaded && !section.executable &&
                           (!only_writable || section.writable) &&
                           !container_section(section.name) && !is_bookkeeping(section.name);
      if (!is_data) continue;
      for (const Range& part : data.add(section.range)) search(part, "deep:" + section.name);
    }
  }

  void no_sections(const Result<ElfInfo>& info) {
    const bool has_none = info.ok() && !info->section_problem;
    code_.problems.push_back({has_none ? GpuProblem::Kind::no_sections : GpuProblem::Kind::error,
                              prefix_ + "elf", -1, kNoTable});
    if (blob_.size() > options_.most) return;
    code_.deep = true;
    search({0, blob_.size()}, "deep");
  }

  /// Looks at any place for containers and cubins, and jumps over what it finds.
  void search(Range range, const std::string& where) {
    Window pieces(blob_, kPiece);
    const std::uint64_t end = range.offset + range.size;
    std::uint64_t at = range.offset, piece = at;  // up to `piece` it is read
    while (at < end && end - at >= kMagic) {
      if (piece < at + kMagic) piece = at + std::min(kPiece, end - at);
      const auto bytes = pieces.at(at, piece - at);
      if (!bytes.ok()) return problem(where, bytes.error().what);
      const std::size_t hit = magic_in(*bytes);
      if (hit < bytes->size()) {
        at = behind({at + hit, end - at - hit}, where);
      } else {
        // What the piece cuts off begins the next one.
        at = piece == end ? end : piece - (kMagic - 1);
        piece = at;
      }
    }
  }

  /// The first place in `bytes` where the whole magic of a container or of an ELF file stands.
  static std::size_t magic_in(std::span<const std::byte> bytes) {
    for (std::size_t at = next_magic(bytes, 0); at < bytes.size(); at = next_magic(bytes, at + 1)) {
      const auto magic = little_endian<std::uint32_t>(bytes, at);
      if (magic == kContainerMagic || magic == kElfMagic) return at;
    }
    return bytes.size();
  }

  /// Where to go on behind what begins at `rest`.
  std::uint64_t behind(Range rest, const std::string& where) {
    const GpuPlace found = place(where, false);
    if (const auto next = read_container_at(window_, rest, found, code_)) return *next;
    const auto cubin = cubin_at(window_, rest);
    if (!cubin) return rest.offset + kMagic;
    add_loose(found.where, *cubin);
    return rest.offset + cubin->stored;
  }

  void add_loose(const std::string& where, const GpuImage& image) {
    if (code_.containers.size() >= kMostContainers) return;
    code_.containers.push_back({where, -1, image.offset, false, {image}});
  }

  const Blob& blob_;
  const ArtifactOptions& options_;
  Window window_;
  GpuCode& code_;
  std::string prefix_;
};

/// The members lie elsewhere in the file than in themselves.
void move_by(GpuCode& code, std::size_t first, std::uint64_t offset) {
  for (std::size_t i = first; i < code.containers.size(); ++i) {
    code.containers[i].offset += offset;
    for (GpuImage& image : code.containers[i].images) image.offset += offset;
  }
}

void read_archive(const Blob& blob, const ArtifactOptions& options, GpuCode& code) {
  const ArchiveMembers archive = archive_members(blob);
  // Whether it is small is a question of the whole.
  ArtifactOptions inner = options;
  if (blob.size() > options.small) inner.small = 0;
  if (blob.size() > options.most) inner.most = 0;
  for (const ArchiveMembers::Member& member : archive.members) {
    const PartOfBlob part(blob, member.range.offset, member.range.size);
    const auto magic = bytes_at(part, 0, kMagic);
    if (!magic.ok() || *magic != ELFMAG) continue;
    const std::size_t first = code.containers.size();
    Reader(part, inner, code).read_host(member.name + ":");
    move_by(code, first, member.range.offset);
  }
  if (!archive.problem.empty()) Reader(blob, options, code).problem("ar", archive.problem);
}

Artifact::Kind kind_of(const Blob& blob, std::string_view head) {
  const auto bytes = std::as_bytes(std::span(head.data(), head.size()));
  if (little_endian<std::uint32_t>(bytes, 0) == kContainerMagic) return Artifact::Kind::fatbin;
  if (is_archive(blob)) return Artifact::Kind::archive;
  if (!head.starts_with(ELFMAG)) return Artifact::Kind::other;
  const auto machine = little_endian<std::uint16_t>(bytes, offsetof(Elf64_Ehdr, e_machine));
  return machine == EM_CUDA ? Artifact::Kind::cubin : Artifact::Kind::elf;
}

}  // namespace

bool wants_cuda(const ElfInfo& info) {
  constexpr std::array<std::string_view, 6> kStarts = {"libcu",        "libnv",   "libtorch_cuda",
                                                       "libc10_cuda.", "libnccl", "libtriton"};
  return std::any_of(info.needed.begin(), info.needed.end(), [&](const std::string& name) {
    return std::any_of(kStarts.begin(), kStarts.end(),
                       [&](std::string_view start) { return name.starts_with(start); });
  });
}

Result<Artifact> read_artifact(const Blob& blob, const ArtifactOptions& options) {
  const std::string head = TRY(bytes_at(blob, 0, std::min<std::uint64_t>(blob.size(), 20)));
  Artifact out;
  out.kind = kind_of(blob, head);
  Reader reader(blob, options, out.code);
  switch (out.kind) {
    case Artifact::Kind::elf:
      out.elf = reader.read_host("");
      break;
    case Artifact::Kind::cubin:
      reader.read_loose_cubin();
      break;
    case Artifact::Kind::fatbin:
      reader.read_fatbin();
      break;
    case Artifact::Kind::archive:
      read_archive(blob, options, out.code);
      break;
    case Artifact::Kind::other:
      break;
  }
  return out;
}

}  // namespace gb10
