package report

import (
	"fmt"

	"owl/bench/load"
)

// Load makes the table of a load test.
func Load(r load.Result) Table {
	of := func(v float64, n int) Cell { return Cell{Unit: Millis, Value: &v, N: n} }
	number := func(n int) Cell { return Cell{Text: fmt.Sprint(n)} }
	cells := []Cell{
		{Text: fmt.Sprintf("%.1f", r.Seconds)}, number(r.Answers), number(r.Abstained), number(r.Errors), {Text: fmt.Sprintf("%.1f", r.PerSecond)}, {}, {}, {}, {},
	}
	if r.Answers > 0 {
		for i, v := range []float64{r.Millis.P50, r.Millis.P95, r.Millis.P99} {
			cells[5+i] = of(v, r.Answers)
		}
	}
	if r.PeakMB > 0 {
		cells[8].Text = fmt.Sprintf("%.0f", r.PeakMB)
	}
	return Table{
		Name:    fmt.Sprintf("Load of %d sessions on %d questions", r.Sessions, r.Questions),
		Note:    "Latencies by nearest rank, of answers and abstentions. The peak is the resident memory of the whole process since it began, with reading the corpus.",
		Columns: []string{"seconds", "answers", "abstained", "errors", "answers/s", "p50 ms", "p95 ms", "p99 ms", "peak MiB"},
		Rows:    []Row{{Name: "all sessions", Cells: cells}},
	}
}
