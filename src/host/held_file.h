#pragma once

#include <mutex>
#include <string>

#include "base/blob.h"
#include "host/descriptor.h"
#include "host/looker.h"

namespace gb10 {

/// A Blob over an open file of this machine.
class HeldFile : public Blob {
 public:
  HeldFile(Descriptor file, std::uint64_t size, std::string path)
      : file_(std::move(file)), size_(size), path_(std::move(path)) {}
  std::uint64_t size() const override { return size_; }
  Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> into) const override;

 private:
  Descriptor file_;
  std::uint64_t size_;
  std::string path_;
};

/// A Blob over a file that may hang: a helper process of its own reads it.
class FarFile : public Blob {
 public:
  FarFile(Looker looker, std::uint64_t size, std::string path)
      : looker_(std::move(looker)), size_(size), path_(std::move(path)) {}
  std::uint64_t size() const override { return size_; }
  Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> into) const override;

 private:
  mutable std::mutex mutex_;
  mutable Looker looker_;
  std::uint64_t size_;
  std::string path_;
};

}  // namespace gb10
