#include "guard/notify.h"

#include <sys/socket.h>
#include <sys/un.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>

#include "host/descriptor.h"

namespace gb10 {

void notify_systemd(std::string_view state) {
  const char* const where = std::getenv("NOTIFY_SOCKET");
  sockaddr_un address{};
  const std::size_t length = where ? std::strlen(where) : 0;
  if (length < 2 || length >= sizeof address.sun_path) return;
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, where, length);
  if (address.sun_path[0] == '@') address.sun_path[0] = 0;  // a socket without a file
  const Descriptor socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  ::sendto(socket.get(), state.data(), state.size(), MSG_NOSIGNAL | MSG_DONTWAIT,
           reinterpret_cast<const sockaddr*>(&address),
           static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + length));
}

}  // namespace gb10
