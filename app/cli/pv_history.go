package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"

	"owl/app/wire"
	"owl/engine"
	"owl/engine/guard"
	"owl/engine/query"
	"owl/views/theme"
	"owl/views/widget/chart"
)

type historyFlags struct {
	*pvFlags
	from, to, op, reduce string
	limit, height        int
	log, ascii, block    bool
}

func (s *session) pvHistoryCommand(pf *pvFlags) *cobra.Command {
	f := historyFlags{pvFlags: pf}
	cmd := &cobra.Command{
		Use:   "history NAME...",
		Short: "Draw or print archived PVs",
		Long: "history reads archived PVs and draws a strip chart of up to 12; --json and\n" +
			"--csv print the samples. Times are in the site's zone: 2026-10-15,\n" +
			"\"2026-10-15 02:30\", 8h, 2d, yesterday, or RFC 3339. A time without samples\n" +
			"shows as a gap with its cause.",
		Example: "owl pv history SR:DI:DCCT1:I --from 8h\nowl pv history SR:DI:DCCT1:I --from '2026-10-15 02:30' --to 2026-10-15\n" +
			"owl pv history SR:DI:DCCT1:I --from 7d --op mean_600 --csv",
		Args: cobra.RangeArgs(1, 12),

		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              s.run(func(ctx context.Context, args []string) error { return s.runPVHistory(ctx, f, args) }),
	}
	flags := cmd.Flags()
	flags.StringVar(&f.from, "from", "1h", "start of the window")
	flags.StringVar(&f.to, "to", "", "end of the window; now when empty")
	flags.StringVar(&f.op, "op", "", "operator of the archiver, such as mean_60, max_600, lastFill_60")
	flags.StringVar(&f.reduce, "reduce", "", "number of a waveform: mean, min, max, sum, std, rms, first, last")
	flags.IntVar(&f.limit, "limit", 0, "most samples of a PV that are printed; 0 is all, a chart has all")
	flags.IntVar(&f.height, "height", 0, "rows of the chart; 0 fits it to the number of PVs")
	flags.BoolVar(&f.log, "log", false, "logarithmic scale")
	flags.BoolVar(&f.ascii, "ascii", false, "draw with ASCII characters only")
	flags.BoolVar(&f.block, "block", false, "draw with blocks, not with Braille")
	return cmd
}

func (s *session) runPVHistory(ctx context.Context, f historyFlags, names []string) error {
	if f.limit < 0 || f.height < 0 {
		return usagef("--limit and --height: want no negative number")
	}
	op, err1 := wire.ParseOp(f.op)
	reduce, err2 := wire.ParseReduction(f.reduce)
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	return s.withPVs(ctx, f.pvFlags, func(pvs *wire.PVs) error {
		q, err := f.window(pvs.Now())
		if err != nil {
			return err
		}
		q.Op, q.Reduce, q.Limit = op, reduce, f.limit
		if now := pvs.Now(); q.From.After(now) {
			s.notes([]string{"nothing is archived yet: the window begins after now, " + now.Format("2006-01-02 15:04:05 -07:00")})
		}
		switch {
		case s.flags.json:
			return s.historyJSON(ctx, pvs, q, names)
		case f.csv:
			return s.historyCSV(ctx, pvs, q, names)
		}
		return s.historyChart(ctx, pvs, q, f, names)
	})
}

func (f historyFlags) window(now time.Time) (q wire.HistoryQuery, err error) {
	if q.From, err = timeFlag("--from", f.from, now, query.ParseTime); err != nil {
		return q, err
	}
	if q.To, err = timeFlag("--to", f.to, now, query.ParseUntil); err != nil {
		return q, err
	}
	if f.to == "" {
		q.To = now
	}
	if !q.From.Before(q.To) {
		return q, usagef("--from %s is not before --to %s", q.From.Format(time.RFC3339), q.To.Format(time.RFC3339))
	}
	return q, nil
}

// archived is a sample of a history in JSON; a gap has no value and its cause as
// the message.
type archived struct {
	Time     string           `json:"time"`
	Value    any              `json:"value"`
	Index    *int             `json:"index,omitempty"` // of a choice
	Severity string           `json:"severity"`
	Status   int              `json:"status"`
	Message  engine.Untrusted `json:"message,omitempty"`
	Quality  string           `json:"quality"`
	Before   bool             `json:"before,omitempty"` // in force at the start of the window
	Stats    any              `json:"stats,omitempty"`
	Error    string           `json:"error,omitempty"`
}

func archivedOf(h wire.HistorySample, zone *time.Location) archived {
	a := archived{
		Time: wire.PVTime(h.Sample, zone), Value: wire.PVData(h.Value), Index: wire.PVIndex(h.Value), Severity: h.Severity.String(), Status: h.Status,
		Message: h.Message, Quality: h.Quality.String(), Before: h.Before,
	}
	if st := h.Stats; st != nil {
		a.Stats = map[string]any{"mean": st.Mean, "std": st.Std, "min": st.Min, "max": st.Max, "count": st.Count}
	}
	if h.Err != nil {
		a.Error = h.Err.Error()
	}
	return a
}

// historyJSON writes one object a PV. The samples are written as they come, so
// that a long history needs no memory.
func (s *session) historyJSON(ctx context.Context, pvs *wire.PVs, q wire.HistoryQuery, names []string) error {
	zone := pvs.Now().Location()
	for _, q.PV = range names {
		s.out.write(`{"pv":` + jsonText(q.PV) + `,"from":` + jsonText(q.From.Format(time.RFC3339)) + `,"to":` + jsonText(q.To.Format(time.RFC3339)) +
			`,"op":` + jsonText(string(q.Op)) + `,"samples":[`)
		first := true
		sum, err := pvs.History(ctx, q, func(h wire.HistorySample) {
			if !first {
				s.out.write(",\n")
			}
			first = false
			s.out.write(jsonText(archivedOf(h, zone)))
		})
		s.out.write(`],"summary":` + jsonText(summaryOf(sum, err)) + "}\n")
		if err != nil {
			return s.withNearest(ctx, pvs, q.PV, err)
		}
	}
	return s.out.failed
}

// summaryOf ends a history in JSON, also one that failed half-way.
func summaryOf(sum wire.HistorySummary, err error) map[string]any {
	out := map[string]any{"archived_as": sum.PV, "samples": sum.Samples, "gaps": sum.Gaps, "late": sum.Late, "capped": sum.Capped, "notes": append([]string{}, sum.Notes...)}
	if m := sum.Meta; m != nil {
		out["units"], out["description"] = m.Units, m.Description
	}
	if err != nil {
		out["error"] = err.Error()
	}
	return out
}

// jsonText writes a value as JSON that is safe on a terminal.
func jsonText(v any) string {
	doc, err := json.Marshal(v)
	if err != nil {
		return "null" // only our own types are written
	}
	return string(guard.JSON(doc))
}

func (s *session) historyCSV(ctx context.Context, pvs *wire.PVs, q wire.HistoryQuery, names []string) error {
	zone := pvs.Now().Location()
	s.out.csv("pv", "time", "value", "severity", "message", "quality", "before")
	for _, q.PV = range names {
		sum, err := pvs.History(ctx, q, func(h wire.HistorySample) {
			s.out.csv(q.PV, wire.PVTime(h.Sample, zone), csvValue(h.Sample), h.Severity.String(), string(h.Message), h.Quality.String(), strconv.FormatBool(h.Before))
		})
		s.notes(sum.Notes)
		if err != nil {
			return s.withNearest(ctx, pvs, q.PV, err)
		}
	}
	return s.out.failed
}

// chartRows is the height of one strip when none is asked for.
const chartRows = 12

func (s *session) historyChart(ctx context.Context, pvs *wire.PVs, q wire.HistoryQuery, f historyFlags, names []string) error {
	o := s.chartOptions(pvs, f, len(names))
	o.From, o.To, o.Zone = q.From, q.To, pvs.Now().Location()
	var series []chart.Series
	limit := q.Limit
	q.Limit = 0
	for _, q.PV = range names {
		s.err.showStatus("reading " + q.PV)
		bins, sum, err := pvs.Bins(ctx, q, o.Width*2)
		if wire.HasNoChart(err) {
			if err := s.historyList(ctx, pvs, q, limit); err != nil {
				return err
			}
			continue
		}
		if err != nil {
			return s.withNearest(ctx, pvs, q.PV, err)
		}
		s.notes(sum.Notes)
		strip := wire.ChartSeries(q.PV, sum, bins)
		strip.Log = f.log
		series = append(series, strip)
	}
	if len(series) == 0 {
		return s.out.failed
	}
	for _, line := range chart.Draw(series, o) {
		if !s.out.color {
			line = ansi.Strip(line)
		}
		s.out.write(strings.TrimRight(line, " ") + "\n")
	}
	return s.out.failed
}

// listed is how many samples are listed of a PV that has no chart.
const listed = 200

// historyList prints the samples of texts and waveforms.
func (s *session) historyList(ctx context.Context, pvs *wire.PVs, q wire.HistoryQuery, limit int) error {
	q.Limit = cmp.Or(limit, listed)
	sum, err := pvs.History(ctx, q, func(h wire.HistorySample) { s.printSample(h.Sample, pvs.Now().Location(), len(q.PV)) })
	s.notes(sum.Notes)
	return err
}

// chartOptions fits a chart to the terminal.
func (s *session) chartOptions(pvs *wire.PVs, f historyFlags, n int) chart.Options {
	o := chart.Options{Width: 80, Height: f.height, Mode: chart.Braille, Theme: theme.New(theme.None, false)}
	if s.out.terminal() {
		o.Width = max(20, s.out.width)
	}
	if s.out.color {
		o.Theme = theme.New(theme.Sixteen, false)
	}
	switch {
	case f.ascii || pvs.ASCII() || !utf8Locale(s.host.Environ):
		o.Mode, o.Theme.Glyphs = chart.ASCII, theme.New(theme.None, true).Glyphs
	case f.block:
		o.Mode = chart.Block
	}
	if o.Height == 0 {
		o.Height = max(16, min(48, n*chartRows))
	}
	return o
}
