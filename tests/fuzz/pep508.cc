// Any text as a requirement, a marker, a version and clauses, with every question to what comes
// out.

#include "base/check.h"
#include "entry.h"
#include "wheel/requirement.h"
#include "wheel/version_range.h"

namespace {

using namespace gb10;

void ask(const PepVersion& version) {
  CHECK(compared(version, version) == 0);
  const auto again = pep_version(to_text(version));
  CHECK(again.ok() && compared(*again, version) == 0);
}

void ask(const Requirement& read) {
  for (const PepVersion& version : sample_versions(read.versions, {})) {
    CHECK(read.versions.matches(version));
    ask(version);
  }
  static_cast<void>(overlap(read.versions, read.versions));
  if (!read.condition) return;
  static_cast<void>(read.condition->holds(linux_environment("aarch64")).has_value());
  static_cast<void>(read.condition->mentions("extra"));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = text_of(data, size);
  if (const auto read = requirement(text); read.ok()) ask(*read);
  if (const auto version = pep_version(text); version.ok()) ask(*version);
  if (const auto condition = marker(text); condition.ok())
    static_cast<void>(condition->holds(linux_environment("x86_64")).has_value());
  static_cast<void>(is_package_name(text) ? normalised_name(text).size() : 0);
  return 0;
}
