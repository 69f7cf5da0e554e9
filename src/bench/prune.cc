#include "bench/prune.h"

#include <array>

#include <fmt/format.h>

namespace gb10 {

namespace {

constexpr unsigned kGrid = 4096, kThreads = 256;

}  // namespace

bool has_sparse_form(const GemmType& type) {
  const std::string_view name = type.name;
  return name == "fp16" || name == "bf16" || name == "fp8-e4m3" || name == "int8";
}

Result<void> prune(const GemmPlace& place, const Element& element,
                   const DeviceBuffer<std::byte>& matrix) {
  if (element.bits != 8 && element.bits != 16)
    return Error{Error::Kind::unsupported,
                 fmt::format("{} numbers have no 2:4 form", element.name)};
  const cuda::Api& api = place.cuda.api();
  const cuda::FunctionHandle function = TRY(place.cuda.function(place.module, "prune_two_of_four"));
  cuda::Address address = matrix.address();
  unsigned long long count = matrix.count() * 8 / element.bits;
  int format = element.format;
  std::array<void*, 3> arguments = {&address, &count, &format};
  TRY(call(api, api.cuLaunchKernel, function, kGrid, 1U, 1U, kThreads, 1U, 1U, 0U,
           place.stream.get(), arguments.data(), nullptr));
  return call(api, api.cuStreamSynchronize, place.stream.get());
}

}  // namespace gb10
