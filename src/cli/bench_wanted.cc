#include "cli/bench_wanted.h"

#include <random>

#include <fmt/format.h>

#include "base/nearest.h"
#include "base/text.h"
#include "bench/prune.h"
#include "cli/bench_gpu.h"
#include "cli/run_store.h"

namespace gb10 {

namespace {

Result<std::uint64_t> side(std::string_view text) {
  const auto value = whole_number(text);
  if (value && *value >= 16 && *value <= 65536 && *value % 16 == 0)
    return static_cast<std::uint64_t>(*value);
  return Error{Error::Kind::invalid,
               fmt::format("\"{}\" is no side of a matrix", printable(text, 40)),
               "a multiple of 16 from 16 to 65536, such as --size 8192"};
}

struct Sides {
  std::uint64_t m = 8192, n = 8192, k = 8192;
};

Result<Sides> sides_of(std::string_view text) {
  const std::vector<std::string_view> parts = split(text, 'x');
  if (parts.size() != 3)
    return Error{Error::Kind::invalid,
                 fmt::format("--mnk: \"{}\" is no shape", printable(text, 60)),
                 "three sides, such as --mnk 16384x4096x4096"};
  Sides out;
  out.m = TRY(side(parts[0]));
  out.n = TRY(side(parts[1]));
  out.k = TRY(side(parts[2]));
  return out;
}

/// All shapes that were asked for.
Result<std::vector<Sides>> shapes_of(const Arguments& arguments) {
  std::vector<Sides> out;
  if (arguments.has("--size") && arguments.has("--mnk"))
    return Error{Error::Kind::invalid, "--size and --mnk both name the shape", "give one of them"};
  const std::string sizes = arguments.value("--size"), shapes = arguments.value("--mnk");
  if (arguments.has("--size")) {
    for (const std::string_view size : split(sizes, ',')) {
      const std::uint64_t value = TRY(side(size));
      out.push_back({value, value, value});
    }
  }
  if (arguments.has("--mnk")) {
    for (const std::string_view shape : split(shapes, ',')) {
      const Sides value = TRY(sides_of(shape));
      out.push_back(value);
    }
  }
  if (out.empty()) out.emplace_back();
  return out;
}

std::vector<std::string> type_names() {
  std::vector<std::string> out;
  for (const GemmType& type : gemm_types()) out.emplace_back(type.name);
  return out;
}

Result<std::vector<const GemmType*>> types_of(const Arguments& arguments) {
  const std::string text = arguments.has("--dtype") ? arguments.value("--dtype") : "fp16";
  std::vector<const GemmType*> out;
  for (const std::string_view name : split(text, ',')) {
    if (name == "all") {
      for (const GemmType& type : gemm_types()) {
        if (!arguments.has("--sparse") || has_sparse_form(type)) out.push_back(&type);
      }
      continue;
    }
    const GemmType* const type = gemm_type(name == "fp8" ? "fp8-e4m3" : name);
    if (!type)
      return Error{Error::Kind::invalid,
                   fmt::format("no type is called \"{}\"", printable(name, 40)),
                   did_you_mean(name, type_names(), "known: " + joined(type_names(), ", "))};
    out.push_back(type);
  }
  return out;
}

Result<GemmData> data_of(const Arguments& arguments) {
  const std::string text = arguments.has("--data") ? arguments.value("--data") : "random";
  for (const GemmData each : kAllGemmData) {
    if (text == word(each) || text == "sweep") return each;
  }
  return Error{Error::Kind::invalid, fmt::format("--data: \"{}\" is none", printable(text, 40)),
               "--data random, or --data sweep to see what the power of real data costs"};
}

Result<GemmLayout> layout_of(const Arguments& arguments) {
  const std::string text = arguments.has("--layout") ? lower(arguments.value("--layout")) : "tn";
  for (const GemmLayout each : kAllGemmLayouts) {
    if (text == lower(word(each))) return each;
  }
  return Error{Error::Kind::invalid, fmt::format("--layout: \"{}\" is none", printable(text, 40)),
               "tn reads both factors along K; nn, nt and tt are the others"};
}

/// One thing at a time can be what differs.
Result<GemmTurns> turns_of(const Arguments& arguments) {
  const std::pair<GemmTurns, bool> all[] = {
      {GemmTurns::data, arguments.value("--data") == "sweep"},
      {GemmTurns::libraries, arguments.has("--against")},
      {GemmTurns::telemetry, arguments.has("--telemetry-cost")},
      {GemmTurns::quantising, arguments.has("--quantise")},
      {GemmTurns::choices, arguments.has("--tune")},
      {GemmTurns::sparsity, arguments.has("--sparse")}};
  GemmTurns out = GemmTurns::none;
  for (const auto& [turns, is_wanted] : all) {
    if (!is_wanted) continue;
    if (out != GemmTurns::none)
      return Error{
          Error::Kind::invalid,
          "--data sweep, --against, --telemetry-cost, --quantise, --tune and --sparse: one "
          "of them",
          "what takes turns may differ in one thing only"};
    out = turns;
  }
  return out;
}

/// The pattern, the types and the layout that the hardware leaves zeros out of.
Result<void> check_sparse(const Arguments& arguments, const GemmWanted& wanted) {
  if (!arguments.has("--sparse")) return {};
  const std::string pattern = arguments.value("--sparse");
  if (pattern != "2:4")
    return Error{Error::Kind::invalid,
                 fmt::format("--sparse: \"{}\" is no pattern", printable(pattern, 40)),
                 "2:4 is the one that the hardware knows"};
  for (const GemmWish& wish : wanted.wishes) {
    if (!has_sparse_form(*wish.type))
      return Error{Error::Kind::invalid, fmt::format("{} has no 2:4 form here", wish.type->name),
                   "--sparse goes with fp16, bf16, int8 and fp8-e4m3"};
    if (wish.layout != GemmLayout::tn)
      return Error{Error::Kind::invalid, "--sparse goes with --layout tn",
                   "A is pruned along K, and read so"};
  }
  return {};
}

}  // namespace

Result<GemmWanted> gemm_wanted(const Arguments& arguments) {
  GemmWanted out;
  GemmWish wish;
  std::random_device random;
  wish.seed = std::uint64_t{random()} << 32U | random();
  const auto shapes = TRY(shapes_of(arguments));
  wish.data = TRY(data_of(arguments));
  wish.layout = TRY(layout_of(arguments));
  out.turns = TRY(turns_of(arguments));
  if (arguments.has("--against")) out.against = whole_path(arguments.value("--against"));
  out.seconds = TRY(wanted_seconds(arguments, kGemmSeconds, 2));
  if (arguments.has("--env")) out.environment = whole_path(arguments.value("--env"));
  out.gpu = TRY(wanted_gpu(arguments));
  const auto types = TRY(types_of(arguments));
  for (const GemmType* const type : types) {
    for (const Sides& sides : shapes) {
      wish.type = type;
      wish.m = sides.m, wish.n = sides.n, wish.k = sides.k;
      out.wishes.push_back(wish);
    }
  }
  TRY(check_sparse(arguments, out));
  return out;
}

}  // namespace gb10
