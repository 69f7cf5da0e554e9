#pragma once

#include "cli/command.h"

namespace gb10 {

/// `gb10 doctor --last-boot`: why the machine went down the last time.
int run_last_boot(const Arguments& arguments, const Io& io);

inline constexpr OptionSpec kLastBootOption = {
    "--last-boot", nullptr, false,
    "say why the machine went down the last time, and nothing else; exit code 0 for a clean "
    "shutdown, 1 for anything else"};
inline constexpr OptionSpec kRingOption = {
    "--ring", "FILE", false,
    "with --last-boot: the guard's flight recorder, if it is not /var/lib/gb10/ring; with --root "
    "a path within that tree"};

}  // namespace gb10
