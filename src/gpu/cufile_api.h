#pragma once
// The small part of cuFile that we call, declared by ourselves and checked against the real
// cufile.h in cufile_abi_test.cc.

#include <sys/types.h>
#include <cstddef>
#include <cstdint>

#include "gpu/library.h"

namespace gb10::cufile {

// cufile.h 1.15: CUfileOpError; cuda.h 13.0: CUdevice_attribute.
constexpr int kSuccess = 0, kFirstError = 5000;
constexpr int kSupportsRdma = 116, kSupportsDmaBuf = 124;
// CUfileFileHandleType, CUfileDriverStatusFlags.
constexpr unsigned kHandleOfFile = 1, kStatusNvme = 4, kStatusNvmeP2p = 11;
// CUFileBoolConfigParameter_t.
constexpr int kAllowCompatMode = 1;

/// CUfileError_t.
struct Status {
  int error;
  int cuda;  // CUresult, where the error says that CUDA failed
};

/// CUfileDescr_t.
struct Description {
  unsigned type;
  union {
    int file;
    void* handle;
  };
  const void* operations;
};

/// CUfileDrvProps_t, with room for what later versions add.
struct Properties {
  unsigned nvfs_major, nvfs_minor;
  std::size_t poll_threshold, most_direct;
  unsigned status_flags, control_flags;
  unsigned rest[64];
};

using Handle = void*;

#define GB10_CUFILE_FUNCTIONS(X)                         \
  X(cuFileGetVersion, Status(int*))                      \
  X(cuFileSetParameterBool, Status(int, bool))           \
  X(cuFileDriverOpen, Status())                          \
  X(cuFileDriverClose_v2, Status())                      \
  X(cuFileDriverGetProperties, Status(Properties*))      \
  X(cuFileHandleRegister, Status(Handle*, Description*)) \
  X(cuFileHandleDeregister, void(Handle))                \
  X(cuFileRead, ssize_t(Handle, void*, std::size_t, off_t, off_t))

/// The functions by name; those that the library does not export stay null.
struct Api {
#define X(name, ...) Symbol<__VA_ARGS__> name{#name};
  GB10_CUFILE_FUNCTIONS(X)
#undef X
};

inline Api bound(const Library& library) {
  Api api;
#define X(name, ...) library.bind(api.name);
  GB10_CUFILE_FUNCTIONS(X)
#undef X
  return api;
}

}  // namespace gb10::cufile
