#pragma once

#include <span>

#include "host/host.h"
#include "host/record.h"

namespace gb10 {

/// Passes every question on and remembers the answer, errors too; of an opened file only the parts
/// that are read. One answer per question is what a snapshot holds: asked again, a question gets
/// the answer it had, so that what runs on the recorder sees what a replay will see. For one
/// thread. An opened file must not outlive its host.
class RecordingHost : public HostView {
 public:
  /// Asks at once for the names of the machine and its users, by which redaction finds them in the
  /// rest. What no collector asks for too is never written.
  explicit RecordingHost(const HostView& inner);

  /// What was recorded. The caller adds the version, the time and the GPU's answers.
  const Record& record() const { return record_; }

  /// Keeps `text` as what `path` holds: something too large to be recorded, told in few words.
  void keep(std::string path, std::string text);

  Result<std::string> read(std::string_view path) const override;
  Result<std::unique_ptr<Blob>> open(std::string_view path) const override;
  Result<std::vector<DirEntry>> list(std::string_view dir) const override;
  Result<FileInfo> info(std::string_view path) const override;
  Result<std::string> link(std::string_view path) const override;
  Result<Space> space(std::string_view path) const override;
  /// The inner one, but of its environment only what collectors ask for.
  const Self& self() const override { return self_; }
  Result<Output> query(const Command& command) const override;
  std::vector<Result<Output>> query_all(std::span<const Command> commands) const override;

 private:
  class Recorded;
  /// Counts `bytes` towards what a snapshot can hold; false when they no longer fit.
  bool fits(std::size_t bytes) const;
  template <class T, class F>
  Result<T> remembered(Answers<T>& answers, std::string_view path, F ask) const;

  const HostView& inner_;
  Self self_;
  // Recording is what looking leaves behind.
  mutable Record record_;
  mutable std::uint64_t bytes_ = 0;
};

}  // namespace gb10
