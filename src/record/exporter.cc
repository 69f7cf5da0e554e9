#include "record/exporter.h"

#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include <fmt/format.h>

#include "base/text.h"
#include "host/failure.h"
#include "record/http.h"
#include "record/prometheus.h"

namespace gb10 {

namespace {

using Clock = std::chrono::steady_clock;
using Page = std::function<std::string()>;

constexpr std::string_view kHtml =
    "<html><head><title>gb10</title></head><body><a href=\"/metrics\">metrics</a></body></html>\n";

std::string answer_to(const HttpRequest& request, const Page& page) {
  if (request.path != "/metrics" && request.path != "/")
    return http_answer(404, "text/plain", "not here; see /metrics\n");
  if (request.method != "GET") return http_answer(405, "text/plain", "only GET\n");
  if (request.path == "/") return http_answer(200, "text/html; charset=utf-8", kHtml);
  return http_answer(200, kPrometheusType, page());
}

/// A connection: it listens until a request is whole, answers, and waits for the other end to
/// close.
class Talk {
 public:
  Talk(Descriptor socket, std::chrono::milliseconds patience)
      : socket_(std::move(socket)), patience_(patience), until_(Clock::now() + patience) {}

  pollfd wish() const {
    return {socket_.get(), static_cast<short>(state_ == State::answers ? POLLOUT : POLLIN), 0};
  }
  Clock::time_point until() const { return until_; }

  /// False when it is over.
  bool go_on(const Page& page) {
    if (state_ == State::listens) return hear(page);
    if (state_ == State::answers) return say();
    return drain();
  }

 private:
  enum class State { listens, answers, closes };

  bool hear(const Page& page) {
    std::array<char, 4096> buffer;
    const ssize_t n = ::recv(socket_.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
    if (n < 0) return errno == EAGAIN || errno == EINTR;
    if (n == 0) return false;
    text_.append(buffer.data(), static_cast<std::size_t>(n));
    const Result<std::optional<HttpRequest>> request = http_request(text_);
    if (request.ok() && !*request) return true;
    text_ = request.ok() ? answer_to(**request, page)
                         : http_answer(400, "text/plain", request.error().what + "\n");
    state_ = State::answers;
    until_ = Clock::now() + patience_;
    return say();
  }

  bool say() {
    const std::string_view rest = std::string_view(text_).substr(sent_);
    const ssize_t n = ::send(socket_.get(), rest.data(), rest.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (n < 0) return errno == EAGAIN || errno == EINTR;
    sent_ += static_cast<std::size_t>(n);
    if (sent_ < text_.size()) return true;
    // Closing with bytes unread would take the answer back.
    ::shutdown(socket_.get(), SHUT_WR);
    state_ = State::closes;
    return true;
  }

  bool drain() {
    std::array<char, 4096> buffer;
    const ssize_t n = ::recv(socket_.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
    return n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR));
  }

  Descriptor socket_;
  std::chrono::milliseconds patience_;
  Clock::time_point until_;
  State state_ = State::listens;
  std::string text_;  // what was heard, then the answer
  std::size_t sent_ = 0;
};

/// Milliseconds until the first connection has lost its patience; -1 without connections.
int time_left(const std::vector<Talk>& talks) {
  if (talks.empty()) return -1;
  const auto first = std::min_element(talks.begin(), talks.end(), [](const Talk& a, const Talk& b) {
    return a.until() < b.until();
  });
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(first->until() - Clock::now());
  return static_cast<int>(std::max<std::int64_t>(left.count(), 0));
}

/// One turn of all connections.
void step(std::vector<Talk>& talks, const std::vector<pollfd>& polled, const Page& page) {
  const auto now = Clock::now();
  std::vector<Talk> going;
  for (std::size_t i = 0; i < talks.size(); ++i) {
    const bool goes_on = polled[i].revents == 0 || talks[i].go_on(page);
    if (goes_on && talks[i].until() > now) going.push_back(std::move(talks[i]));
  }
  talks = std::move(going);
}

void answer_all(int listening, int wake, const Page& page, std::chrono::milliseconds patience) {
  std::vector<Talk> talks;
  for (;;) {
    std::vector<pollfd> polled;
    for (const Talk& talk : talks) polled.push_back(talk.wish());
    polled.push_back({wake, POLLIN, 0});
    if (talks.size() < Exporter::kMostClients) polled.push_back({listening, POLLIN, 0});
    if (::poll(polled.data(), polled.size(), time_left(talks)) < 0 && errno != EINTR) return;
    const std::size_t count = talks.size();
    if (polled[count].revents != 0) return;
    const bool knocks = polled.size() > count + 1 && polled.back().revents != 0;
    step(talks, polled, page);
    if (!knocks) continue;
    Descriptor socket(::accept4(listening, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    // Without a descriptor left it would knock again at once.
    constexpr int kRest = 100;  // milliseconds
    if (socket)
      talks.emplace_back(std::move(socket), patience);
    else if (errno != EAGAIN && errno != ECONNABORTED)
      ::poll(nullptr, 0, kRest);
  }
}

Error no_address(std::string_view address) {
  return {Error::Kind::invalid,
          fmt::format("\"{}\" is no place to listen at", printable(address, 60)),
          "--prometheus :9410 for this machine alone, --prometheus 0.0.0.0:9410 for all"};
}

struct Place {
  std::string host, port;
};

Result<Place> place_of(std::string_view address) {
  const std::size_t colon = address.rfind(':');
  if (colon == std::string_view::npos) return no_address(address);
  std::string_view host = address.substr(0, colon);
  const std::optional<std::int64_t> port = whole_number(address.substr(colon + 1));
  if (!port || *port < 0 || *port > 65535) return no_address(address);
  const bool bracketed = host.starts_with('[') && host.ends_with(']');
  if (bracketed) host = host.substr(1, host.size() - 2);
  if (!bracketed && host.find(':') != std::string_view::npos) return no_address(address);
  return Place{host.empty() ? "127.0.0.1" : std::string(host), fmt::format("{}", *port)};
}

Result<Descriptor> listening_at(const addrinfo& where, std::string_view address) {
  const std::string doing = fmt::format("cannot listen at {}", printable(address, 60));
  Descriptor out(::socket(where.ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!out) return failure(errno, doing);
  const int yes = 1;
  ::setsockopt(out.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (::bind(out.get(), where.ai_addr, where.ai_addrlen) == 0 && ::listen(out.get(), 16) == 0)
    return out;
  Error error = failure(errno, doing);
  if (errno == EADDRINUSE) {
    error.kind = Error::Kind::busy;
    error.hint = "another program listens there; name another port";
  }
  return error;
}

}  // namespace

Result<Exporter> Exporter::open(std::string_view address) {
  const Place place = TRY(place_of(address));
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_STREAM;
  wanted.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  if (::getaddrinfo(place.host.c_str(), place.port.c_str(), &wanted, &found) != 0)
    return no_address(address);
  Result<Descriptor> listening = listening_at(*found, address);
  ::freeaddrinfo(found);
  if (!listening.ok()) return listening.error();
  sockaddr_storage own{};
  socklen_t size = sizeof own;
  ::getsockname(listening->get(), reinterpret_cast<sockaddr*>(&own), &size);
  Descriptor wake(::eventfd(0, EFD_CLOEXEC));
  if (!wake) return failure(errno, "cannot listen");
  // The port lies at the same place in addresses of both families.
  const int port = ntohs(reinterpret_cast<const sockaddr_in*>(&own)->sin_port);
  return Exporter(*std::move(listening), std::move(wake), place.host, port);
}

std::string Exporter::url() const {
  const bool bare = host_.find(':') == std::string::npos;
  return fmt::format("http://{}{}{}:{}/metrics", bare ? "" : "[", host_, bare ? "" : "]", port_);
}

void Exporter::serve(Page page, std::chrono::milliseconds patience) {
  const int listening = listening_.get(), wake = wake_.get();
  thread_ = std::jthread([=, page = std::move(page)](std::stop_token stop) {
    const std::stop_callback ended(stop, [wake] { ::eventfd_write(wake, 1); });
    answer_all(listening, wake, page, patience);
  });
}

}  // namespace gb10
