//go:build cgo && !noepics

#include "pva_value.h"

#include <cmath>
#include <limits>

namespace owl {

using pvxs::Kind;
using pvxs::TypeCode;
using pvxs::Value;
using pvxs::shared_array;

namespace {

std::string text(const Value &field) {
  std::string s;
  if (field) field.as(s);
  return s;
}

double limit(const Value &of, const char *name) {
  double x = NAN;
  if (of) {
    if (auto field = of[name]) field.as(x);
  }
  return x;
}

std::vector<std::string> texts(const Value &field) {
  shared_array<const std::string> array;
  if (!field || !field.as(array)) return {};
  return std::vector<std::string>(array.begin(), array.end());
}

// doubles takes an array of numbers of any width.
shared_array<const double> doubles(const Value &field) {
  shared_array<const void> any;
  if (!field.as(any) || any.empty()) return {};
  return any.convertTo<const double>();
}

bool numbers(const Value &field) {
  TypeCode t = field.type();
  return t.isarray() && (t.kind() == Kind::Integer || t.kind() == Kind::Real || t.kind() == Kind::Bool);
}

// scalar takes a number, and a whole one as such as long as it fits.
void scalar(const Value &field, owl_event &e) {
  if (field.type().kind() == Kind::Real) {
    e.type = OWL_NUMBER;
    field.as(e.number);
    return;
  }
  uint64_t large = 0;
  if (field.type() == TypeCode::UInt64 && field.as(large) && large > uint64_t(std::numeric_limits<int64_t>::max())) {
    e.type = OWL_NUMBER;
    e.number = double(large);
    return;
  }
  e.type = OWL_INTEGER;
  field.as(e.integer);
}

void table(const Value &top, const Value &columns, Event &event) {
  std::vector<Value> taken;
  std::vector<std::string> names;
  for (auto column : columns.ichildren()) {
    if (!column.type().isarray() || !(numbers(column) || column.type().kind() == Kind::String)) continue;
    taken.push_back(column);
    names.push_back(columns.nameOf(column));
  }
  auto labels = texts(top["labels"]);
  event.fixed.type = OWL_TABLE;
  addList(event.data, labels.size() == names.size() ? labels : names);
  for (auto &column : taken) {
    if (numbers(column)) {
      auto array = doubles(column);
      addNumber(event.data, 0);
      addNumber(event.data, uint32_t(array.size()));
      event.data.append(reinterpret_cast<const char *>(array.data()), array.size() * sizeof(double));
    } else {
      addNumber(event.data, 1);
      addList(event.data, texts(column));
    }
  }
}

void unknown(const Value &top, Event &event) {
  event.fixed.type = OWL_NONE;
  event.text = top.id().empty() ? "structure" : top.id();
}

void structure(const Value &top, const Value &value, Event &event) {
  if (auto index = value["index"]) {
    event.fixed.type = OWL_CHOICE;
    index.as(event.fixed.integer);
  } else if (top.idStartsWith("epics:nt/NTTable:")) {
    table(top, value, event);
  } else {
    unknown(top, event);
  }
}

void readValue(const Value &top, const Value &value, Event &event) {
  TypeCode t = value.type();
  if (t == TypeCode::Struct) {
    structure(top, value, event);
  } else if (numbers(value)) {
    auto array = doubles(value);
    event.fixed.type = OWL_ARRAY;
    event.data.assign(reinterpret_cast<const char *>(array.data()), array.size() * sizeof(double));
  } else if (t == TypeCode::StringA) {
    event.fixed.type = OWL_TEXTS;
    addList(event.data, texts(value));
  } else if (t == TypeCode::String) {
    event.fixed.type = OWL_TEXT;
    event.text = text(value);
  } else if (t.kind() == Kind::Integer || t.kind() == Kind::Real || t.kind() == Kind::Bool) {
    scalar(value, event.fixed);
  } else {
    unknown(top, event);
  }
}

}  // namespace

std::vector<Layout::Role> Layout::roles(const Value &of, const std::vector<std::pair<const char *, Role>> &names) {
  std::vector<Role> list;
  if (!of || of.type() != TypeCode::Struct) return list;
  for (auto member : of.ichildren()) {
    Role role = other;
    for (auto &name : names) {
      if (of.nameOf(member) == name.first) role = name.second;
    }
    list.push_back(role);
  }
  return list;
}

void Layout::learn(const Value &top) {
  top_ = roles(top, {{"value", value}, {"alarm", alarm}, {"timeStamp", time}, {"display", described}, {"control", described}, {"valueAlarm", described}});
  alarm_ = roles(top["alarm"], {{"severity", severity}, {"status", status}, {"message", message}});
  time_ = roles(top["timeStamp"], {{"secondsPastEpoch", seconds}, {"nanoseconds", nanoseconds}});
}

bool Layout::changesMeta(const Value &top) const {
  size_t i = 0;
  for (auto member : top.ichildren()) {
    Role role = top_[i++];
    if (role == described && member.isMarked(true, true)) return true;
    if (role == value && member.type() == TypeCode::Struct) {
      auto choices = member["choices"];
      if (choices && choices.isMarked()) return true;
    }
  }
  return false;
}

void Layout::readUpdate(const Value &top, Event &event) const {
  owl_event &e = event.fixed;
  bool found = false;
  size_t i = 0;
  for (auto member : top.ichildren()) {
    size_t k = 0;
    switch (top_[i++]) {
      case value:
        found = true;
        readValue(top, member, event);
        break;
      case alarm:
        for (auto part : member.ichildren()) {
          Role role = alarm_[k++];
          if (role == severity) part.as(e.severity);
          if (role == status) part.as(e.status);
          if (role == message) event.message = text(part);
        }
        break;
      case time:
        for (auto part : member.ichildren()) {
          Role role = time_[k++];
          if (role == seconds) part.as(e.seconds);
          if (role == nanoseconds) part.as(e.nanoseconds);
        }
        break;
      default: break;
    }
  }
  if (!found) unknown(top, event);
}

void readMeta(const Value &top, Event &event) {
  auto display = top["display"], control = top["control"], alarm = top["valueAlarm"], value = top["value"];
  owl_meta m = noLimits();
  m.display_low = limit(display, "limitLow");
  m.display_high = limit(display, "limitHigh");
  m.control_low = limit(control, "limitLow");
  m.control_high = limit(control, "limitHigh");
  m.lolo = limit(alarm, "lowAlarmLimit");
  m.low = limit(alarm, "lowWarningLimit");
  m.high = limit(alarm, "highWarningLimit");
  m.hihi = limit(alarm, "highAlarmLimit");
  double precision = limit(display, "precision");
  std::string type = top.id();
  if (value && value.type() != TypeCode::Struct) type += std::string(type.empty() ? "" : " ") + value.type().name();
  event.setMeta(m, std::isnan(precision) ? -1 : int(precision), display ? text(display["units"]) : "",
                display ? text(display["description"]) : "", type, texts(top["value.choices"]));
}

}  // namespace owl
