#include "gpu/helper_gpu.h"

#include <thread>
#include <utility>

#include <fmt/format.h>

namespace gb10 {

namespace {

using namespace std::chrono_literals;
using Seconds = std::chrono::duration<double>;

std::string length_text(std::chrono::milliseconds time) {
  return time % 1s == 0ms ? fmt::format("{} s", time / 1s) : fmt::format("{} ms", time.count());
}

Error no_answer(std::chrono::milliseconds deadline) {
  return {Error::Kind::timeout,
          fmt::format("the NVIDIA driver did not answer in {}", length_text(deadline)),
          "look for NVRM and Xid lines in the kernel log; a hung driver needs a restart"};
}

/// What came instead of an answer that can be read.
Error no_sense(const Error& error) {
  // Not `failed`, which is how a driver refuses: here nothing answered.
  const bool died = error.kind == Error::Kind::invalid || error.kind == Error::Kind::failed;
  return {died ? Error::Kind::unfinished : error.kind,
          fmt::format("the process that asks the NVIDIA driver gave no answer: {}", error.what)};
}

Question about(Ask ask, int gpu = 0) {
  Question question;
  question.ask = ask;
  question.gpu = gpu;
  return question;
}

/// What the helper gets to see. The caller's environment stays out of it, and so does a cache in
/// the caller's home: a doctor writes nothing.
std::vector<std::string> helper_environment() {
  std::vector<std::string> environment = system_environment();
  environment.emplace_back("CUDA_CACHE_DISABLE=1");
  return environment;
}

}  // namespace

Error HelperGpu::give_up(Error error) const {
  helper_.reset();
  gone_ = std::move(error);
  return *gone_;
}

void HelperGpu::start() const {
  if (helper_ || gone_) return;
  Result<Conversation> started = Conversation::start(settings_.argv, helper_environment());
  if (started.ok()) {
    helper_.emplace(*std::move(started));
  } else {
    gone_ = no_sense(started.error());
  }
}

Result<std::string> HelperGpu::exchange(const std::string& line,
                                        std::chrono::milliseconds deadline) const {
  start();
  if (gone_) return *gone_;
  Result<std::string> answer = helper_->ask(line, deadline);
  if (answer.ok()) return answer;
  const bool late = answer.error().kind == Error::Kind::timeout;
  return give_up(late ? no_answer(deadline) : no_sense(answer.error()));
}

template <class T>
Result<T> HelperGpu::ask(const Question& question, std::chrono::milliseconds deadline,
                         Result<T> (*read)(const Json&)) const {
  const std::string text = TRY(exchange(to_text(to_json(question)), deadline));
  const Result<Json> line = parse_json(text);
  if (!line.ok()) return give_up(no_sense(line.error()));
  Result<Result<T>> answer = answer_in(*line, read);
  if (!answer.ok()) return give_up(no_sense(answer.error()));
  return *std::move(answer);
}

Result<std::vector<GpuInfo>> HelperGpu::list() const {
  if (!list_) list_ = ask(about(Ask::list), settings_.deadline, list_from);
  return *list_;
}

Result<GpuDriver> HelperGpu::driver() const {
  return ask(about(Ask::driver), settings_.deadline, driver_from);
}

Result<std::vector<GpuProcess>> HelperGpu::processes() const {
  return ask(about(Ask::processes), settings_.deadline, processes_from);
}

Result<GpuSeries> HelperGpu::samples(int gpu, Seconds window) const {
  CHECK(settings_.sample_every > 0ms);
  const Question question = about(Ask::sample, gpu);
  const auto begun = std::chrono::steady_clock::now();
  GpuSeries series;
  series.gpu = gpu;
  series.origin = window > 0s ? fmt::format("watched for {:g} s", window.count()) : "one reading";
  for (auto due = 0ms; due == 0ms || due <= window; due += settings_.sample_every) {
    std::this_thread::sleep_until(begun + due);
    const Result<GpuSample> sample = ask(question, settings_.deadline, strict_sample_from);
    // What was seen until then still counts.
    if (!sample.ok() && series.samples.empty()) return sample.error();
    if (!sample.ok()) break;
    series.samples.push_back(*sample);
  }
  const double first = series.samples.front().seconds;
  for (GpuSample& sample : series.samples) sample.seconds -= first;
  return series;
}

Result<LoadResult> HelperGpu::load(int gpu, LoadKind kind, Seconds length) const {
  if (!(length >= 0.1s && length <= 600s)) {
    return Error{Error::Kind::invalid, "a load lasts 0.1 to 600 seconds"};
  }
  Question question = about(Ask::load, gpu);
  question.kind = kind;
  question.seconds = length.count();
  const auto own = std::chrono::ceil<std::chrono::milliseconds>(length);
  return ask(question, own + settings_.load_more, load_from);
}

}  // namespace gb10
