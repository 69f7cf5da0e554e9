#include "cli/gemm_memory.h"

#include <fmt/format.h>

#include "base/text.h"
#include "cli/machine.h"
#include "cli/run_store.h"

namespace gb10 {

namespace {

constexpr std::uint64_t kLargest = 4ULL << 20U;  // bytes of the file

Result<std::string> file_of(const Io& io) {
  const std::string folder = TRY(data_folder(io));
  return folder + "/gemm-choices.json";
}

/// What is kept; an empty object where nothing is.
Result<Json> kept(const HostView& host, const std::string& path) {
  const Result<std::string> text = whole_file(host, path, kLargest);
  if (!text.ok() && text.error().kind == Error::Kind::not_found) return Json::object();
  if (!text.ok()) return text.error();
  const auto json = parse_json(*text);
  if (!json.ok()) return Error{Error::Kind::invalid, path + ": " + json.error().what};
  if (!json->as_object()) return Error{Error::Kind::invalid, path + ": it is no JSON object"};
  return *json;
}

std::string words_of(const cublaslt::Algorithm& algorithm) {
  std::string out;
  for (const std::uint64_t each : algorithm.data) out += fmt::format("{:016x}", each);
  return out;
}

std::optional<cublaslt::Algorithm> algorithm_from(const std::string& words) {
  constexpr std::size_t kDigits = 16;
  cublaslt::Algorithm out{};
  if (words.size() != kDigits * std::size(out.data)) return std::nullopt;
  for (std::size_t i = 0; i < std::size(out.data); ++i) {
    for (const char digit : words.substr(i * kDigits, kDigits)) {
      const std::size_t value = std::string_view("0123456789abcdef").find(digit);
      if (value == std::string_view::npos) return std::nullopt;
      out.data[i] = out.data[i] << 4U | value;
    }
  }
  return out;
}

}  // namespace

std::string choice_key(const BenchGpu& gpu, const std::string& library, const GemmWish& wish) {
  const auto* const name = gpu.info().fields.known<std::string>("name");
  return fmt::format("{} {}x{}x{} {}, cuBLASLt {}, {}", wish.type->name, wish.m, wish.n, wish.k,
                     word(wish.layout), library, name ? *name : "not known");
}

std::optional<GemmCandidate> remembered_choice(const std::string& key, const Io& io) {
  const Result<std::string> path = file_of(io);
  if (!path.ok()) return std::nullopt;  // without a home nothing was kept
  const Result<Json> all = kept(*this_host(io), *path);
  if (!all.ok()) {
    io.say(fmt::format("gb10: what --tune found is not used: {}\n", all.error().what));
    return std::nullopt;
  }
  const Json* const found = all->find(key);
  const auto algorithm = found ? algorithm_from(found->text("algorithm")) : std::nullopt;
  if (!algorithm) return std::nullopt;
  return GemmCandidate{*algorithm, 0, -1, 0};
}

Result<void> remember_choice(const std::string& key, const GemmCandidate& choice, const Io& io) {
  const std::string path = TRY(file_of(io));
  const std::unique_ptr<Host> host = this_host(io);
  Json all = TRY(kept(*host, path));
  all.set(
      key,
      Json::object().set("algorithm", words_of(choice.algorithm)).set("seconds", choice.seconds));
  const std::string folder = TRY(data_folder(io));
  TRY(host->make_directory(folder));
  return host->install({path, to_text(all, 2) + "\n", 0600});
}

}  // namespace gb10
