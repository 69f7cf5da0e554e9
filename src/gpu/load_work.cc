#include "gpu/load_work.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "gpu/load_reference.h"

namespace gb10 {

namespace {

constexpr unsigned kThreads = 256;        // a block, in all kernels
constexpr unsigned kRowsOfBlock = 8;      // warps of a block of matrix_vector
constexpr unsigned kBlocksForFma = 4;     // an SM
constexpr unsigned kBlocksForRows = 4;    // an SM
constexpr unsigned kBlocksForCopies = 8;  // an SM
constexpr unsigned kFmaRounds = 512;      // a few milliseconds
constexpr unsigned kFmaSets = 8;          // different threads of fma_chains
constexpr std::size_t kPiece = 1024;      // floats of a copy that are checked together
constexpr std::size_t kDraws = 256;       // rows, and pieces of a copy, that are checked

template <class... Arguments>
Result<void> launch(const WorkPlace& place, cuda::FunctionHandle function, unsigned blocks,
                    Arguments... arguments) {
  std::array<void*, sizeof...(arguments)> pointers = {&arguments...};
  const cuda::Api& api = place.cuda.api();
  return call(api, api.cuLaunchKernel, function, blocks, 1U, 1U, kThreads, 1U, 1U, 0U,
              place.stream.get(), pointers.data(), nullptr);
}

/// Fills `buffer` with the random numbers of the seed and waits for it.
Result<void> fill(const WorkPlace& place, const DeviceBuffer<float>& buffer) {
  const cuda::FunctionHandle function = TRY(place.cuda.function(place.module, "fill"));
  TRY(launch(place, function, place.processors * kBlocksForCopies, buffer.address(),
             static_cast<unsigned long long>(buffer.count()),
             static_cast<unsigned long long>(place.seed)));
  const cuda::Api& api = place.cuda.api();
  return call(api, api.cuStreamSynchronize, place.stream.get());
}

/// First, last and random positions below `count`.
std::vector<std::uint64_t> drawn(std::uint64_t seed, std::uint64_t count) {
  std::mt19937_64 random(seed);
  std::uniform_int_distribution<std::uint64_t> any(0, count - 1);
  std::vector<std::uint64_t> positions = {0, count - 1};
  while (positions.size() < kDraws) positions.push_back(any(random));
  return positions;
}

struct FmaWorkParts {
  WorkPlace place;
  cuda::FunctionHandle function;
  unsigned blocks;
  std::vector<float> inputs;
  DeviceBuffer<float> device_inputs, out;
};

class FmaWork : public Work {
 public:
  explicit FmaWork(FmaWorkParts parts) : with_(std::move(parts)) {}

  static Result<std::unique_ptr<Work>> make(const WorkPlace& place) {
    std::vector<float> inputs(std::size_t{kFmaSets} * kFmaInputs);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      inputs[i] = random_value(place.seed, i);
      // A step of 0.1 to 0.9 turns a point on its ellipse for ever.
      if (i % kFmaInputs >= 3 * kFmaChains) inputs[i] = 0.5F + 0.4F * inputs[i];
    }
    const unsigned blocks = place.processors * kBlocksForFma;
    auto device_inputs = TRY(DeviceBuffer<float>::make(place.cuda, inputs.size()));
    auto out = TRY(DeviceBuffer<float>::make(place.cuda, std::size_t{blocks} * kThreads));
    const auto function = TRY(place.cuda.function(place.module, "fma_chains"));
    TRY(device_inputs.upload(inputs));
    return std::unique_ptr<Work>(std::make_unique<FmaWork>(FmaWorkParts{
        place, function, blocks, std::move(inputs), std::move(device_inputs), std::move(out)}));
  }

  Result<void> poison() override { return with_.out.poison(); }
  Result<void> enqueue() const override {
    return launch(with_.place, with_.function, with_.blocks, with_.device_inputs.address(),
                  kFmaSets, kFmaRounds, with_.out.address());
  }
  double amount() const override { return fma_flop(with_.out.count(), kFmaRounds); }
  Result<bool> verified() const override {
    std::vector<Expected> expected;
    for (unsigned set = 0; set < kFmaSets; ++set) {
      const std::span<const float> all = with_.inputs;
      expected.push_back(expected_fma(all.subspan(set * kFmaInputs, kFmaInputs), kFmaRounds));
    }
    std::vector<float> results(with_.out.count());
    TRY(with_.out.download(0, results));
    for (std::size_t thread = 0; thread < results.size(); ++thread) {
      if (!expected[thread % kFmaSets].holds(results[thread])) return false;
    }
    return true;
  }

 private:
  FmaWorkParts with_;
};

struct MatrixVectorWorkParts {
  WorkPlace place;
  cuda::FunctionHandle function;
  unsigned blocks;
  std::vector<float> vector;
  DeviceBuffer<float> matrix, device_vector, out;
};

class MatrixVectorWork : public Work {
 public:
  explicit MatrixVectorWork(MatrixVectorWorkParts parts) : with_(std::move(parts)) {}

  static Result<std::unique_ptr<Work>> make(const WorkPlace& place) {
    std::vector<float> vector(kColumns);
    for (std::size_t i = 0; i < kColumns; ++i) vector[i] = random_value(~place.seed, i);
    const unsigned blocks = place.processors * kBlocksForRows;
    const std::uint64_t step = std::uint64_t{blocks} * kRowsOfBlock;
    const std::uint64_t rows =
        std::max<std::uint64_t>(place.memory / (sizeof(float) * kColumns) / step, 1) * step;
    auto matrix = TRY(DeviceBuffer<float>::make(place.cuda, rows * kColumns));
    auto device_vector = TRY(DeviceBuffer<float>::make(place.cuda, kColumns));
    auto out = TRY(DeviceBuffer<float>::make(place.cuda, rows));
    const auto function = TRY(place.cuda.function(place.module, "matrix_vector"));
    TRY(fill(place, matrix));
    TRY(device_vector.upload(vector));
    return std::unique_ptr<Work>(std::make_unique<MatrixVectorWork>(
        MatrixVectorWorkParts{place, function, blocks, std::move(vector), std::move(matrix),
                              std::move(device_vector), std::move(out)}));
  }

  Result<void> poison() override { return with_.out.poison(); }
  Result<void> enqueue() const override {
    return launch(with_.place, with_.function, with_.blocks, with_.matrix.address(),
                  with_.device_vector.address(), with_.out.address(),
                  static_cast<unsigned>(with_.out.count()));
  }
  double amount() const override { return matrix_vector_bytes(with_.out.count()); }
  Result<bool> verified() const override {
    std::vector<float> results(with_.out.count());
    TRY(with_.out.download(0, results));
    for (const float result : results) {
      if (!std::isfinite(result)) return false;
    }
    for (const std::uint64_t row : drawn(with_.place.seed, results.size())) {
      if (!expected_row(with_.place.seed, row, with_.vector).holds(results[row])) return false;
    }
    return true;
  }

 private:
  MatrixVectorWorkParts with_;
};

struct CopyWorkParts {
  WorkPlace place;
  cuda::FunctionHandle function;
  DeviceBuffer<float> in, out;
};

class CopyWork : public Work {
 public:
  explicit CopyWork(CopyWorkParts parts) : with_(std::move(parts)) {}

  static Result<std::unique_ptr<Work>> make(const WorkPlace& place) {
    const std::uint64_t pieces = place.memory / 2 / (kPiece * sizeof(float));
    auto in = TRY(DeviceBuffer<float>::make(place.cuda, pieces * kPiece));
    auto out = TRY(DeviceBuffer<float>::make(place.cuda, pieces * kPiece));
    const auto function = TRY(place.cuda.function(place.module, "copy"));
    TRY(fill(place, in));
    return std::unique_ptr<Work>(
        std::make_unique<CopyWork>(CopyWorkParts{place, function, std::move(in), std::move(out)}));
  }

  Result<void> poison() override { return with_.out.poison(); }
  Result<void> enqueue() const override {
    return launch(with_.place, with_.function, with_.place.processors * kBlocksForCopies,
                  with_.out.address(), with_.in.address(),
                  static_cast<unsigned long long>(with_.in.count() / 4));
  }
  double amount() const override { return copy_bytes(with_.in.count()); }
  Result<bool> verified() const override {
    std::vector<float> piece(kPiece);
    for (const std::uint64_t at : drawn(with_.place.seed, with_.out.count() / kPiece)) {
      TRY(with_.out.download(at * kPiece, piece));
      for (std::size_t i = 0; i < kPiece; ++i) {
        if (piece[i] != random_value(with_.place.seed, at * kPiece + i)) return false;
      }
    }
    return true;
  }

 private:
  CopyWorkParts with_;
};

}  // namespace

Result<std::unique_ptr<Work>> make_work(const WorkPlace& place, LoadKind kind) {
  switch (kind) {
    case LoadKind::fma:
      return FmaWork::make(place);
    case LoadKind::matrix_vector:
      return MatrixVectorWork::make(place);
    case LoadKind::copy:
      return CopyWork::make(place);
  }
  return Error{Error::Kind::invalid, "no such kind of load"};
}

}  // namespace gb10
