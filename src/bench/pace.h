#pragma once

#include <functional>

#include "gpu/cuda.h"

namespace gb10 {

/// A batch of work that is finished.
struct PacedBatch {
  double at = 0;       // seconds since the begin, when its end was seen
  double seconds = 0;  // from the end of the one before to its own, by the GPU's clock
};

/// What is put on a stream again and again.
struct Pacing {
  const Cuda& cuda;
  const Stream& stream;
  std::function<Result<void>()> enqueue;                // a batch; does not wait for it
  std::function<Result<bool>(PacedBatch)> is_finished;  // false: no more are begun
};

/// Keeps the GPU at work: the next batch is always on the stream before the last is waited for.
/// Only batches that ended are told of, so that what was merely launched counts nowhere.
Result<void> paced(const Pacing& pacing);

}  // namespace gb10
