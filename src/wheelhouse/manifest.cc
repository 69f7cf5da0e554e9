#include "wheelhouse/manifest.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "wheel/pep440.h"
#include "wheel/sha256.h"
#include "wheel/tags.h"

namespace gb10 {

namespace {

constexpr std::size_t kLongestFile = 255, kLongestShown = 8000;
constexpr std::int64_t kLargestWheel = std::int64_t{1} << 40U;

Error wrong(std::string_view what) {
  return {Error::Kind::invalid, fmt::format("the manifest makes no sense: {}", what)};
}

Result<std::string> need(const Json& json, std::string_view key) {
  const Json* const found = json.find(key);
  if (found && found->as_string()) return *found->as_string();
  return wrong(fmt::format("{} is missing", key));
}

Result<std::vector<std::string>> texts(const Json& json, std::string_view key) {
  std::vector<std::string> out;
  const Json* const found = json.find(key);
  if (!found) return out;
  if (!found->as_array()) return wrong(fmt::format("{} is no list", key));
  for (const Json& item : *found->as_array()) {
    if (!item.as_string()) return wrong(fmt::format("{} holds what is no text", key));
    out.push_back(*item.as_string());
  }
  return out;
}

/// A manifest may come from anybody, and what stands in it goes to a terminal.
Result<void> check_shown(const std::vector<std::string>& shown) {
  for (const std::string& text : shown) {
    if (printable(text, kLongestShown) != text)
      return wrong(fmt::format("\"{}\" holds what is not to be shown", printable(text, 60)));
  }
  return {};
}

/// The name, the version and the tags must be those of the file's name.
Result<void> check_name(const HouseWheel& wheel) {
  if (!is_house_name(wheel.file))
    return wrong(fmt::format("{} is no name of a wheel", printable(wheel.file, 120)));
  const WheelName name = TRY(wheel_name(wheel.file));
  const std::string shown = printable(wheel.file, 120);
  if (normalised_name(name.name) != wheel.name)
    return wrong(fmt::format("{} is not of {}", shown, printable(wheel.name, 60)));
  const auto said = pep_version(wheel.version), named = pep_version(name.version);
  if (!said.ok() || !named.ok() || compared(*said, *named) != 0)
    return wrong(fmt::format("{} is not of version {}", shown, printable(wheel.version, 60)));
  std::vector<std::string> tags;
  for (const WheelTag& tag : name.tags) tags.push_back(to_text(tag));
  std::sort(tags.begin(), tags.end());
  if (tags != wheel.tags) return wrong(fmt::format("the tags of {} are others", shown));
  return {};
}

Result<HouseWheel> wheel_from(const Json& json) {
  HouseWheel out;
  out.file = TRY(need(json, "file"));
  out.sha256 = TRY(need(json, "sha256"));
  if (!is_sha256(out.sha256)) return wrong("a hash is no SHA-256");
  const Json* const size = json.find("size");
  if (!size || !size->as_int() || *size->as_int() <= 0 || *size->as_int() > kLargestWheel)
    return wrong("a size is none");
  out.size = static_cast<std::uint64_t>(*size->as_int());
  out.name = TRY(need(json, "name"));
  out.version = TRY(need(json, "version"));
  out.tags = TRY(texts(json, "tags"));
  out.requires_python = json.text("requires_python");
  out.wants = TRY(texts(json, "requires_dist"));
  const Json* const replaced = json.find("replaced");
  out.replaced = replaced && replaced->as_bool() && *replaced->as_bool();
  if (const Json* const audit = json.find("audit"))
    out.audit = {audit->text("verdict"), audit->text("target"), audit->text("note"),
                 audit->text("gb10")};
  TRY(check_shown(out.wants));
  TRY(check_shown({out.version, out.requires_python, out.audit.verdict, out.audit.target,
                   out.audit.note, out.audit.gb10}));
  TRY(check_name(out));
  return out;
}

/// A name stands for one file, and a file lies there once.
Result<void> check_twice(const HouseManifest& manifest) {
  std::set<std::string_view> names, sums;
  for (const HouseWheel& wheel : manifest.wheels) {
    if (!wheel.replaced && !names.insert(wheel.file).second)
      return wrong(fmt::format("{} comes twice", printable(wheel.file, 120)));
    if (!sums.insert(wheel.sha256).second)
      return wrong(fmt::format("{} comes twice", printable(wheel.sha256, 64)));
  }
  return {};
}

Result<HouseLack> lack_from(const Json& json) {
  HouseLack out;
  out.wheel = json.text("wheel");
  out.requirement = TRY(need(json, "requirement"));
  out.python = json.text("python");
  out.note = json.text("note");
  TRY(check_shown({out.wheel, out.requirement, out.python, out.note}));
  return out;
}

Result<void> take_lists(const Json& json, HouseManifest& out) {
  const Json* const wheels = json.find("wheels");
  if (!wheels || !wheels->as_array()) return wrong("wheels is missing");
  if (wheels->as_array()->size() > kHouseWheels) return wrong("it lists too many wheels");
  for (const Json& item : *wheels->as_array()) {
    HouseWheel wheel = TRY(wheel_from(item));
    out.wheels.push_back(std::move(wheel));
  }
  const Json* const missing = json.find("missing");
  if (!missing || !missing->as_array()) return {};
  for (const Json& item : *missing->as_array()) {
    HouseLack lack = TRY(lack_from(item));
    out.lacks.push_back(std::move(lack));
  }
  return {};
}

/// By version as Python orders them; those that are none by their letters.
bool is_before(const HouseWheel& a, const HouseWheel& b) {
  if (a.name != b.name) return a.name < b.name;
  const auto left = pep_version(a.version), right = pep_version(b.version);
  const int order = left.ok() && right.ok() ? compared(*left, *right) : 0;
  if (order != 0) return order < 0;
  if (a.file != b.file) return a.file < b.file;
  return a.sha256 < b.sha256;
}

}  // namespace

std::string manifest_text(const HouseManifest& manifest) {
  return to_text(to_json(manifest), 2) + "\n";
}

Result<HouseManifest> read_manifest(std::string_view text) {
  if (text.size() > kManifestBytes) return wrong("it is too long");
  const auto json = parse_json(text);
  if (!json.ok()) return wrong(json.error().what);
  const Json* const schema = json->find("schema");
  if (!schema || !schema->as_int()) return wrong("it has no schema");
  if (*schema->as_int() != 1)
    return Error{Error::Kind::unsupported, "the manifest is of a newer gb10", "update gb10"};
  HouseManifest out;
  out.machine = json->text("machine");
  TRY(check_shown({out.machine}));
  TRY(take_lists(*json, out));
  TRY(check_twice(out));
  sort_wheels(out);
  return out;
}

std::string manifest_digest(std::string_view text) {
  Sha256 sum;
  sum.add(std::as_bytes(std::span(text.data(), text.size())));
  return hex_text(sum.digest());
}

std::string seal_text(const std::string& digest) {
  return to_text(Json::object().set("schema", 1).set("manifest_sha256", digest), 2) + "\n";
}

Result<std::string> read_seal(std::string_view text) {
  const auto json = parse_json(text);
  std::string digest = json.ok() ? json->text("manifest_sha256") : std::string();
  if (!is_sha256(digest)) return Error{Error::Kind::invalid, "the seal makes no sense"};
  return digest;
}

bool is_sha256(std::string_view text) {
  return text.size() == 64 && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

bool is_house_name(std::string_view file) {
  if (file.size() > kLongestFile || file.starts_with('.') || file.starts_with('-')) return false;
  const bool plain = std::all_of(file.begin(), file.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           std::string_view("._-+!").find(c) != std::string_view::npos;
  });
  return plain && wheel_name(file).ok();
}

void sort_wheels(HouseManifest& manifest) {
  std::sort(manifest.wheels.begin(), manifest.wheels.end(), is_before);
}

const HouseWheel* current_wheel(const HouseManifest& manifest, std::string_view file) {
  const auto found =
      std::find_if(manifest.wheels.begin(), manifest.wheels.end(),
                   [&](const HouseWheel& wheel) { return !wheel.replaced && wheel.file == file; });
  return found == manifest.wheels.end() ? nullptr : &*found;
}

}  // namespace gb10
