package walk

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"owl/engine"
)

// Verdict is an answer to a check.
type Verdict string

// The verdicts.
const (
	Yes  Verdict = "yes"
	No   Verdict = "no"
	Skip Verdict = "skip" // cannot be told now
)

// Answer is a check that was answered.
type Answer struct {
	Check   int              `json:"check"`
	Verdict Verdict          `json:"verdict"`
	Note    engine.Untrusted `json:"note,omitempty"`
	At      time.Time        `json:"at"`
	Seen    []Reading        `json:"seen,omitempty"` // live values when it was answered
}

// Reading is a live value of a PV.
type Reading struct {
	PV     string           `json:"pv"`
	Value  engine.Untrusted `json:"value"`            // as text, with its unit
	Number *float64         `json:"number,omitempty"` // nil when it is none
	Alarm  string           `json:"alarm,omitempty"`  // severity, empty without one
	Time   time.Time        `json:"time"`             // of the sample, zero when unknown
	Err    string           `json:"error,omitempty"`  // why there is none
}

// Walk is a walkthrough. Its JSON form holds everything.
type Walk struct {
	Plan    Plan             `json:"plan"`
	Began   time.Time        `json:"began"`
	Answers []Answer         `json:"answers"`
	Seen    []Reading        `json:"seen,omitempty"` // for the present check
	Note    engine.Untrusted `json:"note,omitempty"` // for the present check
	Left    bool             `json:"left,omitempty"` // given up by its owner
}

// New begins a walkthrough.
func New(p Plan, now time.Time) *Walk { return &Walk{Plan: p, Began: now} }

// Now is the index of the check to make next; false when the walk has ended.
func (w *Walk) Now() (check int, ok bool) {
	if w.Ended() {
		return 0, false
	}
	return w.next()
}

// Answer notes the answer to the present check. It does nothing at the end.
func (w *Walk) Answer(v Verdict, now time.Time) {
	at, ok := w.Now()
	if !ok {
		return
	}
	w.Answers = append(w.Answers, Answer{Check: at, Verdict: v, Note: w.Note, At: now, Seen: w.Seen})
	w.Seen, w.Note = nil, ""
}

// Back takes the last answer back, with its note. It reports whether there was
// one.
func (w *Walk) Back() bool {
	last := len(w.Answers) - 1
	if last < 0 {
		return false
	}
	w.Note, w.Seen, w.Left = w.Answers[last].Note, nil, false
	w.Answers = w.Answers[:last]
	return true
}

// Write adds a line to the note of the present check, or at the end to that of
// the last answer.
func (w *Walk) Write(note engine.Untrusted) {
	to := &w.Note
	if _, open := w.Now(); !open && len(w.Answers) > 0 {
		to = &w.Answers[len(w.Answers)-1].Note
	}
	*to = engine.Untrusted(strings.TrimSpace(string(*to + "\n" + note)))
}

// See takes live values for the present check; those of other PVs are left out.
func (w *Walk) See(readings []Reading) {
	at, ok := w.Now()
	if !ok {
		return
	}
	for _, r := range readings {
		if w.Plan.Checks[at].reads(r.PV) {
			w.see(r)
		}
	}
}

func (w *Walk) see(r Reading) {
	for i := range w.Seen {
		if w.Seen[i].PV == r.PV {
			w.Seen[i] = r
			return
		}
	}
	w.Seen = append(w.Seen, r)
}

func (c Check) reads(pv string) bool {
	for _, p := range c.PVs {
		if p.Name == pv {
			return true
		}
	}
	return false
}

// Names lists the PVs of a check.
func (c Check) Names() []string {
	var names []string
	for _, p := range c.PVs {
		names = append(names, p.Name)
	}
	return names
}

// Leave gives the walk up as it stands.
func (w *Walk) Leave() { w.Left = true }

// Outcome says how a walk ended.
type Outcome string

// The outcomes.
const (
	Resolved  Outcome = "resolved"       // something that was done helped
	Found     Outcome = "cause found"    // and no record says what helps, or nothing did
	Exhausted Outcome = "not in records" // no check is left, and no cause was found
	GivenUp   Outcome = "left"
)

// Ended reports whether there is nothing more to ask.
func (w *Walk) Ended() bool {
	if w.Left || w.resolved() >= 0 {
		return true
	}
	_, more := w.next()
	return !more
}

// resolved is the index of the answer that ended the trouble, -1 without one.
func (w *Walk) resolved() int {
	for i, a := range w.Answers {
		if a.Verdict == Yes && w.Plan.Checks[a.Check].Kind == Act {
			return i
		}
	}
	return -1
}

// Ending is what a walk came to. Cause is -1 when none was found.
type Ending struct {
	Outcome Outcome
	Cause   int
	Helped  *Deed  // nil when nothing did
	Tried   []Deed // what was done in this walk and did not help
	Open    []int  // causes that were not ruled out, the likelier first
}

// Ending says what the walk came to so far.
func (w *Walk) Ending() Ending {
	e := Ending{Outcome: Exhausted, Cause: -1}
	for _, a := range w.Answers {
		c := w.Plan.Checks[a.Check]
		switch {
		case c.Kind == Act && a.Verdict == Yes:
			e.Outcome, e.Cause, e.Helped = Resolved, w.leading(c.For), c.Deed
		case c.Kind == Act && a.Verdict == No:
			e.Tried = append(e.Tried, *c.Deed)
		}
	}
	for _, s := range w.Standing() {
		if s.State == Confirmed && e.Cause < 0 {
			e.Outcome, e.Cause = Found, s.Cause
		}
		if s.State != Out {
			e.Open = append(e.Open, s.Cause)
		}
	}
	if w.Left && e.Outcome == Exhausted {
		e.Outcome = GivenUp
	}
	return e
}

// leading is the likeliest of some causes.
func (w *Walk) leading(causes []int) int {
	for _, s := range w.Standing() {
		if slices.Contains(causes, s.Cause) {
			return s.Cause
		}
	}
	return -1
}

// Check reports whether a walk that was read again holds together: every number in
// it means something. The error is engine.ErrDamaged.
func (w *Walk) Check() error {
	p := w.Plan
	for i, c := range p.Causes {
		if len(c.Evidence) == 0 || !(c.Prior > 0 && c.Prior <= 1) || !p.cites(c.Evidence...) || !p.cites(c.Against...) {
			return fmt.Errorf("cause %d: %w", i, engine.ErrDamaged)
		}
	}
	for i, c := range p.Checks {
		deed := c.Kind != Act || c.Deed != nil
		if len(c.For) == 0 || !deed || !p.cites(c.Cite) || slices.ContainsFunc(c.For, func(i int) bool { return i < 0 || i >= len(p.Causes) }) {
			return fmt.Errorf("check %d: %w", i, engine.ErrDamaged)
		}
	}
	for i, a := range w.Answers {
		if a.Check < 0 || a.Check >= len(p.Checks) {
			return fmt.Errorf("answer %d: %w", i, engine.ErrDamaged)
		}
	}
	return nil
}

// cites reports whether there are citations of these numbers.
func (p Plan) cites(numbers ...int) bool {
	return !slices.ContainsFunc(numbers, func(n int) bool { return n < 1 || n > len(p.Citations) })
}
