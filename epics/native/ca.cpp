//go:build cgo && !noepics

#include "ca.h"

#include <chrono>
#include <deque>
#include <future>
#include <stdexcept>
#include <thread>

#include <cadef.h>
#include <errlog.h>

#include "ca_env.h"
#include "ca_value.h"

namespace owl {

namespace {

// Updates of one PV that wait for the poller.
const int queueSize = 200;

void check(int status) {
  if (status != ECA_NORMAL) throw std::runtime_error(ca_message(status));
}

class Ca;

struct Channel {
  Handle handle;
  Ca &ca;
  const uint32_t id;
  const bool once, longText;
  chid channel = nullptr;
  evid meta = nullptr, values = nullptr;
  chtype type = TYPENOTCONN;
  int queued = 0;          // updates, guarded by Ca::mutex_
  Event *last = nullptr;   // the newest of them

  Channel(Ca &owner, uint32_t number, const std::string &name, bool single)
      : ca(owner), id(number), once(single), longText(!name.empty() && name.back() == '$') {}
};

// destroy ends a context. While a name server cannot be reached that takes libca
// half a minute, which nobody has to wait for.
void destroy(ca_client_context *context) {
  auto done = std::make_shared<std::promise<void>>();
  auto handle = std::make_shared<Handle>();
  std::thread([context, done, handle]() mutable {
    ca_attach_context(context);
    ca_context_destroy();
    handle.reset();
    done->set_value();
  }).detach();
  handle.reset();  // only the thread holds it now
  done->get_future().wait_for(std::chrono::milliseconds(500));
}

// libca keeps a context per thread, and Go moves between threads.
class Attached {
 public:
  explicit Attached(ca_client_context *context) : before_(ca_current_context()) {
    if (before_) ca_detach_context();
    ca_attach_context(context);
  }
  ~Attached() {
    ca_detach_context();
    if (before_) ca_attach_context(before_);
  }

 private:
  ca_client_context *before_;
};

// What libca writes to stderr would go over a terminal's picture; states reach
// the user by events.
int noPrint(const char *, va_list) { return 0; }
void noException(exception_handler_args) {}

class Ca : public Source {
 public:
  Ca(const Definitions &definitions, Signal &signal) : environment_(definitions), signal_(signal) {
    EnvironmentGuard guard(environment_);
    check(ca_context_create(ca_enable_preemptive_callback));
    context_ = ca_current_context();
    ca_replace_printf_handler(noPrint);
    ca_add_exception_event(noException, nullptr);
    eltc(0);
    ca_detach_context();
  }

  ~Ca() override {
    for (auto &pair : channels_) clear(*pair.second);
    destroy(context_);
  }

  void watch(uint32_t id, const char *name, bool once) override {
    Channel *channel;
    bool first;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      auto added = channels_.emplace(id, std::unique_ptr<Channel>(new Channel(*this, id, name, once)));
      if (!added.second) throw std::logic_error("the number is in use");
      channel = added.first->second.get();
      first = !started_;
      started_ = true;
    }
    try {
      if (first) {  // libca reads the rest of its configuration now
        EnvironmentGuard guard(environment_);
        create(name, *channel);
      } else {
        create(name, *channel);
      }
    } catch (...) {
      cancel(id);
      throw;
    }
  }

  void cancel(uint32_t id) override {
    std::unique_ptr<Channel> channel;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      auto found = channels_.find(id);
      if (found == channels_.end()) return;
      channel = std::move(found->second);
      channels_.erase(found);
    }
    clear(*channel);
  }

  void fill(Out &out) override {
    std::lock_guard<std::mutex> lock(mutex_);
    while (!queue_.empty()) {
      Event &event = queue_.front();
      if (!out.take(event)) return;
      auto found = channels_.find(event.fixed.id);
      if (found != channels_.end()) {
        Channel &channel = *found->second;
        if (event.fixed.kind == OWL_UPDATE) channel.queued--;
        if (channel.last == &event) channel.last = nullptr;
      }
      queue_.pop_front();
    }
  }

  void addDrops(owl_drops &drops) override {
    std::lock_guard<std::mutex> lock(mutex_);
    drops.client += dropped_;
  }

 private:
  void create(const char *name, Channel &channel) {
    Attached attached(context_);
    check(ca_create_channel(name, onConnection, &channel, CA_PRIORITY_DEFAULT, &channel.channel));
    ca_flush_io();
  }

  // clear ends a channel; no callback of it runs after that.
  void clear(Channel &channel) {
    if (!channel.channel) return;
    Attached attached(context_);
    ca_clear_channel(channel.channel);
    ca_flush_io();
  }

  void push(Channel &channel, Event &&event) {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      bool update = event.fixed.kind == OWL_UPDATE;
      if (update && channel.queued >= queueSize && channel.last) {
        *channel.last = std::move(event);
        dropped_++;
        return;
      }
      queue_.push_back(std::move(event));
      channel.last = update ? &queue_.back() : nullptr;  // stays where it is until it is taken
      channel.queued += update;
    }
    signal_.set();
  }

  void push(Channel &channel, int kind, const std::string &text = "") {
    Event event(channel.id, kind, now());
    event.text = text;
    push(channel, std::move(event));
  }

  static void onConnection(connection_handler_args args) {
    auto &channel = *static_cast<Channel *>(ca_puser(args.chid));
    channel.channel = args.chid;  // this may come before ca_create_channel is back
    if (args.op == CA_OP_CONN_UP) {
      channel.ca.push(channel, OWL_CONNECTED, ca_host_name(args.chid));
      channel.ca.connected(channel);
    } else {
      channel.ca.push(channel, OWL_DISCONNECTED);
    }
  }

  void connected(Channel &channel) {
    chtype type = ca_field_type(channel.channel);
    if (type != channel.type) {
      for (evid *sub : {&channel.meta, &channel.values}) {
        if (*sub) ca_clear_subscription(*sub);
        *sub = nullptr;
      }
    }
    channel.type = type;
    if (channel.once) {
      request(channel);
    } else if (type == DBF_STRING) {
      describe(channel, DBR_CTRL_STRING, nullptr);
      subscribe(channel);
    } else if (!channel.meta) {  // its first event comes at once, the values follow
      ca_create_subscription(dbf_type_to_DBR_CTRL(type), 1, channel.channel, DBE_PROPERTY, onMeta, &channel, &channel.meta);
    }
    ca_flush_io();
  }

  void request(Channel &channel) {
    if (channel.type == DBF_STRING) {
      describe(channel, DBR_CTRL_STRING, nullptr);
    } else {
      ca_array_get_callback(dbf_type_to_DBR_CTRL(channel.type), 1, channel.channel, onMeta, &channel);
    }
    ca_array_get_callback(dbf_type_to_DBR_TIME(channel.type), 0, channel.channel, onValue, &channel);
  }

  void subscribe(Channel &channel) {
    if (channel.values) return;
    ca_create_subscription(dbf_type_to_DBR_TIME(channel.type), 0, channel.channel, DBE_VALUE | DBE_ALARM, onValue, &channel, &channel.values);
    ca_flush_io();
  }

  void describe(Channel &channel, long dbr, const void *value) {
    std::string type = dbf_type_to_text(channel.type);
    unsigned long count = ca_element_count(channel.channel);
    if (count != 1) type += "[" + std::to_string(count) + "]";
    Event event(channel.id, OWL_META, now());
    readCaMeta(dbr, value, type, event);
    push(channel, std::move(event));
  }

  static void onMeta(event_handler_args args) {
    auto &channel = *static_cast<Channel *>(args.usr);
    if (args.status == ECA_NORMAL && args.dbr) channel.ca.describe(channel, args.type, args.dbr);
    if (!channel.once) channel.ca.subscribe(channel);
  }

  static void onValue(event_handler_args args) {
    auto &channel = *static_cast<Channel *>(args.usr);
    if (args.status == ECA_DISCONN) return;  // the connection handler tells of it
    if (args.status != ECA_NORMAL || !args.dbr) return channel.ca.push(channel, OWL_FAILED, ca_message(args.status));
    Shape shape = ca_element_count(args.chid) == 1 ? Shape::scalar : channel.longText ? Shape::text : Shape::array;
    Event event(channel.id, OWL_UPDATE, now());
    readCaUpdate(args.type, args.count, args.dbr, shape, event);
    channel.ca.push(channel, std::move(event));
    if (channel.once) channel.ca.push(channel, OWL_FINISHED);
  }

  Environment environment_;
  Signal &signal_;
  ca_client_context *context_ = nullptr;
  std::mutex mutex_;
  std::map<uint32_t, std::unique_ptr<Channel>> channels_;
  std::deque<Event> queue_;
  uint64_t dropped_ = 0;
  bool started_ = false;
};

}  // namespace

std::unique_ptr<Source> openCa(const Definitions &definitions, Signal &signal) {
  return std::unique_ptr<Source>(new Ca(definitions, signal));
}

}  // namespace owl
