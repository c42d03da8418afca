package compose

import (
	"strings"
	"testing"
)

func TestANewerRevisionReplacesTheOlder(t *testing.T) {
	old := record("icms/ICMS_1_r1", "Vacuum trip (revision 1, superseded)", "2024-02-12", "Open GV1 when the gauges are below 1e-8.")
	now := record("icms/ICMS_1_r2", "Vacuum trip (revision 2)", "2025-07-14", "Open GV1 when the gauges are below 2e-9.")
	for question, want := range map[string]bool{
		"When may GV1 be opened after a vacuum trip, below what gauges?":                               false,
		"When may GV1 be opened after a vacuum trip, and how did the earlier revision put the gauges?": true,
	} {
		text, _ := Render(Builtin().Compose(read(question), foundWhole(old, now), even))
		if !strings.Contains(text, "2e-9") || strings.Contains(text, "1e-8") != want {
			t.Errorf("%q: the older one is shown: %v, want %v\n%s", question, !want, want, text)
		}
	}
}

func TestWhichDocument(t *testing.T) {
	for _, c := range []struct {
		id, title, name string
		revision        int
	}{
		{"icms/ICMS_1_r2", "Vacuum trip (revision 2)", "icms/ICMS_1", 2},
		{"doc/a", "Vacuum trip, rev. 3", "doc/a Vacuum trip", 3},
		{"doc/b", "Vacuum trip", "", 0},
	} {
		name, revision, ok := document(record(c.id, c.title, "2024-01-01", "x"))
		if name != c.name || revision != c.revision || ok != (c.name != "") {
			t.Errorf("%s: %q %d %v", c.id, name, revision, ok)
		}
	}
}
