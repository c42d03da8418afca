package demogen

import (
	"strings"
	"testing"
	"time"
)

func TestPeopleSpeakTheirOwnWay(t *testing.T) {
	people, err := readPeople()
	if err != nil {
		t.Fatal(err)
	}
	lex, err := readLexicon(people)
	if err != nil {
		t.Fatal(err)
	}
	const text = "Beam lost with the injection efficiency at 41 %. Station A was on, SR:RF:A:KV 88.0. Teo checked it."
	formal := &person{stop: true}
	if got := formal.speak(text, throw(1, "a"), &lex); got != text {
		t.Errorf("without habits: %q", got)
	}
	terse := &person{low: 1, abbr: 1, drop: 1}
	got := terse.speak(text, throw(1, "b"), &lex)
	for _, want := range []string{"Station A was on" /* the name of the station stays */, "SR:RF:A:KV 88.0", "Teo"} {
		if !strings.Contains(got, want) && !strings.Contains(got, strings.ToLower(want[:1])+want[1:]) {
			t.Errorf("%q is lost in %q", want, got)
		}
	}
	if strings.Contains(got, "with") || strings.Contains(got, " the ") || strings.HasSuffix(got, ".") {
		t.Errorf("terse: %q", got)
	}
	careless := &person{typo: 1, stop: true}
	if got := careless.speak("received 41 SR:RF:A:KV vacuum pump", throw(1, "c"), &lex); strings.Contains(got, "received") || !strings.Contains(got, "41 SR:RF:A:KV") || !strings.Contains(got, "pump") {
		t.Errorf("careless: %q", got)
	}
	if table := "| the beam | with |"; terse.speak(table, throw(1, "d"), &lex) != table {
		t.Error("a table was changed")
	}
}

func TestBadTablesAreRefused(t *testing.T) {
	for _, line := range []string{"A | OPS | 1", "A | OPS | 1 | crew=x", "A | OPS | 1 | mood=good", "A | OPS | 1 | until=spring"} {
		if _, err := parsePerson(line); err == nil {
			t.Errorf("%q was accepted", line)
		}
	}
	for _, line := range []string{"book 2025-1 RF x 1 2", "book 2025-1 RF 1", "fault 2025-13-01 10:00", "quiet 2025-01-01 10:00 2025-01-02"} {
		if (&books{}).take(strings.Fields(line), time.UTC) == nil {
			t.Errorf("%q was accepted", line)
		}
	}
}
