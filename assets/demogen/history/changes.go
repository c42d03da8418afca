package history

import (
	"slices"
	"strings"
	"time"

	"owl/assets/demogen/channel"
)

// change is a state that a channel takes.
type change struct {
	at    time.Time
	state string
}

// changes lists the states of an enum or text channel from the beginning: what
// the machine does to it, with the stories laid over.
func (a *Archive) changes(c *channel.Channel) []change {
	list := []change{{a.begin, c.State}}
	for _, p := range a.phases {
		list = append(list, change{p.from, a.stateIn(c, p)})
	}
	if t := a.told[c.Name]; t != nil {
		for _, s := range t.states {
			list = s.over(list)
		}
	}
	return slices.CompactFunc(list, func(a, b change) bool { return a.state == b.state })
}

// over replaces what a list says between the first and the last time of the
// track. At the last one the track ends with a state of its own.
func (s states) over(list []change) []change {
	end := s.at[len(s.at)-1]
	var out []change
	for _, ch := range list {
		if ch.at.Before(s.at[0]) {
			out = append(out, ch)
		}
	}
	for i, at := range s.at {
		out = append(out, change{at, s.names[i]})
	}
	for _, ch := range list {
		if ch.at.After(end) {
			out = append(out, ch)
		}
	}
	return out
}

// stateIn is the state of a channel in a phase of the machine.
func (a *Archive) stateIn(c *channel.Channel, p phase) string {
	tripped := p.tripped != ""
	switch c.Name {
	case "SR:OPS:MODE":
		return p.mode
	case "SR:OPS:TOPUP":
		return p.topup
	case "SR:OPS:FILL":
		return a.cal.Fill(p.from)
	case "SR:OPS:MSG":
		return message(p)
	case "SR:MPS:SUM":
		return choose(tripped, "Trip", "OK")
	case "SR:MPS:FIRST":
		return p.tripped
	case "SR:RF:A:STS", "SR:RF:B:STS":
		off := strings.Contains(p.stations, c.Name[len("SR:RF:"):len("SR:RF:A")])
		return choose(off, choose(tripped, "Trip", "Off"), c.State)
	case "SR:DI:OFB:STS":
		return choose(p.mode == "User", "On", "Off")
	}
	return a.deviceIn(c, p)
}

// deviceIn is the state of one of many devices: valves, shutters, safety zones.
func (a *Archive) deviceIn(c *channel.Channel, p phase) string {
	switch {
	case strings.HasSuffix(c.Name, ":VAC:GV1:STS"), strings.HasSuffix(c.Name, ":VAC:GV2:STS"):
		shut := p.mode == "Shutdown" || p.tripped == "VAC S"+c.Name[len("SR"):len("SR01")]
		return choose(shut, "Closed", "Open")
	case strings.HasPrefix(c.Name, "FE") && strings.HasSuffix(c.Name, ":PS:STS"):
		return choose(p.mode == "User", "Open", "Closed")
	case strings.HasPrefix(c.Name, "SR:PSS:Z"):
		access := p.mode == "Shutdown" || p.mode == "Down" && p.tripped == "" || strings.HasSuffix(p.tripped, c.Name[len("SR:PSS:"):len("SR:PSS:Z1")])
		return choose(access, "Open", "Secure")
	}
	return c.State
}

func message(p phase) string {
	switch p.mode {
	case "User":
		return "Beam available"
	case "Down":
		return choose(p.tripped == "", "No beam, access", "Beam lost: "+p.tripped)
	case "Injection":
		return "Filling"
	}
	return p.mode
}

func choose(yes bool, a, b string) string {
	if yes {
		return a
	}
	return b
}
