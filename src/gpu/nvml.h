#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gpu/gpu.h"
#include "gpu/library.h"
#include "gpu/nvml_api.h"

namespace gb10 {

/// What the driver keeps or does not keep: itself in memory without clients, and a record of its
/// clients.
enum class GpuSwitch { persistence, accounting };

/// NVML, opened and started; ended at the end of its life. Its calls can hang with the driver, so
/// it lives in the helper process only.
class Nvml {
 public:
  /// Opens the driver's library. Error `unsupported` where there is none: the normal case on a
  /// machine without an NVIDIA GPU.
  static Result<Nvml> open();
  /// NVML of the caller's functions; `library` is what they come from.
  static Result<Nvml> with(nvml::Api api, std::optional<Library> library = std::nullopt);

  Nvml(Nvml&& other) noexcept;
  Nvml& operator=(Nvml&&) = delete;
  ~Nvml();

  Result<std::string> driver_version() const;
  Result<std::string> nvml_version() const;
  Result<std::int64_t> cuda_version() const;

  /// Every GPU; one that does not let itself be opened has all its fields unknown.
  Result<std::vector<GpuInfo>> list() const;
  /// Processes on all GPUs. One that both computes and draws is listed once, as "compute".
  Result<std::vector<GpuProcess>> processes() const;
  /// One reading; `seconds` is left 0. The energy counter, whose answer takes milliseconds, is
  /// asked once a second at most. An Error only where nothing at all was answered.
  Result<GpuSample> sample(int gpu) const;
  /// Asks for bounds of the SM clock in MHz, and takes them away. Errors: denied without root,
  /// unsupported.
  Result<void> lock_clocks(int gpu, unsigned lowest, unsigned highest) const;
  Result<void> reset_clocks(int gpu) const;
  Result<bool> is_on(int gpu, GpuSwitch which) const;
  Result<void> turn(int gpu, GpuSwitch which, bool on) const;
  /// PCI address as sysfs writes it, by which CUDA finds the same GPU.
  Result<std::string> bus_id(int gpu) const;

 private:
  Nvml(nvml::Api api, std::optional<Library> library)
      : library_(std::move(library)), api_(api), started_(true) {}
  Result<int> count() const;
  Result<nvml::Device> device(int gpu) const;
  std::optional<double> energy(int gpu, nvml::Device opened) const;

  std::optional<Library> library_;
  nvml::Api api_;
  bool started_ = false;
  mutable std::map<int, std::chrono::steady_clock::time_point> energy_asked_;  // by GPU
};

}  // namespace gb10
