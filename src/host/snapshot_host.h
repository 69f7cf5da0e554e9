#pragma once

#include "host/host.h"
#include "host/record.h"
#include "host/snapshot_file.h"

namespace gb10 {

/// The machine that a Record tells of. What was never asked of it is `not_recorded`: a snapshot
/// never says that something is not there unless the machine said so.
class SnapshotHost : public HostView {
 public:
  explicit SnapshotHost(Record record);

  const Record& record() const { return record_; }

  Result<std::string> read(std::string_view path) const override;
  Result<std::unique_ptr<Blob>> open(std::string_view path) const override;
  Result<std::vector<DirEntry>> list(std::string_view dir) const override;
  Result<FileInfo> info(std::string_view path) const override;
  Result<std::string> link(std::string_view path) const override;
  Result<Space> space(std::string_view path) const override;
  const Self& self() const override { return self_; }
  Result<Output> query(const Command& command) const override;

 private:
  Record record_;
  Self self_;
};

}  // namespace gb10
