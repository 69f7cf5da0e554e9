// Any text as the name of a wheel, as its tags, and as each of the files that tell of a package.

#include "entry.h"
#include "wheel/metadata.h"
#include "wheel/pep440.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = text_of(data, size);
  const gb10::WheelTarget target{
      .machine = "aarch64", .glibc = gb10::TwoNumbers{2, 39}, .python = gb10::TwoNumbers{3, 12}};
  const std::string_view first = text.substr(0, text.find('\n'));
  if (const auto name = gb10::wheel_name(first); name.ok()) {
    const gb10::WheelFit fit = gb10::fits(name->tags, target);
    if (fit.ok() != fit.why.empty()) __builtin_trap();
  }
  if (const auto tags = gb10::wheel_tags(first); tags.ok()) {
    static_cast<void>(gb10::fits(*tags, target));
  }
  static_cast<void>(gb10::normalised_name(first));
  static_cast<void>(gb10::read_metadata(text).ok());
  static_cast<void>(gb10::read_wheel_info(text).ok());
  static_cast<void>(gb10::read_direct_url(text).ok());
  static_cast<void>(gb10::read_conda_package(text).ok());
  static_cast<void>(gb10::read_top_level(text));
  static_cast<void>(gb10::read_installer(text));
  const auto record = gb10::read_record(text);
  if (!record.ok()) return 0;
  for (const gb10::RecordedFile& file : record->files) {
    if (file.path.empty()) __builtin_trap();
  }
  return 0;
}
