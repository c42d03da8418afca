// From a structure of PV Access to events.
#ifndef OWL_PVA_VALUE_H
#define OWL_PVA_VALUE_H

#include <pvxs/data.h>

#include "event.h"

namespace owl {

// changesMeta tells whether an update says something new of what belongs into an
// OWL_META.
bool changesMeta(const pvxs::Value &top);

void readMeta(const pvxs::Value &top, Event &event);
void readUpdate(const pvxs::Value &top, Event &event);

}  // namespace owl

#endif
