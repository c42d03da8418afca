package lexicon

import (
	"strings"
	"testing"
)

const sample = `[
 {"acronym": "BPM", "expansion": "Beam Position Monitor", "system": "Diagnostics", "synonyms": ["position monitor", "pickup"]},
 {"acronym": "KIN", "expansion": "Kicker, Injection (AR and booster)", "system": "Power Supplies", "synonyms": ["injection kicker"]},
 {"acronym": "GAP", "expansion": "Undulator gap", "system": "Insertion Devices", "synonyms": ["magnet gap"]},
 {"acronym": "LOTO", "expansion": "Lock Out, Tag Out", "system": "Safety", "synonyms": []},
 {"acronym": "PS", "expansion": "Power Supply", "system": "Power Supplies", "synonyms": ["supply"]},
 {"acronym": "PS", "expansion": "Photon Shutter", "system": "Beamlines", "synonyms": ["shutter"]},
 {"acronym": "RFA", "expansion": "RF station A", "system": "RF", "synonyms": ["station A"]},
 {"acronym": "IOC", "expansion": "Input Output Controller", "system": "Controls", "synonyms": []},
 {"acronym": "ARC", "expansion": "Discharge detector", "system": "RF", "synonyms": []},
 {"acronym": "US", "expansion": "Upstream", "system": "Vacuum", "synonyms": ["u/s"]},
 {"acronym": "HVPS", "expansion": "High Voltage Power Supply", "system": "RF", "synonyms": ["HV supply"]}
]`

func read(t *testing.T) *Lexicon {
	t.Helper()
	entries, err := Read(strings.NewReader(sample))
	if err != nil {
		t.Fatal(err)
	}
	return New(entries)
}

func TestAcronymIsToldFromAWord(t *testing.T) {
	l := read(t)
	for word, want := range map[string]string{
		"BPM": "BPM", "BPMs": "BPM", "bpm": "BPM", "HVPS": "HVPS", "hvps": "HVPS", "GAP": "GAP", "PS": "PS PS",
		"rfa": "RFA", "US": "US", "us": "",
		"gap": "", "arc": "", "ps": "", "loto": "", "Gap": "", "BP": "", "": "", "S": "",
	} {
		got := []string{}
		for _, e := range l.Acronym(word) {
			got = append(got, e.Acronym)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("Acronym(%q) = %v, want %q", word, got, want)
		}
	}
}

func TestLongestPhraseWins(t *testing.T) {
	l := read(t)
	for text, want := range map[string]struct {
		acronym string
		by      By
		words   int
	}{
		"high voltage power supplies failed": {"HVPS", ByExpansion, 4},
		"power supply of Q3":                 {"PS", ByExpansion, 2},
		"position monitors in S12":           {"BPM", BySynonym, 2},
		"injection kicker":                   {"KIN", ByExpansion, 2},
		"lock-out, tag-out":                  {"LOTO", ByExpansion, 4},
		"nothing of it":                      {},
	} {
		m, ok := l.Longest(Stems(text))
		if ok != (want.acronym != "") {
			t.Fatalf("Longest(%q) = %+v", text, m)
		}
		if ok && (m.Entries[0].Acronym != want.acronym || m.By != want.by || m.Words != want.words) {
			t.Errorf("Longest(%q) = %+v, want %+v", text, m, want)
		}
	}
}

func TestNothingIsKnownToNoLexicon(t *testing.T) {
	var l *Lexicon
	if _, found := l.Longest([]string{"power"}); found || l.Knows("power") || l.Acronym("PS") != nil || !l.Empty() {
		t.Error("a nil lexicon knows something")
	}
	if l := read(t); !l.Knows("undulator") || !l.Knows("loto") || l.Knows("penguin") || l.Empty() {
		t.Error("words of the lexicon are not known")
	}
}

func TestReadNamesTheWrongEntry(t *testing.T) {
	for in, want := range map[string]string{
		`[{"acronym":"A","expansion":"b"},{"acronym":"C"}]`: "entry 2",
		`[{"acronym":"A","meaning":"b"}]`:                   "meaning",
		`{}`:                                                "read acronyms",
	} {
		if _, err := Read(strings.NewReader(in)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Read(%s): %v, want %q", in, err, want)
		}
	}
}
