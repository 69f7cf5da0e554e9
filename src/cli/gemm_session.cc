#include "cli/gemm_session.h"

#include <fmt/format.h>

#include "base/text.h"
#include "bench/library_places.h"
#include "cli/gemm_memory.h"
#include "cli/run_store.h"
#include "sampler/clock.h"

namespace gb10 {

Result<std::vector<std::string>> library_paths(const HostView& host, const std::string& environment,
                                               const std::vector<std::string>& sonames) {
  std::vector<std::string> out;
  for (const std::string& soname : sonames) {
    for (std::string& path : library_copies(host, soname, environment))
      out.push_back(std::move(path));
  }
  if (!out.empty()) return out;
  if (environment.empty()) return sonames;
  return Error{Error::Kind::unsupported,
               fmt::format("no {} in {}", joined(sonames, " or "), printable(environment, 300)),
               "name the folder of a Python environment that has NVIDIA's wheels"};
}

Result<GemmLibrary> GemmLibrary::open(const HostView& host, const std::string& environment) {
  std::vector<std::string> copies =
      TRY(library_paths(host, environment, {"libcublasLt.so.13", "libcublasLt.so.12"}));
  CublasLt library = TRY(CublasLt::open(copies));
  return GemmLibrary{std::move(library), std::move(copies)};
}

RunRecord GemmSession::record(const GemmLibrary& library, const std::string& name) const {
  RunRecord out;
  out.begun = wall_nanoseconds();
  out.id = fmt::format("{}-{}", run_id(out.begun), name);
  gpu.add_to(out);
  const KeptWords kept = kept_words(io);
  out.command = command_of("gemm", arguments, io);
  out.params["seconds"] = fmt::format("{:g}", wanted.seconds);
  out.params["library"] = "cuBLASLt " + library.library.version();
  out.params["library.path"] = kept.path(library.library.path());
  out.params["result.library.copies"] = kept.path(joined(library.copies, " "));
  return out;
}

GemmMeasure GemmSession::measure(const GemmLibrary& library, const GemmWish& wish) const {
  GemmMeasure out{wanted.seconds};
  out.remembered = remembered_choice(choice_key(gpu, library.library.version(), wish), io);
  out.sample = [this] { return gpu.sample(); };
  out.must_end = [this](const GemmRun* run) {
    const bool has = run && !run->samples.empty();
    return gpu.must_end(has ? std::optional(run->samples.back()) : std::nullopt);
  };
  return out;
}

std::string product_words(const GemmWish& wish) {
  return fmt::format("{} {}x{}x{} {}", wish.type->name, wish.m, wish.n, wish.k, word(wish.layout));
}

}  // namespace gb10
