//go:build cgo && !noepics

#include "native.h"

#include <pthread.h>
#include <sched.h>

#include <cstdio>
#include <exception>
#include <stdexcept>

#include <cadef.h>
#include <epicsThread.h>
#include <epicsVersion.h>
#include <pvxs/version.h>

#include "ca.h"
#include "pva.h"

struct owl_client {
  owl::Handle handle;
  owl::Signal signal;
  std::unique_ptr<owl::Source> sources[2];
  bool turn = false;  // which source is asked first

  owl::Source &source(int provider) {
    if (provider != OWL_PVA && provider != OWL_CA) throw std::logic_error("unknown provider");
    if (!sources[provider]) throw std::logic_error("the provider was not opened");
    return *sources[provider];
  }
};

namespace {

void copy(char *dst, size_t len, const char *src) {
  if (dst && len) snprintf(dst, len, "%s", src ? src : "");
}

// modest is called in each new thread of EPICS. As root they are scheduled in
// real time, and would take the processor from all other programs.
void modest(epicsThreadId) {
  sched_param none = {};
  pthread_setschedparam(pthread_self(), SCHED_OTHER, &none);
}

// guarded runs fn, so that no exception leaves the C surface.
template <typename Fn>
int guarded(char *err, size_t errlen, Fn fn) {
  try {
    return fn();
  } catch (std::exception &e) {
    copy(err, errlen, e.what());
  } catch (...) {
    copy(err, errlen, "unknown C++ exception");
  }
  return -1;
}

}  // namespace

extern "C" {

int owl_get_versions(owl_versions *out, char *err, size_t errlen) {
  return guarded(err, errlen, [&] {
    if (!pvxs::version_abi_check()) {
      copy(err, errlen, "the pvxs library is older than, or of another series than, the headers it was built with");
      return -1;
    }
    copy(out->pvxs, sizeof out->pvxs, pvxs::version_str());
    copy(out->base, sizeof out->base, EPICS_VERSION_STRING);
    copy(out->ca, sizeof out->ca, ca_version());
    return 0;
  });
}

owl_client *owl_open(int providers, const char *const *definitions, int count, char *err, size_t errlen) {
  owl_client *client = nullptr;
  int status = guarded(err, errlen, [&] {
    static const int hooked = epicsThreadHookAdd(modest);
    (void)hooked;
    owl::Definitions list;
    for (int i = 0; i < count; i++) list[definitions[2 * i]] = definitions[2 * i + 1];
    std::unique_ptr<owl_client> made(new owl_client);
    if (providers & 1 << OWL_PVA) made->sources[OWL_PVA] = owl::openPva(list, made->signal);
    if (providers & 1 << OWL_CA) made->sources[OWL_CA] = owl::openCa(list, made->signal);
    client = made.release();
    return 0;
  });
  return status ? nullptr : client;
}

void owl_close(owl_client *client) {
  guarded(nullptr, 0, [&] {
    delete client;
    return 0;
  });
}

int owl_watch(owl_client *client, uint32_t id, int provider, const char *name, int once, char *err, size_t errlen) {
  return guarded(err, errlen, [&] {
    client->source(provider).watch(id, name, once != 0);
    return 0;
  });
}

void owl_cancel(owl_client *client, uint32_t id) {
  guarded(nullptr, 0, [&] {
    for (auto &source : client->sources) {
      if (source) source->cancel(id);
    }
    return 0;
  });
}

int64_t owl_poll(owl_client *client, owl_event *events, int max, char *arena, size_t size, int timeout_ms) {
  int64_t result = -1;
  int status = guarded(nullptr, 0, [&] {
    client->signal.wait(timeout_ms);
    owl::Out out(events, max, arena, size);
    client->turn = !client->turn;
    for (int i : {int(client->turn), int(!client->turn)}) {
      if (client->sources[i]) client->sources[i]->fill(out);
    }
    if (out.full()) client->signal.set();  // there may be more
    result = out.result();
    return 0;
  });
  return status ? -1 : result;
}

void owl_wake(owl_client *client) {
  guarded(nullptr, 0, [&] {
    client->signal.set();
    return 0;
  });
}

owl_drops owl_get_drops(owl_client *client) {
  owl_drops drops = {0, 0};
  guarded(nullptr, 0, [&] {
    for (auto &source : client->sources) {
      if (source) source->addDrops(drops);
    }
    return 0;
  });
  return drops;
}

int owl_handles(void) { return owl::handles; }
}
