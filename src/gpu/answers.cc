#include "gpu/answers.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

namespace gb10 {

namespace {

constexpr std::array kAsks = {"driver", "list", "processes", "sample", "load"};
constexpr std::array kLoadKinds = {LoadKind::fma, LoadKind::matrix_vector, LoadKind::copy};

Error invalid(std::string what) { return {Error::Kind::invalid, std::move(what)}; }

/// Refuses everything but an object whose members are all among `known`.
Result<void> only(const Json& json, std::initializer_list<std::string_view> known) {
  const Json::Object* const members = json.as_object();
  if (!members) return invalid("an object is wanted");
  for (const auto& [name, value] : *members) {
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      return invalid(fmt::format("\"{}\" is not known here", name));
    }
  }
  return {};
}

Result<const Json*> member(const Json& json, std::string_view name) {
  if (const Json* const found = json.find(name)) return found;
  return invalid(fmt::format("\"{}\" is missing", name));
}

Result<std::string> text_member(const Json& json, std::string_view name) {
  const Json* const found = TRY(member(json, name));
  if (const std::string* const text = found->as_string()) return *text;
  return invalid(fmt::format("\"{}\" is no text", name));
}

Result<std::int64_t> count_member(const Json& json, std::string_view name) {
  const Json* const found = TRY(member(json, name));
  const std::int64_t* const count = found->as_int();
  if (count && *count >= 0) return *count;
  return invalid(fmt::format("\"{}\" is no count", name));
}

Result<int> gpu_member(const Json& json, std::string_view name) {
  const std::int64_t gpu = TRY(count_member(json, name));
  if (gpu < 4096) return static_cast<int>(gpu);
  return invalid(fmt::format("\"{}\" is no GPU", name));
}

Result<double> number_member(const Json& json, std::string_view name) {
  const Json* const found = TRY(member(json, name));
  const std::optional<double> number = found->as_number();
  if (number && std::isfinite(*number) && *number >= 0) return *number;
  return invalid(fmt::format("\"{}\" is no number", name));
}

Result<bool> truth_member(const Json& json, std::string_view name) {
  const Json* const found = TRY(member(json, name));
  if (const bool* const truth = found->as_bool()) return *truth;
  return invalid(fmt::format("\"{}\" is neither true nor false", name));
}

/// An Error that a line tells of, and not one of reading it.
struct Told {
  Error error;
};

/// Out of the member that holds the kind, "what" and perhaps "hint".
Result<Told> error_from(const Json& json, std::string_view kind_name) {
  TRY(only(json, {kind_name, "what", "hint"}));
  const std::string kind = TRY(text_member(json, kind_name));
  const std::optional<Error::Kind> known = error_kind(kind);
  if (!known) return invalid(fmt::format("\"{}\" is no kind of error", kind));
  std::string what = TRY(text_member(json, "what"));
  return Told{{*known, std::move(what), json.text("hint")}};
}

Json unknown_json(const Error& error) {
  Json out = Json().set("unknown", word(error.kind)).set("what", error.what);
  if (!error.hint.empty()) out.set("hint", error.hint);
  return out;
}

bool is_unknown(const Json& json) { return json.find("unknown") != nullptr; }

Json known_json(const std::string& text) { return text; }
Json known_json(std::int64_t count) { return count; }

template <class T>
Json member_json(const Result<T>& held) {
  return held.ok() ? known_json(*held) : unknown_json(held.error());
}

/// A member of GpuDriver: read by `read`, or {"unknown": …}, or left out.
template <class T>
Result<Result<T>> driver_member(const Json& json, std::string_view name,
                                Result<T> (*read)(const Json&, std::string_view)) {
  const Json* const found = json.find(name);
  if (!found) {
    return Result<T>(Error{Error::Kind::not_recorded, fmt::format("{} was not recorded", name)});
  }
  if (is_unknown(*found)) {
    const Told told = TRY(error_from(*found, "unknown"));
    return Result<T>(told.error);
  }
  T value = TRY(read(json, name));
  return Result<T>(std::move(value));
}

const FactSpec* spec_of(std::string_view field) {
  for (const FactSpec& spec : gpu_fields()) {
    if (field == spec.pattern) return &spec;
  }
  return nullptr;
}

/// A whole number where a number is meant is that number.
Value as_meant(Value value, const FactSpec& spec) {
  const std::int64_t* const whole = std::get_if<std::int64_t>(&value);
  if (spec.type == Type::number && whole) return static_cast<double>(*whole);
  return value;
}

bool fits(const Value& value, const FactSpec& spec) {
  // The alternatives of Value have the order of Type.
  if (value.index() != static_cast<std::size_t>(spec.type)) return false;
  const Quantity* const quantity = std::get_if<Quantity>(&value);
  return !quantity || (quantity->unit == spec.unit && std::isfinite(quantity->value));
}

Result<Result<Value>> field_from(const Json& json, std::string_view name) {
  if (is_unknown(json)) {
    const Told told = TRY(error_from(json, "unknown"));
    return Result<Value>(told.error);
  }
  const FactSpec* const spec = spec_of(name);
  Value value = TRY(value_from(json));
  if (!spec) return Result<Value>(std::move(value));  // of a newer version
  value = as_meant(std::move(value), *spec);
  if (!fits(value, *spec)) {
    return invalid(fmt::format("\"{}\" is no {} of {}", name, word(spec->type), word(spec->unit)));
  }
  return Result<Value>(std::move(value));
}

Result<GpuInfo> info_from(const Json& json) {
  TRY(only(json, {"index", "fields"}));
  GpuInfo info;
  info.index = TRY(gpu_member(json, "index"));
  const Json* const fields = TRY(member(json, "fields"));
  const Json::Object* const members = fields->as_object();
  if (!members) return invalid("\"fields\" is no object");
  for (const auto& [name, held] : *members) {
    Result<Value> value = TRY(field_from(held, name));
    info.fields.put(name, std::move(value), "NVML");
  }
  return info;
}

Result<GpuProcess> process_from(const Json& json) {
  TRY(only(json, {"gpu", "pid", "memory", "type"}));
  GpuProcess process;
  process.gpu = TRY(gpu_member(json, "gpu"));
  process.pid = TRY(count_member(json, "pid"));
  if (json.find("memory")) {
    const std::int64_t memory = TRY(count_member(json, "memory"));
    process.memory = static_cast<std::uint64_t>(memory);
  }
  process.type = TRY(text_member(json, "type"));
  return process;
}

/// Every item of an array by `read`.
template <class T>
Result<std::vector<T>> items_from(const Json& json, Result<T> (*read)(const Json&)) {
  const Json::Array* const items = json.as_array();
  if (!items) return invalid("an array is wanted");
  std::vector<T> out;
  for (const Json& item : *items) {
    // Not TRY: g++ 12 at -O1 takes its temporary for memory that was never given out.
    Result<T> value = read(item);
    if (!value.ok()) return value.error();
    out.push_back(*std::move(value));
  }
  return out;
}

}  // namespace

std::optional<LoadKind> load_kind(std::string_view name) {
  for (const LoadKind kind : kLoadKinds) {
    if (name == word(kind)) return kind;
  }
  return std::nullopt;
}

Json to_json(const Question& question) {
  Json out = Json().set("ask", kAsks[static_cast<std::size_t>(question.ask)]);
  if (question.ask == Ask::sample || question.ask == Ask::load) out.set("gpu", question.gpu);
  if (question.ask == Ask::load) out.set("kind", word(question.kind));
  if (question.ask == Ask::load && question.seconds) out.set("seconds", *question.seconds);
  return out;
}

Result<Question> question_from(const Json& json) {
  TRY(only(json, {"ask", "gpu", "kind", "seconds", "answer", "error"}));
  const std::string ask = TRY(text_member(json, "ask"));
  const auto at = std::find(kAsks.begin(), kAsks.end(), ask);
  if (at == kAsks.end()) return invalid(fmt::format("\"{}\" is no question", ask));
  Question question;
  question.ask = static_cast<Ask>(at - kAsks.begin());
  if (question.ask != Ask::sample && question.ask != Ask::load) return question;
  question.gpu = TRY(gpu_member(json, "gpu"));
  if (question.ask != Ask::load) return question;
  const std::string kind_word = TRY(text_member(json, "kind"));
  const std::optional<LoadKind> kind = load_kind(kind_word);
  if (!kind) return invalid(fmt::format("\"{}\" is no kind of load", kind_word));
  question.kind = *kind;
  if (!json.find("seconds")) return question;
  question.seconds = TRY(number_member(json, "seconds"));
  return question;
}

Json to_json(const GpuDriver& driver) {
  return Json()
      .set("driver_version", member_json(driver.driver_version))
      .set("nvml_version", member_json(driver.nvml_version))
      .set("cuda_version", member_json(driver.cuda_version))
      .set("cu_init", member_json(driver.cu_init));
}

Result<GpuDriver> driver_from(const Json& json) {
  TRY(only(json, {"driver_version", "nvml_version", "cuda_version", "cu_init"}));
  auto driver_version = TRY(driver_member(json, "driver_version", text_member));
  auto nvml_version = TRY(driver_member(json, "nvml_version", text_member));
  auto cuda_version = TRY(driver_member(json, "cuda_version", count_member));
  auto cu_init = TRY(driver_member(json, "cu_init", count_member));
  return GpuDriver{std::move(driver_version), std::move(nvml_version), std::move(cuda_version),
                   std::move(cu_init)};
}

Json to_json(const std::vector<GpuInfo>& gpus) {
  Json out = Json::array();
  for (const GpuInfo& gpu : gpus) {
    Json fields = Json::object();
    for (const auto& [name, fact] : gpu.fields.all()) {
      fields.set(name, fact.value.ok() ? to_json(*fact.value) : unknown_json(fact.value.error()));
    }
    out.push(Json().set("index", gpu.index).set("fields", std::move(fields)));
  }
  return out;
}

Result<std::vector<GpuInfo>> list_from(const Json& json) { return items_from(json, info_from); }

Json to_json(const std::vector<GpuProcess>& processes) {
  Json out = Json::array();
  for (const GpuProcess& process : processes) {
    Json item = Json().set("gpu", process.gpu).set("pid", process.pid);
    if (process.memory) item.set("memory", *process.memory);
    out.push(std::move(item.set("type", process.type)));
  }
  return out;
}

Result<std::vector<GpuProcess>> processes_from(const Json& json) {
  return items_from(json, process_from);
}

Result<GpuSample> strict_sample_from(const Json& json) {
  TRY(only(json, {"seconds", "utilization", "sm_clock", "power", "temperature", "energy",
                  "reasons"}));
  return sample_from(json);
}

Json to_json(const LoadResult& load) {
  Json samples = Json::array();
  for (const GpuSample& sample : load.samples) samples.push(to_json(sample));
  return Json()
      .set("kind", word(load.kind))
      .set("seconds", load.seconds)
      .set("rate", load.rate)
      .set("verified", load.verified)
      .set("samples", std::move(samples));
}

Result<LoadResult> load_from(const Json& json) {
  TRY(only(json, {"kind", "seconds", "rate", "verified", "samples"}));
  LoadResult load;
  const std::string kind_word = TRY(text_member(json, "kind"));
  const std::optional<LoadKind> kind = load_kind(kind_word);
  if (!kind) return invalid(fmt::format("\"{}\" is no kind of load", kind_word));
  load.kind = *kind;
  load.seconds = TRY(number_member(json, "seconds"));
  load.rate = TRY(number_member(json, "rate"));
  load.verified = TRY(truth_member(json, "verified"));
  const Json* const samples = TRY(member(json, "samples"));
  load.samples = TRY(items_from(*samples, strict_sample_from));
  return load;
}

Json error_json(const Error& error) {
  Json out = Json().set("kind", word(error.kind)).set("what", error.what);
  if (!error.hint.empty()) out.set("hint", error.hint);
  return out;
}

Result<Result<Json>> answer_in(const Json& line) {
  const Json* const answer = line.find("answer");
  const Json* const error = line.find("error");
  if ((answer != nullptr) == (error != nullptr)) {
    return invalid("either \"answer\" or \"error\" is wanted");
  }
  if (answer) return Result<Json>(*answer);
  const Told told = TRY(error_from(*error, "kind"));
  return Result<Json>(told.error);
}

}  // namespace gb10
