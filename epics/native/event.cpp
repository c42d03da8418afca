//go:build cgo && !noepics

#include "event.h"

#include <chrono>
#include <cmath>
#include <cstring>
#include <ctime>
#include <thread>

namespace owl {

std::atomic<int> handles{0};

namespace {

const size_t tooLarge = 256 << 20;

// How long a signal waits for company, in nanoseconds since the one before:
// switching to the poller for each of many updates costs more than all the rest.
// A lone one does not wait.
const int64_t gather = 1000000;

}  // namespace

int64_t now() {
  timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  return int64_t(t.tv_sec) * 1000000000 + t.tv_nsec;
}

Event::Event(uint32_t id, int kind, int64_t arrived) {
  memset(&fixed, 0, sizeof fixed);
  fixed.id = id;
  fixed.kind = kind;
  fixed.arrived = arrived;
}

owl_meta noLimits() {
  owl_meta m;
  memset(&m, 0, sizeof m);
  m.display_low = m.display_high = m.control_low = m.control_high = m.lolo = m.low = m.high = m.hihi = NAN;
  m.precision = -1;
  return m;
}

void addNumber(std::string &data, uint32_t number) { data.append(reinterpret_cast<char *>(&number), sizeof number); }

void addText(std::string &data, const std::string &text) {
  addNumber(data, uint32_t(text.size()));
  data += text;
}

void addList(std::string &data, const std::vector<std::string> &list) {
  addNumber(data, uint32_t(list.size()));
  for (auto &text : list) addText(data, text);
}

void Event::setMeta(const owl_meta &limits, int precision, const std::string &units, const std::string &description,
                    const std::string &type, const std::vector<std::string> &choices) {
  owl_meta m = limits;
  m.precision = precision;
  data.assign(sizeof m, 0);
  auto place = [&](owl_span &span, const std::string &bytes) {
    span.at = uint32_t(data.size());
    span.len = uint32_t(bytes.size());
    data += bytes;
  };
  place(m.units, units);
  place(m.description, description);
  place(m.type, type);
  std::string list;
  addList(list, choices);
  place(m.choices, list);
  memcpy(&data[0], &m, sizeof m);
}

bool Out::take(const Event &event) {
  if (full()) return false;
  if (event.data.size() + event.text.size() > tooLarge) {
    Event failed(event.fixed.id, OWL_FAILED, event.fixed.arrived);
    failed.text = "a value of " + std::to_string(event.data.size() >> 20) + " MB is too large";
    return take(failed);
  }
  size_t need = used_ + event.text.size() + event.message.size() + event.data.size() + 8;
  if (need > size_) {
    needed_ = need - used_;
    return false;
  }
  owl_event &e = events_[count_++];
  e = event.fixed;
  copy(event.text, 1, e.text);
  copy(event.message, 1, e.message);
  copy(event.data, 8, e.data);
  return true;
}

void Out::copy(const std::string &from, size_t align, owl_span &span) {
  used_ = (used_ + align - 1) / align * align;
  span.at = uint32_t(used_);
  span.len = uint32_t(from.size());
  memcpy(arena_ + used_, from.data(), from.size());
  used_ += from.size();
}

void Signal::set() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (set_) return;
    set_ = true;
  }
  changed_.notify_one();
}

void Signal::wait(int timeout_ms) {
  std::unique_lock<std::mutex> lock(mutex_);
  if (!changed_.wait_for(lock, std::chrono::milliseconds(timeout_ms), [&] { return set_; })) return;
  auto passed = now() - last_;
  if (passed >= 0 && passed < gather) {
    lock.unlock();
    std::this_thread::sleep_for(std::chrono::nanoseconds(gather - passed));
    lock.lock();
  }
  last_ = now();
  set_ = false;
}

}  // namespace owl
