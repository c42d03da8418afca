// pvxs opens the socket on which it hears searches on all interfaces, whatever
// EPICS_PVAS_INTF_ADDR_LIST says. This bind stands before that of the C library
// for the libraries of this program: when only the loopback interface is to be
// used, it ties a UDP socket of all addresses to that device. Kernels before 5.7
// allow that to root only; there the socket stays open, and answers name a server
// that cannot be reached from elsewhere.

#include <dlfcn.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cstdlib>
#include <cstring>

namespace {

bool onlyLoopback() {
  const char *list = getenv("EPICS_PVAS_INTF_ADDR_LIST");
  return list && !strcmp(list, "127.0.0.1");
}

bool everywhere(const sockaddr *address, socklen_t size) {
  if (size >= sizeof(sockaddr_in6) && address->sa_family == AF_INET6) {
    return IN6_IS_ADDR_UNSPECIFIED(&reinterpret_cast<const sockaddr_in6 *>(address)->sin6_addr);
  }
  return size >= sizeof(sockaddr_in) && address->sa_family == AF_INET &&
         reinterpret_cast<const sockaddr_in *>(address)->sin_addr.s_addr == htonl(INADDR_ANY);
}

bool datagrams(int fd) {
  int type = 0;
  socklen_t size = sizeof type;
  return getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) == 0 && type == SOCK_DGRAM;
}

}  // namespace

extern "C" int bind(int fd, const sockaddr *address, socklen_t size) noexcept {
  static const auto next = reinterpret_cast<int (*)(int, const sockaddr *, socklen_t)>(dlsym(RTLD_NEXT, "bind"));
  if (onlyLoopback() && everywhere(address, size) && datagrams(fd)) {
    setsockopt(fd, SOL_SOCKET, SO_BINDTODEVICE, "lo", sizeof "lo");  // without it, see above
  }
  return next(fd, address, size);
}
