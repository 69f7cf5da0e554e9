#include <unistd.h>

#include <cerrno>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "bench/read_queue.h"
#include "host/failure.h"

namespace gb10 {

namespace {

/// A thread for each read that may be on its way.
class ThreadQueue : public ReadQueue {
 public:
  ThreadQueue() = default;
  ThreadQueue(const ThreadQueue&) = delete;
  ThreadQueue& operator=(const ThreadQueue&) = delete;
  ~ThreadQueue() override {
    {
      const std::lock_guard lock(mutex_);
      ends_ = true;
    }
    wanted_.notify_all();
    for (std::thread& each : threads_) each.join();
  }

  Result<void> start(int depth) {
    for (int i = 0; i < depth; ++i) {
      try {
        threads_.emplace_back([this] { work(); });
      } catch (const std::system_error& error) {
        return failure(error.code().value(), fmt::format("cannot start {} threads", depth));
      }
    }
    return {};
  }

  const char* name() const override { return "threads with pread"; }

  Result<void> begin(const ReadWish& wish) override {
    {
      const std::lock_guard lock(mutex_);
      wishes_.push_back(wish);
    }
    wanted_.notify_one();
    return {};
  }

  Result<ReadDone> next() override {
    std::unique_lock lock(mutex_);
    ended_.wait(lock, [this] { return !done_.empty(); });
    const ReadDone out = done_.front();
    done_.pop_front();
    return out;
  }

 private:
  void work() {
    std::unique_lock lock(mutex_);
    while (true) {
      wanted_.wait(lock, [this] { return ends_ || !wishes_.empty(); });
      if (ends_) return;
      const ReadWish wish = wishes_.front();
      wishes_.pop_front();
      lock.unlock();
      const ReadDone done{wish.slot, read(wish)};
      lock.lock();
      done_.push_back(done);
      ended_.notify_one();
    }
  }

  static std::int64_t read(const ReadWish& wish) {
    while (true) {
      const ssize_t n =
          ::pread(wish.file, wish.into.data(), wish.into.size(), static_cast<off_t>(wish.offset));
      if (n >= 0) return n;
      if (errno != EINTR) return -errno;
    }
  }

  std::mutex mutex_;
  std::condition_variable wanted_, ended_;
  std::deque<ReadWish> wishes_;
  std::deque<ReadDone> done_;
  bool ends_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace

Result<std::unique_ptr<ReadQueue>> thread_read_queue(int depth) {
  auto queue = std::make_unique<ThreadQueue>();
  TRY(queue->start(depth));
  return std::unique_ptr<ReadQueue>(std::move(queue));
}

Result<OpenReadQueue> open_read_queue(int depth) {
  Result<std::unique_ptr<ReadQueue>> ring = uring_read_queue(depth);
  if (ring.ok()) return OpenReadQueue{*std::move(ring), ""};
  std::unique_ptr<ReadQueue> threads = TRY(thread_read_queue(depth));
  return OpenReadQueue{std::move(threads), ring.error().what};
}

Error short_read(const ReadDone& done, std::uint64_t offset, std::size_t wanted) {
  const std::string what = fmt::format("cannot read {} bytes at {}", wanted, offset);
  if (done.bytes < 0) return failure(static_cast<int>(-done.bytes), what);
  return Error{
      Error::Kind::failed,
      fmt::format("{}: only {} came; the file became smaller while it was read", what, done.bytes)};
}

}  // namespace gb10
