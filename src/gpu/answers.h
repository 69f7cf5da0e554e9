#pragma once
// Questions to a GpuView and its answers as JSON: what the helper process speaks, what a snapshot
// keeps and what a tree holds in .gb10/gpu.jsonl. Reading is strict: a member that is missing, of
// another type or not known is `invalid`. Only what GpuDriver and GpuInfo.fields leave out passes:
// it is not recorded.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "gpu/gpu.h"

namespace gb10 {

enum class Ask { driver, list, processes, sample, load };

/// A question; `gpu` counts for sample and load, the rest for load.
struct Question {
  Ask ask = Ask::driver;
  int gpu = 0;
  LoadKind kind = LoadKind::fma;
  std::optional<double> seconds;

  friend bool operator==(const Question&, const Question&) = default;
};

/// {"ask": "load", "gpu": 0, "kind": "fma", "seconds": 4}
Json to_json(const Question& question);
/// The members of a question in `json`, which may hold an answer besides.
Result<Question> question_from(const Json& json);

Json to_json(const GpuDriver& driver);
Result<GpuDriver> driver_from(const Json& json);

Json to_json(const std::vector<GpuInfo>& gpus);
Result<std::vector<GpuInfo>> list_from(const Json& json);

Json to_json(const std::vector<GpuProcess>& processes);
Result<std::vector<GpuProcess>> processes_from(const Json& json);

/// As sample_from of model/, and refuses members that a sample does not have.
Result<GpuSample> strict_sample_from(const Json& json);

Json to_json(const LoadResult& load);
Result<LoadResult> load_from(const Json& json);

/// The Error as {"kind": …, "what": …, "hint": …}.
Json error_json(const Error& error);

/// `line` with the member "answer" or "error" added.
template <class T>
Json with_answer(Json line, const Result<T>& answer) {
  if (answer.ok()) return std::move(line.set("answer", to_json(*answer)));
  return std::move(line.set("error", error_json(answer.error())));
}

/// What a line holds: its "answer", or the Error that its "error" tells. The outer Error: a line
/// that is neither.
Result<Result<Json>> answer_in(const Json& line);

/// The same, read by `read`: an answer that cannot be read is the outer Error.
template <class T>
Result<Result<T>> answer_in(const Json& line, Result<T> (*read)(const Json&)) {
  const Result<Json> held = TRY(answer_in(line));
  if (!held.ok()) return Result<T>(held.error());
  T value = TRY(read(*held));
  return Result<T>(std::move(value));
}

/// The word of a kind of load back.
std::optional<LoadKind> load_kind(std::string_view word);

}  // namespace gb10
