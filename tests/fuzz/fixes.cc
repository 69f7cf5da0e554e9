// Any bytes as a fix of gb10 env, judged by no facts, as a value that each format is to write, as a
// script that is to be started, and as what says which version of pyenv is in force.

#include "host/fake_host.h"
#include "launch/exports.h"
#include "launch/plan.h"
#include "launch/program.h"

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
  gb10::FakeHost host;
  host.file("/p/shims/python3", text).file("/p/version", text).directory("/p/versions");
  host.environment("PATH", "/p/shims");
  static_cast<void>(gb10::python_program(host, std::vector<std::string>{"python3"}, "/"));
  host.file("/s", text);
  static_cast<void>(gb10::python_program(host, std::vector<std::string>{"/s", "x"}, "/"));
  return 0;
}
