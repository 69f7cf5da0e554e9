#include "cli/bench_knowledge.h"

#include <fmt/format.h>

#include "base/text.h"
#include "report/report.h"

namespace gb10 {

namespace {

std::string type_text(const GemmReference& type) {
  std::string out =
      fmt::format("{} {:g} FLOP in a clock of a multiprocessor", type.type, type.flop_per_clock);
  if (type.healthy)
    out += fmt::format(", good units {:g} to {:g} TFLOP/s ({})", type.healthy->first / 1e12,
                       type.healthy->second / 1e12, type.reported_by);
  return out;
}

std::string rate_text(const RateReference& rate) {
  const std::string least =
      rate.least ? fmt::format(" of {} or more", to_text(bytes(*rate.least))) : "";
  return fmt::format("{}{}: good units {:g} to {:g} GB/s, not well below {:g} ({}, {})", rate.name,
                     least, rate.healthy.first / 1e9, rate.healthy.second / 1e9, rate.sick / 1e9,
                     rate.source, rate.date);
}

std::string hidden_text(const HiddenStateReference& state) {
  return fmt::format(
      "a matrix times a vector at {:g} of a copy's rate or less, good units {:g} to {:g}: {} ({}); "
      "reported of it: {}; no remedy is known",
      state.sick_ratio, state.healthy.first, state.healthy.second, state.source, state.date,
      state.report);
}

}  // namespace

std::string explained(const GpuReference& gpu, const std::string& origin, const Io& io) {
  std::vector<std::vector<std::string>> rows = {{"  capability", gpu.capability.text}};
  const auto quantity = [](double value, Unit unit) { return to_text(Quantity{value, unit}); };
  for (const GemmReference& type : gpu.types) rows.push_back({"  product", type_text(type)});
  if (const auto& state = gpu.state) {
    rows.push_back(
        {"  in a GEMM",
         fmt::format("{} to {}, {} to {}: {} ({})", quantity(state->clock.first, Unit::hertz),
                     quantity(state->clock.second, Unit::hertz),
                     quantity(state->power.first, Unit::watts),
                     quantity(state->power.second, Unit::watts), state->source, state->date)});
    rows.push_back(
        {"  stuck", fmt::format("below {} and {} for no stated reason: {}",
                                quantity(state->sick_clock, Unit::hertz),
                                quantity(state->sick_power, Unit::watts), state->remedy)});
  }
  for (const RateReference& each : gpu.rates) rows.push_back({"  memory", rate_text(each)});
  if (gpu.hidden_state) rows.push_back({"  slow state", hidden_text(*gpu.hidden_state)});
  rows.push_back({"  known", fmt::format("{} ({})", gpu.source, gpu.date)});
  rows.push_back({"  in force", origin});
  return fmt::format("{}: {}\n{}", gpu.name, gpu.title, table(rows, {io.color, io.width, true}));
}

Json json_of(const GpuReference& gpu) {
  Json types = Json::array();
  for (const GemmReference& type : gpu.types) {
    Json one = Json::object().set("type", type.type).set("flop_per_clock", type.flop_per_clock);
    if (type.healthy)
      one.set("healthy", Json::array().push(type.healthy->first).push(type.healthy->second));
    types.push(std::move(one));
  }
  Json out = Json::object().set("name", gpu.name).set("title", gpu.title);
  out.set("capability", gpu.capability.text).set("source", gpu.source).set("date", gpu.date);
  Json rates = Json::array();
  for (const RateReference& rate : gpu.rates) {
    Json one = Json::object().set("name", rate.name);
    one.set("healthy", Json::array().push(rate.healthy.first).push(rate.healthy.second));
    one.set("sick", rate.sick);
    if (rate.least) one.set("least", *rate.least);
    rates.push(std::move(one));
  }
  if (!gpu.rates.empty()) out.set("rates", std::move(rates));
  return out.set("types", std::move(types));
}

std::string explained(const StorageReference& disks, const std::string& origin, const Io& io) {
  const SsdReference& read = disks.read;
  const auto rate = [](double value) { return to_text(Quantity{value, Unit::bytes_per_second}); };
  std::vector<std::vector<std::string>> rows = {
      {"  reads", fmt::format("past the page cache, {} and larger, {} and more at once",
                              to_text(bytes(static_cast<double>(read.block))), read.depth)},
      {"  healthy", fmt::format("{} to {}{}", rate(read.healthy.first), rate(read.healthy.second),
                                read.note.empty() ? "" : "; " + read.note)},
      {"  slow", "below " + rate(read.slow)},
      {"  known", fmt::format("{} ({})", read.source, read.date)}};
  for (const LoaderFlag& each : disks.loaders)
    rows.push_back({"  " + each.engine, fmt::format("{}: {}{} ({}, {})", each.family, each.flag,
                                                    each.verified ? "" : ", its effect not shown",
                                                    each.source, each.date)});
  rows.push_back({"  in force", origin});
  return fmt::format("{}: {}\n{}", disks.name, disks.title,
                     table(rows, {io.color, io.width, true}));
}

Json json_of(const StorageReference& disks) {
  Json loaders = Json::array();
  for (const LoaderFlag& each : disks.loaders)
    loaders.push(Json::object()
                     .set("engine", each.engine)
                     .set("family", each.family)
                     .set("flag", each.flag)
                     .set("verified", each.verified)
                     .set("source", each.source)
                     .set("date", each.date));
  const SsdReference& read = disks.read;
  Json out = Json::object().set("name", disks.name).set("title", disks.title);
  out.set("healthy", Json::array().push(read.healthy.first).push(read.healthy.second));
  out.set("slow", read.slow).set("source", read.source).set("date", read.date);
  return out.set("loaders", std::move(loaders));
}

}  // namespace gb10
