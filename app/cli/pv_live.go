package cli

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"owl/app/wire"
	"owl/engine"
	"owl/engine/guard"
)

// reading is a live sample in JSON.
type reading struct {
	PV        string           `json:"pv"`
	Value     any              `json:"value"` // null for none, the label of a choice
	Index     *int             `json:"index,omitempty"`
	Units     engine.Untrusted `json:"units"`
	Severity  string           `json:"severity"`
	Status    int              `json:"status"`
	Message   engine.Untrusted `json:"message"`
	Time      string           `json:"time"` // RFC 3339, empty when unknown
	Connected bool             `json:"connected"`
	Quality   string           `json:"quality"`
	Provider  string           `json:"provider"`
	Error     string           `json:"error,omitempty"`
}

func readingOf(p wire.PVSample, zone *time.Location) reading {
	r := reading{
		PV: p.PV, Value: wire.PVData(p.Value), Index: wire.PVIndex(p.Value), Units: p.Units(), Severity: p.Severity.String(), Status: p.Status, Message: p.Message,
		Time: wire.PVTime(p, zone), Connected: p.Connected(), Quality: p.Quality.String(), Provider: string(p.Provider),
	}
	if p.Err != nil {
		r.Error, r.Severity = p.Err.Error(), ""
	}
	return r
}

func (s *session) pvGetCommand(f *pvFlags) *cobra.Command {
	return &cobra.Command{
		Use:     "get NAME...",
		Short:   "Read live PVs once",
		Long:    "get reads each PV once. A name may begin with pva:// or ca://; otherwise both\nare tried. The exit code is 1 when any PV could not be read.",
		Example: "owl pv get SR:DI:DCCT1:I\nowl pv get pva://SR:RF:B:STS --json",
		Args:    cobra.MinimumNArgs(1),

		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              s.run(func(ctx context.Context, args []string) error { return s.runPVGet(ctx, f, args) }),
	}
}

func (s *session) runPVGet(ctx context.Context, f *pvFlags, names []string) error {
	return s.withPVs(ctx, f, func(pvs *wire.PVs) error {
		samples, err := pvs.Get(ctx, names)
		if err != nil {
			return err
		}
		show := s.samplePrinter(f, pvs.Now().Location(), names)
		failed := false
		for _, sample := range samples {
			show(sample)
			failed = failed || sample.Err != nil
			if wire.IsMissing(sample) {
				s.nearest(ctx, pvs, sample.PV)
			}
		}
		if failed {
			return errSaid
		}
		return s.out.failed
	})
}

func (s *session) pvWatchCommand(f *pvFlags) *cobra.Command {
	var updates int
	var window time.Duration
	cmd := &cobra.Command{
		Use:     "watch NAME...",
		Short:   "Print every change of live PVs until interrupted",
		Example: "owl pv watch SR:DI:DCCT1:I SR:RF:B:STS\nowl pv watch SR:DI:DCCT1:I --chart 5m",
		Args:    cobra.MinimumNArgs(1),

		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              s.run(func(ctx context.Context, args []string) error { return s.runPVWatch(ctx, f, updates, window, args) }),
	}
	cmd.Flags().IntVarP(&updates, "updates", "n", 0, "end after so many; 0 never ends")
	cmd.Flags().DurationVar(&window, "chart", 0, "draw a chart of so long on the terminal instead")
	return cmd
}

// errEnough ends a watch that has seen what it wanted.
var errEnough = errors.New("enough")

func (s *session) runPVWatch(ctx context.Context, f *pvFlags, updates int, window time.Duration, names []string) error {
	switch {
	case window < 0:
		return usagef("--chart %s: want a time such as 5m", window)
	case window > 0 && (!s.out.terminal() || s.flags.json || f.csv):
		return usagef("--chart draws on a terminal; without one, or with --json or --csv, leave it out")
	}
	return s.withPVs(ctx, f, func(pvs *wire.PVs) error {
		show, seen := s.samplePrinter(f, pvs.Now().Location(), names), 0
		if window > 0 {
			show = s.liveChart(pvs, window, names)
		}
		err := pvs.Watch(ctx, names, func(samples []wire.PVSample) error {
			for _, sample := range samples {
				show(sample)
				if seen++; updates > 0 && seen >= updates {
					return errEnough
				}
			}
			return s.out.failed
		})
		if errors.Is(err, errEnough) {
			return nil
		}
		return err
	})
}

// samplePrinter prints samples as the flags want them.
func (s *session) samplePrinter(f *pvFlags, zone *time.Location, names []string) func(wire.PVSample) {
	switch {
	case s.flags.json:
		return func(p wire.PVSample) { _ = s.out.json(readingOf(p, zone)) } // out keeps its error
	case f.csv:
		s.out.csv("pv", "time", "value", "units", "severity", "message", "connected", "error")
		return func(p wire.PVSample) {
			r := readingOf(p, zone)
			s.out.csv(r.PV, r.Time, csvValue(p), string(r.Units), r.Severity, string(r.Message), fmt.Sprint(r.Connected), r.Error)
		}
	}
	width := 0
	for _, name := range names {
		width = max(width, len(shownName(name)))
	}
	return func(p wire.PVSample) { s.printSample(p, zone, width) }
}

// longestName is how much of a name is printed in front of its values.
const longestName = 100

func shownName(name string) string {
	name = guard.Line(engine.Untrusted(name))
	if len(name) > longestName {
		name = strings.ToValidUTF8(name[:longestName], "") + "..."
	}
	return name
}

func (s *session) printSample(p wire.PVSample, zone *time.Location, width int) {
	name := fmt.Sprintf("%-*s", width, shownName(p.PV))
	if p.Err != nil {
		s.out.printf("%s  %s\n", s.out.strong(name), s.out.bad(strings.TrimPrefix(p.Err.Error(), p.PV+": ")))
		return
	}
	at := "no time"
	if !p.Time.IsZero() {
		at = p.Time.In(zone).Format("2006-01-02 15:04:05.000 -07:00")
	}
	s.out.printf("%s  %s  %s%s\n", s.out.strong(name), s.out.faint(at), wire.PVValue(p), s.alarmText(p))
}

// alarmText says what is wrong with a sample; empty when nothing is.
func (s *session) alarmText(p wire.PVSample) styled {
	text := ""
	if p.Severity != 0 {
		text = "  " + p.Severity.String()
		if p.Message != "" {
			text += " " + guard.Line(p.Message)
		}
	}
	if q := p.Quality.String(); q != "good" && q != "invalid" {
		text += "  " + q
		if p.Severity == 0 && p.Message != "" {
			text += ": " + guard.Line(p.Message)
		}
	}
	if p.Severity > 1 {
		return s.out.bad(text)
	}
	return s.out.warn(text)
}

// csvValue is the value of a sample in one cell: without units.
func csvValue(p wire.PVSample) string {
	switch v := wire.PVData(p.Value).(type) {
	case nil:
		return ""
	case map[string]any:
		return string(wire.PVValue(p))
	default:
		return fmt.Sprint(v)
	}
}

// csv writes one row. What a spreadsheet would run as a formula is quoted by a
// blank before it.
func (p *printer) csv(cells ...string) {
	for i, cell := range cells {
		cell = guard.Line(engine.Untrusted(cell))
		if cell != "" && (cell[0] == '=' || cell[0] == '@') {
			cell = " " + cell
		}
		cells[i] = cell
	}
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	_ = w.Write(cells) // to memory
	w.Flush()
	p.write(b.String())
}
