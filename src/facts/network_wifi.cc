#include <algorithm>

#include "base/text.h"
#include "facts/ask.h"
#include "facts/kernel_text.h"
#include "facts/network.h"

namespace gb10::network {

namespace {

/// Only lines about keys: the others name networks, and a snapshot keeps every answer.
Command question() {
  return {{"journalctl", "-b", "0", "-u", "wpa_supplicant", "-g", "PTK|key addition failed", "-n",
           "200", "-o", "cat", "--no-pager"}};
}

Result<Value> key_lines(const HostView& host) {
  const auto output = host.query(question());
  if (!output.ok()) return ask::printed(output, "journalctl").error();
  if (kernel_text::says_denied(output->err))
    return Error{Error::Kind::denied, "the journal needs root", "sudo gb10 doctor"};
  // It ends with 1 when no line fits, and then says nothing.
  const bool failed = output->exit > 1 || (output->exit == 1 && !trimmed(output->err).empty());
  if (failed) return ask::printed(output, "journalctl").error();
  return Value(kernel_text::messages(output->out));
}

}  // namespace

void collect_wifi_log(const HostView& host, const std::vector<Interface>& interfaces,
                      Facts& facts) {
  constexpr const char* kSource = "journalctl -u wpa_supplicant";
  const bool has_wifi = std::any_of(interfaces.begin(), interfaces.end(),
                                    [](const Interface& one) { return one.kind == "wifi"; });
  if (has_wifi) return facts.put("net.wifi_log", key_lines(host), kSource);
  facts.unknown("net.wifi_log", {Error::Kind::not_found, "there is no Wi-Fi interface"}, kSource);
}

}  // namespace gb10::network
