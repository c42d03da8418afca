package resolve

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"owl/engine/graph"
)

func revision(n int) string { return strconv.Itoa(n) }

const (
	// window is how far apart records of one episode may be.
	window = 14 * 24 * time.Hour
	// near is how far apart they may be without a word in common.
	near = 36 * time.Hour
	// longest is how long an episode may grow by its dates alone.
	longest = 75 * 24 * time.Hour
	// recent is how many episodes of a component are looked at.
	recent = 3
)

// episode is records about the same fault.
type episode struct {
	number     int            // from the oldest
	sheets     []*graph.Sheet // by date
	components []string       // of all sheets, in the order of their appearance
	words      map[string]bool
	from, last time.Time // of the records
	until      time.Time // the later of last and the end of its work requests
	into       *episode  // the episode that this one was joined to
	key        string    // of its node, "" when it is no fault
}

// now is the episode that an episode is part of.
func (ep *episode) now() *episode {
	for ep.into != nil {
		ep = ep.into
	}
	return ep
}

func (ep *episode) add(s *graph.Sheet) {
	ep.sheets = append(ep.sheets, s)
	for _, c := range s.Fault.Components {
		if !slices.Contains(ep.components, c) {
			ep.components = append(ep.components, c)
		}
	}
	for _, w := range s.Fault.Signature {
		ep.words[w] = true
	}
	if s.Created.After(ep.last) {
		ep.last = s.Created
	}
	for _, t := range []time.Time{s.Created, s.Until} {
		if t.After(ep.until) {
			ep.until = t
		}
	}
	if ep.from.IsZero() || s.Created.Before(ep.from) {
		ep.from = s.Created
	}
}

// episodes finds the episode of each record.
type episodes struct {
	list        []*episode
	bySheet     map[*graph.Sheet]*episode
	byParent    map[string]*episode
	byComponent map[string][]*episode // by date
	areas       map[string]bool       // components in which many things are
	often       map[string]int        // records by word of their signatures
	sightings   map[string][]sighting // by rare word, by date
	total       int
}

// sighting is when a word was first seen in an episode.
type sighting struct {
	ep *episode
	at time.Time
}

// newEpisodes places the sheets, which come in the order of their dates. areas
// are the keys of components that are places.
func newEpisodes(sheets []*graph.Sheet, isArea func(key string) bool) *episodes {
	e := &episodes{
		bySheet: make(map[*graph.Sheet]*episode, len(sheets)), byParent: map[string]*episode{}, byComponent: map[string][]*episode{},
		areas: map[string]bool{}, often: map[string]int{}, sightings: map[string][]sighting{},
	}
	for _, s := range sheets {
		if s.Fault == nil {
			continue
		}
		e.total++
		for _, w := range s.Fault.Signature {
			e.often[w]++
		}
		for _, c := range s.Fault.Components {
			e.areas[c] = isArea(c)
		}
	}
	for _, s := range sheets {
		if s.Fault != nil {
			e.place(s)
		}
	}
	e.joinReferences(sheets)
	e.settle()
	return e
}

// place adds a sheet to the episode that it continues, or begins one.
func (e *episodes) place(s *graph.Sheet) {
	ep := e.byParent[s.ParentID]
	if s.ParentID == "" || ep == nil {
		ep = e.continued(s)
	}
	if ep == nil {
		ep = &episode{number: len(e.list), words: map[string]bool{}}
		e.list = append(e.list, ep)
	}
	e.sight(ep, s)
	ep.add(s)
	e.bySheet[s] = ep
	if s.ParentID != "" {
		e.byParent[s.ParentID] = ep
	}
	for _, c := range s.Fault.Components {
		if list := e.byComponent[c]; !slices.Contains(list[max(0, len(list)-recent):], ep) {
			e.byComponent[c] = append(list, ep)
		}
	}
}

// continued returns the latest episode that a sheet continues, or nil.
func (e *episodes) continued(s *graph.Sheet) *episode {
	if s.Created.IsZero() {
		return nil
	}
	var best *episode
	try := func(ep *episode, continues bool) {
		if continues && (best == nil || ep.last.After(best.last)) {
			best = ep
		}
	}
	for _, c := range s.Fault.Components {
		list := e.byComponent[c]
		for i := len(list) - 1; i >= max(0, len(list)-recent); i-- {
			try(list[i], e.continues(list[i], s, c))
		}
	}
	if best != nil {
		return best
	}
	return e.resembling(s)
}

// continues reports whether a sheet about a component belongs to an episode of
// that component: the longer ago, the more they must have in common. While a
// work request is open, work on it may come late.
func (e *episodes) continues(ep *episode, s *graph.Sheet, component string) bool {
	gap := s.Created.Sub(ep.last)
	common := e.shared(ep, s, e.total/10)
	switch {
	case gap > window:
		return s.Created.Sub(ep.until) < window && e.shared(ep, s, e.total/60) > 1
	case s.Created.Sub(ep.from) > longest:
		return false
	case e.areas[component]:
		return common > 0 && sharesSystem(ep, s)
	}
	return gap <= near || common > 0
}

// sight notes the rare words that a sheet brings to an episode.
func (e *episodes) sight(ep *episode, s *graph.Sheet) {
	for _, w := range s.Fault.Signature {
		if !ep.words[w] && e.rare(w, e.total/60) {
			e.sightings[w] = append(e.sightings[w], sighting{ep, s.Created})
		}
	}
}

// resembling returns the episode begun last of those that a sheet resembles, or
// nil.
func (e *episodes) resembling(s *graph.Sheet) *episode {
	common := map[*episode]int{}
	for _, w := range s.Fault.Signature {
		list := e.sightings[w]
		for i := len(list) - 1; i >= 0 && s.Created.Sub(list[i].at) < window; i-- {
			common[list[i].ep]++
		}
	}
	var best *episode
	for ep, rare := range common {
		if (best == nil || ep.number > best.number) && s.Created.Sub(ep.from) < window && resembles(ep, s, rare) {
			best = ep
		}
	}
	return best
}

// resembles reports whether a sheet is about the same fault though its title
// names another component, or none: it was written at the same time and shares
// so many signs that few records have.
func resembles(ep *episode, s *graph.Sheet, rare int) bool {
	switch gap := s.Created.Sub(ep.last); {
	case gap > window:
		return false
	case gap > near:
		return rare > 2 && sharesSystem(ep, s)
	}
	return rare > 1 && (sharesSystem(ep, s) || len(s.Fault.Systems) == 0)
}

// fewest is how many records may have a sign that is called rare, however few
// records there are.
const fewest = 8

// shared counts the signs of a sheet that an episode has too, and that at most
// so many records have.
func (e *episodes) shared(ep *episode, s *graph.Sheet, most int) int {
	n := 0
	for _, w := range s.Fault.Signature {
		if ep.words[w] && e.rare(w, most) {
			n++
		}
	}
	return n
}

// rare reports whether at most so many records have a sign.
func (e *episodes) rare(word string, most int) bool { return e.often[word] <= max(fewest, most) }

func sharesSystem(ep *episode, s *graph.Sheet) bool {
	return slices.ContainsFunc(ep.sheets, func(o *graph.Sheet) bool {
		return slices.ContainsFunc(o.Fault.Systems, func(sys string) bool { return slices.Contains(s.Fault.Systems, sys) })
	})
}

// joinReferences joins episodes of which one names a record of the other, when
// they also share a component or a telling word.
func (e *episodes) joinReferences(sheets []*graph.Sheet) {
	byID := make(map[string]*episode, len(sheets))
	for _, s := range sheets {
		if ep := e.bySheet[s]; ep != nil {
			byID[s.FileID], byID[s.ParentID] = ep, ep
		}
	}
	for _, s := range sheets {
		ep := e.bySheet[s]
		if ep == nil {
			continue
		}
		for i := range s.Facts {
			id, isRef := strings.CutPrefix(s.Facts[i].To.Key, "ref:")
			if !isRef {
				continue
			}
			if other := byID[id]; other != nil && e.alike(other.now(), s) {
				join(other.now(), ep.now())
			}
		}
	}
}

func (e *episodes) alike(ep *episode, s *graph.Sheet) bool {
	return e.shared(ep, s, e.total/10) > 0 || slices.ContainsFunc(s.Fault.Components, func(c string) bool { return slices.Contains(ep.components, c) })
}

// join makes two episodes one.
func join(a, b *episode) {
	if a == b {
		return
	}
	if b.from.Before(a.from) {
		a, b = b, a
	}
	for _, s := range b.sheets {
		a.add(s)
	}
	b.into, b.sheets = a, nil
}

// settle names the episodes that are faults by their first record.
func (e *episodes) settle() {
	e.list = slices.DeleteFunc(e.list, func(ep *episode) bool { return ep.into != nil })
	for _, ep := range e.list {
		slices.SortStableFunc(ep.sheets, byDate)
		if slices.ContainsFunc(ep.sheets, func(s *graph.Sheet) bool { return !s.Fault.Weak }) {
			ep.key = "fault:" + nodeKey(ep.sheets[0])[len("doc:"):]
		}
	}
}

// head is the sheet that names an episode: the first that reports an event,
// else the first that says that there was trouble.
func (ep *episode) head() *graph.Sheet {
	for _, s := range ep.sheets {
		if s.Fault.Event && !s.Fault.Weak {
			return s
		}
	}
	for _, s := range ep.sheets {
		if !s.Fault.Weak {
			return s
		}
	}
	return ep.sheets[0]
}

// events are the sheets that report that it happened; without any, the head.
func (ep *episode) events() []*graph.Sheet {
	var out []*graph.Sheet
	for _, s := range ep.sheets {
		if s.Fault.Event && !s.Fault.Weak {
			out = append(out, s)
		}
	}
	if len(out) == 0 {
		out = append(out, ep.head())
	}
	return out
}
