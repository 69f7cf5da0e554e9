#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "host/tables.h"

namespace gb10 {

/// What is reported of the SSDs of good units.
struct SsdReference {
  std::size_t block = 0;              // bytes, at least
  int depth = 0;                      // reads at once, at least
  std::pair<double, double> healthy;  // bytes a second
  double slow = 0;                    // below it
  std::string note, source, date;
};

/// How a program that loads models is told to read a file in one way.
struct LoaderFlag {
  std::string engine;  // "llama.cpp"
  std::string family;  // "direct", "buffered"
  std::string flag;    // "--no-mmap"
  bool verified = false;
  std::string source, date;
};

struct StorageReference {
  std::string name, title;
  SsdReference read;
  std::vector<LoaderFlag> loaders;
};

/// Error `invalid`, with file and line.
Result<StorageReference> read_storage_reference(const DataFile& file);

}  // namespace gb10
