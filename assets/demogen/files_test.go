package demogen

import (
	"bytes"
	"io/fs"
	"math"
	"strings"
	"sync"
	"testing"

	"owl/assets"
	"owl/assets/demogen/calendar"
)

// made is what the committed seed gives; it is made once for all tests.
var made = sync.OnceValues(func() (*writer, error) { return generate(Seed, assets.Demo()) })

func generated(t *testing.T) *writer {
	t.Helper()
	w, err := made()
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestCommittedFilesAreTheGenerated(t *testing.T) {
	want, err := generated(t).files()
	if err != nil {
		t.Fatal(err)
	}
	const advice = "; run: go run ./bench/demogen"
	err = fs.WalkDir(assets.Demo(), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && Written(name) && want[name] == nil {
			t.Errorf("%s is committed and not generated%s", name, advice)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range want {
		if got, err := fs.ReadFile(assets.Demo(), name); err != nil || !bytes.Equal(got, text) {
			t.Errorf("%s is generated otherwise than committed%s", name, advice)
		}
	}
}

func TestOtherSeedsGiveOtherRecords(t *testing.T) {
	first := generated(t)
	other, err := generate(7, assets.Demo())
	if err != nil {
		t.Fatal(err)
	}
	same := 0
	texts := map[string]bool{}
	for _, e := range first.out.entries {
		texts[e.everything()] = true
	}
	for _, e := range other.out.entries {
		if texts[e.everything()] {
			same++
		}
	}
	if n := len(other.out.entries); n < 700 || same > n/20 {
		t.Errorf("seed 7 gives %d entries, %d of them those of seed %d", n, same, Seed)
	}
}

func TestThereAreEnough(t *testing.T) {
	out := generated(t).out
	n := len(out.entries) + len(out.rows) + len(out.requests) + len(out.threads) + len(out.pages) + len(out.docs)
	t.Logf("%d entries, %d rows, %d requests, %d threads, %d pages, %d documents", len(out.entries), len(out.rows), len(out.requests), len(out.threads), len(out.pages), len(out.docs))
	if n < 1150 {
		t.Errorf("%d generated items, want 1150 or more", n)
	}
}

// The rows in the user beam time of a run, told by hand and generated, are those
// of which its report speaks.
func TestBooksBalance(t *testing.T) {
	w := generated(t)
	for _, run := range w.cal.Runs {
		if run.Faults == 0 {
			continue
		}
		hours, faults := 0.0, 0
		for _, r := range append(append([]row{}, w.hand.down...), w.out.rows...) {
			if !r.start.Before(run.Start) && r.start.Before(run.End) && w.cal.Kind(r.start) == calendar.User {
				hours += r.hours()
				faults++
			}
		}
		if faults != run.Faults || math.Abs(hours-run.Lost) > 0.15 {
			t.Errorf("run %s: %d faults and %.2f h, its report says %d and %.1f", run.Name, faults, hours, run.Faults, run.Lost)
		}
	}
}

func TestNothingReservedIsSpokenOf(t *testing.T) {
	w := generated(t)
	for _, e := range w.out.entries {
		if !w.allowed(e.at, e.everything()) {
			t.Errorf("%s of %s speaks of what a story tells: %q", e.id, e.at, e.everything())
		}
	}
	for _, r := range w.out.rows {
		if !w.allowed(r.start, strings.Join([]string{r.subsystem, r.cause, r.description, r.resolution}, "\n")) {
			t.Errorf("%s: %s %s", r.id, r.subsystem, r.description)
		}
	}
	for _, th := range w.out.threads {
		for _, m := range th.messages {
			if !w.allowed(m.at, m.text) {
				t.Errorf("%s: %s", th.id, m.text)
			}
		}
	}
}

func TestShiftsOfStoriesAreLeftToThem(t *testing.T) {
	w := generated(t)
	for _, e := range w.out.entries {
		if s := w.cal.ShiftAt(e.at); len(e.words) > 0 && e.words[0] == "shift" && w.hand.told[s.String()] {
			t.Errorf("%s sums up %s, of which a story tells", e.id, s)
		}
	}
}

func TestNothingIsLaterThanNow(t *testing.T) {
	w := generated(t)
	for _, e := range w.out.entries {
		if e.at.After(w.now()) {
			t.Errorf("%s is of %s", e.id, e.at)
		}
	}
	for _, r := range w.out.requests {
		last := r.completed
		for _, c := range r.comments {
			last = c.at
		}
		if r.created.After(w.now()) || last.After(w.now()) || !r.completed.IsZero() && r.completed.Before(r.created) {
			t.Errorf("%s: created %s, completed %s, last comment %s", r.id, r.created, r.completed, last)
		}
	}
}

func TestIDsAreUnique(t *testing.T) {
	w := generated(t)
	seen := map[string]bool{}
	claim := func(id string) {
		if seen[id] {
			t.Errorf("%s is given twice", id)
		}
		seen[id] = true
	}
	for _, e := range w.out.entries {
		claim(e.id)
	}
	for _, r := range w.out.rows {
		claim(r.id)
	}
	for _, r := range w.out.requests {
		claim(r.id)
	}
	for _, th := range w.out.threads {
		claim(th.id)
	}
}
