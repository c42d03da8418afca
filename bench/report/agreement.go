package report

import (
	"owl/bench/nuggets"
	"owl/bench/score"
)

// agreement compares the verdicts of the judge with those of the matcher, and
// with those of a second judge: a row a variant that was judged.
func (b builder) agreement() []Table {
	const note = "Over the nuggets that both judged; unjudged are those that the judge gave no readable verdict on, and count for neither. " +
		"Kappa is Cohen's, with the interval of a bootstrap over questions."
	matcher := b.agreements("Agreement of matcher and judge", note, func(v Variant) (a, b score.Verdicts) {
		return v.Scored.Verdicts(score.ByMatcher), v.Scored.Verdicts(score.ByJudge)
	})
	return append(matcher, b.agreements("Agreement of two judges", note, func(v Variant) (a, b score.Verdicts) {
		return v.Scored.Verdicts(score.ByJudge), v.Second
	})...)
}

// agreements makes the table of two raters; unjudged counts the second's.
func (b builder) agreements(name, note string, raters func(Variant) (a, b score.Verdicts)) []Table {
	t := Table{Name: name, Note: note, Columns: []string{"nuggets", "unjudged", "same verdict", "kappa"}}
	for _, v := range b.Variants {
		first, second := raters(v)
		unjudged, judged := count(second)
		if unjudged+judged == 0 {
			continue
		}
		left := float64(unjudged)
		row := Row{Name: v.Scored.Name, Cells: []Cell{{}, {Unit: Count, Value: &left}, {}, {}}}
		// Without a nugget that both judged there is nothing to compare.
		if a, err := score.Agree(first, second, b.Bootstrap); err == nil {
			both := float64(a.N)
			row.Cells[0] = Cell{Unit: Count, Value: &both, N: a.Questions}
			row.Cells[2] = Cell{Unit: Share, Value: &a.Share, N: a.Questions}
			row.Cells[3] = Cell{Value: &a.Kappa, Interval: &a.Interval, N: a.Questions}
		}
		t.Rows = append(t.Rows, row)
	}
	if len(t.Rows) == 0 {
		return nil
	}
	return []Table{t}
}

// count counts the verdicts of a rater; none are given without one.
func count(verdicts score.Verdicts) (unjudged, judged int) {
	for _, list := range verdicts {
		for _, v := range list {
			switch v {
			case "":
			case nuggets.Unjudged:
				unjudged++
			default:
				judged++
			}
		}
	}
	return unjudged, judged
}
