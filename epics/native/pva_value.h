// From a structure of PV Access to events.
#ifndef OWL_PVA_VALUE_H
#define OWL_PVA_VALUE_H

#include <utility>
#include <vector>

#include <pvxs/data.h>

#include "event.h"

namespace owl {

// Layout tells what the members of a structure are by their positions. Finding
// each of them by its name would cost more than all the rest of an update.
class Layout {
 public:
  // learn takes the layout of the structure that a PV sends since it connected.
  void learn(const pvxs::Value &top);

  // changesMeta tells whether an update says something new of what belongs into
  // an OWL_META.
  bool changesMeta(const pvxs::Value &top) const;
  void readUpdate(const pvxs::Value &top, Event &event) const;

 private:
  enum Role : char { other, value, alarm, time, described, severity, status, message, seconds, nanoseconds };
  static std::vector<Role> roles(const pvxs::Value &of, const std::vector<std::pair<const char *, Role>> &names);

  std::vector<Role> top_, alarm_, time_;
};

void readMeta(const pvxs::Value &top, Event &event);

}  // namespace owl

#endif
