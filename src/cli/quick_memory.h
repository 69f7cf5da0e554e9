#pragma once

#include <span>
#include <string>

#include "facts/facts.h"
#include "host/forwarding_host.h"
#include "host/process_scan.h"
#include "sampler/gpu_feed.h"

namespace gb10 {

/// Where the memory is, read from files alone: no program is asked, and the driver only through
/// what it said already. Takes some milliseconds.
class QuickMemory {
 public:
  explicit QuickMemory(const HostView& host);

  /// What the ledger is made of.
  Facts facts(const GpuNews& news, std::span<const ProcessUse> processes) const;

 private:
  class FilesOnly : public ForwardingHost<> {
   public:
    using ForwardingHost::ForwardingHost;
    Result<Output> query(const Command& command) const override;
    std::vector<Result<Output>> query_all(std::span<const Command> commands) const override;
  };

  FilesOnly host_;
  Facts fixed_;  // what does not change while we look
};

/// The kernel's name of a process, or words where it is not seen.
std::string name_of(std::int64_t pid, std::span<const ProcessUse> processes);

}  // namespace gb10
