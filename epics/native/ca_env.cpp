//go:build cgo && !noepics

#include "ca_env.h"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

namespace owl {

namespace {

std::mutex only;

// holdRepeaterPort takes the port on which libca looks for a repeater, so that it
// finds it taken; -1 when it is taken already.
int holdRepeaterPort() {
  const char *text = getenv("EPICS_CA_REPEATER_PORT");
  int port = text ? atoi(text) : 0;
  sockaddr_in address;
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(uint16_t(port > 0 ? port : 5065));
  int s = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (s >= 0 && bind(s, reinterpret_cast<sockaddr *>(&address), sizeof address) == 0) return s;
  if (s >= 0) close(s);
  return -1;
}

}  // namespace

Environment::Environment(const Definitions &definitions) {
  for (auto &pair : definitions) {
    if (pair.first.compare(0, 9, "EPICS_CA_") == 0) variables_.insert(pair);
  }
}

EnvironmentGuard::EnvironmentGuard(const Environment &environment) {
  only.lock();
  for (auto &pair : environment.variables_) {
    const char *old = getenv(pair.first.c_str());
    (old ? before_ : unset_)[pair.first] = old ? old : "";
    setenv(pair.first.c_str(), pair.second.c_str(), 1);
  }
  socket_ = holdRepeaterPort();
}

EnvironmentGuard::~EnvironmentGuard() {
  if (socket_ >= 0) close(socket_);
  for (auto &pair : before_) setenv(pair.first.c_str(), pair.second.c_str(), 1);
  for (auto &pair : unset_) unsetenv(pair.first.c_str());
  only.unlock();
}

}  // namespace owl
