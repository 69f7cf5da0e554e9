#include "gpu/gpu_record.h"

#include <fmt/format.h>

#include "base/text.h"
#include "gpu/answers.h"

namespace gb10 {

namespace {

template <class T>
void add_line(std::string& out, const Question& question, const Result<T>& answer) {
  out += to_text(with_answer(to_json(question), answer));
  out += '\n';
}

Question about(Ask ask, int gpu = 0, LoadKind kind = LoadKind::fma) {
  Question question;
  question.ask = ask;
  question.gpu = gpu;
  question.kind = kind;
  return question;
}

Error again() { return {Error::Kind::invalid, "a second answer to one question"}; }

/// Puts what `line` answers into `slot`, which must be empty.
template <class T>
Result<void> once(std::optional<Result<T>>& slot, const Json& line,
                  Result<T> (*read)(const Json&)) {
  if (slot) return again();
  slot = TRY(answer_in(line, read));
  return {};
}

Result<void> take_load(GpuRecord& record, const Question& question, const Json& line) {
  Result<LoadResult> load = TRY(answer_in(line, load_from));
  const bool fresh =
      record.loads.emplace(std::pair(question.gpu, question.kind), std::move(load)).second;
  if (!fresh) return again();
  return {};
}

/// An error among samples counts only where there is no sample.
Result<void> take_sample(GpuRecord& record, int gpu, const Json& line) {
  const Result<GpuSample> sample = TRY(answer_in(line, strict_sample_from));
  auto& held = record.samples.try_emplace(gpu, std::vector<GpuSample>{}).first->second;
  if (sample.ok()) {
    if (!held.ok()) held = std::vector<GpuSample>{};
    held->push_back(*sample);
  } else if (held.ok() && held->empty()) {
    held = sample.error();
  }
  return {};
}

Result<void> take_line(GpuRecord& record, std::string_view text) {
  const Json line = TRY(parse_json(text));
  const Question question = TRY(question_from(line));
  switch (question.ask) {
    case Ask::driver:
      return once(record.driver, line, driver_from);
    case Ask::list:
      return once(record.list, line, list_from);
    case Ask::processes:
      return once(record.processes, line, processes_from);
    case Ask::sample:
      return take_sample(record, question.gpu, line);
    case Ask::load:
      return take_load(record, question, line);
  }
  return {};
}

}  // namespace

std::string GpuRecord::jsonl() const {
  std::string out;
  if (driver) add_line(out, about(Ask::driver), *driver);
  if (list) add_line(out, about(Ask::list), *list);
  if (processes) add_line(out, about(Ask::processes), *processes);
  for (const auto& [gpu, held] : samples) {
    const Question question = about(Ask::sample, gpu);
    if (!held.ok()) add_line(out, question, Result<GpuSample>(held.error()));
    if (!held.ok()) continue;
    for (const GpuSample& sample : *held) add_line(out, question, Result<GpuSample>(sample));
  }
  for (const auto& [of, held] : loads) add_line(out, about(Ask::load, of.first, of.second), held);
  return out;
}

Result<GpuRecord> GpuRecord::read(std::string_view text) {
  GpuRecord record;
  int number = 0;
  for (const std::string_view line : lines(text)) {
    ++number;
    if (trimmed(line).empty()) continue;
    const Result<void> taken = take_line(record, line);
    if (taken.ok()) continue;
    return Error{Error::Kind::invalid,
                 fmt::format("line {} of gpu.jsonl: {}", number, taken.error().what)};
  }
  return record;
}

}  // namespace gb10
