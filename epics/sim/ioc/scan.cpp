#include "scan.h"

#include <cstddef>
#include <cstring>

#include <dbAccess.h>
#include <dbBase.h>
#include <dbCommon.h>
#include <dbEvent.h>
#include <dbStaticLib.h>
#include <epicsExport.h>
#include <recGbl.h>
#include <recSup.h>

const char *const scanDefinition = R"(
menu(scanState) {
  choice(scanState_Idle, "Idle")
  choice(scanState_Running, "Running")
}
recordtype(scan) {
  include "dbCommon.dbd"
  field(VAL, DBF_DOUBLE) { prompt("Position") }
  field(EXSC, DBF_MENU) { prompt("Scan in progress") menu(scanState) }
  field(AWAIT, DBF_SHORT) { prompt("Waits for its detector") }
}
)";

namespace {

struct ScanRecord {
  dbCommon common;
  epicsFloat64 val;
  epicsEnum16 exsc;
  epicsInt16 await;
};

long process(dbCommon *record) {
  auto scan = reinterpret_cast<ScanRecord *>(record);
  record->pact = TRUE;
  record->udf = FALSE;
  recGblGetTimeStamp(record);
  unsigned short mask = recGblResetAlarms(record) | DBE_VALUE | DBE_LOG;
  db_post_events(record, &scan->exsc, mask);
  db_post_events(record, &scan->await, mask);
  recGblFwdLink(record);
  record->pact = FALSE;
  return 0;
}

rset support() {
  rset s;
  memset(&s, 0, sizeof s);
  s.number = RSETNUMBER;
  s.process = process;
  return s;
}

rset scanRSET = support();

void place(dbFldDes *field, size_t offset, size_t size) {
  field->offset = static_cast<unsigned short>(offset);
  field->size = static_cast<short>(size);
}

// scanRecordSizeOffset tells where the fields lie: those of every record where
// the type "state", which has few others, has them.
int scanRecordSizeOffset(dbRecordType *type) {
  DBENTRY state;
  dbInitEntry(pdbbase, &state);
  if (dbFindRecordType(&state, "state")) return -1;
  for (int i = 0; i < type->no_fields; i++) {
    dbFldDes *field = type->papFldDes[i];
    if (!strcmp(field->name, "VAL")) {
      place(field, offsetof(ScanRecord, val), sizeof(epicsFloat64));
    } else if (!strcmp(field->name, "EXSC")) {
      place(field, offsetof(ScanRecord, exsc), sizeof(epicsEnum16));
    } else if (!strcmp(field->name, "AWAIT")) {
      place(field, offsetof(ScanRecord, await), sizeof(epicsInt16));
    } else {
      dbFldDes *same = state.precordType->papFldDes[i];
      place(field, same->offset, same->size);
    }
  }
  type->rec_size = sizeof(ScanRecord);
  dbFinishEntry(&state);
  return 0;
}

}  // namespace

extern "C" {
epicsExportAddress(rset, scanRSET);
epicsExportRegistrar(scanRecordSizeOffset);
}
