// Package epics reads live process variables (PVs) over PV Access and Channel
// Access. It only reads: its binding calls no put and no RPC, and a test looks
// for such symbols in the linked program.
//
// Native tells whether this program was linked with the EPICS libraries. Open
// makes a Reader over package native. A Sample is one reading of a PV, live or
// archived, and says how far it can be believed.
package epics
