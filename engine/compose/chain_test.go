package compose

import (
	"strings"
	"testing"

	"owl/engine"
)

func TestAChainStandsFirstInTheRecordsOwnWords(t *testing.T) {
	rec := engine.Record{DocID: "d/1", FileID: "D_1", Title: "RF: flow low", Content: "Cause: flow low\nResolution: strainer changed"}
	cause, err := NewLink("cause", rec, 7, 15)
	if err != nil {
		t.Fatal(err)
	}
	other := Block{Record: rec, Claims: []Claim{{Claim: cause.Claim}}}
	lead, main := other, other
	lead.Part, main.Part = Lead, Main
	text, citations := Render(Draft{Blocks: []Block{lead, main}}.WithChain([]Link{cause}))
	if !strings.HasPrefix(text, "**RF: flow low**") || !strings.Contains(text, "*cause:*\nflow low [1]") {
		t.Errorf("text %q", text)
	}
	if len(citations) != 2 || citations[0].Quote != "flow low" || strings.Count(text, "flow low [") != 2 {
		t.Errorf("text %q, citations %+v", text, citations)
	}
}

func TestAPlaceOutsideTheRecordIsNoLink(t *testing.T) {
	rec := engine.Record{DocID: "d/1", Content: "flow low"}
	for _, at := range [][2]int{{-1, 3}, {3, 3}, {0, 99}, {5, 2}} {
		if _, err := NewLink("cause", rec, at[0], at[1]); err == nil {
			t.Errorf("%v was taken", at)
		}
	}
}
