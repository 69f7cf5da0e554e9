#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench/early_end.h"
#include "bench/reference.h"
#include "cli/command.h"
#include "gpu/cuda.h"
#include "gpu/helper_gpu.h"
#include "host/foreground.h"
#include "host/host.h"
#include "model/run_record.h"
#include "sampler/gpu_feed.h"

namespace gb10 {

/// The GPU that is measured, ready to work, with who else works on it and what the driver says
/// meanwhile. What is made of `cuda` must end before this does.
class BenchGpu {
 public:
  /// Error `unsupported` where there is no such GPU or `fatbin` is empty, as in a program that was
  /// built without nvcc. Tells the user of others who work on it.
  static Result<std::unique_ptr<BenchGpu>> open(std::span<const std::byte> fatbin, int gpu,
                                                const Io& io);

  const Host& host() const { return *host_; }
  const Cuda& cuda() const { return opened_->cuda; }
  cuda::Device device() const { return opened_->device; }
  const Module& module() const { return opened_->module; }
  const Stream& stream() const { return opened_->stream; }
  const GpuInfo& info() const { return opened_->info; }
  /// What is known of this GPU; null where nothing is.
  const GpuReference* reference() const;

  /// The newest that the driver said, at 50 Hz; nothing where that is not new.
  std::optional<GpuSample> sample();
  void pause_telemetry(bool paused) { feed_->pause(paused); }
  /// CPU time that asking the driver took so far, seconds; nothing where the kernel does not tell.
  std::optional<double> telemetry_seconds() const { return feed_->cpu_seconds(); }
  /// Why the work must end now: a signal, heat, or memory that others need. What was said once is
  /// said ever after. Without a sample it asks the driver itself.
  EarlyEnd must_end(const std::optional<GpuSample>& last);

  /// Others who work on this GPU now, by their process numbers; "" where there are none. Adds to
  /// the notes where the driver does not tell.
  std::string others(RunRecord& record) const;
  /// Version, machine, driver, kernel and GPU.
  void add_to(RunRecord& record) const;

 private:
  struct Opened {
    GpuInfo info;
    Cuda cuda;
    cuda::Device device;
    Context context;
    Module module;
    Stream stream;
  };
  /// Processes that computed on the GPU before ours did, and once ours did; `unknown` says why the
  /// driver does not tell.
  struct Company {
    std::vector<std::int64_t> before, opened;
    std::string unknown = {};
  };

  BenchGpu(std::unique_ptr<Host> host, TakenSignals signals, int gpu)
      : host_(std::move(host)), signals_(std::move(signals)), number_(gpu) {}
  EarlyEnd now_must_end(const std::optional<GpuSample>& last);
  Result<void> start(std::span<const std::byte> fatbin, const Io& io);
  Result<Opened> opened(std::span<const std::byte> fatbin) const;
  Result<std::vector<std::int64_t>> computing() const;
  std::string others_of(const std::vector<std::int64_t>& now) const;

  std::unique_ptr<Host> host_;
  TakenSignals signals_;
  int number_;
  HelperGpu helper_;
  std::optional<Opened> opened_;
  std::optional<GpuFeed> feed_;
  EarlyEnd end_;
  std::uint64_t seen_ = 0;  // number of the last sample
  Company company_;
  std::vector<GpuReference> references_;
};

/// What else two runs may differ in: driver, kernel, machine; what is not known is left out.
void add_fingerprint(RunRecord& record, const HostView& host, const GpuView& gpu);

/// "--gpu": the first where it is not given. Error `invalid` for what is no number.
Result<int> wanted_gpu(const Arguments& arguments);
/// A number of seconds from `least` to a day; `usual` where it is not given. Error `invalid`.
Result<double> wanted_seconds(const Arguments& arguments, double usual, double least);

/// The options that were given, as words of a command that may be kept.
std::vector<std::string> command_of(const char* benchmark, const Arguments& arguments,
                                    const Io& io);

}  // namespace gb10
