package kb

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"owl/engine/store"
)

// lines writes a report as "name: state detail (do)".
func lines(t *testing.T, dir string, verify bool) string {
	t.Helper()
	r, err := Doctor(t.Context(), dir, verify)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, c := range r.Checks {
		fmt.Fprintf(&b, "%s: %s %s (%s)\n", c.Name, c.State, c.Detail, c.Do)
	}
	fmt.Fprintln(&b, "all:", r.State())
	return b.String()
}

func TestDoctorOfASoundHome(t *testing.T) {
	dir := filled(t)
	for _, verify := range []bool{false, true} {
		got := lines(t, dir, verify)
		for _, want := range []string{
			"home: ok " + dir, "lock: ok nobody is writing", "database: ok 2 records, 2 chunks, 1 sources",
			"text index: ok 2 chunks in ", "sources: ok 1 sources", "all: ok",
		} {
			if !strings.Contains(got, want) {
				t.Errorf("verify %v: no %q in\n%s", verify, want, got)
			}
		}
	}
}

func TestDoctorSaysWhatIsWrongAndWhatToDo(t *testing.T) {
	cases := []struct {
		name    string
		verify  bool
		breakIt func(t *testing.T, dir string)
		want    []string
	}{
		{"no folder", false, func(t *testing.T, dir string) { remove(t, dir) }, []string{"home: bad ", "run owl ingest PATH", "all: bad"}},
		{"no database", false, func(t *testing.T, dir string) { remove(t, filepath.Join(dir, "owl.db")) }, []string{"database: bad ", "not found (run owl ingest PATH)"}},
		{"a damaged database", false, func(t *testing.T, dir string) {
			if err := os.Truncate(filepath.Join(dir, "owl.db"), 3*8192); err != nil {
				t.Fatal(err)
			}
		}, []string{"database: bad ", "damaged", "restore owl.db from a copy", "all: bad"}},
		{
			"an index that is missing", false, func(t *testing.T, dir string) { remove(t, filepath.Join(dir, "text")) },
			[]string{"text index: warn the text index lacks the newest 2 chunks (nothing:", "all: warn"},
		},
		{"a spoilt segment", true, func(t *testing.T, dir string) {
			info, err := os.Stat(match(t, dir, "*.seg"))
			if err != nil {
				t.Fatal(err)
			}
			spoil(t, dir, "*.seg", int(info.Size()/2))
		}, []string{"text index: warn the text index must be rebuilt", "damaged", "brings it up to date"}},
		{"a run with problems", false, func(t *testing.T, dir string) {
			w := openWriter(t, dir)
			if err := w.FinishRun(t.Context(), "ops", time.Now(), []string{"x.json:3: broken", "y"}); err != nil {
				t.Fatal(err)
			}
			_ = w.Close(context.WithoutCancel(t.Context()))
		}, []string{"sources: warn ops: 2 problems in its last run, first x.json:3: broken (see owl sources)"}},
		{
			"a writer", false, func(t *testing.T, dir string) { openWriter(t, dir) },
			[]string{fmt.Sprintf("lock: ok another owl (pid %d) is writing to %%s", os.Getpid())},
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			dir := filled(t)
			c.breakIt(t, dir)
			got := lines(t, dir, c.verify)
			for _, want := range c.want {
				want = strings.ReplaceAll(want, "%s", dir)
				if !strings.Contains(got, want) {
					t.Errorf("no %q in\n%s", want, got)
				}
			}
		})
	}
}

func TestDoctorOfANewerDatabase(t *testing.T) {
	c := failedDatabase(fmt.Errorf("open: %w", store.ErrNewer))
	if c.State != Bad || c.Do != "use a newer owl" {
		t.Errorf("%+v", c)
	}
}
