package faith

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"owl/engine"
)

const content = "RFB tripped at 02:47. SR:RF:B:CIRC:FLOW fell to 31.2 L/min. Basket 1 of strainer ST-B3 was clogged with resin. The beam was not recovered until 04:20."

func lookup(_ context.Context, id string) (engine.Record, error) {
	if id != "bely/1" {
		return engine.Record{}, fmt.Errorf("record %s: %w", id, engine.ErrNotFound)
	}
	return engine.Record{
		DocID: id, Title: "Night shift", Content: content, FileID: "BELY_1", Created: time.Date(2026, 10, 15, 2, 55, 0, 0, time.UTC),
	}, nil
}

func answer(text string) engine.Answer {
	return engine.Answer{Text: text, Citations: []engine.Citation{
		{N: 1, DocID: "bely/1", Title: "Night shift", Quote: "RFB tripped at 02:47."},
		{N: 3, DocID: "bely/1", Title: "Night shift", Quote: "The beam was not recovered until 04:20."},
		{N: 2, DocID: "bely/gone", Quote: "The moon was full."},
	}}
}

func TestEveryClaimIsCheckedAgainstQuoteAndRecord(t *testing.T) {
	for _, c := range []struct {
		text                string
		onQuotes, onRecords bool
	}{
		{"RFB tripped at 02:47. [1]", true, true},
		{"RFB tripped at 02:49. [1]", false, false},                                    // another time
		{"RFA tripped at 02:47. [1]", false, false},                                    // another device
		{"Basket 1 of strainer ST-B3 was clogged with resin. [1]", false, true},        // not in the quote
		{"Basket 1 of strainer ST-B3 was clogged with resin.", false, true},            // not cited
		{"The operator went home for breakfast early. [1]", false, false},              // made up
		{"The moon was full. [2]", true, true},                                         // a record that is gone, its quote is there
		{"The beam was recovered until 04:20. [1]", false, false},                      // a dropped "not"
		{"RFB tripped. [9]", false, true},                                              // a mark without a citation
		{"Night shift of 2026-10-15: RFB tripped at 02:47. [1]", false, true},          // the head of the record counts
		{"| station | time |\n|---|---|\n| RFB | 02:47 |\n\n[1]", true, true},          // a table
		{"SR:RF:B:CIRC:FLOW fell to 31.2 bar. [1]", false, false},                      // another unit
		{"1. RFB tripped at 02:47. Basket 1 was clogged with resin. [1]", false, true}, // one list entry, one claim
		{"The beam was not recovered until 04:20. [3]", true, true},
		{"The beam was recovered until 04:20. [3]", false, false}, // turned round
	} {
		findings, err := Check(t.Context(), answer(c.text), lookup)
		if err != nil || len(findings) != 1 {
			t.Fatalf("%q: %+v, %v", c.text, findings, err)
		}
		f := findings[0]
		if f.OnQuotes != c.onQuotes || f.OnRecords != c.onRecords || (f.Why == "") != f.OnQuotes {
			t.Errorf("%q: on quotes %v, on records %v (%s)", c.text, f.OnQuotes, f.OnRecords, f.Why)
		}
	}
}

func TestHeadsAreNoClaims(t *testing.T) {
	text := "**Night shift** · 2026-10-15 · BELY_1\n\n*Summary* [1]\n\n## Cause\n\nRFB tripped. [1] Resin was found. [1][2]\n- one [1]\n- two [2]\n"
	want := []Claim{{"RFB tripped.", []int{1}}, {"Resin was found.", []int{1, 2}}, {"one", []int{1}}, {"two", []int{2}}}
	if got := Claims(text); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
}

func TestRates(t *testing.T) {
	findings, err := Check(t.Context(), answer("RFB tripped at 02:47. [1] Basket 1 was clogged with resin. The pigs flew away over night. [1]"), lookup)
	if err != nil {
		t.Fatal(err)
	}
	s := Count(findings)
	if s != (Scores{Claims: 3, Cited: 2, OnQuotes: 1, OnRecords: 2}) {
		t.Errorf("got %+v", s)
	}
	if r, ok := s.HallucinationRate(); !ok || r != 1.0/3 {
		t.Errorf("hallucination rate = %v, %v", r, ok)
	}
	if r, ok := s.SupportedShare(); !ok || r != 1.0/3 {
		t.Errorf("supported = %v, %v", r, ok)
	}
	if _, ok := (Scores{}).HallucinationRate(); ok {
		t.Error("an answer without claims has a rate")
	}
}

func TestABrokenStoreIsAnError(t *testing.T) {
	broken := func(context.Context, string) (engine.Record, error) {
		return engine.Record{}, errors.New("disk on fire")
	}
	if _, err := Check(t.Context(), answer("x [1]"), broken); err == nil {
		t.Error("no error")
	}
}

// liar finds nothing to follow from a text without its first word.
type liar struct{ asked int }

func (l *liar) Entails(_ context.Context, premise, hypothesis string) (float64, error) {
	l.asked++
	if premise == "" {
		return 0, errors.New("no premise")
	}
	if strings.Contains(premise, strings.Fields(hypothesis)[0]) {
		return 0.5, nil
	}
	return 0.49, nil
}

func TestTheBackstopAsksAboutWhatTheCodeLetsPass(t *testing.T) {
	findings := []Finding{{Claim: Claim{Text: "beam lost"}, OnRecords: true}, {Claim: Claim{Text: "water cold"}, OnRecords: true}, {Claim: Claim{Text: "made up"}}}
	if _, ok := NLIRate(findings); ok {
		t.Error("a rate without a model")
	}
	l := &liar{}
	if err := Backstop(t.Context(), findings, func(Finding) string { return "the beam" }, l); err != nil || l.asked != 2 {
		t.Errorf("%d asked, %v", l.asked, err)
	}
	if rate, ok := NLIRate(findings); !ok || rate != 2.0/3 {
		t.Errorf("%v, %v", rate, ok)
	}
	if err := Backstop(t.Context(), findings, func(Finding) string { return "" }, l); err == nil {
		t.Error("a model that fails is not said")
	}
	if _, ok := NLIRate(nil); ok {
		t.Error("a rate without a claim")
	}
}
