package nuggets

import "owl/bench/suite"

// Counts are how many nuggets got each verdict.
type Counts struct {
	Support  int `json:"support"`
	Partial  int `json:"partial"`
	None     int `json:"none"`
	Unjudged int `json:"unjudged,omitempty"`
}

// Add counts one verdict.
func (c *Counts) Add(v Verdict) {
	switch v {
	case Support:
		c.Support++
	case Partial:
		c.Partial++
	case None:
		c.None++
	default:
		c.Unjudged++
	}
}

// Judged is the number of nuggets with a verdict.
func (c Counts) Judged() int { return c.Support + c.Partial + c.None }

// half is what nuggets are worth when a partial one counts half.
func (c Counts) half() float64 { return float64(c.Support) + 0.5*float64(c.Partial) }

// Scores are the nuggets of one answer, counted. A nugget that nobody could
// judge is left out of every share, above and below.
type Scores struct {
	Vital      Counts `json:"vital"`
	Okay       Counts `json:"okay"`
	ChainRoles int    `json:"chain_roles"` // roles of the fault chain that the gold has, of those that could be judged
	ChainFound int    `json:"chain_found"` // those of which the answer states at least one nugget in full
}

// Score counts the verdicts, which stand in the order of the nuggets. It counts
// a nugget without a verdict as unjudged.
func Score(list []suite.Nugget, verdicts []Verdict) Scores {
	var s Scores
	for i, n := range list {
		counts := &s.Okay
		if n.Label == suite.Vital {
			counts = &s.Vital
		}
		counts.Add(verdictAt(verdicts, i))
	}
	for _, role := range suite.ChainRoles() {
		found, judged := chainLink(list, verdicts, role)
		if judged {
			s.ChainRoles++
		}
		if found {
			s.ChainFound++
		}
	}
	return s
}

func verdictAt(verdicts []Verdict, i int) Verdict {
	if i < len(verdicts) {
		return verdicts[i]
	}
	return Unjudged
}

// chainLink tells whether a role of the chain is stated. The vital nuggets of
// the role decide, or the others when it has none.
func chainLink(list []suite.Nugget, verdicts []Verdict, role suite.Role) (found, judged bool) {
	label := suite.Okay
	for _, n := range list {
		if n.Role == role && n.Label == suite.Vital {
			label = suite.Vital
		}
	}
	for i, n := range list {
		if n.Role != role || n.Label != label {
			continue
		}
		v := verdictAt(verdicts, i)
		found = found || v == Support
		judged = judged || v != Unjudged
	}
	return found, judged
}

// StrictVitalRecall is the share of the vital nuggets that are stated in full;
// ok is false when there is none to count.
func (s Scores) StrictVitalRecall() (share float64, ok bool) {
	return ratio(float64(s.Vital.Support), float64(s.Vital.Judged()))
}

// VitalRecall is StrictVitalRecall with a half for those stated in part.
func (s Scores) VitalRecall() (share float64, ok bool) {
	return ratio(s.Vital.half(), float64(s.Vital.Judged()))
}

// WeightedRecall is over all nuggets: vital ones weigh 1, the others 0.5, and
// one stated in part counts half.
func (s Scores) WeightedRecall() (share float64, ok bool) {
	return ratio(s.Vital.half()+0.5*s.Okay.half(), float64(s.Vital.Judged())+0.5*float64(s.Okay.Judged()))
}

// ChainCompleteness is the share of the roles of the gold's fault chain (cause,
// effect, resolution) of which at least one nugget is stated in full.
func (s Scores) ChainCompleteness() (share float64, ok bool) {
	return ratio(float64(s.ChainFound), float64(s.ChainRoles))
}

// Complete tells whether every vital nugget is stated in full; known is false
// when one could not be judged, or when there is none.
func (s Scores) Complete() (complete, known bool) {
	all := s.Vital.Judged() + s.Vital.Unjudged
	return s.Vital.Support == all, all > 0 && s.Vital.Unjudged == 0
}

func ratio(above, below float64) (float64, bool) {
	if below == 0 {
		return 0, false
	}
	return above / below, true
}
