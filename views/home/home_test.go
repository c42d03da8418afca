package home

import (
	"strings"
	"testing"

	"owl/views/status"
	"owl/views/theme"
)

func TestAnEmptyKnowledgeBaseSaysHowToBegin(t *testing.T) {
	m := New(theme.Theme{}, "Test Ring")
	if strings.Contains(m.View(80, 24), "ingest") {
		t.Error("said before the sources are known")
	}
	m.Update(status.Sources{})
	got := strings.Join(strings.Fields(m.View(80, 24)), " ")
	for _, want := range []string{"Nothing has been ingested yet", "owl ingest PATH", "owl demo"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in %q", want, got)
		}
	}
	m.Update(status.Sources{{Name: "bely", Records: 3}})
	if got := m.View(80, 24); strings.Contains(got, "Nothing has been ingested") || !strings.Contains(got, "bely") {
		t.Errorf("with a source: %q", got)
	}
}
