#include "gpu/recording_gpu.h"

#include <random>

#include <gtest/gtest.h>

#include "gpu/fake_gpu.h"
#include "gpu/rooted_gpu.h"

namespace gb10 {
namespace {

using namespace std::chrono_literals;

/// Answers drawn at random, errors among them.
class Drawn {
 public:
  explicit Drawn(unsigned seed) : random_(seed) {}

  FakeGpu gpu() {
    FakeGpu gpu;
    gpu.driver_answer = maybe([&] { return driver(); });
    gpu.gpus = maybe([&] { return std::vector<GpuInfo>{info(0), info(1)}; });
    gpu.gpu_processes = maybe([&] { return std::vector<GpuProcess>{process(), process()}; });
    for (const int index : {0, 1}) {
      gpu.series.emplace(index, maybe([&] { return GpuSeries{index, "watched", samples(0)}; }));
      for (const LoadKind kind : {LoadKind::fma, LoadKind::copy}) {
        gpu.loads.emplace(std::pair(index, kind), maybe([&] { return load(kind); }));
      }
    }
    return gpu;
  }

 private:
  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(random_); }
  double number() { return std::uniform_real_distribution<double>(0, 1e9)(random_) / 3; }
  std::string text() {
    constexpr const char* kTexts[] = {"", "580.142", "Not Supported", "a \"b\" \\ \n c", "36 °C"};
    return kTexts[below(5)];
  }
  Error error() {
    const auto kind = static_cast<Error::Kind>(below(12));
    return {kind, text(), below(2) ? text() : ""};
  }
  template <class F>
  auto maybe(F make) -> Result<decltype(make())> {
    if (below(4) == 0) return error();
    return make();
  }
  GpuDriver driver() {
    return {maybe([&] { return text(); }), maybe([&] { return text(); }),
            maybe([&] { return std::int64_t{below(20000)}; }),
            maybe([&] { return std::int64_t{below(1000)}; })};
  }
  Value value(const FactSpec& spec) {
    switch (spec.type) {
      case Type::boolean:
        return below(2) == 1;
      case Type::integer:
        return std::int64_t{below(1000)} - 500;
      case Type::number:
        return below(2) ? number() : 12.0;
      case Type::quantity:
        return Quantity{below(2) ? number() : 12.0, spec.unit};
      case Type::version:
        return Version{text()};
      case Type::list:
        return std::vector<std::string>(static_cast<std::size_t>(below(3)), text());
      default:
        return text();
    }
  }
  GpuInfo info(int index) {
    GpuInfo info;
    info.index = index;
    for (const FactSpec& spec : gpu_fields()) {
      if (below(8) == 0) continue;
      info.fields.put(spec.pattern, maybe([&] { return value(spec); }), "NVML");
    }
    return info;
  }
  GpuProcess process() {
    GpuProcess process{below(2), below(100000), {}, below(2) ? "compute" : "graphics"};
    if (below(2)) process.memory = std::uint64_t{1} << below(50);
    return process;
  }
  std::vector<GpuSample> samples(int least_seconds) {
    std::vector<GpuSample> samples(static_cast<std::size_t>(1 + below(4)));
    double at = least_seconds;
    for (GpuSample& sample : samples) {
      sample.seconds = std::exchange(at, at + number());
      if (below(3)) sample.utilization = number() / 1e9;
      if (below(3)) sample.sm_clock = number();
      if (below(3)) sample.power = number();
      if (below(3)) sample.temperature = below(100);
      if (below(3)) sample.reasons = static_cast<std::uint64_t>(below(512));
    }
    return samples;
  }
  LoadResult load(LoadKind kind) {
    return {kind, number(), number() * 1e6, below(2) == 1,
            below(2) ? samples(1) : std::vector<GpuSample>{}};
  }

  std::mt19937 random_;
};

template <class T, class F>
bool same(const Result<T>& a, const Result<T>& b, F equal) {
  if (a.ok() != b.ok()) return false;
  return a.ok() ? equal(*a, *b) : a.error() == b.error();
}

bool same_driver(const GpuDriver& a, const GpuDriver& b) {
  return a.driver_version == b.driver_version && a.nvml_version == b.nvml_version &&
         a.cuda_version == b.cuda_version && a.cu_init == b.cu_init;
}

bool same_gpus(const std::vector<GpuInfo>& a, const std::vector<GpuInfo>& b) {
  const auto same_fact = [](const auto& x, const auto& y) {
    return x.first == y.first && x.second.value == y.second.value &&
           x.second.source == y.second.source;
  };
  const auto same_info = [&](const GpuInfo& x, const GpuInfo& y) {
    return x.index == y.index &&
           std::equal(x.fields.all().begin(), x.fields.all().end(), y.fields.all().begin(),
                      y.fields.all().end(), same_fact);
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same_info);
}

bool same_processes(const std::vector<GpuProcess>& a, const std::vector<GpuProcess>& b) {
  const auto equal = [](const GpuProcess& x, const GpuProcess& y) {
    return x.gpu == y.gpu && x.pid == y.pid && x.memory == y.memory && x.type == y.type;
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), equal);
}

bool same_series(const GpuSeries& a, const GpuSeries& b) {
  return a.gpu == b.gpu && a.samples == b.samples;
}

bool same_load(const LoadResult& a, const LoadResult& b) {
  return a.kind == b.kind && a.seconds == b.seconds && a.rate == b.rate &&
         a.verified == b.verified && a.samples == b.samples;
}

void ask_everything(const GpuView& gpu) {
  (void)gpu.driver().ok();
  (void)gpu.list().ok();
  (void)gpu.processes().ok();
  for (const int index : {0, 1}) {
    (void)gpu.samples(index, 1s).ok();
    (void)gpu.load(index, LoadKind::fma, 1s).ok();
    (void)gpu.load(index, LoadKind::copy, 1s).ok();
  }
}

TEST(RecordingGpu, what_it_remembers_replays_to_equal_answers) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    const FakeGpu inner = Drawn(seed).gpu();
    const RecordingGpu recording(inner);
    ask_everything(recording);
    const Result<RootedGpu> replay = RootedGpu::read(recording.jsonl());
    ASSERT_TRUE(replay.ok()) << seed << replay.error().what;
    ASSERT_TRUE(same(inner.driver(), replay->driver(), same_driver)) << seed;
    ASSERT_TRUE(same(inner.list(), replay->list(), same_gpus)) << seed;
    ASSERT_TRUE(same(inner.processes(), replay->processes(), same_processes)) << seed;
    for (const int i : {0, 1}) {
      ASSERT_TRUE(same(inner.samples(i, 0s), replay->samples(i, 0s), same_series)) << seed;
      for (const LoadKind kind : {LoadKind::fma, LoadKind::copy}) {
        ASSERT_TRUE(same(inner.load(i, kind, 1s), replay->load(i, kind, 1s), same_load)) << seed;
      }
    }
  }
}

TEST(RecordingGpu, it_passes_the_answers_through) {
  const FakeGpu inner = Drawn(4).gpu();
  const RecordingGpu recording(inner);
  EXPECT_TRUE(same(inner.driver(), recording.driver(), same_driver));
  EXPECT_TRUE(same(inner.list(), recording.list(), same_gpus));
  EXPECT_TRUE(same(inner.samples(0, 0s), recording.samples(0, 0s), same_series));
}

TEST(RecordingGpu, what_was_not_asked_is_not_recorded) {
  const FakeGpu inner = Drawn(4).gpu();
  const RecordingGpu recording(inner);
  EXPECT_EQ(recording.jsonl(), "");
  (void)recording.list().ok();
  EXPECT_EQ(RootedGpu::read(recording.jsonl())->driver().error().kind, Error::Kind::not_recorded);
}

TEST(RecordingGpu, a_second_series_is_put_behind_the_first) {
  FakeGpu inner;
  GpuSample early, late;
  late.seconds = 2;
  inner.series.emplace(0, GpuSeries{0, "watched", {early, late}});
  const RecordingGpu recording(inner);
  (void)recording.samples(0, 2s).ok();
  (void)recording.samples(0, 2s).ok();
  const Result<GpuSeries> series = RootedGpu::read(recording.jsonl())->samples(0, 0s);
  ASSERT_EQ(series->samples.size(), 4U);
  EXPECT_EQ(series->samples[1].seconds, 2);
  EXPECT_GE(series->samples[2].seconds, 2);
  EXPECT_GE(series->samples[3].seconds, 4);
}

}  // namespace
}  // namespace gb10
