#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "facts/facts.h"

/// The parts of the topic "memory"; each sets its own facts and fails alone.
namespace gb10::memory {

void collect_blocks(const HostView& host, Facts& facts);
void collect_pressure(const HostView& host, Facts& facts);
void collect_swap(const HostView& host, Facts& facts);
void collect_settings(const HostView& host, Facts& facts);
void collect_earlyoom(const HostView& host, Facts& facts);

/// What `systemctl` is asked about earlyoom.
Command earlyoom_question();

/// The arguments in systemd's text of an ExecStart ("{ path=… ; argv[]=… ; … }"), with
/// $EARLYOOM_ARGS replaced by `arguments`.
std::string start_arguments(std::string_view exec_start, std::string_view arguments);

}  // namespace gb10::memory
