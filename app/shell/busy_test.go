package shell

import (
	"context"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"owl/engine"
	"owl/engine/trace"
	"owl/views/signals"
	"owl/views/widget/chart"
)

const charted = 8

// chartedPVs are the PVs that the busy console charts.
func chartedPVs() []string {
	var names []string
	for i := range charted {
		names = append(names, fmt.Sprintf("SR0%d:RF:FLOW:VAL", i+1))
	}
	return names
}

// busyAsker answers with the names of PVs at once; what is to stream never ends.
type busyAsker struct{}

func (busyAsker) Ask(ctx context.Context, req engine.Request, sink trace.Sink) (engine.Answer, error) {
	em := trace.NewEmitter("busy", time.Now, sink)
	em.Emit(trace.Root, "", trace.Started{Question: req.Question, Mode: req.Mode})
	if !strings.Contains(string(req.Question), "stream") {
		a := engine.Answer{Text: "The flows are " + strings.Join(chartedPVs(), ", ") + ".", Composer: "extractive"}
		em.Emit(trace.Root, "", trace.Answered{Answer: a})
		return a, nil
	}
	tokens := time.NewTicker(time.Second / 30)
	defer tokens.Stop()
	for i := 0; ; i++ {
		select {
		case <-tokens.C:
			em.Step(trace.Delta{Text: token(i)})
		case <-ctx.Done():
			em.Emit(trace.Root, "", trace.Cancelled{Reason: "cancelled"})
			return engine.Answer{}, ctx.Err()
		}
	}
}

// token is one of the pieces of an answer without end: paragraphs with marks, and a
// list now and then.
func token(i int) string {
	switch i % 60 {
	case 0:
		return "\n\nAt **02:14** the "
	case 30:
		return " [1].\n- the load "
	}
	return []string{"circulator ", "flow ", "of station B ", "fell ", "from 42 to 31 L/min, ", "as the strainer "}[i%6]
}

// busySignals gives what is followed a value ten times a second.
type busySignals struct {
	mu       sync.Mutex
	follow   []string
	messages []any
}

func (b *busySignals) Do(r signals.Request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.follow = slices.Clone(r.Follow)
	if len(r.Names) > 0 {
		b.messages = append(b.messages, signals.Found{PVs: r.Names})
	}
	for _, f := range r.Fetch {
		b.messages = append(b.messages, signals.History{Fetch: f, Why: "no archive"})
	}
}

func (b *busySignals) Next(ctx context.Context, pause time.Duration) []any {
	select {
	case <-time.After(pause):
	case <-ctx.Done():
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	out := b.messages
	b.messages = nil
	live := signals.Live{Now: time.Now()}
	for i, pv := range b.follow {
		live.PVs = append(live.PVs, reading(pv, i, live.Now))
	}
	return append(out, live)
}

// reading is a value that rises and falls with some noise.
func reading(pv string, i int, now time.Time) signals.Update {
	t := float64(now.UnixMilli()) / 1000
	x := 40 + 3*math.Sin(t/(3+float64(i))) + 0.4*math.Sin(17*t+float64(i))
	return signals.Update{
		PV: pv, Pieces: []signals.Piece{{Bin: chart.Bin{From: now, To: now, Low: x, High: x, Last: x}}},
		State: &signals.State{Meta: &signals.Meta{Unit: "L/min", Places: 1}},
	}
}

func (*busySignals) Close() {}

// startBusy is a console with eight charts at 10 Hz beside an answer that streams.
func startBusy(b *testing.B, w, h, rate int) *child {
	c := startLinked(b, "busy", link{w: w, h: h, rate: rate})
	c.shows("To begin with")
	c.press("flows?\r")
	c.shows("The flows are")
	c.press("v")
	c.shows("▸ Signals 8")
	c.press("wwwwww") // the shortest window moves most
	c.shows("10 s")
	c.press("/stream\r")
	c.shows("Esc cancels")
	return c
}

// BenchmarkBusy reports what a busy console writes, and what it takes of a core.
func BenchmarkBusy(b *testing.B) {
	const watched = 10 * time.Second
	for b.Loop() {
		c := startBusy(b, 120, 40, 0)
		time.Sleep(2 * time.Second)
		before, cpu := len(c.screen.written()), c.cpu()
		time.Sleep(watched)
		b.ReportMetric(float64(len(c.screen.written())-before)/1000/watched.Seconds(), "kB/s")
		b.ReportMetric(100*(c.cpu()-cpu).Seconds()/watched.Seconds(), "cpu%")
		c.close()
	}
}

// BenchmarkKeys is from a key on the ask line of a busy console to the frame with
// its letter.
func BenchmarkKeys(b *testing.B) {
	for name, l := range map[string]link{"fast": {w: 120, h: 40}, "slow": {w: 200, h: 60, rate: 20_000}} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				c := startBusy(b, l.w, l.h, l.rate)
				c.press("/")
				c.shows("▸ Ask")
				took := c.typing(200)
				b.ReportMetric(took[len(took)/2], "p50-ms")
				b.ReportMetric(took[len(took)*99/100], "p99-ms")
				c.close()
			}
		})
	}
}

// typing types letters and takes them back, and returns how long each took to show,
// in milliseconds, the fastest first.
func (c *child) typing(n int) []float64 {
	var took []float64
	for i := range n {
		letter := string(rune('a' + i%26))
		pressed := time.Now()
		c.press(letter)
		c.shows("▸ Ask  " + letter + " ")
		took = append(took, float64(time.Since(pressed).Microseconds())/1000)
		c.press("\x7f")
		c.shows("▸ Ask  type a question")
		time.Sleep(time.Duration(20+i%60) * time.Millisecond) // a hand is not in step with the frames
	}
	slices.Sort(took)
	return took
}

// cpu is the processor time of the child so far.
func (c *child) cpu() time.Duration {
	c.t.Helper()
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", c.cmd.Process.Pid))
	if err != nil {
		c.t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(data), ") ")
	var user, system int
	if _, err := fmt.Sscan(strings.Join(strings.Fields(rest)[11:13], " "), &user, &system); err != nil {
		c.t.Fatal(err)
	}
	return time.Duration(user+system) * time.Second / 100 // USER_HZ
}

// BenchmarkPanics counts the consoles that restore the terminal after an internal
// error.
func BenchmarkPanics(b *testing.B) {
	for b.Loop() {
		restored := 0
		for range 40 {
			c := start(b, "panic", false)
			c.shows("To begin with")
			c.press("why?\r")
			c.until("the end", func() bool { return c.gone })
			c.shows("internal error in answer")
			if after := c.termios(); after == c.before && !c.screen.cursorHidden() && c.screen.leftAlternate() {
				restored++
			}
			c.close()
		}
		b.ReportMetric(float64(restored), "restored")
	}
}
