#include "facts/steering.h"

#include <algorithm>

namespace gb10 {

namespace {

constexpr std::string_view kNames[] = {
    "LD_LIBRARY_PATH",
    "CUDA_HOME",
    "CUDA_CACHE_DISABLE",
    "CUDA_LAUNCH_BLOCKING",
    "PYTORCH_NO_CUDA_MEMORY_CACHING",
    "CUDA_MODULE_LOADING",
    "CUDA_DEVICE_MAX_CONNECTIONS",
    "TORCHDYNAMO_DISABLE",
    "CUBLAS_WORKSPACE_CONFIG",
    "TORCH_USE_CUDA_DSA",
    "OMP_NUM_THREADS",
    "CUDA_MANAGED_FORCE_DEVICE_ALLOC",
    "CUDA_VISIBLE_DEVICES",
    "CUDA_AUTO_BOOST",
    "CUDA_DISABLE_PTX_JIT",
    "CUDA_FORCE_PTX_JIT",
    "NCCL_P2P_DISABLE",
    "NCCL_SHM_DISABLE",
    "NCCL_IB_DISABLE",
    "NCCL_IB_GID_INDEX",
    "NCCL_IB_HCA",
    "NCCL_SOCKET_IFNAME",
    "NCCL_NET_GDR_LEVEL",
    "NCCL_DEBUG",
    "GLOO_SOCKET_IFNAME",
    "VLLM_HOST_IP",
    "VLLM_MXFP4_BACKEND",
    "VLLM_TEST_FORCE_FP8_MARLIN",
    "OLLAMA_LLM_LIBRARY",
    "TRITON_PTXAS_PATH",
    "TORCH_CUDA_ARCH_LIST",
    "FLASHINFER_CUDA_ARCH_LIST",
    "FLASHINFER_DISABLE_VERSION_CHECK",
    "MAX_JOBS",
    "PYTORCH_CUDA_ALLOC_CONF",
    "PYTORCH_ALLOC_CONF",
    "XLA_PYTHON_CLIENT_MEM_FRACTION",
    "XLA_PYTHON_CLIENT_PREALLOCATE",
    "RAY_memory_monitor_refresh_ms",
    "TOKENIZERS_PARALLELISM",
    "LC_MESSAGES",
    "LC_ALL",
    "LANG",
};

}  // namespace

std::span<const std::string_view> steering_variables() { return kNames; }

bool is_steering_variable(std::string_view name) {
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

}  // namespace gb10
