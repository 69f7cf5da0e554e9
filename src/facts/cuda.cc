#include "facts/cuda_parts.h"
#include "facts/topics.h"

namespace gb10 {

namespace {

constexpr FactSpec kSpecs[] = {
    {"toolkit[*].version", Type::version, Unit::none, "version of the CUDA toolkit"},
    {"toolkit[*].nvcc", Type::version, Unit::none, "version of its compiler"},
    {"toolkit[*].ptxas", Type::version, Unit::none, "version of its assembler"},
    {"toolkit[*].on_path", Type::boolean, Unit::none, "whether this shell's PATH holds it"},
    {"cuda.toolkits", Type::integer, Unit::none, "CUDA toolkits on this machine"},
    {"cuda.default", Type::version, Unit::none, "toolkit behind /usr/local/cuda"},
    {"cuda.default_path", Type::text, Unit::none, "directory behind /usr/local/cuda"},
    {"cuda.nvcc_on_path", Type::text, Unit::none, "nvcc that this shell would start"},
    {"cuda.nvcc_on_path_version", Type::version, Unit::none, "version of that nvcc"},
    {"cuda.ptxas_on_path", Type::text, Unit::none, "ptxas that this shell would start"},
    {"cuda.ptxas_on_path_version", Type::version, Unit::none, "version of that ptxas"},
    {"cuda.ptxas_override", Type::version, Unit::none, "version of TRITON_PTXAS_PATH's ptxas"},
    {"cuda.cudart_majors", Type::list, Unit::none, "major versions of libcudart"},
    {"cuda.cudart_links", Type::list, Unit::none, "libcudart under another major's name"},
    {"cuda.libraries", Type::list, Unit::none, "copies of CUDA's libraries"},
    {"cuda.cudnn", Type::version, Unit::none, "cuDNN of the system"},
    {"cuda.nccl", Type::version, Unit::none, "NCCL of the system"},
    {"cuda.cublaslt", Type::version, Unit::none, "cuBLASLt of the system"},
    {"cuda.cusparselt", Type::version, Unit::none, "cuSPARSELt of the system"},
    {"cuda.cufile", Type::version, Unit::none, "cuFile of the system"},
    {"cuda.compat", Type::version, Unit::none, "driver version of CUDA's compatibility libraries"},
};

void collect(const Machine& machine, const CollectOptions&, Facts& facts) {
  const auto toolkits = cuda_parts::toolkit_dirs(machine.host);
  cuda_parts::collect_toolkits(machine.host, toolkits, facts);
  cuda_parts::collect_path(machine.host, toolkits, facts);
  cuda_parts::collect_libraries(machine.host, toolkits, facts);
}

}  // namespace

Topic cuda_topic() {
  return {.name = "cuda",
          .words = "CUDA toolkits and libraries outside Python environments",
          .specs = kSpecs,
          .questions = nullptr,
          .collect = collect};
}

}  // namespace gb10
