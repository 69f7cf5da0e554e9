#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <string>

#include "bench/storage_file.h"
#include "host/scratch.h"

namespace gb10::storage_samples {

constexpr std::uint64_t kMiB = 1ULL << 20U;

/// A file of random bytes; its path.
inline std::string random_file(const Scratch& scratch, std::size_t size) {
  std::mt19937_64 random(7);
  std::string text(size, '\0');
  for (char& each : text) each = static_cast<char>(random());
  return scratch.file("model.bin", text);
}

/// Turns one byte of a file round.
inline void damage(const std::string& path, std::uint64_t at) {
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekg(static_cast<std::streamoff>(at));
  const int was = file.get();
  file.seekp(static_cast<std::streamoff>(at));
  file.put(static_cast<char>(~was));
}

inline StorageFile opened(const StorageFileWish& wish) {
  auto file = StorageFile::open(wish);
  if (!file.ok()) {
    ADD_FAILURE() << file.error().what;
    std::abort();
  }
  return *std::move(file);
}

}  // namespace gb10::storage_samples
