// The environment that libca reads: it takes its configuration from nothing else.
#ifndef OWL_CA_ENV_H
#define OWL_CA_ENV_H

#include "pva.h"

namespace owl {

// Environment is the EPICS_CA_* variables of a client.
class Environment {
 public:
  explicit Environment(const Definitions &definitions);

 private:
  friend class EnvironmentGuard;
  Definitions variables_;
};

// EnvironmentGuard sets the variables while it lives, and nobody else may. It
// also keeps libca from starting a repeater: where there is none, libca would run
// a program "caRepeater" and write to stderr that it has none. Without one it does
// not hear of new servers, and finds a PV by searching only.
class EnvironmentGuard {
 public:
  explicit EnvironmentGuard(const Environment &environment);
  EnvironmentGuard(const EnvironmentGuard &) = delete;
  ~EnvironmentGuard();

 private:
  Definitions before_, unset_;
  int socket_;
};

}  // namespace owl

#endif
