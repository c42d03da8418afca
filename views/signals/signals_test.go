package signals

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"owl/views/theme"
	"owl/views/widget"
	"owl/views/widget/chart"
)

func at(text string) time.Time {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		panic(err)
	}
	return t
}

func noon() time.Time { return at("2026-10-15T12:00:00-05:00") }

// point is a piece of one sample.
func point(t time.Time, x float64) Piece {
	return Piece{Bin: chart.Bin{From: t, To: t, Low: x, High: x, Last: x}}
}

func gap(t time.Time, why string) Piece {
	n := math.NaN()
	return Piece{Bin: chart.Bin{From: t, To: t, Low: n, High: n, Last: n, Gap: why}}
}

func TestATrailIsBoundedAndLosesNoExtreme(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const most = 40
		var trail Trail
		low, high, last, now := math.Inf(1), math.Inf(-1), 0.0, noon()
		for range rapid.IntRange(1, 500).Draw(t, "n") {
			now = now.Add(time.Duration(rapid.IntRange(-50, 400).Draw(t, "ms")) * time.Millisecond)
			last = rapid.Float64Range(-10, 10).Draw(t, "x")
			low, high = min(low, last), max(high, last)
			trail.Add(point(now, last), 100*time.Millisecond, most)
		}
		gotLow, gotHigh, end := math.Inf(1), math.Inf(-1), time.Time{}
		for _, p := range trail.pieces {
			gotLow, gotHigh = min(gotLow, p.Low), max(gotHigh, p.High)
			if p.From.Before(end) || p.To.Before(p.From) {
				t.Fatalf("%v after %s", p, end)
			}
			end = p.To
		}
		if trail.Len() > most || gotLow != low || gotHigh != high || trail.pieces[trail.Len()-1].Last != last {
			t.Fatalf("%d pieces, %v to %v, want %v to %v", trail.Len(), gotLow, gotHigh, low, high)
		}
	})
}

func TestGapsInATrailStay(t *testing.T) {
	var trail Trail
	for i := range 200 {
		trail.Add(point(noon().Add(time.Duration(i)*time.Second), 1), grain, 50)
		if i == 20 {
			trail.Add(gap(noon().Add(20500*time.Millisecond), "disconnected"), grain, 50)
		}
	}
	gaps := 0
	for _, p := range trail.pieces {
		if math.IsNaN(p.Last) {
			gaps++
		}
	}
	if gaps != 1 {
		t.Errorf("%d gaps", gaps)
	}
}

// model is a chart of one PV that is followed since noon.
func model(t *testing.T) *Model {
	t.Helper()
	m := New(theme.New(theme.None, false), time.UTC, noon())
	r, ok := m.Update(Found{PVs: []string{"A:B"}}).(Request)
	if !ok || len(r.Follow) != 1 || len(r.Fetch) != 1 || r.Fetch[0].PV != "A:B" {
		t.Fatalf("a PV is added: %+v", r)
	}
	return m
}

// archive answers a fetch with a constant value.
func archive(f Fetch, x float64) History {
	h := History{Fetch: f}
	width := f.To.Sub(f.From) / time.Duration(f.Bins)
	for i := range f.Bins {
		h.Bins = append(h.Bins, chart.Bin{From: f.From.Add(time.Duration(i) * width), To: f.From.Add(time.Duration(i+1) * width), Low: x, High: x, Last: x})
	}
	h.Bins[f.Bins-1].To = f.To
	return h
}

func shown(m *Model) []chart.Bin {
	from, to := m.window()
	return m.series(from, to)[0].Bins
}

func TestArchiveAndLiveJoinWithoutASeam(t *testing.T) {
	m := model(t)
	fetch := *m.strips[0].pending
	m.Update(Live{Now: noon().Add(time.Second), PVs: []Update{{PV: "A:B", Pieces: []Piece{point(noon().Add(time.Second), 7)}, State: &State{}}}})
	if got := shown(m); !math.IsNaN(got[0].Last) || got[len(got)-1].Last != 7 {
		t.Errorf("before the archive is there: %+v", got[len(got)-1])
	}
	if again := m.Update(archive(fetch, 5)); again != nil {
		t.Errorf("the archive is asked once more: %+v", again)
	}
	now := noon().Add(5 * time.Minute)
	if again := m.Update(Live{Now: now, PVs: []Update{{PV: "A:B", Pieces: []Piece{point(now.Add(-time.Minute), 9)}}}}); again != nil {
		t.Errorf("the archive is asked for what is live: %+v", again)
	}
	for i, b := range shown(m) {
		want := 5.0
		switch mid := b.From.Add(b.To.Sub(b.From) / 2); {
		case mid.After(now):
			continue
		case mid.After(now.Add(-time.Minute)):
			want = 9
		case mid.After(noon().Add(time.Second)):
			want = 7
		}
		edge := b.From.Before(noon().Add(time.Second)) && b.To.After(noon()) || b.From.Before(now.Add(-time.Minute)) && b.To.After(now.Add(-time.Minute))
		if b.Gap != "" || !edge && (b.Low != want || b.High != want) || math.IsNaN(b.Last) {
			t.Errorf("bin %d at %s: %+v, want %v", i, b.From, b, want)
		}
	}
}

func TestADisconnectIsAGapUntilItIsBack(t *testing.T) {
	m := model(t)
	m.Update(Live{Now: noon().Add(3 * time.Minute), PVs: []Update{{PV: "A:B", Pieces: []Piece{
		point(noon(), 1), gap(noon().Add(time.Minute), "disconnected"), point(noon().Add(2*time.Minute), 2),
	}, State: &State{}}}})
	gaps := 0
	for _, b := range shown(m) {
		if b.Gap == "disconnected" && math.IsNaN(b.Last) {
			gaps++
		}
	}
	if width := lengths()[firstLength] / time.Duration(2*m.cells); gaps < int(time.Minute/width)-2 || gaps > int(time.Minute/width)+1 {
		t.Errorf("%d bins of %s are gaps", gaps, width)
	}
}

func TestPastWindowsComeFromTheArchive(t *testing.T) {
	m := model(t)
	m.Update(archive(*m.strips[0].pending, 5))
	then := noon().Add(-48 * time.Hour)
	r, ok := m.Update(Goto{At: then, Name: "[2]"}).(Request)
	if !ok || len(r.Fetch) != 1 || r.Fetch[0].From.After(then) || r.Fetch[0].To.Before(then) {
		t.Fatalf("%+v", r)
	}
	if m.Update(archive(r.Fetch[0], 3)) != nil || m.span.live() || !m.span.cursor.Equal(then) {
		t.Errorf("%+v", m.span)
	}
	for _, b := range shown(m) {
		if b.Last != 3 {
			t.Fatalf("%+v", b)
		}
	}
	if m.Update(Now); !m.span.live() || !m.span.cursor.IsZero() || !m.mark.At.IsZero() {
		t.Errorf("t does not go back to live: %+v", m.span)
	}
}

func TestAnAnswerThatIsNotAwaitedIsIgnored(t *testing.T) {
	m := model(t)
	first := *m.strips[0].pending
	m.Update(Longer)
	m.Update(archive(first, 5))
	if m.strips[0].history != nil || m.strips[0].pending == nil {
		t.Error("an old window was taken")
	}
	m.Update(archive(*m.strips[0].pending, 6))
	m.Update(archive(first, 5))
	if m.strips[0].history.Bins[0].Last != 6 {
		t.Error("an old window took the place of the new one")
	}
}

func TestKeysMoveTheWindow(t *testing.T) {
	m := model(t)
	length := m.span.length()
	m.Update(Earlier)
	if from, to := m.window(); m.span.live() || !to.Equal(noon().Add(-length/4)) || to.Sub(from) != length {
		t.Errorf("earlier: %s %s", from, to)
	}
	m.Update(Later)
	m.Update(Later)
	if !m.span.live() {
		t.Error("later than now is not live")
	}
	for range 40 {
		m.Update(Longer)
	}
	if m.span.length() != 30*day {
		t.Errorf("the longest window is %s", m.span.length())
	}
	for range 40 {
		m.Update(Shorter)
	}
	if m.span.length() != 10*time.Second {
		t.Errorf("the shortest window is %s", m.span.length())
	}
	m.Update(widget.Left)
	cursor := m.span.cursor
	m.Update(widget.Left)
	if from, _ := m.window(); !m.span.cursor.Before(cursor) || cursor.Before(from) {
		t.Errorf("the cursor is at %s after %s", m.span.cursor, cursor)
	}
	for range 300 {
		m.Update(widget.Left)
	}
	if from, to := m.window(); m.span.live() || m.span.cursor.Before(from) || m.span.cursor.After(to) {
		t.Errorf("the cursor at %s left the window %s to %s", m.span.cursor, from, to)
	}
}

func TestThereIsRoomForTwelve(t *testing.T) {
	m := model(t)
	var many []string
	for i := range 20 {
		many = append(many, string(rune('a'+i)))
	}
	r := m.Update(Found{Words: "x", PVs: many}).(Request)
	if len(r.Follow) != MaxPVs || m.said != "9 PVs have no room: a chart holds 12; d removes one" {
		t.Errorf("%d, %q", len(r.Follow), m.said)
	}
	if r := m.Update(Remove).(Request); len(r.Follow) != MaxPVs-1 {
		t.Errorf("%+v", r)
	}
	if got := m.Update(Found{Words: "A:C", Notes: nil}); got != nil || m.said != "no channel is meant by A:C" {
		t.Errorf("%v %q", got, m.said)
	}
	if r, ok := m.Update(widget.Said{Subject: prompt, Text: "BPMs"}).(Request); !ok || r.Find != "BPMs" {
		t.Errorf("%+v", r)
	}
}

// The trail gets coarser with time: the archive shows such times better.
func TestOldLiveTimesComeFromTheArchiveAgain(t *testing.T) {
	m := model(t)
	m.Update(archive(*m.strips[0].pending, 5))
	for i := range 3 * trailSize {
		now := noon().Add(time.Duration(i) * grain)
		m.Update(Live{Now: now, PVs: []Update{{PV: "A:B", Pieces: []Piece{point(now, 7)}, State: &State{}}}})
	}
	m.span.step = 1 // 30 s
	r, ok := m.Update(Goto{At: noon().Add(2 * time.Minute)}).(Request)
	if !ok || len(r.Fetch) != 1 {
		t.Fatalf("%+v", r)
	}
	m.Update(archive(r.Fetch[0], 6))
	if got := shown(m); got[0].Last != 6 || got[len(got)-1].Last != 6 {
		t.Errorf("%+v", got[0])
	}
}

func TestNamesOfATextAreLookedFor(t *testing.T) {
	m := model(t)
	r, ok := m.Update(widget.Chart{PVs: []string{"A:B", "C:D", "10:30"}, At: noon().Add(-time.Hour)}).(Request)
	if !ok || len(r.Names) != 2 || r.Names[0] != "C:D" || len(r.Follow) != 1 || len(r.Fetch) != 1 || m.span.live() {
		t.Errorf("%+v", r)
	}
	if r, ok := m.Update(Found{PVs: []string{"C:D"}}).(Request); !ok || len(r.Follow) != 2 {
		t.Errorf("%+v", r)
	}
}
