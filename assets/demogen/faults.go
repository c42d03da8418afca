package demogen

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"owl/assets/demogen/calendar"
)

// fault is an event that cost beam time.
type fault struct {
	*stage
	minutes int
	row     row
}

// longestQuiet is the longest time between two faults that the report of a run
// claims: no other stretch of it may be longer.
const (
	reportedRun  = "2025-1"
	longestQuiet = 211 * time.Hour
)

// faults draws the faults of a run, so that its books add up.
func (w *world) faults(run calendar.Run, b books) ([]*fault, error) {
	hand := w.handRows(run)
	list := []book{{run: run.Name, category: "rest", events: 3, minutes: 150, longest: 90}} // the run that goes on
	if run.Faults > 0 {
		var err error
		if list, err = b.remaining(run, hand); err != nil {
			return nil, err
		}
	}
	for attempt := range 300 {
		plan := planner{world: w, run: run, books: b, dice: throw(w.seed, "faults", run.Name, attempt)}
		for _, r := range hand {
			plan.taken = append(plan.taken, r.start)
		}
		faults, ok := plan.all(list)
		if ok && (run.Name != reportedRun || plan.gap() <= longestQuiet+2*time.Hour) {
			return faults, nil
		}
	}
	return nil, fmt.Errorf("no place for the faults of run %s", run.Name)
}

// handRows are the hand-written rows in the user beam time of a run.
func (w *world) handRows(run calendar.Run) []row {
	var list []row
	for _, r := range w.hand.down {
		if !r.start.Before(run.Start) && r.start.Before(run.End) && w.cal.Kind(r.start) == calendar.User {
			list = append(list, r)
		}
	}
	return list
}

// planner places the faults of one run.
type planner struct {
	*world
	run   calendar.Run
	books books
	dice  dice
	taken []time.Time
	used  map[string]int // how often a scene was played
}

// all places the faults of all categories.
func (p *planner) all(list []book) ([]*fault, bool) {
	p.used = map[string]int{}
	var fixed []time.Time
	for _, t := range p.books.faults {
		if !t.Before(p.run.Start) && t.Before(p.run.End) {
			fixed = append(fixed, t)
		}
	}
	var faults []*fault
	for _, entry := range list {
		var group []*fault
		for range entry.events {
			f, ok := p.place(entry.category, &fixed)
			if !ok {
				return nil, false
			}
			group = append(group, f)
		}
		if len(group) > 0 && !share(group, int(math.Round(entry.minutes)), entry.longest) {
			return nil, false
		}
		faults = append(faults, group...)
	}
	return faults, true
}

// place finds a scene and a time at which it may happen.
func (p *planner) place(category string, fixed *[]time.Time) (*fault, bool) {
	for range 300 {
		at := p.moment()
		if len(*fixed) > 0 {
			at = (*fixed)[0]
		}
		if len(*fixed) == 0 && !p.free(at) {
			continue
		}
		s := p.scene(category, at)
		if s == nil {
			continue
		}
		st := p.stage(s, at, throw(p.seed, "fault", s.name, at.Format(time.RFC3339)))
		if !p.allowed(at, st.everything()) || p.toldOf(st) {
			continue
		}
		if len(*fixed) > 0 {
			*fixed = (*fixed)[1:]
		}
		p.taken = append(p.taken, at)
		p.used[s.name]++
		return &fault{stage: st}, true
	}
	return nil, false
}

// moment draws a time in the run. In a run of whose longest stretch without a
// fault the report speaks, it lies in the longest one so far.
func (p *planner) moment() time.Time {
	from, to := p.run.Start, p.run.End
	if end := time.Date(2026, 10, 14, 20, 0, 0, 0, p.cal.Zone); end.Before(to) {
		to = end
	}
	if p.run.Name == reportedRun && len(p.taken) > 1 && p.dice.chance(0.8) {
		slices.SortFunc(p.taken, func(a, b time.Time) int { return a.Compare(b) })
		from, to = p.longest()
	}
	return from.Add(time.Duration(p.dice.between(0, int(to.Sub(from).Minutes()))) * time.Minute)
}

// longest is the longest stretch between two faults that is not known to be one.
func (p *planner) longest() (from, to time.Time) {
	for i := 1; i < len(p.taken); i++ {
		a, b := p.taken[i-1], p.taken[i]
		known := slices.ContainsFunc(p.books.quiet, func(q [2]time.Time) bool { return q[0].After(a) && q[0].Before(b) })
		if !known && b.Sub(a) > to.Sub(from) {
			from, to = a, b
		}
	}
	return from, to
}

// toldOf tells whether a hand-written row of the weeks around blames the same
// device.
func (p *planner) toldOf(st *stage) bool {
	return slices.ContainsFunc(p.hand.down, func(r row) bool {
		return r.subsystem == st.vars["sub"] && r.start.Sub(st.at).Abs() < 21*24*time.Hour
	})
}

// free tells whether a fault may begin at t: in user beam, far from others.
func (p *planner) free(t time.Time) bool {
	for _, at := range []time.Time{t.Add(-time.Hour), t, t.Add(8 * time.Hour)} {
		if p.cal.Kind(at) != calendar.User {
			return false
		}
	}
	for _, q := range p.books.quiet {
		if t.After(q[0]) && t.Before(q[1]) {
			return false
		}
	}
	sameDay := 0
	for _, other := range p.taken {
		if other.Sub(t).Abs() < 9*time.Hour {
			return false
		}
		if other.Format(time.DateOnly) == t.Format(time.DateOnly) {
			sameDay++
		}
	}
	return sameDay < rowsADay
}

// scene draws one for a category; the more often a scene was played in this run,
// the less likely it is.
func (p *planner) scene(category string, at time.Time) *scene {
	var list []*scene
	var weights []float64
	for _, s := range p.grammar.kind("fault") {
		if category != "rest" && s.keys["cat"] != category || !s.inSeason(at) {
			continue
		}
		if category == "rest" && len(p.books.of(p.run.Name)) > 1 && s.keys["cat"] != "rest" {
			continue // these have an account of their own
		}
		list = append(list, s)
		weights = append(weights, s.number("weight", 1)/float64(1+2*p.used[s.name]))
	}
	if len(list) == 0 {
		return nil
	}
	return list[p.dice.weighted(weights)]
}

// inSeason tells whether the scene's from, to and months include t.
func (s *scene) inSeason(t time.Time) bool {
	day := t.Format(time.DateOnly)
	if months := strings.Fields(s.keys["months"]); len(months) > 0 && !slices.Contains(months, t.Format("1")) {
		return false
	}
	return (s.keys["from"] == "" || day >= s.keys["from"]) && (s.keys["to"] == "" || day <= s.keys["to"])
}

// gap is the longest time from the start of one fault to that of the next.
func (p *planner) gap() time.Duration {
	slices.SortFunc(p.taken, func(a, b time.Time) int { return a.Compare(b) })
	longest := time.Duration(0)
	for i := 1; i < len(p.taken); i++ {
		longest = max(longest, p.taken[i].Sub(p.taken[i-1]))
	}
	return longest
}

// share gives the faults their minutes, which add up to total: each draws from
// its scene's range, then all are stretched by the same factor as far as they go.
func share(faults []*fault, total, longest int) bool {
	drawn, low, high := make([]float64, len(faults)), make([]float64, len(faults)), make([]float64, len(faults))
	for i, f := range faults {
		low[i], high[i] = f.scene.number("min", 20), min(float64(longest), 4*f.scene.number("max", 60))
		drawn[i] = low[i] + f.dice.Float64()*(f.scene.number("max", 60)-low[i])
	}
	sum := func(factor float64) int {
		n := 0
		for i, f := range faults {
			f.minutes = int(min(max(drawn[i]*factor, low[i]), high[i]))
			n += f.minutes
		}
		return n
	}
	small, large := 0.0, 40.0
	for range 60 {
		if middle := (small + large) / 2; sum(middle) <= total {
			small = middle
		} else {
			large = middle
		}
	}
	left := total - sum(small)
	for i, f := range faults {
		if left > 0 && f.minutes < int(high[i]) {
			f.minutes++
			left--
		}
	}
	return left == 0
}

// everything is all that the scene may say at this time, for the look-up of what
// is reserved.
func (st *stage) everything() string {
	text := ""
	for _, list := range st.scene.parts {
		for _, way := range list {
			text += way + "\n"
		}
	}
	for name, value := range st.vars {
		text = strings.ReplaceAll(text, "{"+name+"}", value) + "\n" + value // the common words use it too
	}
	return text
}
