#include "wheelhouse/read_wheel.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "model/version.h"
#include "wheel/metadata.h"
#include "wheel/pep440.h"
#include "wheel/record_check.h"
#include "wheel/tags.h"
#include "wheel/zip.h"
#include "wheelhouse/manifest.h"

namespace gb10 {

namespace {

constexpr std::uint64_t kLongestText = 16U << 20U;
constexpr std::size_t kMostTold = 3;

Error wrong(std::string what) { return {Error::Kind::invalid, std::move(what)}; }

/// The one NAME.dist-info of the top.
Result<std::string> info_folder(const ZipArchive& archive) {
  std::string out;
  for (const ZipMember& member : archive.members()) {
    const std::string folder = member.name.substr(0, member.name.find('/'));
    if (!folder.ends_with(".dist-info") || folder == out) continue;
    if (!out.empty()) return wrong("it has more than one .dist-info");
    out = folder;
  }
  if (out.empty()) return wrong("it has no .dist-info");
  return out;
}

Result<std::string> text_of(const ZipArchive& archive, const std::string& name) {
  const ZipMember* const member = archive.find(name);
  if (!member) return wrong(fmt::format("it has no {}", printable(name, 120)));
  return archive.text(*member, kLongestText);
}

Result<void> take_metadata(const std::string& text, HouseWheel& wheel) {
  const PackageMetadata metadata = TRY(read_metadata(text));
  if (normalised_name(metadata.name) != wheel.name)
    return wrong(fmt::format("its METADATA is of {}", printable(metadata.name, 60)));
  const PepVersion said = TRY(pep_version(metadata.version));
  const PepVersion named = TRY(pep_version(wheel.version));
  if (compared(said, named) != 0)
    return wrong(fmt::format("its METADATA is of version {}", printable(metadata.version, 60)));
  wheel.version = to_text(said);
  wheel.requires_python = printable(metadata.requires_python, 200);
  for (const std::string& each : metadata.requires_dist)
    wheel.wants.push_back(printable(each, 4000));
  return {};
}

/// The tags of WHEEL, which are what the name's stand for. Wheels whose makers renamed them have
/// others: the name is what installers go by, so that this is no fault.
Result<void> check_wheel_file(const std::string& text) {
  const WheelInfo info = TRY(read_wheel_info(text));
  if (info.tags.empty()) return wrong("its WHEEL names no tags");
  return {};
}

Result<void> verify(const ZipArchive& archive, const std::string& text) {
  const PackageRecord record = TRY(read_record(text));
  if (!record.problems.empty()) return wrong("its RECORD: " + record.problems.front());
  Inflater inflater;
  PackageFiles files;
  files.open = [&](const std::string& path) -> Result<std::unique_ptr<Blob>> {
    const ZipMember* const file = archive.find(path);
    if (!file) return Error{Error::Kind::not_found, "is not there"};
    return archive.open(*file, inflater);
  };
  for (const ZipMember& each : archive.members()) {
    if (!each.is_directory()) files.present.push_back(each.name);
  }
  const RecordCheck check = verify_record(record, files);
  if (check.differences.empty()) return {};
  std::vector<std::string> told;
  for (const RecordDifference& each : check.differences) {
    if (told.size() == kMostTold) break;
    told.push_back(fmt::format("{} {}", printable(each.path, 100),
                               each.what.empty() ? word(each.kind) : each.what));
  }
  const std::size_t more = check.differences.size() - told.size();
  return wrong(fmt::format("it is not as its RECORD says: {}{}", joined(told, "; "),
                           more > 0 ? fmt::format("; and {} more", more) : ""));
}

std::optional<TwoNumbers> two_numbers(const std::string& version) {
  const auto numbers = Version{version}.numbers();
  if (numbers.size() < 2) return std::nullopt;
  return TwoNumbers{static_cast<int>(numbers[0]), static_cast<int>(numbers[1])};
}

}  // namespace

Result<HouseWheel> read_wheel(const Blob& blob, const std::string& file, bool whole) {
  if (!is_house_name(file))
    return wrong(fmt::format("{} is no name of a wheel", printable(file, 120)));
  const WheelName name = TRY(wheel_name(file));
  HouseWheel out;
  out.file = file;
  out.name = normalised_name(name.name);
  out.version = name.version;
  for (const WheelTag& tag : name.tags) out.tags.push_back(to_text(tag));
  std::sort(out.tags.begin(), out.tags.end());
  const ZipArchive archive = TRY(ZipArchive::open(blob));
  for (const ZipMember& member : archive.members()) {
    if (!member.refused.empty())
      return wrong(fmt::format("{}: {}", printable(member.name, 100), member.refused));
  }
  const std::string info = TRY(info_folder(archive));
  const std::string metadata = TRY(text_of(archive, info + "/METADATA"));
  TRY(take_metadata(metadata, out));
  const std::string wheel = TRY(text_of(archive, info + "/WHEEL"));
  TRY(check_wheel_file(wheel));
  const std::string record = TRY(text_of(archive, info + "/RECORD"));
  if (whole) TRY(verify(archive, record));
  return out;
}

std::string processor_of(const HouseWheel& wheel) {
  static constexpr std::string_view kMachines[] = {"aarch64", "x86_64", "ppc64le", "s390x",
                                                   "armv7l",  "i686",   "riscv64"};
  for (const std::string& tag : wheel.tags) {
    if (tag.find("linux") == std::string::npos) continue;
    for (const std::string_view machine : kMachines) {
      if (tag.ends_with(machine)) return std::string(machine);
    }
  }
  return {};
}

std::string misfit(const HouseWheel& wheel, const std::string& machine, const std::string& glibc) {
  const auto name = wheel_name(wheel.file);
  if (!name.ok()) return name.error().what;
  WheelTarget target;
  target.machine = machine;
  target.glibc = two_numbers(glibc);
  return fits(name->tags, target).why;
}

}  // namespace gb10
