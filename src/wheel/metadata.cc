#include "wheel/metadata.h"

#include <fmt/format.h>

#include "base/json.h"
#include "base/text.h"

namespace gb10 {

namespace {

constexpr std::size_t kLongestText = 16U << 20U;
constexpr std::size_t kMostFields = 20'000;
constexpr std::size_t kLongestConda = 256U << 20U;

Error invalid(std::string what) { return {Error::Kind::invalid, std::move(what)}; }

/// A field of a text that is written like the head of a mail.
struct Field {
  std::string key, value;
};

/// Adds a line that goes on with the field before it.
void go_on(std::vector<Field>& fields, std::string_view line) {
  if (fields.empty()) return;
  fields.back().value += ' ';
  fields.back().value += trimmed(line);
}

/// The fields of the head, keys in lower case. Lines that are none are passed over.
Result<std::vector<Field>> head(std::string_view text, std::string_view what) {
  if (text.size() > kLongestText) return invalid(fmt::format("{} is too long", what));
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  std::vector<Field> fields;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) break;
    if (line.front() == ' ' || line.front() == '\t') {
      go_on(fields, line);
      continue;
    }
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || colon == 0) continue;
    if (fields.size() >= kMostFields) return invalid(fmt::format("{} has too many fields", what));
    fields.push_back(
        {lower(trimmed(line.substr(0, colon))), std::string(trimmed(line.substr(colon + 1)))});
  }
  return fields;
}

}  // namespace

Result<PackageMetadata> read_metadata(std::string_view text) {
  const std::vector<Field> fields = TRY(head(text, "METADATA"));
  PackageMetadata out;
  for (const Field& field : fields) {
    if (field.key == "name" && out.name.empty()) out.name = field.value;
    if (field.key == "version" && out.version.empty()) out.version = field.value;
    if (field.key == "requires-python") out.requires_python = field.value;
    if (field.key == "requires-dist") out.requires_dist.push_back(field.value);
  }
  if (out.name.empty()) return invalid("METADATA does not say the package's name");
  return out;
}

Result<WheelInfo> read_wheel_info(std::string_view text) {
  const std::vector<Field> fields = TRY(head(text, "WHEEL"));
  WheelInfo out;
  bool wheel = false;
  for (const Field& field : fields) {
    if (field.key == "wheel-version") wheel = true;
    if (field.key == "generator") out.generator = field.value;
    if (field.key == "build") out.build = field.value;
    if (field.key == "root-is-purelib") out.pure = lower(field.value) == "true";
    if (field.key != "tag") continue;
    const std::vector<WheelTag> tags = TRY(wheel_tags(field.value));
    out.tags.insert(out.tags.end(), tags.begin(), tags.end());
  }
  if (!wheel) return invalid("WHEEL does not say its version");
  return out;
}

Result<DirectUrl> read_direct_url(std::string_view text) {
  if (text.size() > kLongestText) return invalid("direct_url.json is too long");
  const Json json = TRY(parse_json(text));
  DirectUrl out;
  out.url = json.text("url");
  if (out.url.empty()) return invalid("direct_url.json does not say where the package came from");
  if (const Json* const directory = json.find("dir_info")) {
    const Json* const editable = directory->find("editable");
    out.editable = editable && editable->as_bool() && *editable->as_bool();
  }
  if (const Json* const vcs = json.find("vcs_info")) out.commit = vcs->text("commit_id");
  return out;
}

Result<CondaPackage> read_conda_package(std::string_view text) {
  if (text.size() > kLongestConda) return invalid("the file of conda-meta is too long");
  const Json json = TRY(parse_json(text));
  CondaPackage out{
      json.text("name"), json.text("version"), json.text("build"), json.text("subdir"), {}};
  if (out.name.empty()) return invalid("the file of conda-meta does not say the package's name");
  const Json* const files = json.find("files");
  if (!files || !files->as_array()) return out;
  for (const Json& file : *files->as_array()) {
    if (file.as_string()) out.files.push_back(*file.as_string());
  }
  return out;
}

std::vector<std::string> read_top_level(std::string_view text) {
  std::vector<std::string> out;
  for (const std::string_view line : lines(text)) {
    const std::string_view name = trimmed(line);
    if (!name.empty() && out.size() < kMostFields) out.emplace_back(name);
  }
  return out;
}

std::string read_installer(std::string_view text) {
  return std::string(trimmed(text.substr(0, text.find('\n'))));
}

}  // namespace gb10
