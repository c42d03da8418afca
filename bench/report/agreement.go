package report

import (
	"owl/bench/nuggets"
	"owl/bench/score"
)

// agreement compares the verdicts of the judge with those of the matcher, a row
// a variant that was judged.
func (b builder) agreement() []Table {
	t := Table{
		Name: "Agreement of matcher and judge", Columns: []string{"nuggets", "unjudged", "same verdict", "kappa"},
		Note: "Over the nuggets that both judged; unjudged are those that the judge gave no readable verdict on, and count for neither. " +
			"Kappa is Cohen's, with the interval of a bootstrap over questions.",
	}
	for _, v := range b.Variants {
		byJudge := v.Scored.Verdicts(score.ByJudge)
		unjudged, judged := count(byJudge)
		if unjudged+judged == 0 {
			continue
		}
		left := float64(unjudged)
		row := Row{Name: v.Scored.Name, Cells: []Cell{{}, {Unit: Count, Value: &left}, {}, {}}}
		// Without a nugget that both judged there is nothing to compare.
		if a, err := score.Agree(v.Scored.Verdicts(score.ByMatcher), byJudge, b.Bootstrap); err == nil {
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
