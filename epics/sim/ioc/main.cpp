// owl-ioc: a record IOC with a Channel Access and a PV Access server, driven
// through its standard input by the simulator of package sim.
//
//   owl-ioc DBDPATH    folders with base.dbd and pvxsIoc.dbd, separated by ':'
//
// Standard input first holds the database, up to a line "end"; after that one
// update a line (feed.h). The program ends when its standard input does, so it
// cannot outlive its owner. Its servers take their ports from EPICS_CAS_* and
// EPICS_PVAS_*; on standard output it says "ready", the TCP port of PV Access and
// that of Channel Access, once it serves.

#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>

#include <dbAccess.h>
#include <dbStaticLib.h>
#include <epicsExit.h>
#include <iocInit.h>
#include <iocshRegisterCommon.h>
#include <pvxs/iochooks.h>
#include <pvxs/server.h>

#include "feed.h"
#include "scan.h"

namespace {

// load reads database definitions or records from a text.
bool load(std::string text, const char *path) {
  FILE *file = fmemopen(&text[0], text.size(), "r");
  return file && dbReadDatabaseFP(&pdbbase, file, path, nullptr) == 0;  // it closes the file
}

// records reads the database from the standard input.
bool records(std::string &text) {
  for (std::string line; std::getline(std::cin, line);) {
    if (line == "end") return true;
    text += line + "\n";
  }
  return false;
}

int fail(const char *what) {
  std::cerr << "owl-ioc: " << what << std::endl;
  return 1;
}

}  // namespace

int main(int argc, char **argv) {
  if (argc != 2) return fail("usage: owl-ioc DBDPATH");
  signal(SIGPIPE, SIG_IGN);
  std::ios::sync_with_stdio(false);
  std::string db;
  if (!records(db)) return fail("the standard input holds no database with a line \"end\"");

  setenv("PVXS_QSRV_ENABLE", "YES", 1);
  volatile auto linked = &pvxs::ioc::dbLoadGroup;  // or the linker drops libpvxsIoc, which registers itself
  (void)linked;
  iocshRegisterCommon();
  if (!load(std::string("include \"base.dbd\"\ninclude \"pvxsIoc.dbd\"\n") + scanDefinition, argv[1])) return fail("cannot load the definitions");
  if (registerAllRecordDeviceDrivers(pdbbase)) return fail("cannot register the record types");
  if (!load(db, argv[1])) return fail("cannot load the database");
  if (iocInit()) return fail("cannot start");

  const char *ca = getenv("RSRV_SERVER_PORT");  // set by the server
  std::cout << "ready " << pvxs::ioc::server().config().tcp_port << " " << (ca ? ca : "0") << std::endl;
  feed(std::cin);
  epicsExitCallAtExits();
  _exit(0);  // destructors of libraries would wait for threads
}
