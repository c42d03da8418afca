// The record type "scan": what the demo machine needs of the scan records of
// beamlines, whose fields are PVs of their own.
#ifndef OWL_IOC_SCAN_H
#define OWL_IOC_SCAN_H

extern const char *const scanDefinition;  // for dbReadDatabase

#endif
