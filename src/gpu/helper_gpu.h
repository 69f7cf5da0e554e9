#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "gpu/answers.h"
#include "gpu/gpu.h"
#include "host/child.h"

namespace gb10 {

/// The GPUs of this machine, asked through a helper process, which a hanging driver can take with
/// it. Each question has a deadline; after the first one that passes, and after the helper's death,
/// the helper is gone and every further question gets the same Error at once. For one thread.
class HelperGpu : public GpuView {
 public:
  struct Settings {
    std::vector<std::string> argv = {"/proc/self/exe", "--gpu-helper"};
    std::chrono::milliseconds deadline{5000};    // of a question
    std::chrono::milliseconds load_more{10000};  // of a load, besides its own length
    std::chrono::milliseconds sample_every{500};
  };

  /// Starts and asks nothing.
  HelperGpu() : HelperGpu(Settings{}) {}
  explicit HelperGpu(Settings settings) : settings_(std::move(settings)) {}

  /// Starts the helper, which opens the driver while we do something else. The first question does
  /// it otherwise. What goes wrong is that question's answer.
  void start() const;

  /// Asked once and kept: a later answer would be of GPUs that our own questions woke.
  Result<std::vector<GpuInfo>> list() const override;
  Result<GpuDriver> driver() const override;
  Result<std::vector<GpuProcess>> processes() const override;
  Result<GpuSeries> samples(int gpu, std::chrono::duration<double> window) const override;
  Result<LoadResult> load(int gpu, LoadKind kind,
                          std::chrono::duration<double> length) const override;

  /// CPU time of the helper so far, seconds; nothing where there is none.
  std::optional<double> cpu_seconds() const {
    return helper_ ? helper_->cpu_seconds() : std::nullopt;
  }

 private:
  template <class T>
  Result<T> ask(const Question& question, std::chrono::milliseconds deadline,
                Result<T> (*read)(const Json&)) const;
  Result<std::string> exchange(const std::string& line, std::chrono::milliseconds deadline) const;
  Error give_up(Error error) const;

  Settings settings_;
  // Looking at a GPU changes nothing that a caller can see; the talk with the helper does.
  mutable std::optional<Conversation> helper_;
  mutable std::optional<Error> gone_;
  mutable std::optional<Result<std::vector<GpuInfo>>> list_;
};

}  // namespace gb10
