//go:build cgo && !noepics

#include "pva.h"

#include <cstdlib>
#include <deque>
#include <stdexcept>
#include <utility>

#include <pvxs/client.h>
#include <pvxs/log.h>

#include "pva_value.h"

namespace owl {

namespace client = pvxs::client;

namespace {

// Updates of one PV that wait here and at the server; with the usual 4 a stall of
// 100 ms loses most of a fast PV.
const int32_t queueSize = 200;

// Subscription is a monitor or a get. Destroying one waits for its callbacks, so
// no lock that they take may be held then.
struct Subscription {
  Handle handle;
  const uint32_t id;
  bool described = false;  // of the poller: there was an OWL_META since it connected
  std::deque<Event> left;  // of the poller: decoded, but there was no space
  client::Result result;   // of a get
  std::shared_ptr<client::Subscription> monitor;
  std::shared_ptr<client::Operation> get;

  explicit Subscription(uint32_t number) : id(number) {}
};

class Pva : public Source {
 public:
  Pva(const Definitions &definitions, Signal &signal) : signal_(signal) {
    auto config = client::Config::fromEnv();
    config.applyDefs(definitions);
    context_ = config.build();
  }

  ~Pva() override {
    decltype(subscriptions_) all;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      all.swap(subscriptions_);
    }
    all.clear();
    context_.close();
  }

  void watch(uint32_t id, const char *name, bool once) override {
    auto sub = std::make_shared<Subscription>(id);
    {
      std::lock_guard<std::mutex> lock(mutex_);
      if (!subscriptions_.emplace(id, sub).second) throw std::logic_error("the number is in use");
    }
    try {
      once ? get(name, *sub) : monitor(name, *sub);
    } catch (...) {
      cancel(id);
      throw;
    }
    ready(id);  // an event may have come before the handle was there
  }

  void cancel(uint32_t id) override {
    std::shared_ptr<Subscription> sub;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      auto found = subscriptions_.find(id);
      if (found == subscriptions_.end()) return;
      sub = std::move(found->second);
      subscriptions_.erase(found);
    }
    owl_drops drops = {0, 0};
    count(*sub, drops);
    std::lock_guard<std::mutex> lock(countMutex_);
    ended_.server += drops.server;
    ended_.client += drops.client;
  }

  void fill(Out &out) override {
    while (!out.full()) {
      std::pair<uint32_t, int64_t> next;
      std::shared_ptr<Subscription> sub;
      {
        std::lock_guard<std::mutex> lock(mutex_);
        if (ready_.empty()) return;
        next = ready_.front();
        ready_.pop_front();
        auto found = subscriptions_.find(next.first);
        if (found != subscriptions_.end()) sub = found->second;
      }
      if (sub && !drain(*sub, next.second, out)) {
        std::lock_guard<std::mutex> lock(mutex_);
        ready_.push_front(next);
      }
    }
  }

  void addDrops(owl_drops &drops) override {
    std::vector<std::shared_ptr<Subscription>> all;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      for (auto &pair : subscriptions_) all.push_back(pair.second);
    }
    for (auto &sub : all) count(*sub, drops);
    std::lock_guard<std::mutex> lock(countMutex_);
    drops.server += ended_.server;
    drops.client += ended_.client;
  }

 private:
  void monitor(const char *name, Subscription &sub) {
    uint32_t id = sub.id;
    auto handle = context_.monitor(name)
                      .record("queueSize", queueSize)
                      .maskConnected(false)
                      .maskDisconnected(false)
                      .event([this, id](client::Subscription &) { ready(id); })
                      .exec();
    std::lock_guard<std::mutex> lock(mutex_);
    sub.monitor = std::move(handle);
  }

  void get(const char *name, Subscription &sub) {
    uint32_t id = sub.id;
    auto handle = context_.get(name)
                      .result([this, id](client::Result &&result) {
                        std::unique_lock<std::mutex> lock(mutex_);
                        auto found = subscriptions_.find(id);
                        if (found == subscriptions_.end()) return;
                        found->second->result = std::move(result);
                        lock.unlock();
                        ready(id);
                      })
                      .exec();
    std::lock_guard<std::mutex> lock(mutex_);
    sub.get = std::move(handle);
  }

  // ready notes that there is something to fetch of a subscription.
  void ready(uint32_t id) {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      ready_.emplace_back(id, now());
    }
    signal_.set();
  }

  // drain fetches what there is; false when there was no space for all of it.
  bool drain(Subscription &sub, int64_t arrived, Out &out) {
    for (;;) {
      while (!sub.left.empty()) {
        if (!out.take(sub.left.front())) return false;
        sub.left.pop_front();
      }
      if (!decode(sub)) return true;
      for (auto &event : sub.left) event.fixed.arrived = arrived;
    }
  }

  // decode appends the next events to sub.left; false when there are none.
  bool decode(Subscription &sub) {
    auto add = [&](int kind, const std::string &text) {
      sub.left.emplace_back(sub.id, kind);
      sub.left.back().text = text;
      return true;
    };
    try {
      return next(sub);
    } catch (client::Connected &e) {
      sub.described = false;
      return add(OWL_CONNECTED, e.peerName);
    } catch (client::Finished &) {
      return add(OWL_FINISHED, "");
    } catch (client::Disconnect &) {
      return add(OWL_DISCONNECTED, "");
    } catch (std::exception &e) {
      return add(OWL_FAILED, e.what());
    }
  }

  bool next(Subscription &sub) {
    std::shared_ptr<client::Subscription> monitor;
    client::Result result;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      monitor = sub.monitor;
      std::swap(result, sub.result);
    }
    if (result) {
      pvxs::Value value = result();  // or it throws what went wrong
      sub.left.emplace_back(sub.id, OWL_CONNECTED);
      sub.left.back().text = result.peerName();
      add(sub, value);
      sub.left.emplace_back(sub.id, OWL_FINISHED);
      return true;
    }
    pvxs::Value value = monitor ? monitor->pop() : pvxs::Value();
    if (value) add(sub, value);
    return bool(value);
  }

  void add(Subscription &sub, const pvxs::Value &value) {
    if (!sub.described || changesMeta(value)) {
      sub.described = true;
      sub.left.emplace_back(sub.id, OWL_META);
      readMeta(value, sub.left.back());
    }
    sub.left.emplace_back(sub.id, OWL_UPDATE);
    readUpdate(value, sub.left.back());
  }

  void count(Subscription &sub, owl_drops &drops) {
    std::shared_ptr<client::Subscription> monitor;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      monitor = sub.monitor;
    }
    if (!monitor) return;
    client::SubscriptionStat stat;
    stat.nSrvSquash = stat.nCliSquash = 0;
    monitor->stats(stat);
    drops.server += stat.nSrvSquash;
    drops.client += stat.nCliSquash;
  }

  Signal &signal_;
  client::Context context_;
  std::mutex mutex_;
  std::map<uint32_t, std::shared_ptr<Subscription>> subscriptions_;
  std::deque<std::pair<uint32_t, int64_t>> ready_;  // numbers, and when it was told
  std::mutex countMutex_;
  owl_drops ended_ = {0, 0};  // of subscriptions that ended
};

}  // namespace

std::unique_ptr<Source> openPva(const Definitions &definitions, Signal &signal) {
  // Its warnings would be written over a terminal's picture; states reach the user by events.
  pvxs::logger_level_set("pvxs.*", pvxs::Level::Crit);
  pvxs::logger_config_env();
  return std::unique_ptr<Source>(new Pva(definitions, signal));
}

}  // namespace owl
