#include "audit/usable.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "elf/cubin.h"

namespace gb10 {

namespace {

/// Machine code (NVIDIA: the same major version and a minor one that is not newer).
Usable sass(const GpuImage& image, const GpuTarget& target, const GpuRules& rules) {
  const int arch = static_cast<int>(image.arch), device = target.arch;
  if (arch == device && image.suffix != 'f') return Usable::native;
  if (image.suffix == 'a') return Usable::no;
  if (image.suffix == 'f') {
    const auto runs = rules.is_in_family(arch, device);
    if (!runs) return Usable::unsure;
    return *runs ? Usable::native : Usable::no;
  }
  if (arch / 10 != device / 10 || arch > device) return Usable::no;
  return rules.is_tegra(arch) || rules.is_tegra(device) ? Usable::unsure : Usable::native;
}

/// Whether the GPU takes PTX for this architecture, whatever the driver.
Usable ptx_of_arch(const GpuImage& image, const GpuTarget& target, const GpuRules& rules) {
  const int arch = static_cast<int>(image.arch), device = target.arch;
  if (image.suffix == 'a') return arch == device ? Usable::jit : Usable::no;
  if (image.suffix == 0) return arch <= device ? Usable::jit : Usable::no;
  const auto runs = rules.is_in_family(arch, device);
  if (!runs) return Usable::unsure;
  return *runs ? Usable::jit : Usable::no;
}

Usable ptx(const GpuImage& image, const GpuTarget& target, const GpuRules& rules) {
  const Usable found = ptx_of_arch(image, target, rules);
  if (found != Usable::jit || !target.driver_cuda) return found;
  const auto needs = rules.cuda_of_ptx(image.major, image.minor);
  if (!needs) return Usable::unsure;
  return *needs <= *target.driver_cuda ? Usable::jit : Usable::newer_driver;
}

std::string target_name(const GpuImage& image) {
  switch (image.kind) {
    case GpuImage::Kind::ptx:
      return "compute_" + arch_name(image);
    case GpuImage::Kind::lto:
      return "lto_" + arch_name(image);
    case GpuImage::Kind::elf:
      return "sm_" + arch_name(image);
    case GpuImage::Kind::other:
      break;
  }
  return kind_name(image) + "_" + arch_name(image);
}

/// Images that are all for one GPU or family each, that are all of one other generation, or that go
/// past this GPU's generation to a newer one, were chosen by somebody who has others for the rest.
/// What ends before this GPU's generation may only be old.
bool is_for_others(const std::vector<const GpuImage*>& images, const GpuTarget& target) {
  const auto generation = [](const GpuImage* each) { return static_cast<int>(each->arch) / 10; };
  const auto all = [&](const auto& test) {
    return std::all_of(images.begin(), images.end(), test);
  };
  if (all([](const GpuImage* each) { return each->suffix != 0; })) return true;
  if (!all([](const GpuImage* each) { return each->kind == GpuImage::Kind::elf; })) return false;
  const int own = target.arch / 10, first = generation(images.front());
  if (first != own && all([&](const GpuImage* each) { return generation(each) == first; }))
    return true;
  return all([&](const GpuImage* each) { return generation(each) != own; }) &&
         std::any_of(images.begin(), images.end(),
                     [&](const GpuImage* each) { return generation(each) > own; });
}

std::string source_of(const std::vector<const GpuImage*>& images) {
  std::vector<std::string> archs;
  for (const GpuImage* const image : images) {
    if (!image->name.empty()) return printable(image->name, 120);
    archs.push_back(target_name(*image));
  }
  std::sort(archs.begin(), archs.end());
  archs.erase(std::unique(archs.begin(), archs.end()), archs.end());
  return joined(archs, " ");
}

/// The member of a static library that a container is in; empty where the file is one object.
std::string_view object_of(const GpuContainer& container) {
  constexpr std::string_view kSearched = "deep";
  std::string_view object = container.where;
  const std::size_t section = object.rfind(':');
  if (section == std::string_view::npos) return {};
  object = object.substr(0, section);
  if (object == kSearched) return {};
  if (object.ends_with(kSearched) && object[object.size() - kSearched.size() - 1] == ':')
    object.remove_suffix(kSearched.size() + 1);
  return object;
}

class Judge {
 public:
  Judge(const Blob& blob, const GpuTarget& target, const GpuRules& rules)
      : blob_(blob), target_(target), rules_(rules) {}

  void look_at(const GpuContainer& container) {
    std::vector<const GpuImage*> images;
    for (const GpuImage& image : container.images) {
      if (image.kind != GpuImage::Kind::elf || image.unpacked > kEmptyCubin || image.loose)
        images.push_back(&image);
    }
    if (images.empty()) {
      ++out_.empty;
      return;
    }
    Usable best = best_of(images);
    if (best == Usable::no) {
      std::erase_if(images, [&](const GpuImage* each) { return !holds_code(blob_, *each); });
      if (images.empty()) {
        ++out_.empty;
        return;
      }
    }
    for (const GpuImage* const image : images) out_.archs.insert(target_name(*image));
    count(best, images);
  }

  CodeVerdict out() { return std::move(out_); }

 private:
  Usable best_of(const std::vector<const GpuImage*>& images) {
    Usable best = Usable::no;
    for (const GpuImage* const image : images) {
      best = std::min(best, usable(*image, target_, rules_));
    }
    return best;
  }

  void count(Usable best, const std::vector<const GpuImage*>& images) {
    ++out_.modules;
    ++counter(best);
    std::set<std::string> named;
    for (const GpuImage* const image : images) {
      const Usable own = usable(*image, target_, rules_);
      if (own == best && best < Usable::newer_driver) named.insert(target_name(*image));
      if (own == Usable::newer_driver && best == own) note_need(*image);
    }
    for (const std::string& name : named) ++out_.used[name];
    if (best < Usable::newer_driver) return;
    if (best == Usable::no && is_for_others(images, target_)) {
      ++out_.others;
    } else if (out_.not_covered.size() < kMostNamed) {
      out_.not_covered.insert(source_of(images));
    }
  }

  int& counter(Usable kind) {
    switch (kind) {
      case Usable::native:
        return out_.native;
      case Usable::jit:
        return out_.jit;
      case Usable::link:
        return out_.link;
      case Usable::unsure:
        return out_.unsure;
      case Usable::newer_driver:
        return out_.newer_driver;
      case Usable::no:
        break;
    }
    return out_.none;
  }

  void note_need(const GpuImage& image) {
    const auto needs = rules_.cuda_of_ptx(image.major, image.minor);
    if (needs && (!out_.needs || *out_.needs < *needs)) out_.needs = needs;
  }

  static constexpr std::size_t kMostNamed = 50;
  const Blob& blob_;
  const GpuTarget& target_;
  const GpuRules& rules_;
  CodeVerdict out_;
};

}  // namespace

Usable usable(const GpuImage& image, const GpuTarget& target, const GpuRules& rules) {
  // What is no number of a GPU was written by nobody who knows.
  constexpr std::uint32_t kFirst = 10, kLast = 999;
  if (image.arch < kFirst || image.arch > kLast) return Usable::unsure;
  switch (image.kind) {
    case GpuImage::Kind::elf:
      return sass(image, target, rules);
    case GpuImage::Kind::ptx:
      return ptx(image, target, rules);
    case GpuImage::Kind::lto:
      return static_cast<int>(image.arch) <= target.arch ? Usable::link : Usable::no;
    case GpuImage::Kind::other:
      break;
  }
  // The driver passes over kinds that it does not know; newer ones may be for newer drivers.
  return Usable::unsure;
}

CodeVerdict verdict_of(const GpuCode& code, const Blob& blob, const GpuTarget& target,
                       const GpuRules& rules) {
  // What a device link was made of is loaded only through its result, where the same object has
  // one.
  std::set<std::string_view> linked;
  for (const GpuContainer& each : code.containers) {
    if (!each.relocatable && !each.images.empty()) linked.insert(object_of(each));
  }
  Judge judge(blob, target, rules);
  for (const GpuContainer& container : code.containers) {
    if (!container.relocatable || linked.count(object_of(container)) == 0) judge.look_at(container);
  }
  return judge.out();
}

}  // namespace gb10
