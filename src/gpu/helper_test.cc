#include "gpu/helper.h"

#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <string>

#include <gtest/gtest.h>

#include "gpu/answers.h"
#include "gpu/fake_cuda.h"
#include "gpu/fake_nvml.h"
#include "gpu/kernels.h"

namespace gb10 {
namespace {

Respondent fake_machine() { return {Nvml::with(fake_gb10()), Cuda(fake_cuda())}; }

Respondent laptop() {
  return {Error{Error::Kind::unsupported, "libnvidia-ml.so.1 not found"},
          Error{Error::Kind::unsupported, "libcuda.so.1 not found"}};
}

template <class T>
Result<T> answered(Respondent& respondent, const char* question, Result<T> (*read)(const Json&)) {
  const Json line = TRY(parse_json(respondent.answer(question)));
  Result<Result<T>> answer = TRY(answer_in(line, read));
  return *std::move(answer);
}

TEST(Respondent, it_answers_every_question_of_a_machine_with_a_gpu) {
  Respondent respondent = fake_machine();
  const auto driver = answered(respondent, R"({"ask":"driver"})", driver_from);
  ASSERT_TRUE(driver.ok());
  EXPECT_EQ(*driver->driver_version, "580.142");
  EXPECT_EQ(*driver->cuda_version, 13000);
  EXPECT_EQ(*driver->cu_init, 0);
  EXPECT_EQ(answered(respondent, R"({"ask":"list"})", list_from)->size(), 1U);
  EXPECT_EQ(answered(respondent, R"({"ask":"processes"})", processes_from)->size(), 3U);
  EXPECT_EQ(answered(respondent, R"({"ask":"sample","gpu":0})", strict_sample_from)->power, 11.17);
  if (doctor_load_fatbin().empty()) GTEST_SKIP() << "built without device code";
  const auto load =
      answered(respondent, R"({"ask":"load","gpu":0,"kind":"fma","seconds":0.2})", load_from);
  ASSERT_TRUE(load.ok()) << load.error().what;
  EXPECT_TRUE(load->verified);
}

TEST(Respondent, a_dead_compute_engine_is_an_answer_and_no_load) {
  cuda::Api api = fake_cuda();
  api.cuInit.function = [](unsigned) { return cuda::kNoDevice; };
  Respondent respondent(Nvml::with(fake_gb10()), Cuda(api));
  const auto driver = answered(respondent, R"({"ask":"driver"})", driver_from);
  EXPECT_EQ(*driver->cu_init, 100);
  EXPECT_EQ(*driver->driver_version, "580.142");
  EXPECT_FALSE(answered(respondent, R"({"ask":"load","gpu":0,"kind":"fma"})", load_from).ok());
}

TEST(Respondent, a_laptop_without_a_driver_is_unsupported) {
  Respondent respondent = laptop();
  EXPECT_EQ(answered(respondent, R"({"ask":"list"})", list_from).error(),
            (Error{Error::Kind::unsupported, "libnvidia-ml.so.1 not found"}));
  const auto driver = answered(respondent, R"({"ask":"driver"})", driver_from);
  ASSERT_TRUE(driver.ok());
  EXPECT_EQ(driver->cu_init.error().what, "libcuda.so.1 not found");
  EXPECT_EQ(driver->cu_init.error().kind, Error::Kind::unsupported);
}

TEST(Respondent, what_is_no_question_gets_an_error) {
  Respondent respondent = laptop();
  for (const char* const line : {"", "hello", "[]", R"({"ask":"reboot"})"}) {
    const Result<Json> answer = parse_json(respondent.answer(line));
    ASSERT_TRUE(answer.ok());
    EXPECT_EQ(answer->find("error")->text("kind"), "invalid") << line;
  }
}

/// run_gpu_helper in a child of ours, with one end of a socket as both its streams.
struct Child {
  int talk = -1;
  pid_t id = -1;
};

Child helper_child() {
  std::array<int, 2> ends{};
  CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) == 0);
  const pid_t id = fork();
  CHECK(id >= 0);
  if (id == 0) {
    dup2(ends[1], STDIN_FILENO);
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    close(ends[1]);
    _exit(run_gpu_helper());
  }
  close(ends[1]);
  return {ends[0], id};
}

bool ends_soon(pid_t id) {
  for (int i = 0; i < 500; ++i) {
    int status = 0;
    if (waitpid(id, &status, WNOHANG) == id) return true;
    usleep(10'000);
  }
  return false;
}

TEST(GpuHelper, it_answers_line_by_line_and_ends_with_its_input) {
  const Child child = helper_child();
  const std::string questions = "nonsense\n{\"ask\":\"driver\"}\n";
  ASSERT_EQ(write(child.talk, questions.data(), questions.size()),
            static_cast<ssize_t>(questions.size()));
  shutdown(child.talk, SHUT_WR);
  std::string answers;
  std::array<char, 4096> buffer{};
  for (ssize_t n = 0; (n = read(child.talk, buffer.data(), buffer.size())) > 0;) {
    answers.append(buffer.data(), static_cast<std::size_t>(n));
  }
  close(child.talk);
  EXPECT_TRUE(ends_soon(child.id));
  EXPECT_EQ(std::count(answers.begin(), answers.end(), '\n'), 2) << answers;
  EXPECT_NE(answers.find(R"("kind":"invalid")"), std::string::npos) << answers;
  EXPECT_NE(answers.find("driver_version"), std::string::npos) << answers;
}

TEST(GpuHelper, it_ends_with_its_input) {
  const Child child = helper_child();
  close(child.talk);
  EXPECT_TRUE(ends_soon(child.id));
}

TEST(GpuHelper, it_ends_when_nobody_reads_though_its_input_is_open) {
  std::array<int, 2> questions{}, answers{};
  ASSERT_EQ(pipe(questions.data()), 0);
  ASSERT_EQ(pipe(answers.data()), 0);
  const pid_t id = fork();
  ASSERT_GE(id, 0);
  if (id == 0) {
    dup2(questions[0], STDIN_FILENO);
    dup2(answers[1], STDOUT_FILENO);
    for (const int end : {questions[0], answers[0], answers[1]}) close(end);
    _exit(run_gpu_helper());
  }
  for (const int end : {questions[0], answers[0], answers[1]}) close(end);
  const bool ended = ends_soon(id);
  if (!ended) kill(id, SIGKILL);
  EXPECT_TRUE(ended);
  close(questions[1]);
}

}  // namespace
}  // namespace gb10
