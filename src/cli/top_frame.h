#pragma once

#include <optional>
#include <vector>

#include "facts/facts.h"
#include "host/process_scan.h"
#include "report/top.h"
#include "sampler/gpu_feed.h"
#include "sampler/sampler.h"

namespace gb10 {

/// A machine of which only files are looked at: asking programs takes too long for a picture that
/// is painted again and again.
class FilesOnly : public HostView {
 public:
  explicit FilesOnly(const HostView& host) : host_(host) {}
  Result<std::string> read(std::string_view path) const override { return host_.read(path); }
  Result<std::unique_ptr<Blob>> open(std::string_view path) const override {
    return host_.open(path);
  }
  Result<std::vector<DirEntry>> list(std::string_view dir) const override {
    return host_.list(dir);
  }
  Result<FileInfo> info(std::string_view path) const override { return host_.info(path); }
  Result<std::string> link(std::string_view path) const override { return host_.link(path); }
  Result<Space> space(std::string_view path) const override { return host_.space(path); }
  const Self& self() const override { return host_.self(); }
  Result<Output> query(const Command& command) const override;

 private:
  const HostView& host_;
};

/// Reads what `gb10 top` shows.
class TopSource {
 public:
  explicit TopSource(const HostView& host);

  /// At `seconds` of boot_seconds(); rates are since the reading before.
  void read(double seconds);
  /// What was read last.
  const TopFrame& frame() const { return frame_; }

 private:
  Facts facts_now(const GpuNews& news) const;
  void add_numbers();
  void add_memory(const Facts& facts);
  void add_processes(const GpuNews& news);
  std::string name_of(std::int64_t pid) const;

  FilesOnly host_;
  GpuFeed feed_;
  Sampler sampler_;
  Facts fixed_;  // what does not change while we look
  std::optional<ProcessScan> scan_;
  std::vector<ProcessUse> processes_;
  Reading reading_;
  TopFrame frame_;
};

}  // namespace gb10
