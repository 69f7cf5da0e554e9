// Any bytes as what the Python processes of a run wrote down: the program may write there, too.

#include "entry.h"
#include "launch/readback.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  gb10::LaunchPlan plan;
  plan.variables.push_back({"FLAG", "1", "test.flag", "because"});
  plan.hooks.push_back({"big", "torch.utils", "test.big", "because", true, {}});
  const gb10::ReadBack found = gb10::read_back(text_of(data, size));
  for (const gb10::LaunchMismatch& each : gb10::mismatches(plan, found)) {
    // It goes to a terminal: no control characters, and no end of a line.
    for (const char c : each.text) {
      if (static_cast<unsigned char>(c) < 0x20) __builtin_trap();
    }
  }
  if (gb10::hook_states(plan, found).size() != 1) __builtin_trap();
  return 0;
}
