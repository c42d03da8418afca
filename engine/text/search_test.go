package text

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"owl/engine"
)

func TestSearch(t *testing.T) {
	docs := bodies(
		/* 1 */ "The beam dumped at 12:30 on 10/8/24 after a trip of the RF station.",
		/* 2 */ "S-DCCT:CurrentM read 101.9 mA before the beam dump.",
		/* 3 */ "Set CXI:XX:BUILD.VALA, then read it back.",
		/* 4 */ "See WRQ_43541 and DIAG-TN-2024-018 for the x-ray interlock.",
		/* 5 */ "Inject 16 nC in 24 bunches; the lifetime is longer on October 8th, 2024.",
		/* 6 */ "The schema of mgmt_scriptables.md describes mergeDuringRetrieval.",
		/* 7 */ "Use mvn -Pdeployable-jar clean install, or caput -w 5 B:IS 1.",
		/* 8 */ "真空阀关闭 after the dump",
	)
	x := build(t, t.TempDir(), docs...)
	for _, tt := range []struct {
		name string
		q    engine.Query
		want []engine.ChunkKey // in any order
	}{
		{"any word will do", engine.Query{Text: "beam bunches"}, []engine.ChunkKey{1, 2, 5}},
		{"words are stemmed", engine.Query{Text: "dumping"}, []engine.ChunkKey{1, 2, 8}},
		{"stop words do not rank", engine.Query{Text: "the trip"}, []engine.ChunkKey{1}},
		{"stop words rank when there is nothing else", engine.Query{Text: "on the"}, []engine.ChunkKey{1, 2, 4, 5, 6, 8}},
		{"an identifier as typed", engine.Query{Text: "(s-dcct:currentm)?"}, []engine.ChunkKey{2}},
		{"a part of an identifier", engine.Query{Text: "DCCT"}, []engine.ChunkKey{2}},
		{"an unknown identifier falls back to its parts", engine.Query{Text: "WRQ_99999"}, []engine.ChunkKey{4}},
		{"a record without its field", engine.Query{Text: "CXI:XX:BUILD"}, []engine.ChunkKey{3}},
		{"another field of a record", engine.Query{Text: "CXI:XX:BUILD.DESC"}, []engine.ChunkKey{3}},
		{"a file name without its extension", engine.Query{Text: "mgmt_scriptables"}, []engine.ChunkKey{6}},
		{"camel case in small letters", engine.Query{Text: "mergeduringretrieval"}, []engine.ChunkKey{6}},
		{"a word of a camel-case name", engine.Query{Text: "retrieval"}, []engine.ChunkKey{6}},
		{"a date in another form", engine.Query{Text: "2024-10-08"}, []engine.ChunkKey{1, 5}},
		{"a flag", engine.Query{Text: "-w"}, []engine.ChunkKey{7}},
		{"words of a flag", engine.Query{Text: "deployable jar"}, []engine.ChunkKey{7}},
		{"a compound without its dash", engine.Query{Text: "xray"}, []engine.ChunkKey{4}},
		{"Chinese", engine.Query{Text: "空"}, []engine.ChunkKey{8}},
		{"a phrase", engine.Query{Phrases: []string{"beam dump"}}, []engine.ChunkKey{2, 1}},
		{"a phrase restricts what the text ranks", engine.Query{Text: "beam dump trip", Phrases: []string{"RF station"}}, []engine.ChunkKey{1}},
		{"a phrase keeps the order", engine.Query{Phrases: []string{"dump beam"}}, nil},
		{"a phrase with stop words", engine.Query{Phrases: []string{"after the dump"}}, []engine.ChunkKey{8}},
		{"a phrase inside an identifier", engine.Query{Phrases: []string{"TN 2024 018"}}, []engine.ChunkKey{4}},
		{"all phrases must occur", engine.Query{Phrases: []string{"beam", "bunches"}}, nil},
		{"a phrase of punctuation is no phrase", engine.Query{Text: "trip", Phrases: []string{"..."}}, []engine.ChunkKey{1}},
		{"other words for it", engine.Query{Text: "quench", Also: []engine.Term{{Text: "trip", Weight: 0.5}}}, []engine.ChunkKey{1}},
		{"another identifier is only a word", engine.Query{Text: "trip", Also: []engine.Term{{Text: "WRQ_43541", Weight: 0.5}}}, []engine.ChunkKey{1, 4}},
		{"excluded word", engine.Query{Text: "dump", Exclude: []string{"current"}}, []engine.ChunkKey{1, 8}},
		{"excluded identifier", engine.Query{Text: "interlock beam", Exclude: []string{"WRQ_43541"}}, []engine.ChunkKey{1, 2}},
		{"excluded phrase", engine.Query{Text: "beam", Exclude: []string{"beam dumped"}}, nil},
		{"excluded punctuation excludes nothing", engine.Query{Text: "trip", Exclude: []string{"?"}}, []engine.ChunkKey{1}},
		{"operators are words", engine.Query{Text: `NOTE: trip AND (NOT "q`}, []engine.ChunkKey{1}},
		{"nothing like it", engine.Query{Text: "zebra"}, nil},
		{"NUL and bad UTF-8", engine.Query{Text: "trip\x00\xff"}, []engine.ChunkKey{1}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := keys(t, x, tt.q)
			slices.Sort(got)
			slices.Sort(tt.want)
			if !slices.Equal(got, tt.want) {
				t.Errorf("%+v finds %v, want %v", tt.q, got, tt.want)
			}
		})
	}
}

func TestPhrasesDoNotCrossFields(t *testing.T) {
	x := build(t, t.TempDir(), Doc{Title: "beam", Body: "dump", IDs: "X:1"}, Doc{Title: "a", Body: "beam dump"})
	if got := keys(t, x, engine.Query{Phrases: []string{"beam dump"}}); !slices.Equal(got, []engine.ChunkKey{2}) {
		t.Errorf("found %v", got)
	}
}

func TestTitleAndIdentifiersCountMoreThanBody(t *testing.T) {
	filler := strings.Repeat("lorem ipsum dolor ", 10)
	x := build(t, t.TempDir(),
		Doc{Title: "lorem", Body: "undulator " + filler}, Doc{Title: "undulator", Body: "lorem " + filler}, Doc{Title: "lorem", Body: filler, IDs: "undulator"})
	if got := keys(t, x, engine.Query{Text: "undulator"}); !slices.Equal(got, []engine.ChunkKey{3, 2, 1}) {
		t.Errorf("order %v", got)
	}
}

// TestAnExactIdentifierNeverLoses: whatever else a look-alike has.
func TestAnExactIdentifierNeverLoses(t *testing.T) {
	words := "vacuum pump controller replaced interlock reset gauge valve sector pressure"
	for _, tt := range []struct{ exact, like string }{
		{"ZX-49-RAG", "ZX-4819-RAG"},
		{"CXI:XX:BUILD.VALA", "CXI:XX:BUILD.VAL"},
		{"S-DCCT:CurrentM", "S-DCCT:CurrentX"},
		{"WRQ_43541", "WRQ_4354"},
		{"9bmc:scan1.AWAIT", "9bmc:scan2.AWAIT"},
		{"B:IS", "B:IS2"},
		{"DIAG-TN-2024-018", "DIAG-TN-2024-108"},
	} {
		like := strings.Repeat(tt.like+" "+words+" ", 8)
		docs := []Doc{
			{Title: tt.like + " " + words, Body: like, IDs: tt.like + " " + words},
			{Title: "log", Body: strings.Repeat("nothing of the kind here ", 200) + tt.exact},
		}
		for range 5 {
			docs = append(docs, Doc{Title: "other", Body: words})
		}
		x := build(t, t.TempDir(), docs...)
		q := engine.Query{Text: tt.exact + " " + words}
		if got := keys(t, x, q); got[0] != 2 {
			t.Errorf("%s: order %v", tt.exact, got)
		}
	}
}

func TestTwoIdentifiersBeatOne(t *testing.T) {
	x := build(t, t.TempDir(), bodies("S1:A S1:A S1:A beam beam", "S1:A and "+strings.Repeat("noise ", 300)+"S1:B", "S1:B beam")...)
	if got := keys(t, x, engine.Query{Text: "beam S1:A S1:B"}); got[0] != 2 {
		t.Errorf("order %v", got)
	}
}

func TestValuesAreBoostedButNotAbsolute(t *testing.T) {
	x := build(t, t.TempDir(), bodies("charge 16 nC today", "16 of 20 nC today", "injector monitor miscalibrated yesterday", "other", "some more", "text")...)
	if got := keys(t, x, engine.Query{Text: "16nC"}); !slices.Equal(got, []engine.ChunkKey{1, 2}) {
		t.Errorf("order %v", got)
	}
	if got := keys(t, x, engine.Query{Text: "16 nC injector monitor miscalibrated yesterday"}); !slices.Equal(got, []engine.ChunkKey{3, 1, 2}) {
		t.Errorf("order %v", got)
	}
}

func TestEqualScoresComeInKeyOrder(t *testing.T) {
	var docs []Doc
	for i := range 40 {
		docs = append(docs, Doc{Key: engine.ChunkKey(1000 - i*7), Body: "beam"})
	}
	dir := t.TempDir()
	publish(t, dir, Options{SegmentDocs: 6, Workers: 2}, docs...)
	x, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	hits, err := x.Search(context.Background(), engine.Query{Text: "beam"}, 10, false)
	if err != nil || len(hits) != 10 {
		t.Fatal(len(hits), err)
	}
	for i, h := range hits {
		if want := engine.ChunkKey(1000 - 39*7 + i*7); h.Chunk != want || h.Explain != nil {
			t.Errorf("hit %d is %+v, want %d", i, h, want)
		}
	}
}

func TestFiltersApplyBeforeRanking(t *testing.T) {
	day := time.Date(2024, 10, 8, 12, 0, 0, 1, time.UTC)
	var docs []Doc
	for range 100 { // better, but filtered out
		docs = append(docs, Doc{Body: "beam beam beam", Collection: "wiki", System: "rf", Created: day.AddDate(-1, 0, 0)})
	}
	docs = append(docs,
		Doc{Body: "a long text with one beam only", Collection: "bely", System: "Vacuum", Created: day},
		Doc{Body: "a long text with one beam only", Collection: "bely", System: "Vacuum"},
	)
	x := build(t, t.TempDir(), docs...)
	for _, tt := range []struct {
		name string
		f    engine.Filter
		want []engine.ChunkKey
	}{
		{"collection, without case", engine.Filter{Collections: []engine.Collection{"none", "BELY"}}, []engine.ChunkKey{101, 102}},
		{"system, without case", engine.Filter{Systems: []string{"vacuum"}}, []engine.ChunkKey{101, 102}},
		{"since is inclusive, undated fails", engine.Filter{Since: day}, []engine.ChunkKey{101}},
		{"until is exclusive", engine.Filter{Since: day, Until: day}, nil},
		{"until to the nanosecond", engine.Filter{Since: day.AddDate(0, -1, 0), Until: day.Add(1)}, []engine.ChunkKey{101}},
		{"another offset is the same instant", engine.Filter{Since: day.In(time.FixedZone("", -6*3600))}, []engine.ChunkKey{101}},
		{"unknown collection", engine.Filter{Collections: []engine.Collection{"none"}}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := keys(t, x, engine.Query{Text: "beam", Filter: tt.f}); !slices.Equal(got, tt.want) {
				t.Errorf("found %v, want %v", got, tt.want)
			}
		})
	}
}

func TestNothingToSearchFor(t *testing.T) {
	x := build(t, t.TempDir(), bodies("beam")...)
	for _, q := range []engine.Query{{}, {Text: " ?! -- () : "}, {Phrases: []string{"..."}}, {Exclude: []string{"beam"}}, {Text: "\x00\xff"}} {
		if _, err := x.Search(context.Background(), q, 10, false); !errors.Is(err, engine.ErrNothingToSearch) {
			t.Errorf("%+v: error %v", q, err)
		}
	}
}

func TestAnEmptyIndexFindsNothing(t *testing.T) {
	x, err := Open(t.TempDir() + "/missing")
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	hits, err := x.Search(context.Background(), engine.Query{Text: "beam", Phrases: []string{"a b"}, Exclude: []string{"c"}}, 10, true)
	if len(hits) != 0 || err != nil {
		t.Errorf("%v, %v", hits, err)
	}
	if _, err := x.Search(context.Background(), engine.Query{Text: "?"}, 10, true); !errors.Is(err, engine.ErrNothingToSearch) {
		t.Errorf("error %v", err)
	}
}

func TestVeryLongQueries(t *testing.T) {
	x := build(t, t.TempDir(), bodies("beam dump", "rare word", "S1:A and beam", strings.Repeat("word beam ", 100))...)
	long := strings.Repeat("beam word ", 6000)
	var many strings.Builder
	for i := range 30_000 {
		many.WriteString(" z" + strings.Repeat("q", i%7) + string(rune('a'+i%26)))
	}
	for name, text := range map[string]string{
		"repeated": long, "many unknown": many.String(), "an identifier at the end": long + " S1:A",
		"no space": strings.Repeat("a", 100_000), "beyond the limit": strings.Repeat("é ", 1<<17) + "rare",
	} {
		hits, err := x.Search(context.Background(), engine.Query{Text: text}, 10, true)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if name == "an identifier at the end" && hits[0].Chunk != 3 {
			t.Errorf("%s: %v", name, hits)
		}
	}
}

func TestOfTooManyTermsTheRarestCount(t *testing.T) {
	var common []string
	for i := range maxQueryTerms + 10 {
		common = append(common, "w"+string(rune('a'+i/26))+string(rune('a'+i%26)))
	}
	all := strings.Join(common, " ")
	x := build(t, t.TempDir(), bodies(all, all, all, "rare", "S1:A")...)
	p, err := x.now.plan(engine.Query{Text: all + " rare S1:A"}, newScratch().memo)
	if err != nil {
		t.Fatal(err)
	}
	if len(p.terms) != maxQueryTerms || !p.terms[0].exact || p.terms[1].text != "rare" {
		t.Errorf("%d terms, first %q and %q", len(p.terms), p.terms[0].text, p.terms[1].text)
	}
}

func TestACancelledSearchStops(t *testing.T) {
	x := build(t, t.TempDir(), bodies("beam")...)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := x.Search(ctx, engine.Query{Text: "beam"}, 10, false); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if got := keys(t, x, engine.Query{Text: "beam"}); len(got) != 1 {
		t.Errorf("afterwards %v", got)
	}
}

func TestExplanationNamesTheFields(t *testing.T) {
	x := build(t, t.TempDir(), Doc{Title: "beam beam", Body: "the beam S1:A", IDs: "S1:A"}, Doc{Body: "x"})
	hits, err := x.Search(context.Background(), engine.Query{Text: "beam S1:A"}, 1, true)
	if err != nil {
		t.Fatal(err)
	}
	var labels []string
	var walk func(e engine.Explanation)
	walk = func(e engine.Explanation) {
		labels = append(labels, e.Label)
		for _, p := range e.Parts {
			walk(p)
		}
	}
	walk(*hits[0].Explain)
	all := strings.Join(labels, "\n")
	for _, want := range []string{
		"term beam", "title: 2 times, each 3", "body: 1 times, each 1", "idf: in 1 of 2 chunks", "norm: length",
		"identifier s1:a occurs whole", "ids: 1 times, each 5",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("no %q in\n%s", want, all)
		}
	}
}
