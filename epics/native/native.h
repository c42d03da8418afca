/* The C surface over pvxs and libca. Every function catches what C++ throws and
   gives it back as text; none of them writes to a PV.

   A client subscribes to PVs by numbers of the caller's choice. What happens to
   them arrives as events, which owl_poll fetches; no function calls back. */
#ifndef OWL_NATIVE_H
#define OWL_NATIVE_H
#include <stddef.h>
#include <stdint.h>

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

enum { OWL_PVA = 0, OWL_CA = 1 };

/* What happened to a subscription. */
enum {
  OWL_CONNECTED = 0,    /* text: the server's address */
  OWL_DISCONNECTED = 1, /* the library looks for the PV again by itself */
  OWL_META = 2,         /* data: an owl_meta and what its spans point at */
  OWL_UPDATE = 3,
  OWL_FINISHED = 4,     /* no more events: a get is done, or the server closed the PV */
  OWL_FAILED = 5        /* text: what the server or the library said; no more events */
};

/* How the value of an OWL_UPDATE is held. */
enum {
  OWL_NONE = 0,    /* a structure without a value that is known here; text: its type */
  OWL_NUMBER = 1,  /* number */
  OWL_INTEGER = 2, /* integer */
  OWL_TEXT = 3,    /* text */
  OWL_CHOICE = 4,  /* integer; the labels are in the last OWL_META */
  OWL_ARRAY = 5,   /* data: doubles */
  OWL_TEXTS = 6,   /* data: a list */
  OWL_TABLE = 7    /* data: the list of labels, then a column a label: uint32 0 with a
                      uint32 count and doubles, or uint32 1 with a list */
};

/* Bytes in the arena of owl_poll. A list is a uint32 count and then, for each
   text, its uint32 length and its bytes. */
typedef struct {
  uint32_t at, len;
} owl_span;

typedef struct {
  uint32_t id;
  int32_t kind, type;
  int32_t severity, status; /* status as the protocol numbers it */
  int32_t nanoseconds;
  int64_t seconds;  /* since 1970; 0 with 0 nanoseconds when the server gave no time */
  int64_t arrived;  /* when the library told of it, nanoseconds since 1970 */
  int64_t integer;
  double number;
  owl_span text, message, data;
} owl_event;

/* A limit that was not given is NaN, a precision -1. */
typedef struct {
  double display_low, display_high, control_low, control_high, lolo, low, high, hihi;
  int32_t precision;
  owl_span units, description, type, choices; /* within the span of the event; choices: a list */
} owl_meta;

/* Updates that were lost, so far. */
typedef struct {
  uint64_t server; /* PVA: the server said that it left some out */
  uint64_t client; /* our queue of the PV was full; the newest one was kept */
} owl_drops;

typedef struct owl_client owl_client;

/* Opens a client for PVA, CA or both (bits 1 << OWL_PVA, 1 << OWL_CA). definitions
   are count pairs of name and value that stand before the process's EPICS_*
   variables. The result is NULL on failure, with one line in err. */
owl_client *owl_open(int providers, const char *const *definitions, int count, char *err, size_t errlen);

/* Ends all subscriptions. owl_poll must have returned. */
void owl_close(owl_client *client);

/* Subscribes to a PV, or with once gets it once. 0, or -1 with one line in err. */
int owl_watch(owl_client *client, uint32_t id, int provider, const char *name, int once, char *err, size_t errlen);

/* Ends a subscription; events of it may still come. An unknown id is ignored. */
void owl_cancel(owl_client *client, uint32_t id);

/* Waits until there are events, owl_wake is called or timeout_ms are over, and
   fills up to max events. Returns how many; -1 when the client is damaged; less
   than -1 when the next event needs that many bytes of arena, made negative. */
int64_t owl_poll(owl_client *client, owl_event *events, int max, char *arena, size_t size, int timeout_ms);

/* Ends a waiting owl_poll, or the next one. */
void owl_wake(owl_client *client);

owl_drops owl_get_drops(owl_client *client);

/* Counts the clients and subscriptions that the process holds. */
int owl_handles(void);

#ifdef __cplusplus
}
#endif
#endif
