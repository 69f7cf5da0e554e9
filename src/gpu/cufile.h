#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "gpu/api_handle.h"
#include "gpu/cuda.h"
#include "gpu/cufile_api.h"

namespace gb10 {

/// A file as cuFile knows it.
using CuFileHandle = ApiHandle<cufile::Api, cufile::Handle, &cufile::Api::cuFileHandleDeregister>;

/// cuFile (GPUDirect Storage), opened. What is made by it must end before it does.
class CuFile {
 public:
  /// The first of `paths` that loads, its driver started; a context must be current. Error
  /// `unsupported` where there is none.
  static Result<CuFile> open(const std::vector<std::string>& paths);
  static Result<CuFile> make(cufile::Api api, std::optional<Library> library = std::nullopt);
  CuFile(CuFile&&) = default;
  CuFile& operator=(CuFile&&) = delete;
  ~CuFile();

  /// "1.15.1"
  std::string version() const;
  /// How it goes about reading, in words: whether the CPU copies.
  std::string mode(const Cuda& cuda, cuda::Device device) const;

  /// `file` stays open as long as the handle lives.
  Result<CuFileHandle> handle(int file) const;
  /// Reads all of `size` bytes at `offset` of the file to `base + offset` of the GPU.
  Result<void> read(const CuFileHandle& handle, cuda::Address base, std::size_t size,
                    std::uint64_t offset) const;

 private:
  CuFile(std::unique_ptr<cufile::Api> api, std::optional<Library> library)
      : library_(std::move(library)), api_(std::move(api)) {}

  std::optional<Library> library_;
  std::unique_ptr<cufile::Api> api_;  // handles point to it, and CuFile moves
};

}  // namespace gb10
