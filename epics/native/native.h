/* The C surface over pvxs and libca. Every function catches what C++ throws and
   gives it back as text; none of them writes to a PV. */
#ifndef OWL_NATIVE_H
#define OWL_NATIVE_H
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Versions of the linked libraries, NUL-terminated, cut to the space there is. */
typedef struct {
  char pvxs[64];
  char base[64];
  char ca[64];
} owl_versions;

/* Fills out and returns 0, or writes one line to err and returns -1. */
int owl_get_versions(owl_versions *out, char *err, size_t errlen);

#ifdef __cplusplus
}
#endif
#endif
