package epics

import (
	"time"

	"owl/epics/native"
)

// probeEvery is the time between two looks for a server that went away.
const probeEvery = time.Second

// away are links whose server went away, with its address. The libraries look for
// such PVs less and less often, and may not hear the beacons of a server that is
// back; those of CA arrive only where a repeater runs. So one link of each server
// is made anew every now and then, which is searched for at once; when it
// connects, the others are made anew too.
type away struct {
	links map[*link]string
	next  time.Time
}

// note follows what an event means for a link. It returns the links to make anew.
func (a *away) note(l *link, kind native.Kind) []*link {
	if l.channel.once {
		return nil
	}
	switch kind {
	case native.Disconnected:
		a.links[l] = l.server
	case native.Connected:
		server, was := a.links[l]
		delete(a.links, l)
		if was {
			return a.take(server)
		}
	}
	return nil
}

// take returns the links of a server that is back, and forgets them.
func (a *away) take(server string) []*link {
	var list []*link
	for l, s := range a.links {
		if s == server {
			list = append(list, l)
			delete(a.links, l)
		}
	}
	return list
}

// probes returns one PV of each server when it is time: its link, and those of
// others who asked for the same PV.
func (a *away) probes(now time.Time) []*link {
	if len(a.links) == 0 || now.Before(a.next) {
		return nil
	}
	a.next = now.Add(probeEvery)
	one := map[string]*link{}
	for l, server := range a.links {
		one[server] = l
	}
	var list []*link
	for l, server := range a.links {
		if chosen := one[server]; l.bare == chosen.bare && l.provider == chosen.provider {
			list = append(list, l)
		}
	}
	return list
}
