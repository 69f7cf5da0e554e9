// Any bytes as a fix of gb10 env, judged by no facts, and as a value that each format is to write.

#include "launch/exports.h"
#include "launch/plan.h"

#include "entry.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = text_of(data, size);
  const auto fix = gb10::read_launch_fix(text, "fuzz.toml");
  if (fix.ok()) {
    static_cast<void>(gb10::check_facts(*fix).ok());
    for (const std::string& profile : fix->profiles)
      static_cast<void>(gb10::launch_plan({&*fix, 1}, {}, {profile, "/v", {fix->name}, {}}));
  }
  for (const std::string& word : gb10::launch_formats())
    static_cast<void>(
        gb10::launch_line("V", std::string(text), *gb10::launch_format(word)).has_value());
  return 0;
}
