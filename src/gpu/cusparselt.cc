#include "gpu/cusparselt.h"

#include <fmt/format.h>

#include "gpu/cublaslt_api.h"

namespace gb10 {

namespace {

using cusparselt::Api;
using cusparselt::Status;

/// Those whose headers and libraries our declarations were held against. 0.8 is the first that
/// names a GB10.
constexpr SparseVersion kKnown[] = {{7, false}, {8, true}, {9, true}, {10, true}};
constexpr std::uint32_t kAlignment = 16;  // bytes, of all matrices

Error sparse_error(const Api& api, const char* function, Status status) {
  const char* const name =
      api.cusparseLtGetErrorName.function ? api.cusparseLtGetErrorName.function(status) : nullptr;
  const bool is_refused =
      status == cusparselt::kNotSupported || status == cusparselt::kInvalidValue ||
      status == cusparselt::kTypeNotSupported || status == cusparselt::kArchitectureMismatch;
  const auto kind = is_refused ? Error::Kind::unsupported : Error::Kind::failed;
  return {kind, fmt::format("{}: {} ({})", function, name ? name : "cusparseStatus_t", status)};
}

template <class... Arguments>
Result<void> sparse(const Api& api, const Symbol<Status(Arguments...)>& symbol,
                    std::type_identity_t<Arguments>... arguments) {
  if (!symbol.function)
    return Error{Error::Kind::unsupported, std::string("libcusparseLt has no ") + symbol.name};
  const Status status = symbol.function(arguments...);
  if (status != cusparselt::kSuccess) return sparse_error(api, symbol.name, status);
  return {};
}

/// The row of the table for this version. Asked before anything else, as it needs no handle.
Result<const SparseVersion*> known_version(const Api& api, std::string& text) {
  int major = 0, minor = 0, patch = 0;
  TRY(sparse(api, api.cusparseLtGetProperty, cusparselt::kMajor, &major));
  TRY(sparse(api, api.cusparseLtGetProperty, cusparselt::kMinor, &minor));
  TRY(sparse(api, api.cusparseLtGetProperty, cusparselt::kPatch, &patch));
  text = fmt::format("{}.{}.{}", major, minor, patch);
  if (const SparseVersion* const known = sparse_version(major, minor)) return known;
  return Error{Error::Kind::unsupported,
               fmt::format("cuSPARSELt {}.{} is not known to this gb10", major, minor),
               fmt::format("known: 0.{} to 0.{}; --env DIR names an environment that has one",
                           std::begin(kKnown)->minor, std::prev(std::end(kKnown))->minor)};
}

Result<void> describe(const CusparseLt& library, SparseMatrix& matrix, int type, std::uint64_t rows,
                      std::uint64_t columns) {
  const Api& api = library.api();
  const auto length = static_cast<std::int64_t>(rows);
  TRY(sparse(api, api.cusparseLtDenseDescriptorInit, library.get(), matrix.get(), length,
             static_cast<std::int64_t>(columns), length, kAlignment, type, cusparselt::kByColumns));
  matrix.own();
  return {};
}

Result<void> describe_sparse(const CusparseLt& library, SparseMatrix& matrix,
                             const SparseShape& shape) {
  const Api& api = library.api();
  const auto length = static_cast<std::int64_t>(shape.k);
  TRY(sparse(api, api.cusparseLtStructuredDescriptorInit, library.get(), matrix.get(), length,
             static_cast<std::int64_t>(shape.m), length, kAlignment, shape.a,
             cusparselt::kByColumns, cusparselt::kHalf));
  matrix.own();
  return {};
}

void* pointer(cuda::Address address) { return reinterpret_cast<void*>(address); }

}  // namespace

const SparseVersion* sparse_version(int major, int minor) {
  for (const SparseVersion& each : kKnown) {
    if (major == 0 && minor == each.minor) return &each;
  }
  return nullptr;
}

Result<CusparseLt> CusparseLt::open(const std::vector<std::string>& paths) {
  std::optional<Error> first;
  for (const std::string& path : paths) {
    auto library = Library::open(
        {path}, "NVIDIA's wheel nvidia-cusparselt-cu13 brings it: --env DIR names its environment");
    if (!library.ok()) {
      if (!first) first = library.error();
      continue;
    }
    const Api api = cusparselt::bound(*library);
    Result<CusparseLt> made = make(api, *std::move(library));
    if (made.ok()) return made;
    if (!first)
      first = Error{made.error().kind, path + ": " + made.error().what, made.error().hint};
  }
  return *first;
}

Result<CusparseLt> CusparseLt::make(Api api, std::optional<Library> library) {
  CusparseLt out(std::make_unique<Api>(api), std::move(library));
  const SparseVersion* const known = TRY(known_version(out.api(), out.version_));
  if (known->destroys_selection && !api.cusparseLtMatmulAlgSelectionDestroy.function)
    return Error{
        Error::Kind::unsupported,
        fmt::format("cuSPARSELt {} has no cusparseLtMatmulAlgSelectionDestroy", out.version_)};
  SparseSession session(out.api());
  TRY(sparse(out.api(), out.api().cusparseLtInit, session.get()));
  session.own();
  out.session_.emplace(std::move(session));
  return out;
}

SparseMatmul::SparseMatmul(const CusparseLt& library, const SparseShape& shape)
    : library_(&library),
      shape_(shape),
      a_(library.api()),
      b_(library.api()),
      d_(library.api()),
      form_(std::make_unique<cusparselt::ProductForm>()),
      selection_(library.api()) {}

Result<SparseMatmul> SparseMatmul::make(const CusparseLt& library, const SparseShape& shape) {
  const Api& api = library.api();
  SparseMatmul out(library, shape);
  TRY(describe_sparse(library, out.a_, shape));
  TRY(describe(library, out.b_, shape.b, shape.k, shape.n));
  TRY(describe(library, out.d_, shape.d, shape.m, shape.n));
  TRY(sparse(api, api.cusparseLtMatmulDescriptorInit, library.get(), out.form_.get(),
             cusparselt::kTransposed, cusparselt::kAsItIs, out.a_.get(), out.b_.get(), out.d_.get(),
             out.d_.get(), shape.is_whole ? cusparselt::kCompute32I : cusparselt::kCompute32F));
  TRY(sparse(api, api.cusparseLtMatmulAlgSelectionInit, library.get(), out.selection_.get(),
             out.form_.get(), cusparselt::kDefault));
  out.selection_.own();
  TRY(out.plan());
  return out;
}

/// A plan of the selection as it is now.
Result<void> SparseMatmul::plan() {
  const Api& api = library_->api();
  plan_.reset();
  SparsePlan made(api);
  TRY(sparse(api, api.cusparseLtMatmulPlanInit, library_->get(), made.get(), form_.get(),
             selection_.get()));
  made.own();
  plan_.emplace(std::move(made));
  return {};
}

Result<void> SparseMatmul::ask_whether_pruned(cuda::Address a, cuda::Address answer,
                                              cuda::StreamHandle stream) const {
  const Api& api = library_->api();
  return sparse(api, api.cusparseLtSpMMAPruneCheck, library_->get(), form_.get(), pointer(a),
                static_cast<int*>(pointer(answer)), stream);
}

Result<CompressedSize> SparseMatmul::compressed_size() const {
  const Api& api = library_->api();
  CompressedSize out;
  TRY(sparse(api, api.cusparseLtSpMMACompressedSize, library_->get(), plan_->get(), &out.bytes,
             &out.scratch));
  return out;
}

Result<void> SparseMatmul::compress(cuda::Address from, cuda::Address into, cuda::Address scratch,
                                    cuda::StreamHandle stream) const {
  const Api& api = library_->api();
  return sparse(api, api.cusparseLtSpMMACompress, library_->get(), plan_->get(), pointer(from),
                pointer(into), pointer(scratch), stream);
}

Result<std::size_t> SparseMatmul::workspace() const {
  const Api& api = library_->api();
  std::size_t out = 0;
  TRY(sparse(api, api.cusparseLtMatmulGetWorkspace, library_->get(), plan_->get(), &out));
  return out;
}

Result<void> SparseMatmul::search(const MatmulPlace& place) {
  const Api& api = library_->api();
  const float none = 0;
  cuda::StreamHandle stream = place.stream;
  return sparse(api, api.cusparseLtMatmulSearch, library_->get(), plan_->get(), &shape_.factor,
                pointer(place.a), pointer(place.b), &none, pointer(place.d), pointer(place.d),
                pointer(place.workspace), &stream, 1);
}

Result<int> SparseMatmul::configurations() const {
  const Api& api = library_->api();
  int out = 0;
  TRY(sparse(api, api.cusparseLtMatmulAlgGetAttribute, library_->get(), selection_.get(),
             cusparselt::kConfigurations, &out, sizeof out));
  return out;
}

Result<void> SparseMatmul::choose(int configuration) {
  const Api& api = library_->api();
  TRY(sparse(api, api.cusparseLtMatmulAlgSetAttribute, library_->get(), selection_.get(),
             cusparselt::kConfiguration, &configuration, sizeof configuration));
  return plan();
}

Result<void> SparseMatmul::enqueue(const MatmulPlace& place) const {
  const Api& api = library_->api();
  const float none = 0;
  cuda::StreamHandle stream = place.stream;
  return sparse(api, api.cusparseLtMatmul, library_->get(), plan_->get(), &shape_.factor,
                pointer(place.a), pointer(place.b), &none, pointer(place.d), pointer(place.d),
                pointer(place.workspace), &stream, 1);
}

std::string SparseMatmul::words() const {
  const Api& api = library_->api();
  const auto attribute = [&](int which) {
    int value = 0;
    return sparse(api, api.cusparseLtMatmulAlgGetAttribute, library_->get(), selection_.get(),
                  which, &value, sizeof value)
                   .ok()
               ? std::to_string(value)
               : std::string("?");
  };
  return fmt::format("configuration {}, split-K {} (mode {})",
                     attribute(cusparselt::kConfiguration), attribute(cusparselt::kSplitK),
                     attribute(cusparselt::kSplitKMode));
}

}  // namespace gb10
