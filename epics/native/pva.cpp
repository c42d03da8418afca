//go:build cgo && !noepics

#define PVXS_ENABLE_EXPERT_API  // cacheClear
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
  const std::string name;
  std::atomic<bool> connected{false};
  // Of the poller:
  bool described = false;   // there was an OWL_META since it connected
  Layout layout;            // since then
  std::vector<Event> left;  // decoded, but there was no space
  // Guarded by Pva::mutex_:
  client::Result result;  // of a get
  std::shared_ptr<client::Subscription> monitor;
  std::shared_ptr<client::Operation> get;

  Subscription(uint32_t number, const char *pv) : id(number), name(pv) {}
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
    auto sub = std::make_shared<Subscription>(id, name);
    {
      std::lock_guard<std::mutex> lock(mutex_);
      if (!subscriptions_.emplace(id, sub).second) throw std::logic_error("the number is in use");
      names_[name]++;
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
    bool last;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      auto found = subscriptions_.find(id);
      if (found == subscriptions_.end()) return;
      sub = std::move(found->second);
      subscriptions_.erase(found);
      last = --names_[sub->name] == 0;
      if (last) names_.erase(sub->name);
    }
    owl_drops drops = {0, 0};
    count(*sub, drops);
    // Or the next one of this name would take over a channel that is searched for
    // rarely. Two channels of one name would disturb each other.
    if (last && !sub->connected) context_.cacheClear(sub->name, client::Context::Drop);
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
    std::shared_ptr<client::Subscription> monitor;
    client::Result result;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      monitor = sub.monitor;
      std::swap(result, sub.result);
    }
    for (bool more = true; more;) {
      if (!flush(sub, out)) return false;
      more = decode(sub, arrived, [&] {
        if (result) return answer(sub, result, arrived);
        return monitor && update(sub, *monitor, arrived);
      });
      result = client::Result();
    }
    return flush(sub, out);
  }

  // flush hands over what is decoded.
  bool flush(Subscription &sub, Out &out) {
    size_t taken = 0;
    while (taken < sub.left.size() && out.take(sub.left[taken])) taken++;
    sub.left.erase(sub.left.begin(), sub.left.begin() + taken);
    return sub.left.empty();
  }

  // decode appends the next events to sub.left; false when there are none.
  template <typename Fn>
  bool decode(Subscription &sub, int64_t arrived, Fn next) {
    auto add = [&](int kind, const std::string &text) {
      sub.left.emplace_back(sub.id, kind, arrived);
      sub.left.back().text = text;
      return true;
    };
    try {
      return next();
    } catch (client::Connected &e) {
      sub.described = false;
      sub.connected = true;
      return add(OWL_CONNECTED, e.peerName);
    } catch (client::Finished &) {
      return add(OWL_FINISHED, "");
    } catch (client::Disconnect &) {
      sub.connected = false;
      return add(OWL_DISCONNECTED, "");
    } catch (std::exception &e) {
      return add(OWL_FAILED, e.what());
    }
  }

  // answer takes the result of a get, or throws what went wrong.
  bool answer(Subscription &sub, client::Result &result, int64_t arrived) {
    pvxs::Value value = result();
    sub.connected = true;
    sub.left.emplace_back(sub.id, OWL_CONNECTED, arrived);
    sub.left.back().text = result.peerName();
    add(sub, value, arrived);
    sub.left.emplace_back(sub.id, OWL_FINISHED, arrived);
    return true;
  }

  bool update(Subscription &sub, client::Subscription &monitor, int64_t arrived) {
    pvxs::Value value = monitor.pop();
    if (value) add(sub, value, arrived);
    return bool(value);
  }

  void add(Subscription &sub, const pvxs::Value &value, int64_t arrived) {
    if (!sub.described) sub.layout.learn(value);
    if (!sub.described || sub.layout.changesMeta(value)) {
      sub.described = true;
      sub.left.emplace_back(sub.id, OWL_META, arrived);
      readMeta(value, sub.left.back());
    }
    sub.left.emplace_back(sub.id, OWL_UPDATE, arrived);
    sub.layout.readUpdate(value, sub.left.back());
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
  std::map<std::string, int> names_;  // how many subscriptions each has
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
