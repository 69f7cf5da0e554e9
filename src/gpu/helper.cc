#include "gpu/helper.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <iostream>
#include <optional>
#include <random>
#include <thread>

#include "gpu/answers.h"
#include "gpu/driver.h"
#include "gpu/load.h"

namespace gb10 {

namespace {

template <class T>
std::string reply(const Result<T>& answer) {
  return to_text(with_answer(Json::object(), answer));
}

std::string refusal(Error error) { return to_text(Json().set("error", error_json(error))); }

std::uint64_t fresh_seed() {
  std::random_device random;
  return std::uint64_t{random()} << 32U | random();
}

/// Ends the process when the reader of `descriptor` is gone. A thread, because the driver's calls
/// do not come back to be asked.
void die_with_the_reader(int descriptor) {
  pollfd watched{descriptor, 0, 0};
  while (poll(&watched, 1, -1) < 0 && errno == EINTR) {
  }
  _exit(1);
}

bool write_line(int descriptor, std::string line) {
  line += '\n';
  for (std::string_view rest = line; !rest.empty();) {
    const ssize_t n = write(descriptor, rest.data(), rest.size());
    if (n < 0 && errno != EINTR) return false;
    if (n > 0) rest.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

}  // namespace

Respondent::Respondent(Result<Nvml> nvml, Result<Cuda> cuda)
    : nvml_(std::move(nvml)), cuda_(std::move(cuda)) {}

Respondent::~Respondent() {
  if (started_.valid()) started_.wait();
}

void Respondent::start_cuda() {
  if (!cuda_.ok() || started_.valid()) return;
  std::packaged_task<void()> start([this] { static_cast<void>(cuda_->init()); });
  started_ = start.get_future();
  std::thread(std::move(start)).detach();
}

Result<std::vector<GpuInfo>> Respondent::list() {
  if (!nvml_.ok()) return nvml_.error();
  return nvml_->list();
}

Result<GpuSample> Respondent::sample(int gpu) const {
  if (!nvml_.ok()) return nvml_.error();
  GpuSample sample = TRY(nvml_->sample(gpu));
  sample.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - born_).count();
  return sample;
}

Result<LoadResult> Respondent::load(int gpu, LoadKind kind, double seconds) const {
  const cuda::Device device = TRY(cuda_device(nvml_, cuda_, gpu));
  return own_load(*cuda_, device, {kind, seconds, fresh_seed()},
                  [&] { return nvml_->sample(gpu); });
}

std::string Respondent::answer(std::string_view line) {
  const Result<Json> json = parse_json(line);
  if (!json.ok()) return refusal(json.error());
  const Result<Question> question = question_from(*json);
  if (!question.ok()) return refusal(question.error());
  switch (question->ask) {
    case Ask::driver:
      return reply(Result<GpuDriver>(driver_answer(nvml_, cuda_)));
    case Ask::list: {
      std::string answer = reply(list());
      start_cuda();
      return answer;
    }
    case Ask::processes:
      return nvml_.ok() ? reply(nvml_->processes()) : refusal(nvml_.error());
    case Ask::sample:
      return reply(sample(question->gpu));
    case Ask::load:
      return reply(load(question->gpu, question->kind, question->seconds.value_or(4)));
  }
  return refusal({Error::Kind::invalid, "no such question"});
}

int serve_lines(const std::function<std::function<std::string(std::string_view)>()>& opened) {
  // Answers keep the descriptor that we were given; what the driver's libraries print goes to
  // standard error and cannot pass for one.
  const int answers = dup(STDOUT_FILENO);
  if (answers < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) return 2;
  std::thread(die_with_the_reader, answers).detach();
  const auto answer = opened();
  std::string line;
  while (std::getline(std::cin, line)) {
    if (!write_line(answers, answer(line))) return 1;
  }
  return 0;
}

int run_gpu_helper() {
  std::optional<Respondent> respondent;
  return serve_lines([&] {
    respondent.emplace();
    return [&](std::string_view line) { return respondent->answer(line); };
  });
}

}  // namespace gb10
