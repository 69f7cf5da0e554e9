#pragma once

#include <csignal>
#include <initializer_list>

namespace gb10 {

/// Holds back the signals that end a program, so that none comes between two steps that belong
/// together. They arrive afterwards.
class Uninterrupted {
 public:
  Uninterrupted() {
    sigset_t ending;
    sigemptyset(&ending);
    for (const int one : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) sigaddset(&ending, one);
    pthread_sigmask(SIG_BLOCK, &ending, &before_);
  }
  Uninterrupted(const Uninterrupted&) = delete;
  Uninterrupted& operator=(const Uninterrupted&) = delete;
  ~Uninterrupted() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_;
};

}  // namespace gb10
