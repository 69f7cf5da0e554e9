#include <liburing.h>

#include <algorithm>
#include <cerrno>

#include <fmt/format.h>

#include "bench/read_queue.h"
#include "host/failure.h"

namespace gb10 {

namespace {

constexpr std::size_t kLarge = std::size_t{64}
                               << 10U;  // bytes, from which each is handed over alone

/// Small reads go to the kernel together, when the next answer is waited for.
class UringQueue : public ReadQueue {
 public:
  UringQueue() = default;
  UringQueue(const UringQueue&) = delete;
  UringQueue& operator=(const UringQueue&) = delete;
  ~UringQueue() override {
    // The kernel writes into their memory until they have ended. What it never took is dropped: no
    // wait here hands over another.
    while (open_ && under_way_ > 0) {
      io_uring_cqe* answer = nullptr;
      const int code = io_uring_wait_cqe(&ring_, &answer);
      if (code == 0)
        seen(answer);
      else if (code != -EINTR && code != -EAGAIN && code != -EBUSY)
        break;
    }
    if (open_) io_uring_queue_exit(&ring_);
  }

  /// 0, or the errno of the refusal.
  int open(int depth) {
    const int code = io_uring_queue_init(static_cast<unsigned>(depth), &ring_, 0);
    open_ = code == 0;
    return -code;
  }

  const char* name() const override { return "io_uring"; }

  Result<void> begin(const ReadWish& wish) override {
    io_uring_sqe* const entry = io_uring_get_sqe(&ring_);
    if (!entry) return Error{Error::Kind::failed, "io_uring has no room for another read"};
    io_uring_prep_read(entry, wish.file, wish.into.data(), static_cast<unsigned>(wish.into.size()),
                       wish.offset);
    io_uring_sqe_set_data64(entry, wish.slot);
    if (wish.into.size() < kLarge) return {};
    const int code = io_uring_submit(&ring_);
    if (code < 0) return failure(-code, "cannot hand a read to io_uring");
    under_way_ += code;
    return {};
  }

  Result<ReadDone> next() override {
    io_uring_cqe* answer = nullptr;
    while (io_uring_peek_cqe(&ring_, &answer) != 0) {
      const int code = io_uring_submit_and_wait(&ring_, 1);
      if (code < 0 && code != -EINTR) return failure(-code, "cannot wait for io_uring");
      under_way_ += std::max(code, 0);
    }
    const ReadDone done{io_uring_cqe_get_data64(answer), answer->res};
    seen(answer);
    return done;
  }

 private:
  void seen(io_uring_cqe* answer) {
    io_uring_cqe_seen(&ring_, answer);
    --under_way_;
  }

  io_uring ring_{};
  bool open_ = false;
  int under_way_ = 0;  // that the kernel took and that have not been seen to end
};

/// Why a kernel or a container does not let us have one.
std::string refusal(int code) {
  if (code == ENOSYS) return "this kernel has no io_uring";
  if (code == EPERM || code == EACCES)
    return "io_uring is forbidden here (kernel.io_uring_disabled, or the container's seccomp)";
  return failure(code, "io_uring cannot be had").what;
}

}  // namespace

Result<std::unique_ptr<ReadQueue>> uring_read_queue(int depth) {
  auto queue = std::make_unique<UringQueue>();
  if (const int code = queue->open(depth); code != 0)
    return Error{Error::Kind::unsupported, refusal(code)};
  return std::unique_ptr<ReadQueue>(std::move(queue));
}

}  // namespace gb10
