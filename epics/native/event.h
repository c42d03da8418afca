// What the sources of events share: how an event with its bytes is put together.
#ifndef OWL_EVENT_H
#define OWL_EVENT_H

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "native.h"

namespace owl {

int64_t now();  // nanoseconds since 1970

// handles counts clients and subscriptions; a Handle is one of them.
extern std::atomic<int> handles;
struct Handle {
  Handle() { handles++; }
  Handle(const Handle &) = delete;
  ~Handle() { handles--; }
};

// Event owns its bytes.
struct Event {
  owl_event fixed;
  std::string text, message, data;

  Event(uint32_t id, int kind, int64_t arrived);
  void setMeta(const owl_meta &limits, int precision, const std::string &units, const std::string &description,
               const std::string &type, const std::vector<std::string> &choices);
};

owl_meta noLimits();
void addNumber(std::string &data, uint32_t number);
void addText(std::string &data, const std::string &text);
void addList(std::string &data, const std::vector<std::string> &list);

// Out is where owl_poll gathers events.
class Out {
 public:
  Out(owl_event *events, int max, char *arena, size_t size) : events_(events), max_(max), arena_(arena), size_(size) {}
  bool full() const { return count_ == max_ || needed_; }
  int64_t result() const { return count_ || !needed_ ? count_ : -int64_t(needed_); }
  // take copies an event, or leaves it and is full from then on. One that is too
  // large for any arena becomes an OWL_FAILED.
  bool take(const Event &event);

 private:
  void copy(const std::string &from, size_t align, owl_span &span);
  owl_event *events_;
  int max_, count_ = 0;
  char *arena_;
  size_t size_, used_ = 0, needed_ = 0;
};

// Signal wakes the poller.
class Signal {
 public:
  void set();
  void wait(int timeout_ms);

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool set_ = false;
  int64_t last_ = 0;  // when the poller was woken last
};

// Source is one of the protocols.
class Source {
 public:
  virtual ~Source() {}
  virtual void watch(uint32_t id, const char *name, bool once) = 0;
  virtual void cancel(uint32_t id) = 0;
  virtual void fill(Out &out) = 0;
  virtual void addDrops(owl_drops &drops) = 0;
};

}  // namespace owl

#endif
