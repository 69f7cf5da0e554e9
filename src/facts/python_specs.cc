#include <algorithm>
#include <iterator>
#include <vector>

#include "facts/python_parts.h"

namespace gb10::python {

namespace {

constexpr std::string_view kPrefix = "python[*].";

constexpr FactSpec kSpecs[] = {
    {"python.environments", Type::integer, Unit::none, "Python environments that were found"},
    {"python.interpreters", Type::list, Unit::none, "interpreters of the system"},
    {"python.not_searched", Type::list, Unit::none, "where environments were not looked for"},
    {"python[*].python", Type::version, Unit::none, "version of its Python"},
    {"python[*].kind", Type::text, Unit::none, "venv, conda, system or user"},
    {"python[*].packages", Type::integer, Unit::none, "packages in it"},
    {"python[*].torch_cuda", Type::text, Unit::none, "CUDA that its torch was built for, or none"},
    {"python[*].torch_metadata_cuda", Type::text, Unit::none, "build that torch's version names"},
    {"python[*].triton_ptxas", Type::version, Unit::none, "version of Triton's own ptxas"},
    {"python[*].triton_ptxas_blackwell", Type::version, Unit::none,
     "version of Triton's ptxas for Blackwell"},
    {"python[*].cupy_packages", Type::list, Unit::none, "CuPy packages"},
    {"python[*].cu12_packages", Type::list, Unit::none, "CUDA 12 libraries as packages"},
    {"python[*].cu13_packages", Type::list, Unit::none, "CUDA 13 libraries as packages"},
    {"python[*].cuda12_libraries", Type::list, Unit::none, "CUDA 12 libraries that are missing"},
    {"python[*].cuda13_libraries", Type::list, Unit::none, "CUDA 13 libraries that are missing"},
    {"python[*].foreign_libraries", Type::list, Unit::none, "libraries made for another CPU"},
    {"python[*].headers", Type::boolean, Unit::none, "whether Python.h is there for its Python"},
    {"python[*].broken_packages", Type::list, Unit::none, "packages that are half installed"},
};

/// Distributions with a fact of their own. Each is "version of the package".
constexpr const char* kPackages[] = {
    "python[*].torch",
    "python[*].torchvision",
    "python[*].torchaudio",
    "python[*].torchcodec",
    "python[*].triton",
    "python[*].vllm",
    "python[*].sglang",
    "python[*].sgl_kernel",
    "python[*].sglang_kernel",
    "python[*].flash_attn",
    "python[*].flashinfer_python",
    "python[*].flashinfer_cubin",
    "python[*].flashinfer_jit_cache",
    "python[*].transformer_engine",
    "python[*].bitsandbytes",
    "python[*].liger_kernel",
    "python[*].tensorrt",
    "python[*].tensorrt_llm",
    "python[*].jax",
    "python[*].jaxlib",
    "python[*].nemo_toolkit",
    "python[*].jupyterlab",
    "python[*].onnxruntime",
    "python[*].onnxruntime_gpu",
    "python[*].ctranslate2",
    "python[*].faster_whisper",
    "python[*].xformers",
    "python[*].sageattention",
    "python[*].nvidia_cutlass_dsl",
    "python[*].deep_gemm",
    "python[*].unsloth",
    "python[*].transformers",
    "python[*].accelerate",
    "python[*].tilert",
    "python[*].deepspeed",
    "python[*].ray",
    "python[*].lmcache",
    "python[*].numpy",
    "python[*].rembg",
    "python[*].fastapi",
    "python[*].starlette",
    "python[*].comfyui_frontend_package",
    "python[*].peft",
    "python[*].trl",
    "python[*].megatron_core",
    "python[*].pennylane_lightning",
};

std::vector<FactSpec> joined_specs() {
  std::vector<FactSpec> all(std::begin(kSpecs), std::end(kSpecs));
  for (const char* const pattern : kPackages) {
    all.push_back({pattern, Type::version, Unit::none, "version of the package"});
  }
  return all;
}

}  // namespace

std::span<const FactSpec> specs() {
  static const std::vector<FactSpec> kAll = joined_specs();
  return kAll;
}

bool has_fact(std::string_view package) {
  return std::any_of(std::begin(kPackages), std::end(kPackages), [&](std::string_view pattern) {
    return pattern.substr(kPrefix.size()) == package;
  });
}

}  // namespace gb10::python
