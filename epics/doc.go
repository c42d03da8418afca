// Package epics reads live process variables (PVs) over PV Access and Channel
// Access. It only reads: its binding calls no put and no RPC, and a test looks
// for such symbols in the linked program.
//
// Native tells whether this program was linked with the EPICS libraries. The
// Reader port that answers with live values stands in this package, with its
// implementation over package native; nothing outside of app/wire imports it.
package epics
