#include "feed.h"

#include <cstdlib>
#include <iostream>
#include <string>
#include <unordered_map>
#include <vector>

#include <alarm.h>
#include <dbAccess.h>
#include <dbAddr.h>
#include <dbCommon.h>
#include <dbLock.h>
#include <epicsTime.h>
#include <recGbl.h>

namespace {

// field finds a field by name and remembers it.
DBADDR *field(const std::string &name) {
  static std::unordered_map<std::string, DBADDR> known;
  auto found = known.find(name);
  if (found != known.end()) return &found->second;
  DBADDR addr;
  if (dbNameToAddr(name.c_str(), &addr)) return nullptr;
  return &known.emplace(name, addr).first->second;
}

// write puts the text into the field, in the type that the field has.
long write(DBADDR *addr, const char *text) {
  if (addr->field_type == DBF_STRING) {
    char value[MAX_STRING_SIZE] = "";
    snprintf(value, sizeof value, "%s", text);
    return dbPut(addr, DBR_STRING, value, 1);
  }
  if (addr->field_type == DBF_ENUM || addr->field_type == DBF_MENU) {
    epicsEnum16 value = epicsEnum16(atoi(text));
    return dbPut(addr, DBR_ENUM, &value, 1);
  }
  if (addr->field_type == DBF_INT64) {
    epicsInt64 value = strtoll(text, nullptr, 10);
    return dbPut(addr, DBR_INT64, &value, 1);
  }
  std::vector<double> values;
  for (char *end = nullptr;; text = end) {
    double value = strtod(text, &end);
    if (end == text) break;
    values.push_back(value);
  }
  if (values.empty() || long(values.size()) > addr->no_elements) return -1;
  return dbPut(addr, DBR_DOUBLE, values.data(), long(values.size()));
}

bool apply(const std::string &line) {
  char *at = nullptr;
  long long ns = strtoll(line.c_str(), &at, 10);
  long severity = strtol(at, &at, 10);
  if (*at != ' ') return false;
  std::string name(at + 1), value;
  size_t space = name.find(' ');
  if (space != std::string::npos) {
    value = name.substr(space + 1);
    name.resize(space);
  }
  DBADDR *addr = field(name);
  if (!addr) return false;
  dbCommon *record = addr->precord;
  dbScanLock(record);
  record->time.secPastEpoch = epicsUInt32(ns / 1000000000 - POSIX_TIME_AT_EPICS_EPOCH);
  record->time.nsec = epicsUInt32(ns % 1000000000);
  long status = write(addr, value.c_str());
  if (!status) {
    if (severity > 0) recGblSetSevrMsg(record, COMM_ALARM, epicsEnum16(severity), "no communication with the device");
    dbProcess(record);
  }
  dbScanUnlock(record);
  return !status;
}

}  // namespace

void feed(std::istream &in) {
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && !apply(line)) std::cerr << "owl-ioc: cannot apply: " << line.substr(0, 100) << std::endl;
  }
}
