package epics

import "owl/epics/native"

// Status says whether live PVs can be read at all, whatever the network does.
type Status struct {
	Available bool
	Versions  []string // of the linked libraries, such as "PVXS 1.5.3"; empty when not available
	Why       string   // one line that says why not; empty when available
}

// Native asks the linked libraries for their versions.
func Native() Status {
	info, err := native.Version()
	if err != nil {
		return Status{Why: err.Error()}
	}
	return Status{Available: true, Versions: []string{info.PVXS, info.Base, info.CA}}
}
