#include "wheelhouse/write_behind.h"

#include <fcntl.h>

#include "wheelhouse/files.h"

namespace gb10 {

namespace {

constexpr std::size_t kMostWaiting = 32;                    // pieces of about 1 MiB
constexpr std::uint64_t kBegins = std::uint64_t{8} << 20U;  // bytes, after which the disk begins

}  // namespace

WriteBehind::WriteBehind(int file, std::string name)
    : file_(file), name_(std::move(name)), thread_([this] { run(); }) {}

WriteBehind::~WriteBehind() { end(); }

Result<void> WriteBehind::add(std::span<const std::byte> bytes) {
  std::vector<std::byte> piece(bytes.begin(), bytes.end());
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return waiting_.size() < kMostWaiting || error_; });
  if (error_) return *error_;
  waiting_.push_back(std::move(piece));
  changed_.notify_all();
  return {};
}

void WriteBehind::end() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    changed_.notify_all();
  }
  if (thread_.joinable()) thread_.join();
}

Result<void> WriteBehind::finish() {
  end();
  return error_ ? Result<void>(*error_) : Result<void>();
}

void WriteBehind::run() {
  std::uint64_t written = 0, begun = 0;
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return !waiting_.empty() || ended_; });
    if (waiting_.empty()) return;
    const std::vector<std::byte> piece = std::move(waiting_.front());
    lock.unlock();
    const Result<void> done = house_files::write_all(file_, piece, name_);
    written += piece.size();
    if (done.ok() && written - begun >= kBegins) {
      // Of a pipe there is nothing to begin, which it says.
      static_cast<void>(::sync_file_range(file_, static_cast<off64_t>(begun),
                                          static_cast<off64_t>(written - begun),
                                          SYNC_FILE_RANGE_WRITE));
      begun = written;
    }
    lock.lock();
    waiting_.pop_front();
    if (!done.ok()) error_ = done.error();
    changed_.notify_all();
    if (error_) return;
  }
}

}  // namespace gb10
