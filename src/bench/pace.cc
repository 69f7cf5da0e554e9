#include "bench/pace.h"

#include <chrono>
#include <vector>

namespace gb10 {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kAhead = 2;  // batches on the stream that nobody has waited for

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

}  // namespace

Result<void> paced(const Pacing& pacing) {
  const cuda::Api& api = pacing.cuda.api();
  std::vector<Event> ends;  // of the batches by their number, in a ring; the first marks the begin
  for (std::size_t i = 0; i < kAhead + 2; ++i) {
    Event event = TRY(pacing.cuda.event());
    ends.push_back(std::move(event));
  }
  const auto end_of = [&](std::size_t number) -> const Event& {
    return ends[number % ends.size()];
  };
  TRY(call(api, api.cuEventRecord, end_of(0).get(), pacing.stream.get()));
  const Clock::time_point start = Clock::now();
  std::size_t begun = 0, done = 0;
  bool goes_on = true;
  while (goes_on || done < begun) {
    while (goes_on && begun < done + kAhead) {
      TRY(pacing.enqueue());
      ++begun;
      TRY(call(api, api.cuEventRecord, end_of(begun).get(), pacing.stream.get()));
    }
    ++done;
    TRY(call(api, api.cuEventSynchronize, end_of(done).get()));
    const double milliseconds = TRY(pacing.cuda.elapsed(end_of(done - 1), end_of(done)));
    const bool more = TRY(pacing.is_finished({seconds_since(start), milliseconds / 1000}));
    goes_on = goes_on && more;
  }
  return {};
}

}  // namespace gb10
