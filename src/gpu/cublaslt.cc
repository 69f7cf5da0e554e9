#include "gpu/cublaslt.h"

#include <algorithm>

#include <fmt/format.h>

namespace gb10 {

namespace {

Error light_error(const cublaslt::Api& api, const char* function, cublaslt::Status status) {
  const char* const name =
      api.cublasLtGetStatusString.function ? api.cublasLtGetStatusString.function(status) : nullptr;
  // An older library calls a type or a mode that it does not know an invalid value.
  const bool is_refused = status == cublaslt::kNotSupported || status == cublaslt::kInvalidValue ||
                          status == cublaslt::kArchitectureMismatch;
  const auto kind = is_refused ? Error::Kind::unsupported : Error::Kind::failed;
  return {kind, fmt::format("{}: {} ({})", function, name ? name : "unknown", status)};
}

template <class... Arguments>
Result<void> light(const cublaslt::Api& api, const Symbol<cublaslt::Status(Arguments...)>& symbol,
                   std::type_identity_t<Arguments>... arguments) {
  if (!symbol.function)
    return Error{Error::Kind::unsupported, std::string("libcublasLt has no ") + symbol.name};
  const cublaslt::Status status = symbol.function(arguments...);
  if (status != cublaslt::kSuccess) return light_error(api, symbol.name, status);
  return {};
}

template <class T>
Result<void> set(const cublaslt::Api& api, const MatmulForm& form, int attribute, T value) {
  return light(api, api.cublasLtMatmulDescSetAttribute, form.get(), attribute, &value,
               sizeof value);
}

Result<MatrixLayout> layout(const cublaslt::Api& api, int type, std::uint64_t rows,
                            std::uint64_t columns) {
  cublaslt::LayoutHandle handle = nullptr;
  TRY(light(api, api.cublasLtMatrixLayoutCreate, &handle, type, rows, columns,
            static_cast<std::int64_t>(rows)));
  return MatrixLayout(api, handle);
}

Result<MatmulForm> form_of(const cublaslt::Api& api, const MatmulShape& shape) {
  cublaslt::MatmulHandle handle = nullptr;
  TRY(light(api, api.cublasLtMatmulDescCreate, &handle, shape.compute, shape.scale));
  MatmulForm form(api, handle);
  if (shape.transposes_a)
    TRY(set(api, form, cublaslt::kTransposeA, std::int32_t{cublaslt::kTransposed}));
  if (shape.transposes_b)
    TRY(set(api, form, cublaslt::kTransposeB, std::int32_t{cublaslt::kTransposed}));
  if (shape.scale_a) TRY(set(api, form, cublaslt::kScaleOfA, shape.scale_a));
  if (shape.scale_b) TRY(set(api, form, cublaslt::kScaleOfB, shape.scale_b));
  if (shape.mode_of_a != 0)
    TRY(set(api, form, cublaslt::kScaleModeOfA, std::int32_t{shape.mode_of_a}));
  if (shape.mode_of_b != 0)
    TRY(set(api, form, cublaslt::kScaleModeOfB, std::int32_t{shape.mode_of_b}));
  if (shape.fast_accumulation) TRY(set(api, form, cublaslt::kFastAccumulation, std::int8_t{1}));
  return form;
}

}  // namespace

Result<CublasLt> CublasLt::open(const std::vector<std::string>& paths) {
  std::optional<Error> first;
  for (const std::string& path : paths) {
    auto library = Library::open({path},
                                 "install CUDA's libraries, or name an environment that has "
                                 "them: --env DIR");
    if (library.ok()) {
      const cublaslt::Api api = cublaslt::bound(*library);
      Result<CublasLt> made = make(api, *std::move(library));
      if (made.ok()) return made;
      if (!first)
        first = Error{made.error().kind, path + ": " + made.error().what,
                      "is the driver too old for this CUDA? gb10 inspect gpu"};
    } else if (!first) {
      first = library.error();
    }
  }
  return *first;
}

Result<CublasLt> CublasLt::make(cublaslt::Api api, std::optional<Library> library) {
  CublasLt out(std::make_unique<cublaslt::Api>(api), std::move(library));
  cublaslt::Handle handle = nullptr;
  TRY(light(out.api(), out.api().cublasLtCreate, &handle));
  out.session_.emplace(out.api(), handle);
  return out;
}

std::string CublasLt::version() const {
  if (!api_->cublasLtGetVersion.function) return "not known";
  const std::size_t number = api_->cublasLtGetVersion.function();  // 130100, 120900
  return fmt::format("{}.{}.{}", number / 10000, number / 100 % 100, number % 100);
}

Result<Matmul> Matmul::make(const CublasLt& library, const MatmulShape& shape) {
  const cublaslt::Api& api = library.api();
  MatmulForm form = TRY(form_of(api, shape));
  const auto factor = [&](int type, bool is_along_k, std::uint64_t lines) {
    return is_along_k ? layout(api, type, shape.k, lines) : layout(api, type, lines, shape.k);
  };
  MatrixLayout a = TRY(factor(shape.a, shape.transposes_a, shape.m));
  MatrixLayout b = TRY(factor(shape.b, !shape.transposes_b, shape.n));
  MatrixLayout d = TRY(layout(api, shape.d, shape.m, shape.n));
  return Matmul(library, shape, std::move(form), std::move(a), std::move(b), std::move(d));
}

Result<std::vector<cublaslt::Proposal>> Matmul::proposals(std::uint64_t workspace, int most) const {
  const cublaslt::Api& api = library_->api();
  cublaslt::PreferenceHandle handle = nullptr;
  TRY(light(api, api.cublasLtMatmulPreferenceCreate, &handle));
  const LightHandle<cublaslt::PreferenceHandle, &cublaslt::Api::cublasLtMatmulPreferenceDestroy>
      preference(api, handle);
  TRY(light(api, api.cublasLtMatmulPreferenceSetAttribute, handle, cublaslt::kMostWorkspace,
            &workspace, sizeof workspace));
  std::vector<cublaslt::Proposal> out(static_cast<std::size_t>(most));
  int found = 0;
  TRY(light(api, api.cublasLtMatmulAlgoGetHeuristic, library_->get(), form_.get(), a_.get(),
            b_.get(), d_.get(), d_.get(), handle, most, out.data(), &found));
  out.resize(static_cast<std::size_t>(found));
  std::erase_if(out, [](const auto& each) { return each.state != cublaslt::kSuccess; });
  return out;
}

Result<void> Matmul::enqueue(const cublaslt::Algorithm& algorithm, const MatmulPlace& place) const {
  const cublaslt::Api& api = library_->api();
  // Eight bytes that are 1 and 0 in the type of the scale.
  const double one = shape_.factor, none = 0;
  const float one_short = shape_.factor, none_short = 0;
  const std::int32_t one_whole = 1, none_whole = 0;
  const bool is_double = shape_.scale == cublaslt::kF64, is_whole = shape_.scale == cublaslt::kI32;
  const void* const alpha = is_double  ? static_cast<const void*>(&one)
                            : is_whole ? static_cast<const void*>(&one_whole)
                                       : &one_short;
  const void* const beta = is_double  ? static_cast<const void*>(&none)
                           : is_whole ? static_cast<const void*>(&none_whole)
                                      : &none_short;
  const auto pointer = [](cuda::Address address) { return reinterpret_cast<void*>(address); };
  return light(api, api.cublasLtMatmul, library_->get(), form_.get(), alpha, pointer(place.a),
               a_.get(), pointer(place.b), b_.get(), beta, pointer(place.d), d_.get(),
               pointer(place.d), d_.get(), &algorithm, pointer(place.workspace),
               place.workspace_bytes, place.stream);
}

Result<std::vector<cublaslt::Algorithm>> Matmul::all_algorithms() const {
  constexpr int kMost = 256;
  const cublaslt::Api& api = library_->api();
  std::vector<int> ids(kMost);
  int found = 0;
  TRY(light(api, api.cublasLtMatmulAlgoGetIds, library_->get(), shape_.compute, shape_.scale,
            shape_.a, shape_.b, shape_.d, shape_.d, kMost, ids.data(), &found));
  ids.resize(static_cast<std::size_t>(found));
  std::vector<cublaslt::Algorithm> out;
  for (const int id : ids) {
    cublaslt::Algorithm algorithm{};
    if (light(api, api.cublasLtMatmulAlgoInit, library_->get(), shape_.compute, shape_.scale,
              shape_.a, shape_.b, shape_.d, shape_.d, id, &algorithm)
            .ok())
      out.push_back(algorithm);
  }
  return out;
}

std::optional<cublaslt::Algorithm> Matmul::changed(cublaslt::Algorithm algorithm, int setting,
                                                   std::uint32_t value) const {
  const cublaslt::Api& api = library_->api();
  const auto is_short = setting == cublaslt::kCluster;  // of 16 bits; the first of them on all CPUs
  const auto half = static_cast<std::uint16_t>(value);
  const void* const from = is_short ? static_cast<const void*>(&half) : &value;
  if (!light(api, api.cublasLtMatmulAlgoConfigSetAttribute, &algorithm, setting, from,
             is_short ? sizeof half : sizeof value)
           .ok())
    return std::nullopt;
  return algorithm;
}

std::vector<std::uint32_t> Matmul::capability(const cublaslt::Algorithm& algorithm,
                                              int which) const {
  constexpr std::size_t kMost = 1024;
  const cublaslt::Api& api = library_->api();
  std::vector<std::uint32_t> out(kMost);
  std::size_t written = 0;
  // The library wants the exact size of one number, and room for a list.
  const bool is_list = which == cublaslt::kTiles || which == cublaslt::kAllStages;
  const std::size_t size = sizeof(std::uint32_t) * (is_list ? kMost : 1);
  if (!light(api, api.cublasLtMatmulAlgoCapGetAttribute, &algorithm, which, out.data(), size,
             &written)
           .ok())
    return {};
  out.resize(std::min(written / sizeof(std::uint32_t), kMost));
  return out;
}

std::optional<cublaslt::Proposal> Matmul::runnable(const cublaslt::Algorithm& algorithm) const {
  const cublaslt::Api& api = library_->api();
  cublaslt::Proposal out{};
  if (!light(api, api.cublasLtMatmulAlgoCheck, library_->get(), form_.get(), a_.get(), b_.get(),
             d_.get(), d_.get(), &algorithm, &out)
           .ok() ||
      out.state != cublaslt::kSuccess)
    return std::nullopt;
  out.algorithm = algorithm;
  return out;
}

std::string Matmul::words(const cublaslt::Algorithm& algorithm) const {
  const auto attribute = [&](int which) {
    std::uint32_t value = 0;
    std::size_t written = 0;
    const cublaslt::Api& api = library_->api();
    const bool known = light(api, api.cublasLtMatmulAlgoConfigGetAttribute, &algorithm, which,
                             &value, sizeof value, &written)
                           .ok();
    return known ? std::to_string(value) : std::string("?");
  };
  return fmt::format("algorithm {}, tile {}, stages {}, split-K {}",
                     attribute(cublaslt::kAlgorithmId), attribute(cublaslt::kTile),
                     attribute(cublaslt::kStages), attribute(cublaslt::kSplitK));
}

}  // namespace gb10
