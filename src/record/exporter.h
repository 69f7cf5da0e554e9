#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/result.h"
#include "host/descriptor.h"

namespace gb10 {

/// Answers GET /metrics and GET / over HTTP, in one thread of its own, and nothing else. Clients
/// that are slow or say too much lose their connection; more than kMostClients wait.
class Exporter {
 public:
  static constexpr std::size_t kMostClients = 16;

  /// Listens at "HOST:PORT", "[ADDRESS]:PORT" or ":PORT", which is this machine alone. Answers
  /// nobody before `serve`.
  static Result<Exporter> open(std::string_view address);

  /// Answers with what `page` says, until the end of its life. `page` is called in another thread.
  /// A client has `patience` for all that it says, and once more to take the answer.
  void serve(std::function<std::string()> page,
             std::chrono::milliseconds patience = std::chrono::seconds(5));

  int port() const { return port_; }
  /// "http://127.0.0.1:9410/metrics"
  std::string url() const;

 private:
  Exporter(Descriptor listening, Descriptor wake, std::string host, int port)
      : listening_(std::move(listening)),
        host_(std::move(host)),
        port_(port),
        wake_(std::move(wake)) {}

  Descriptor listening_;
  std::string host_;
  int port_ = 0;
  Descriptor wake_;      // written to in order to end the thread
  std::jthread thread_;  // the last: it uses all the others
};

}  // namespace gb10
