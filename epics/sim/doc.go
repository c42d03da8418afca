// Package sim is the live side of the demo facility: a real record IOC, the
// program owl-ioc, that serves the facility's process variables over PV Access
// and Channel Access, and a player that plays stories of the facility on it.
//
// The values travel to the IOC through its standard input; nobody writes to a PV
// over the network. When the owner ends in whatever way, the pipe closes and the
// IOC ends.
package sim
