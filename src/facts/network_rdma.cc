#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "facts/ask.h"
#include "facts/network.h"

namespace gb10::network {

namespace {

constexpr const char* kDevices = "/sys/class/infiniband";

/// Counters that stay 0 on a sound link: of the kernel's infiniband ABI documents and of mlx5.
constexpr std::string_view kErrorCounters[] = {
    "counters/symbol_error",
    "counters/link_error_recovery",
    "counters/link_downed",
    "counters/local_link_integrity_errors",
    "counters/excessive_buffer_overrun_errors",
    "counters/port_rcv_errors",
    "counters/port_xmit_discards",
    "hw_counters/out_of_sequence",
    "hw_counters/packet_seq_err",
    "hw_counters/local_ack_timeout_err",
    "hw_counters/implied_nak_seq_err",
    "hw_counters/rnr_nak_retry_err",
    "hw_counters/req_cqe_error",
    "hw_counters/resp_cqe_error",
    "hw_counters/rx_icrc_encapsulated",
    "hw_counters/roce_adp_retrans_to",
};

/// Numbers of the entries that `dir` holds, in order.
std::vector<std::int64_t> numbers_in(const HostView& host, const std::string& dir) {
  std::vector<std::int64_t> numbers;
  for (const DirEntry& entry : host.list(dir).value_or(std::vector<DirEntry>())) {
    if (const auto number = whole_number(entry.name)) numbers.push_back(*number);
  }
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

Result<Value> gid_index(const HostView& host, const std::string& port) {
  // The table has 256 entries, in use from the front.
  constexpr int kEmptyInARow = 8;
  int empty = 0;
  for (const std::int64_t index : numbers_in(host, port + "/gids")) {
    const auto gid = host.read(fmt::format("{}/gids/{}", port, index));
    empty = !gid.ok() || network_text::is_empty_gid(*gid) ? empty + 1 : 0;
    if (empty == kEmptyInARow) break;
    if (empty > 0 || !network_text::carries_ipv4(*gid)) continue;
    const auto type = ask::text(host, fmt::format("{}/gid_attrs/types/{}", port, index));
    if (type.ok() && *type == "RoCE v2") return Value(index);
  }
  return Error{Error::Kind::not_found, "it has no RoCE v2 GID with an IPv4 address"};
}

std::string netdev_of(const HostView& host, const std::string& dir) {
  const auto name = ask::text(host, dir + "/ports/1/gid_attrs/ndevs/0");
  if (name.ok() && !name->empty()) return printable(*name, 60);
  const auto entries = host.list(dir + "/device/net");
  return entries.ok() && entries->size() == 1 ? printable(entries->front().name, 60)
                                              : std::string();
}

std::vector<std::string> errors(const HostView& host, const std::string& port) {
  std::vector<std::string> found;
  for (const std::string_view counter : kErrorCounters) {
    const auto count = ask::number(host, fmt::format("{}/{}", port, counter));
    if (!count.ok() || *count == 0) continue;
    found.push_back(fmt::format("{}: {}", counter.substr(counter.find('/') + 1), *count));
  }
  return found;
}

void set_device(const HostView& host, const std::string& name, Facts& facts) {
  const std::string dir = fmt::format("{}/{}", kDevices, name);
  const std::string port = dir + "/ports/1";
  const auto key_of = [&](const char* field) { return key("rdma", ask::instance(name), field); };
  const std::string netdev = netdev_of(host, dir);
  if (!netdev.empty()) facts.set(key_of("netdev"), netdev, dir);
  const auto state = host.read(port + "/state");
  if (state.ok()) facts.set(key_of("state"), network_text::state_word(*state), port + "/state");
  const auto rate = host.read(port + "/rate");
  const auto bits = rate.ok() ? network_text::rate(*rate) : std::nullopt;
  if (bits) facts.set(key_of("rate"), Quantity{*bits, Unit::bits_per_second}, port + "/rate");
  const auto firmware = ask::text(host, dir + "/fw_ver");
  if (firmware.ok() && !firmware->empty()) {
    facts.set(key_of("firmware"), Version{printable(*firmware, 60)}, dir + "/fw_ver");
  }
  facts.put(key_of("gid_index"), gid_index(host, port), port + "/gids");
  facts.set(key_of("errors"), errors(host, port), port + "/counters, hw_counters");
}

}  // namespace

void collect_rdma(const HostView& host, Facts& facts) {
  const auto entries = host.list(kDevices);
  if (!entries.ok() && entries.error().kind != Error::Kind::not_found) {
    return facts.unknown("rdma.devices", entries.error(), kDevices);
  }
  std::int64_t count = 0;
  for (const DirEntry& entry : entries.value_or(std::vector<DirEntry>())) {
    set_device(host, entry.name, facts);
    ++count;
  }
  facts.set("rdma.devices", count, kDevices);
}

}  // namespace gb10::network
