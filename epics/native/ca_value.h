// From the structures of Channel Access to events.
#ifndef OWL_CA_VALUE_H
#define OWL_CA_VALUE_H

#include "event.h"

namespace owl {

// readCaMeta takes a DBR_CTRL value; type names the field's own type.
void readCaMeta(long dbr, const void *value, const std::string &type, Event &event);

// Shape is how the value of a field is to be read.
enum class Shape { scalar, array, text };  // text: an array of characters that is a string

// readCaUpdate takes a DBR_TIME value of count elements.
void readCaUpdate(long dbr, long count, const void *value, Shape shape, Event &event);

}  // namespace owl

#endif
