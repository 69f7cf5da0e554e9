#pragma once

#include <functional>

#include "gpu/cuda.h"

namespace gb10 {

/// Work that was put on a stream once, to be started as a whole: the CPU has no part in its pace.
class CudaGraph {
 public:
  /// What `enqueue` puts on `stream`.
  static Result<CudaGraph> captured(const Cuda& cuda, const Stream& stream,
                                    const std::function<Result<void>()>& enqueue);
  /// Puts all of it on the stream; does not wait for it.
  Result<void> launch(const Stream& stream) const;

 private:
  using Handle = CudaHandle<cuda::GraphRunHandle, &cuda::Api::cuGraphExecDestroy>;
  explicit CudaGraph(Handle handle) : handle_(std::move(handle)) {}

  Handle handle_;
};

}  // namespace gb10
