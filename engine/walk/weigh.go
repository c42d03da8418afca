package walk

import (
	"cmp"
	"math"
	"slices"
)

// State says how a cause stands.
type State string

// The states of a cause.
const (
	Open      State = "open"
	Out       State = "ruled out"
	Confirmed State = "confirmed"
)

// Standing is a cause with its share of belief.
type Standing struct {
	Cause int
	Share float64 // 0..1
	State State
}

// likelihood is how likely yes is when the cause is one that a check speaks for,
// and when it is not. These are judgements, the same for every record: a look may
// fit another cause too, a cause that is seen is rarely mistaken, and trouble may
// end by itself after something that was done.
func likelihood(k Kind) (ifCause, ifOther float64) {
	switch k {
	case Find:
		return 0.95, 0.05
	case Act:
		return 0.85, 0.1
	case Look:
	}
	return 0.8, 0.25
}

const (
	outBelow  = 0.02 // a share that is not pursued
	leadsFrom = 0.6  // from which what helped is proposed, after one yes
	leastGain = 1e-4 // bits, below which a check tells nothing
)

// ease weighs what a check tells by how easily it is answered: a look with PVs from
// the chair, any look before one searches for the cause itself.
func ease(c Check) float64 {
	switch {
	case c.Kind == Find:
		return 0.3
	case len(c.PVs) > 0:
		return 1.25
	}
	return 1
}

// belief is the share of each cause, and that of none of them at the end.
func (w *Walk) belief() []float64 {
	shares := make([]float64, len(w.Plan.Causes)+1)
	for i, c := range w.Plan.Causes {
		shares[i] = c.Prior
	}
	shares[len(w.Plan.Causes)] = Unknown
	for _, a := range w.Answers {
		if a.Verdict != Skip {
			update(shares, w.Plan.Checks[a.Check], a.Verdict == Yes)
		}
	}
	return shares
}

// update is Bayes' rule.
func update(shares []float64, c Check, yes bool) {
	sum := 0.0
	for i := range shares {
		p := chance(c, i)
		if !yes {
			p = 1 - p
		}
		shares[i] *= p
		sum += shares[i]
	}
	for i := range shares {
		shares[i] /= sum
	}
}

// chance of yes under a cause.
func chance(c Check, cause int) float64 {
	ifCause, ifOther := likelihood(c.Kind)
	if slices.Contains(c.For, cause) {
		return ifCause
	}
	return ifOther
}

// Standing lists the causes, the likelier first.
func (w *Walk) Standing() []Standing {
	shares := w.belief()
	out := make([]Standing, len(w.Plan.Causes))
	for i := range w.Plan.Causes {
		out[i] = Standing{Cause: i, Share: shares[i], State: w.state(i, shares[i])}
	}
	slices.SortStableFunc(out, func(a, b Standing) int { return cmp.Compare(b.Share, a.Share) })
	return out
}

func (w *Walk) state(cause int, share float64) State {
	state := Open
	if share < outBelow {
		state = Out
	}
	for _, a := range w.Answers {
		c := w.Plan.Checks[a.Check]
		if c.Kind == Look || !slices.Contains(c.For, cause) {
			continue
		}
		switch {
		case a.Verdict == Yes:
			state = Confirmed
		case a.Verdict == No && c.Kind == Find:
			state = Out
		}
	}
	return state
}

// Elsewhere is the share of belief that the cause is none of those known.
func (w *Walk) Elsewhere() float64 {
	shares := w.belief()
	return shares[len(shares)-1]
}

// next is the check from whose answer most is expected to be learned; what helped
// before goes first once its cause leads.
func (w *Walk) next() (int, bool) {
	shares := w.belief()
	asked := map[int]bool{}
	for _, a := range w.Answers {
		asked[a.Check] = true
	}
	if at, ok := w.deed(asked); ok {
		return at, true
	}
	best, most := -1, leastGain
	for i, c := range w.Plan.Checks {
		if asked[i] || c.Kind == Act || !w.pursued(c, shares) {
			continue
		}
		gain := gain(shares, c) * ease(c)
		if gain > most+1e-12 {
			best, most = i, gain
		}
	}
	return best, best >= 0
}

// deed is what helped with the cause that leads.
func (w *Walk) deed(asked map[int]bool) (int, bool) {
	for _, s := range w.Standing() {
		if s.State == Out || s.State == Open && (s.Share < leadsFrom || !w.supported(s.Cause)) {
			continue
		}
		for i, c := range w.Plan.Checks {
			if c.Kind == Act && !asked[i] && slices.Contains(c.For, s.Cause) {
				return i, true
			}
		}
		if s.State == Confirmed {
			return 0, false // nothing more is known of it
		}
	}
	return 0, false
}

// supported reports whether some answer speaks for a cause.
func (w *Walk) supported(cause int) bool {
	return slices.ContainsFunc(w.Answers, func(a Answer) bool {
		return a.Verdict == Yes && slices.Contains(w.Plan.Checks[a.Check].For, cause)
	})
}

// pursued reports whether a check is about a cause that is still open. Once one
// is confirmed there is nothing to look for.
func (w *Walk) pursued(c Check, shares []float64) bool {
	open := false
	for i := range w.Plan.Causes {
		switch w.state(i, shares[i]) {
		case Confirmed:
			return false
		case Open:
			open = open || slices.Contains(c.For, i)
		case Out:
		}
	}
	return open
}

// gain is the expected loss of entropy by a check, in bits.
func gain(shares []float64, c Check) float64 {
	p := 0.0
	for i, s := range shares {
		p += s * chance(c, i)
	}
	yes, no := slices.Clone(shares), slices.Clone(shares)
	update(yes, c, true)
	update(no, c, false)
	return entropy(shares) - p*entropy(yes) - (1-p)*entropy(no)
}

func entropy(shares []float64) float64 {
	h := 0.0
	for _, s := range shares {
		if s > 0 {
			h -= s * math.Log2(s)
		}
	}
	return h
}

// If is how the causes would stand after an answer to the present check.
func (w *Walk) If(v Verdict) []Standing {
	then := *w
	then.Answers = slices.Clone(w.Answers)
	then.Answer(v, w.Began)
	return then.Standing()
}
