package wire

import (
	"errors"
	"math"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"owl/engine"
	"owl/epics"
	"owl/views/signals"
	"owl/views/theme"
	"owl/views/widget"
)

// until hands the messages of a feed to a pane, and its requests back, until a
// condition holds.
func until(t *testing.T, f *Feed, m *signals.Model, what string, done func([]any) bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); ; {
		messages := f.Next(t.Context(), 0)
		for _, msg := range messages {
			if r, ok := m.Update(msg).(signals.Request); ok {
				f.Do(r)
			}
		}
		if done(messages) {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("waited in vain until %s:\n%s", what, m.View(100, 20))
		}
	}
}

func feedOf(t *testing.T, pvs *PVs, words string) (*Feed, *signals.Model) {
	t.Helper()
	f := pvs.Feed(t.Context())
	t.Cleanup(f.Close)
	m := signals.New(theme.New(theme.None, false), pvs.Now().Location(), pvs.Now())
	f.Do(signals.Request{Find: engine.Untrusted(words)})
	return f, m
}

// shows waits until the pane shows a text.
func shows(t *testing.T, f *Feed, m *signals.Model, text string) {
	t.Helper()
	until(t, f, m, "it shows "+text, func([]any) bool { return strings.Contains(ansi.Strip(m.View(100, 20)), text) })
}

func TestTheFeedFillsAChart(t *testing.T) {
	pvs := livePVs(t)
	f, m := feedOf(t, pvs, "SR:DI:DCCT1:I SR:RF:B:STS NO:SUCH:PV")
	until(t, f, m, "two PVs are found", func([]any) bool { return len(m.PVs()) == 2 })
	for _, text := range []string{"no channel is called NO:SUCH:PV", "250.", " mA", "SR:RF:B:STS  On", "UTC-05:00"} {
		shows(t, f, m, text)
	}
	until(t, f, m, "the archive is read", func([]any) bool { return !strings.Contains(m.View(100, 20), "reading the archive") })
	m.Update(widget.Up) // the notes go
	pid := iocOf(t, pvs)
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	shows(t, f, m, "no value: disconnected")
	shows(t, f, m, "the IOC of the demo had ended and was started again at 06:3")
	shows(t, f, m, "SR:RF:B:STS  On")
	f.Do(signals.Request{})
	until(t, f, m, "nothing is followed", func(messages []any) bool {
		return len(messages) == 1 && len(messages[0].(signals.Live).PVs) == 0
	})
	if s := pvs.reader.Stats(); s.Subscriptions != 0 {
		t.Errorf("%+v are left", s)
	}
}

func TestTheFeedWithoutAnIOC(t *testing.T) {
	f, m := feedOf(t, demoPVs(t), "SR:DI:DCCT1:I")
	shows(t, f, m, "no value: the IOC of the demo")
	shows(t, f, m, "249.") // of the archive, by the range at the right end
	shows(t, f, m, "run make")
}

func TestWordsAndNamesAreLookedFor(t *testing.T) {
	pvs := demoPVs(t)
	for _, c := range []struct {
		request signals.Request
		want    string
	}{
		{signals.Request{Find: "horizontal BPMs in sector 3"}, "SR03:DI:BPM02:X SR03:DI:BPM09:X"},
		{signals.Request{Find: "ca://ANY:THING"}, "ca://ANY:THING"},
		{signals.Request{Names: []string{"02:47", "SR:RF:B:STS", "ST-B3", "SR:RF:B:STS"}}, "SR:RF:B:STS"},
		{signals.Request{Names: []string{"02:47"}}, ""},
	} {
		found := pvs.look(t.Context(), c.request)
		if strings.Join(found.PVs, " ") != c.want || c.want == "" && len(found.Notes) != 1 {
			t.Errorf("%+v: %+v", c.request, found)
		}
	}
	if found := loadPVs(t, "").look(t.Context(), signals.Request{Find: "A:B"}); len(found.PVs) != 1 || len(found.Notes) != 0 {
		t.Errorf("without channels: %+v", found)
	}
}

func TestSamplesAreToldInTheWordsOfThePane(t *testing.T) {
	now := time.Now()
	for name, c := range map[string]struct {
		sample    PVSample
		last      float64
		gap, away string
		text      engine.Untrusted
		at        time.Time
	}{
		"a number":           {PVSample{Time: now.Add(-time.Second), Value: epics.Number(2)}, 2, "", "", "", now.Add(-time.Second)},
		"an old one":         {PVSample{Time: now.Add(-time.Hour), Value: epics.Number(2)}, 2, "", "", "", now},
		"of a wrong clock":   {PVSample{Time: now.Add(time.Hour), Value: epics.Number(2)}, 2, "", "", "", now},
		"a disconnected one": {PVSample{Time: now, Value: epics.Number(2), Quality: epics.Stale}, math.NaN(), "disconnected", "disconnected", "", now},
		"no answer":          {PVSample{PV: "A", Err: errors.New("A: no server answered"), Quality: epics.None}, math.NaN(), "no server answered", "no server answered", "", now},
		"never processed":    {PVSample{Time: now, Value: epics.Number(0), Quality: epics.Undefined}, math.NaN(), "its record was never processed", "its record was never processed", "", now},
		"a text":             {PVSample{Time: now, Value: epics.Text("beam")}, math.NaN(), "no number", "", "beam", now},
		"not a number":       {PVSample{Time: now, Value: epics.Number(math.NaN())}, math.NaN(), "not finite", "", "NaN", now},
	} {
		p, s := told(c.sample, now)
		if p.Last != c.last && !(math.IsNaN(p.Last) && math.IsNaN(c.last)) || p.Gap != c.gap || string(s.Away) != c.away || s.Text != c.text || !p.From.Equal(c.at) {
			t.Errorf("%s: %+v %+v", name, p, s)
		}
	}
}
