package channels

import "owl/engine"

// Entry is a channel as a database has it.
type Entry struct {
	PV          string
	Description engine.Untrusted
	Fields      map[string]string // what else is known, such as "system"
}

// Channel is a channel that was found.
type Channel struct {
	PV          string           `json:"pv"`
	Description engine.Untrusted `json:"description"`
	Score       float64          `json:"score"`     // 0..1
	Archived    *bool            `json:"archived"`  // nil when unknown
	Connected   *bool            `json:"connected"` // nil when unknown
}

// Result is the ranked set that the words mean, best first.
type Result struct {
	Channels []Channel `json:"channels"`
	Capped   bool      `json:"capped"` // there are more
	Notes    []string  `json:"notes,omitempty"`
}

// silentField tells a field whose words say nothing about what a channel is.
func silentField(name string) bool {
	switch name {
	case "unit", "units", "egu", "hwunits", "kind", "type", "datatype", "data_type", "precision", "places", "normal", "noise", "log", "elements",
		"lolo", "lo", "hi", "hihi", "period_s", "alarm_choice", "legacy", "alias", "aliases":
		return true
	}
	return false
}

// hostField tells a field that says where a channel is served or which states it
// has, not what it is. Its words count only when others leave nothing.
func hostField(name string) bool {
	switch name {
	case "choices", "states", "enums", "ioc", "iocname", "ioc_name", "host", "hostname", "host_name", "owner", "iocid", "caport", "pvaport", "pvstatus", "recordtype":
		return true
	}
	return false
}
