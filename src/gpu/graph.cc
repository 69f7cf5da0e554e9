#include "gpu/graph.h"

namespace gb10 {

Result<CudaGraph> CudaGraph::captured(const Cuda& cuda, const Stream& stream,
                                      const std::function<Result<void>()>& enqueue) {
  const cuda::Api& api = cuda.api();
  TRY(call(api, api.cuStreamBeginCapture_v2, stream.get(), cuda::kCaptureOfThisThread));
  const Result<void> put = enqueue();
  cuda::GraphHandle graph = nullptr;
  const Result<void> ended = call(api, api.cuStreamEndCapture, stream.get(), &graph);
  const CudaHandle<cuda::GraphHandle, &cuda::Api::cuGraphDestroy> held(api, graph);
  TRY(put);
  TRY(ended);
  cuda::GraphRunHandle run = nullptr;
  TRY(call(api, api.cuGraphInstantiateWithFlags, &run, graph, 0ULL));
  return CudaGraph(Handle(api, run));
}

Result<void> CudaGraph::launch(const Stream& stream) const {
  const cuda::Api& api = handle_.api();
  return call(api, api.cuGraphLaunch, handle_.get(), stream.get());
}

}  // namespace gb10
