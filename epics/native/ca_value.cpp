//go:build cgo && !noepics

#define epicsAlarmGLOBAL
#include "ca_value.h"

#include <cstring>

#include <alarm.h>
#include <alarmString.h>
#include <cadef.h>
#include <epicsTime.h>

namespace owl {

namespace {

std::string bounded(const char *text, size_t max) { return std::string(text, strnlen(text, max)); }

// state takes what every DBR_TIME structure begins with.
template <typename Dbr>
const Dbr *state(const void *value, Event &event) {
  auto d = static_cast<const Dbr *>(value);
  owl_event &e = event.fixed;
  e.severity = d->severity;
  e.status = d->status;
  if (d->severity != NO_ALARM && d->status >= 0 && d->status < ALARM_NSTATUS) event.message = epicsAlarmConditionStrings[d->status];
  if (d->stamp.secPastEpoch || d->stamp.nsec) {
    e.seconds = int64_t(d->stamp.secPastEpoch) + POSIX_TIME_AT_EPICS_EPOCH;
    e.nanoseconds = int32_t(d->stamp.nsec);
  }
  return d;
}

void scalar(double value, Event &event) {
  event.fixed.type = OWL_NUMBER;
  event.fixed.number = value;
}

void scalar(long value, Event &event) {
  event.fixed.type = OWL_INTEGER;
  event.fixed.integer = value;
}

template <typename Dbr, typename Wide>
void numbers(const void *value, long count, Shape shape, Event &event) {
  auto first = &state<Dbr>(value, event)->value;
  if (shape == Shape::scalar) return scalar(Wide(*first), event);
  event.fixed.type = OWL_ARRAY;
  std::vector<double> array(first, first + count);
  event.data.assign(reinterpret_cast<const char *>(array.data()), array.size() * sizeof(double));
}

void strings(const void *value, long count, Shape shape, Event &event) {
  auto first = &state<dbr_time_string>(value, event)->value;
  if (shape == Shape::scalar) {
    event.fixed.type = OWL_TEXT;
    event.text = bounded(*first, MAX_STRING_SIZE);
    return;
  }
  std::vector<std::string> list;
  for (long i = 0; i < count; i++) list.push_back(bounded(first[i], MAX_STRING_SIZE));
  event.fixed.type = OWL_TEXTS;
  addList(event.data, list);
}

void characters(const void *value, long count, Shape shape, Event &event) {
  if (shape != Shape::text) return numbers<dbr_time_char, long>(value, count, shape, event);
  auto first = reinterpret_cast<const char *>(&state<dbr_time_char>(value, event)->value);
  event.fixed.type = OWL_TEXT;
  event.text = bounded(first, size_t(count));
}

void choice(const void *value, Event &event) {
  event.fixed.type = OWL_CHOICE;
  event.fixed.integer = state<dbr_time_enum>(value, event)->value;
}

template <typename Dbr>
owl_meta limits(const void *value, std::string &units) {
  auto d = static_cast<const Dbr *>(value);
  units = bounded(d->units, MAX_UNITS_SIZE);
  owl_meta m = noLimits();
  m.display_low = d->lower_disp_limit;
  m.display_high = d->upper_disp_limit;
  m.control_low = d->lower_ctrl_limit;
  m.control_high = d->upper_ctrl_limit;
  m.lolo = d->lower_alarm_limit;
  m.low = d->lower_warning_limit;
  m.high = d->upper_warning_limit;
  m.hihi = d->upper_alarm_limit;
  return m;
}

std::vector<std::string> labels(const void *value) {
  auto d = static_cast<const dbr_ctrl_enum *>(value);
  std::vector<std::string> list;
  for (int i = 0; i < d->no_str && i < MAX_ENUM_STATES; i++) list.push_back(bounded(d->strs[i], MAX_ENUM_STRING_SIZE));
  return list;
}

}  // namespace

void readCaMeta(long dbr, const void *value, const std::string &type, Event &event) {
  owl_meta m = noLimits();
  std::string units;
  std::vector<std::string> choices;
  int precision = -1;
  switch (dbr) {
    case DBR_CTRL_DOUBLE:
      m = limits<dbr_ctrl_double>(value, units);
      precision = static_cast<const dbr_ctrl_double *>(value)->precision;
      break;
    case DBR_CTRL_FLOAT:
      m = limits<dbr_ctrl_float>(value, units);
      precision = static_cast<const dbr_ctrl_float *>(value)->precision;
      break;
    case DBR_CTRL_LONG: m = limits<dbr_ctrl_long>(value, units); break;
    case DBR_CTRL_SHORT: m = limits<dbr_ctrl_short>(value, units); break;
    case DBR_CTRL_CHAR: m = limits<dbr_ctrl_char>(value, units); break;
    case DBR_CTRL_ENUM: choices = labels(value); break;
  }
  event.setMeta(m, precision, units, "", type, choices);
}

void readCaUpdate(long dbr, long count, const void *value, Shape shape, Event &event) {
  switch (dbr) {
    case DBR_TIME_DOUBLE: return numbers<dbr_time_double, double>(value, count, shape, event);
    case DBR_TIME_FLOAT: return numbers<dbr_time_float, double>(value, count, shape, event);
    case DBR_TIME_LONG: return numbers<dbr_time_long, long>(value, count, shape, event);
    case DBR_TIME_SHORT: return numbers<dbr_time_short, long>(value, count, shape, event);
    case DBR_TIME_CHAR: return characters(value, count, shape, event);
    case DBR_TIME_STRING: return strings(value, count, shape, event);
    case DBR_TIME_ENUM: return choice(value, event);
  }
}

}  // namespace owl
