//go:build cgo && !noepics

#include "native.h"

#include <cstdio>
#include <exception>

#include <cadef.h>
#include <epicsVersion.h>
#include <pvxs/version.h>

namespace {

void copy(char *dst, size_t len, const char *src) {
  if (dst && len) snprintf(dst, len, "%s", src ? src : "");
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

extern "C" int owl_get_versions(owl_versions *out, char *err, size_t errlen) {
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
