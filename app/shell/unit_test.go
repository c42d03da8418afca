package shell

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"owl/engine/trace"
	"owl/views/theme"
	"owl/views/widget"
)

func TestNoKeyIsBoundTwiceNorTakenFromTmuxAndScreen(t *testing.T) {
	for in, mt := range newPanes(theme.New(theme.None, true), "", time.Now).mounts() {
		var seen []string
		for _, b := range mt.keys {
			if b.Label == "" || b.Does == "" || b.Act == widget.NoAction || mt.name == "" {
				t.Errorf("incomplete binding %+v of %q", b, mt.name)
			}
			for _, k := range b.Keys {
				if k == "ctrl+a" || k == "ctrl+b" {
					t.Errorf("%s belongs to screen or tmux", k)
				}
				if slices.Contains(seen, k) {
					t.Errorf("%s is bound twice in place %d", k, in)
				}
				seen = append(seen, k)
			}
		}
	}
}

func TestKeysAreLookedUpNearestFirst(t *testing.T) {
	for _, c := range []struct {
		key  string
		at   place
		home bool
		want widget.Action
	}{
		{"enter", atAsk, false, widget.Submit},
		{"enter", atCitations, false, widget.Open},
		{"enter", atTrace, false, widget.Open},
		{"enter", atAnswer, false, widget.NoAction},
		{"j", atCitations, false, widget.Down},
		{"j", atAsk, false, widget.NoAction},
		{"q", atAsk, false, widget.NoAction},
		{"q", atTrace, false, widget.Quit},
		{"3", atAnswer, true, widget.Pick},
		{"3", atAnswer, false, widget.GoTo},
		{"n", atRecord, false, widget.NextQuote},
		{"tab", atAsk, true, widget.NextPane},
		{"?", atHelp, false, widget.Help},
		{"G", atAnswer, false, widget.Bottom},
		{"space", atRecord, false, widget.PageDown},
	} {
		m := bare(t)
		if c.home {
			m.stage.begun = false
		}
		if got := m.action(c.key, c.at); got != c.want {
			t.Errorf("%s at %q: action %q, want %q", c.key, m.mounts[c.at].name, got, c.want)
		}
	}
}

func TestPumpDeliversAllButDeltas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := newPump()
		var want, got []int
		lost := 0
		for seq := range rapid.IntRange(0, 3000).Draw(t, "events") {
			var payload trace.Payload = trace.Delta{Text: "x"}
			if seq%7 == 0 {
				payload = trace.Searched{}
				want = append(want, seq)
			}
			p.put(trace.Event{Seq: seq, Payload: payload})
		}
		p.close(nil)
		b := p.take(context.Background(), 0)
		last := -1
		for _, e := range b.events {
			if e.Seq <= last {
				t.Fatalf("event %d after %d", e.Seq, last)
			}
			lost += e.Seq - last - 1
			last = e.Seq
			if !e.Payload.Kind().Lossy() {
				got = append(got, e.Seq)
			}
		}
		if !slices.Equal(got, want) || !b.ended {
			t.Fatalf("delivered %d of %d events that must be delivered", len(got), len(want))
		}
		if len(b.events) > maxQueue+len(want) {
			t.Fatalf("%d events waited", len(b.events))
		}
	})
}

func TestPumpEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if b := newPump().take(ctx, time.Hour); !b.ended || b.err == nil {
		t.Errorf("batch %+v", b)
	}
}

func TestPace(t *testing.T) {
	at := time.Unix(0, 0)
	p := pace{least: leastWait, silence: silence}
	drawn := func(urgent bool) bool {
		p.stale, p.draw = true, false
		p.step(at, urgent)
		return p.draw
	}
	if !drawn(false) {
		t.Fatal("the first frame waits")
	}
	if drawn(false) {
		t.Error("a frame was drawn before the last one was confirmed")
	}
	if !drawn(true) {
		t.Error("a key right after a frame had to wait")
	}
	if drawn(true) {
		t.Error("a second key overtook the same frame")
	}
	p.asked = true
	p.confirmed(at.Add(100 * time.Millisecond))
	if !drawn(false) {
		t.Error("no frame after the confirmation")
	}
	p.confirmed(at)
	if drawn(false) {
		t.Error("an answer without a query confirmed a frame")
	}
	at = at.Add(time.Second)
	if drawn(true) {
		t.Error("a key overtook an old frame on a slow link")
	}
	if got := p.limit(); got != 800*time.Millisecond {
		t.Errorf("the terminal that took 100 ms is given %v", got)
	}
	p.overdue(p.frame)
	if !drawn(false) || p.open {
		t.Error("one lost answer must neither stop the frames nor the asking")
	}
}

func TestPaceDrawsAtWillWhenTheTerminalNeverAnswers(t *testing.T) {
	p := pace{least: leastWait, silence: silence, stale: true}
	p.step(time.Time{}, false)
	p.asked = true
	p.overdue(p.frame)
	for range 3 {
		p.stale, p.draw = true, false
		if p.step(time.Time{}, false); !p.draw {
			t.Fatal("a frame waits for a terminal that never answers")
		}
	}
	p.confirmed(time.Time{})
	if p.open {
		t.Error("an answer that came after all was not noticed")
	}
}

func TestCrewTurnsAPanicIntoAMessage(t *testing.T) {
	c := newCrew()
	cmd := c.job("search", func() tea.Msg { panic("bug") })
	if c.idle() {
		t.Error("a job that has not run does not count")
	}
	msg := c.handled(cmd())
	p, ok := msg.(*Panic)
	if !ok || p.Error() != "internal error in search: bug" || len(p.Stack) == 0 {
		t.Errorf("message %v", msg)
	}
	if !c.idle() {
		t.Error("a handled job still counts")
	}
}

func TestADismissedCrewStartsNothing(t *testing.T) {
	c := newCrew()
	ran := false
	cmd := c.job("late", func() tea.Msg { ran = true; return nil })
	c.dismiss(time.Hour)
	cmd()
	if ran {
		t.Error("work began after the end")
	}
}

func TestCrewDoesNotWaitForEver(t *testing.T) {
	c := newCrew()
	stuck, begun := make(chan struct{}), make(chan struct{})
	c.spawn("stuck", func() { close(begun); <-stuck })
	<-begun
	c.dismiss(time.Millisecond)
	close(stuck)
}

func TestLook(t *testing.T) {
	for _, c := range []struct {
		name  string
		opts  Options
		env   []string
		want  theme.Palette
		ascii bool
	}{
		{"nothing known", Options{}, []string{"TERM=xterm"}, theme.Dark, false},
		{"asked for", Options{Theme: "light"}, []string{"TERM=xterm"}, theme.Light, false},
		{"unknown name", Options{Theme: "pink"}, []string{"TERM=xterm"}, theme.Dark, false},
		{"no colour by option", Options{NoColor: true, Theme: "light"}, []string{"TERM=xterm"}, theme.None, false},
		{"no colour by any value", Options{}, []string{"TERM=xterm", "NO_COLOR=please"}, theme.None, false},
		{"an empty value is none", Options{}, []string{"TERM=xterm", "NO_COLOR="}, theme.Dark, false},
		{"dumb", Options{}, []string{"TERM=dumb"}, theme.None, true},
		{"kernel console", Options{}, []string{"TERM=linux"}, theme.Dark, true},
		{"ASCII by option", Options{ASCII: true}, []string{"TERM=xterm"}, theme.Dark, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.opts.Terminal.Env = c.env
			l := newLook(c.opts, envOf(c.opts))
			if l.theme.Palette != c.want || l.theme.ASCII != c.ascii {
				t.Errorf("palette %s, ASCII %v; want %s, %v", l.theme.Palette, l.theme.ASCII, c.want, c.ascii)
			}
			if colour := !slices.Contains(environ(c.opts), "NO_COLOR=1"); colour != (c.want != theme.None) && !strings.Contains(c.name, "dumb") {
				t.Errorf("the library is told colour %v", colour)
			}
		})
	}
}

func TestSynchronisedOutputOverSSHOnly(t *testing.T) {
	over := func(env ...string) bool {
		opts := Options{Terminal: Terminal{Env: env}}
		return newLook(opts, envOf(opts)).synchronise() != nil
	}
	if !over("TERM=xterm", "SSH_TTY=/dev/pts/1") || over("TERM=xterm") || over("TERM=linux", "SSH_TTY=/dev/pts/1") {
		t.Error("synchronised output is forced in the wrong place")
	}
}

// bare is a model without a program, for frames alone.
func bare(t *testing.T) *model {
	t.Helper()
	deps, _ := testDeps()
	opts := testOptions()
	opts.Terminal.Env = []string{"TERM=xterm"}
	m := newModel(t.Context(), opts, deps, newCrew())
	m.run.n, m.stage.begun = 1, true
	for _, s := range tripScript() {
		m.reduce(trace.Event{Run: "r", Seq: m.run.live.Seq + 1, Span: trace.Root, Payload: s.emit})
	}
	m.showRun()
	m.opened(recordMsg{citation: tripAnswer().Citations[1], record: tripRecord()})
	return m
}

func TestEveryFrameIsExactlyAsBigAsTheTerminal(t *testing.T) {
	m := bare(t)
	for _, focus := range []place{atAsk, atAnswer, atCitations, atRecord, atTrace} {
		m.focus(focus)
		for _, zoom := range []bool{false, true} {
			m.stage.zoom = zoom
			for w := 1; w <= 250; w += 1 + w/7 {
				for h := 1; h <= 70; h += 1 + h/5 {
					m.Update(tea.WindowSizeMsg{Width: w, Height: h})
					checkFrame(t, m.View().Content, w, h)
				}
			}
		}
	}
}

func checkFrame(t *testing.T, frame string, w, h int) {
	t.Helper()
	lines := strings.Split(frame, "\n")
	if len(lines) != h {
		t.Fatalf("%dx%d: %d lines", w, h, len(lines))
	}
	for _, l := range lines {
		if got := ansi.StringWidthWc(l); got != w {
			t.Fatalf("%dx%d: line of %d cells: %q", w, h, got, l)
		}
	}
}

func TestATinyTerminalSaysSo(t *testing.T) {
	m := bare(t)
	m.Update(tea.WindowSizeMsg{Width: 20, Height: 5})
	if got := m.View().Content; !strings.Contains(got, "terminal too small") {
		t.Errorf("frame %q", got)
	}
	m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	if got := m.View().Content; strings.Contains(got, "too small") {
		t.Errorf("frame %q", got)
	}
}

func TestAPanicInAPaneEndsTheConsoleInOrder(t *testing.T) {
	m := bare(t)
	m.mounts[atAnswer] = mount{}
	_, cmd := m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	_ = cmd
	got := make(chan tea.Msg, 1)
	m.fx.crew.attach(func(msg tea.Msg) { got <- msg })
	m.focus(atAnswer)
	m.pace.force()
	m.View()
	select {
	case msg := <-got:
		m.Update(msg)
	case <-time.After(deadline):
		t.Fatal("the panic was not reported")
	}
	var p *Panic
	if !errors.As(m.exit.err, &p) || p.Where != "view" || !m.exit.quitting {
		t.Errorf("exit %+v", m.exit)
	}
}

func TestEventsOfAnOldRunAreIgnored(t *testing.T) {
	m := bare(t)
	m.run.n = 2
	before := m.run.live.Seq
	m.Update(eventsMsg{run: 1, batch: batch{events: []trace.Event{{Seq: before + 1, Payload: trace.Searched{}}}}})
	if m.run.live.Seq != before {
		t.Error("an event of an old run was taken")
	}
}
