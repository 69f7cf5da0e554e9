#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <string>
#include <string_view>

#include "gpu/cuda.h"
#include "gpu/nvml.h"

namespace gb10 {

/// Answers the questions of answers.h out of the driver. Every call may hang with it.
class Respondent {
 public:
  /// Opens both of the driver's libraries and starts NVML; that there are none is an answer.
  Respondent() : Respondent(Nvml::open(), Cuda::open()) {}
  Respondent(Result<Nvml> nvml, Result<Cuda> cuda);

  ~Respondent();
  Respondent(const Respondent&) = delete;
  Respondent& operator=(const Respondent&) = delete;

  /// One line for one line, without their ends: {"answer": …} or {"error": …}. The first list also
  /// starts CUDA in the background: that takes longest, and the next question is for its answer.
  std::string answer(std::string_view question);

 private:
  Result<std::vector<GpuInfo>> list();
  Result<GpuSample> sample(int gpu) const;
  Result<LoadResult> load(int gpu, LoadKind kind, double seconds) const;

  void start_cuda();

  Result<Nvml> nvml_;
  Result<Cuda> cuda_;
  std::future<void> started_;  // cuInit, which answers whoever else calls it meanwhile
  std::chrono::steady_clock::time_point born_ = std::chrono::steady_clock::now();
};

/// Answers line by line until standard input ends; dies at once when nobody is left to read. What
/// the driver's libraries print cannot pass for an answer. `opened` opens the driver and gives what
/// answers. The exit code of the process.
int serve_lines(const std::function<std::function<std::string(std::string_view)>()>& opened);

/// The hidden mode `gb10 --gpu-helper`: answers line by line until standard input ends, and dies at
/// once, in the middle of a load or of a call that hangs, when nobody is left to read. The exit
/// code of the process.
int run_gpu_helper();

}  // namespace gb10
