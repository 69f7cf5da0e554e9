#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>

#include "bench/gemm.h"
#include "bench/gemm_fakes.h"
#include "gpu/answers.h"
#include "gpu/cublaslt.h"
#include "gpu/helper.h"
#include "gpu/kernels.h"

namespace gb10 {

/// The first GPU of this machine with the kernels of products, and a library that is not asked for
/// any: for tests of kernels that only a machine with an NVIDIA GPU can show.
struct RealGpu {
  std::optional<Cuda> cuda;
  cuda::Device device = 0;
  std::optional<Context> context;
  std::optional<Module> module;
  std::optional<Stream> stream;
  std::optional<CublasLt> library;

  GemmPlace place() const { return {*cuda, device, *module, *stream, *library}; }
};

template <class T>
bool take(std::optional<T>& into, Result<T> made) {
  if (!made.ok()) {
    ADD_FAILURE() << made.error().what;
    return false;
  }
  into.emplace(*std::move(made));
  return true;
}

/// Null where there is no GPU, or no device code; what goes wrong on one is a failure.
inline std::unique_ptr<RealGpu> real_gpu() {
  Respondent respondent;
  const auto line = parse_json(respondent.answer(R"({"ask":"list"})"));
  const auto gpus = line.ok() ? answer_in(*line, list_from) : line.error();
  if (!gpus.ok() || !gpus->ok() || (*gpus)->empty() || bench_gemm_fatbin().empty()) return nullptr;
  const auto* const bus_id = (**gpus)[0].fields.known<std::string>("pci.bus_id");
  auto out = std::make_unique<RealGpu>();
  if (!bus_id || !take(out->cuda, Cuda::open())) return nullptr;
  EXPECT_EQ(out->cuda->init().value_or(1), cuda::kSuccess);
  const auto device = out->cuda->device(*bus_id);
  EXPECT_TRUE(device.ok());
  out->device = device.value_or(0);
  const bool is_open = take(out->context, out->cuda->context(out->device)) &&
                       take(out->module, out->cuda->module(bench_gemm_fatbin())) &&
                       take(out->stream, out->cuda->stream()) &&
                       take(out->library, CublasLt::make(gemm_fakes::fake_light()));
  return is_open ? std::move(out) : nullptr;
}

}  // namespace gb10
