#include "bench/sparse_gemm.h"

#include <algorithm>

#include <fmt/format.h>

#include "bench/prune.h"

namespace gb10 {

namespace {

constexpr int kTries = 3;  // of each configuration
constexpr int kMostConfigurations = 256;

SparseShape shape_of(const GemmWish& wish) {
  const GemmType& type = *wish.type;
  return {wish.m,
          wish.n,
          wish.k,
          type.a->data_type,
          type.b->data_type,
          type.d->data_type,
          type.compute == cublaslt::kCompute32I,
          static_cast<float>(Gemm::factor_of(type))};
}

}  // namespace

Result<std::unique_ptr<SparseGemm>> SparseGemm::make(const GemmPlace& place,
                                                     const CusparseLt& library, Gemm& gemm) {
  const GemmWish& wish = gemm.wish();
  CHECK(wish.is_pruned);
  if (!has_sparse_form(*wish.type))
    return Error{Error::Kind::unsupported, fmt::format("{} has no 2:4 form here", wish.type->name)};
  SparseMatmul matmul = TRY(SparseMatmul::make(library, shape_of(wish)));
  std::unique_ptr<SparseGemm> out(new SparseGemm(place, gemm, std::move(matmul)));
  TRY(out->check_pruned());
  TRY(out->allocate());
  TRY(out->compress_all());
  TRY(out->choose());
  return out;
}

/// Lets the library look at each A: it would compress anything.
Result<void> SparseGemm::check_pruned() const {
  auto answer = TRY(DeviceBuffer<int>::make(place_.cuda, 1));
  const cuda::Api& api = place_.cuda.api();
  for (std::size_t set = 0; set < gemm_->sets(); ++set) {
    const int none = 0;  // the library writes only where something is wrong
    TRY(answer.upload({&none, 1}));
    TRY(matmul_.ask_whether_pruned(gemm_->matrices(set).a, answer.address(), place_.stream.get()));
    TRY(call(api, api.cuStreamSynchronize, place_.stream.get()));
    int is_wrong = 0;
    TRY(answer.download(0, {&is_wrong, 1}));
    if (is_wrong != 0)
      return Error{Error::Kind::failed, "cuSPARSELt says that A is not 2:4 along K"};
  }
  return {};
}

Result<void> SparseGemm::allocate() {
  size_ = TRY(matmul_.compressed_size());
  for (std::size_t set = 0; set < gemm_->sets(); ++set) {
    auto memory = TRY(gemm_->memory(size_.bytes));
    compressed_.push_back(std::move(memory));
  }
  auto scratch = TRY(gemm_->memory(std::max<std::size_t>(size_.scratch, 1)));
  scratch_.emplace(std::move(scratch));
  // The search may try what needs more than the configuration that is in force at first.
  const std::uint64_t needed = TRY(matmul_.workspace());
  return give_workspace(std::max(Gemm::most_workspace(), needed));
}

Result<void> SparseGemm::give_workspace(std::uint64_t bytes) {
  if (workspace_ && workspace_->count() >= bytes) return {};
  auto memory = TRY(gemm_->memory(bytes));
  workspace_.emplace(std::move(memory));
  return {};
}

Result<void> SparseGemm::compress_all() const {
  for (std::size_t set = 0; set < gemm_->sets(); ++set)
    TRY(matmul_.compress(gemm_->matrices(set).a, compressed_[set].address(), scratch_->address(),
                         place_.stream.get()));
  const cuda::Api& api = place_.cuda.api();
  return call(api, api.cuStreamSynchronize, place_.stream.get());
}

/// The library's own search; where that fails, each configuration by itself.
Result<void> SparseGemm::choose() {
  configurations_ = matmul_.configurations().value_or(0);
  const Result<void> found = matmul_.search(matrices(0));
  if (!found.ok()) {
    notes_.push_back(
        fmt::format("the search of cuSPARSELt failed, its configurations were timed one by one: {}",
                    found.error().what));
    TRY(try_each());
  } else if (!TRY(is_right())) {
    notes_.push_back(
        fmt::format("cuSPARSELt's own search chose what gives wrong results ({}), which was left "
                    "out: a fault of "
                    "the library",
                    words()));
    TRY(try_each());
  }
  const std::size_t needed = TRY(matmul_.workspace());
  TRY(give_workspace(needed));
  seconds_ = TRY(tried(kTries));
  return {};
}

/// Whether the configuration in force computes what it should.
Result<bool> SparseGemm::is_right() {
  const std::size_t needed = TRY(matmul_.workspace());
  TRY(give_workspace(needed));
  const GemmCheck check = TRY(checked());
  return check.passed();
}

/// The fastest of those that compute what they should; the first one where none does, which the
/// verdict will tell.
Result<void> SparseGemm::try_each() {
  std::optional<int> best, runs;
  double least = 0;
  std::optional<Error> first;
  for (int each = 0; each < std::min(configurations_, kMostConfigurations); ++each) {
    const Result<void> usable = use(each);
    const Result<double> took = usable.ok() ? tried(kTries) : usable.error();
    if (!took.ok() && !first) first = took.error();
    if (!took.ok() || (best && *took >= least)) continue;
    const bool right = TRY(is_right());
    runs = runs ? runs : each;
    if (!right) continue;
    best = each;
    least = *took;
  }
  if (best || runs) return use(best ? *best : *runs);
  if (first) return *first;
  return Error{Error::Kind::unsupported, "cuSPARSELt has no configuration for this product here"};
}

Result<void> SparseGemm::use(int configuration) {
  TRY(matmul_.choose(configuration));
  const std::size_t needed = TRY(matmul_.workspace());
  TRY(give_workspace(needed));
  const CompressedSize size = TRY(matmul_.compressed_size());
  if (size.bytes > size_.bytes || size.scratch > scratch_->count())
    return Error{Error::Kind::unsupported,
                 fmt::format("configuration {} needs a larger compressed A than the first one",
                             configuration)};
  return compress_all();
}

Result<double> SparseGemm::tried(int times) const {
  return gemm_->timed([&](std::size_t set) { return enqueue(set); }, times);
}

MatmulPlace SparseGemm::matrices(std::size_t set) const {
  MatmulPlace out = gemm_->matrices(set);
  out.a = compressed_[set % compressed_.size()].address();
  out.workspace = workspace_->address();
  out.workspace_bytes = workspace_->count();
  return out;
}

Result<void> SparseGemm::enqueue(std::size_t set) const { return matmul_.enqueue(matrices(set)); }

Result<GemmCheck> SparseGemm::checked() {
  return gemm_->checked_by([&] { return enqueue(0); });
}

}  // namespace gb10
