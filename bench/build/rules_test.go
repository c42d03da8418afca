package build

import (
	"context"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"owl/bench/suite"
	"owl/engine"
	"owl/engine/graph"
	"owl/engine/writer/chat"
	"owl/engine/writer/prompt"
)

type recordOf = engine.Record

const manual = `# Pump

Level: 3

## Values

| name | value |
|---|---|
| flow | 42 L/min |

## Start

1. Open the valve. It is red.
2. Wait for
   the pressure
3. Close it

Ann Lee, 2024-01-02 03:04: It ran at 3.5 bar. No noise!`

func TestARecordIsCutAlongItsMarkup(t *testing.T) {
	p := readPage(engine.Record{Content: manual})
	if p.value("Level") != "" { // of one byte: says nothing
		t.Error(p.value("Level"))
	}
	if len(p.tables) != 1 || p.tables[0].heading != "Values" || len(p.tables[0].rows) != 1 || p.tables[0].rows[0].cells[1] != "42 L/min" {
		t.Errorf("tables %+v", p.tables)
	}
	if len(p.lists) != 1 || p.lists[0].heading != "Start" || len(p.lists[0].items) != 3 {
		t.Fatalf("lists %+v", p.lists)
	}
	if got := p.of(p.lists[0].items[1]); got != "Wait for\n   the pressure" {
		t.Errorf("%q", got)
	}
	if got := p.of(p.firstSentence(p.lists[0].items[0])); got != "Open the valve." {
		t.Errorf("%q", got)
	}
	var said []string
	for _, s := range p.sentences() {
		said = append(said, p.of(s))
	}
	if strings.Join(said, "|") != "It ran at 3.5 bar.|No noise!" {
		t.Errorf("%q", said)
	}
}

func TestEveryPlaceLiesInTheRecord(t *testing.T) {
	piece := rapid.OneOf(rapid.SampledFrom([]string{"\n", "| a | b |", "1. ", "2) x", "# h", "Name: v", "é. ", "  ", "A B, 2024-01-02 03:04: "}), rapid.String())
	rapid.Check(t, func(t *rapid.T) {
		text := strings.ToValidUTF8(strings.Join(rapid.SliceOf(piece).Draw(t, "pieces"), ""), "")
		p := readPage(engine.Record{Content: engine.Untrusted(text)})
		var all []graph.Span
		for _, f := range p.fields {
			all = append(all, f.line, f.value)
		}
		for _, l := range p.lists {
			for _, item := range l.items {
				all = append(all, item, p.firstSentence(item))
			}
		}
		for _, s := range append(all, p.sentences()...) {
			if s.Start < 0 || s.Start > s.End || s.End > len(text) || !utf8.ValidString(p.of(s)) {
				t.Fatalf("%q: %v", text, s)
			}
		}
	})
}

func TestDifficultyCountsPoints(t *testing.T) {
	for want, list := range map[string][]Structure{
		"easy":   {{Records: 1, Hops: 1, Overlap: 0.9}, {}},
		"medium": {{Records: 2, Hops: 2, Overlap: 0.9}, {Records: 1, Hops: 3, Overlap: 0.4}, {Records: 1, Overlap: 1, Twins: 4}},
		"hard":   {{Records: 4, Hops: 4, Overlap: 0.9}, {Records: 2, Hops: 3, Overlap: 0.4}},
	} {
		for _, s := range list {
			if s.Overlap == 0 {
				s.Overlap = 1
			}
			if got := s.Difficulty(); got != want {
				t.Errorf("%+v: %s, want %s", s, got, want)
			}
		}
	}
}

func TestConflictsSeeOtherValuesAndDenials(t *testing.T) {
	for _, c := range []struct {
		fact, sentence string
		want           bool
	}{
		{"the flow limit of the strainer is 36 L/min", "The flow limit of the strainer is 32 L/min.", true},
		{"the flow limit of the strainer is 36 L/min", "The flow limit of the strainer is 36 L/min.", false},
		{"the flow limit of the strainer is 36 L/min", "The flow limit of the strainer is 1.2 bar.", false}, // another quantity
		{"the flow limit of the strainer is 36 L/min", "The temperature limit of the pump is 32 L/min.", false},
		{"the valve of loop two was stuck", "The valve of loop two was not stuck.", true},
		{"reset", "Not reset.", false}, // too little to tell
	} {
		if got := conflicts(c.fact, c.sentence); got != c.want {
			t.Errorf("%q against %q: %v", c.fact, c.sentence, got)
		}
	}
}

func TestQuestionsAboutOtherThingsAreNotAlike(t *testing.T) {
	b := builder{}
	ask := func(q string) asked {
		a, err := b.ask(t.Context(), q, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	first := ask("Why did we lose the beam on 5 March 2026 at 09:08, and what brought it back?")
	if !alike(first, ask("Why did we lose beam on 5 March 2026 at 09:08 and what brought it back")) {
		t.Error("the same question is not alike")
	}
	if alike(first, ask("Why did we lose the beam on 6 March 2026 at 09:08, and what brought it back?")) {
		t.Error("another day is alike")
	}
}

func TestAFactBeyondTenIsDropped(t *testing.T) {
	var facts []fact
	for i := range 14 {
		facts = append(facts, fact{text: strings.Repeat("x", i+1), docID: "d", Span: graph.Span{Start: 10 * i, End: 10*i + 5}})
	}
	if got := apart(append(facts, facts...)); len(got) != maxNuggets {
		t.Errorf("%d facts", len(got))
	}
}

func TestSeedQueriesNameTheirLine(t *testing.T) {
	seeds, err := ReadSeeds(strings.NewReader("{\"question\":\"why?\",\"query_type\":\"causal\"}\n\n{\"question\":\"who?\"}\n"))
	if err != nil || len(seeds) != 2 || seeds[0].Type != "causal" {
		t.Errorf("%+v, %v", seeds, err)
	}
	for _, bad := range []string{"{\"question\":\"a\"}\n{}", "{\"question\":\"a\"}\nx", "{\"question\":\"a\"}\n{\"questoin\":\"b\"}"} {
		if _, err := ReadSeeds(strings.NewReader(bad)); err == nil || !strings.Contains(err.Error(), "line 2") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// script is a model that says one line after the other.
type script struct{ lines []string }

func (*script) Name() string { return "script" }

func (s *script) Chat(context.Context, chat.Request, func(string)) (chat.Reply, error) {
	if len(s.lines) == 0 {
		return chat.Reply{}, chat.ErrUnreachable
	}
	text := s.lines[0]
	s.lines = s.lines[1:]
	return chat.Reply{Text: engine.Untrusted(text)}, nil
}

func TestAModelIsBelievedOnlyWhatStandsInTheRecords(t *testing.T) {
	rec := engine.Record{DocID: "log/1", Title: "Pump P1", Content: "P1 stopped at 02:14. Its bearing was dry. The bearing was greased at 03:00."}
	c := readCorpus([]engine.Record{rec}, nil)
	s := sample{template: "steps-whole", kind: "causal", slots: map[string]string{"title": "Pump P1"}, facts: []fact{c.byID["log/1"].from(graph.Span{Start: 0, End: 20}, "P1 stopped at 02:14", suite.Vital, suite.Effect)}}
	good := `{"question":"Why did P1 stop in the night?","answer":"The bearing was dry.","nuggets":[` +
		`{"text":"P1 stopped at 02:14","label":"vital","role":"effect","record":1,"quote":"P1 stopped at 02:14."},` +
		`{"text":"Its bearing was dry","label":"vital","role":"cause","record":1,"quote":"Its bearing was dry."},` +
		`{"text":"The bearing was greased","label":"okay","role":"resolution","record":1,"quote":"The bearing was greased at 03:00."}]}`
	for _, c := range []struct {
		name, from, to string
		want           error
	}{
		{"good", "", "", nil},
		{"no JSON", good, "I would ask why.", errShape},
		{"a quote that is nowhere", "Its bearing was dry.\"}", "Its bearing was wet.\"}", errQuote},
		{"a record that is not there", `"record":1,"quote":"The`, `"record":2,"quote":"The`, errQuote},
		{"a number of its own", "P1 stopped at 02:14\",", "P1 stopped at 02:15\",", errNugget},
		{"an answer of its own", "The bearing was dry.\",\"nuggets", "Somebody forgot the maintenance plan.\",\"nuggets", errAnswer},
		{"a label of its own", `"label":"okay"`, `"label":"nice"`, errLabel},
		{"no question", "Why did P1 stop in the night?", "", errQuestion},
	} {
		line := good
		if c.from != "" {
			line = strings.Replace(good, c.from, c.to, 1)
		}
		m := &script{lines: []string{line, line}}
		g := spoken{written{mustTemplates(t), 1}, m, prompt.Prompt{}, readCorpus([]engine.Record{rec}, nil)}
		d, refusal, err := g.generate(t.Context(), s)
		if err != nil || (c.want == nil) != (refusal == "") || c.want != nil && !strings.Contains(refusal, c.want.Error()) {
			t.Errorf("%s: %q, %v", c.name, refusal, err)
		}
		if c.want == nil && (len(d.facts) != 3 || d.facts[1].Start != strings.Index(string(rec.Content), "Its") || len(m.lines) != 1) {
			t.Errorf("%s: %+v", c.name, d)
		}
	}
	g := spoken{written{mustTemplates(t), 1}, &script{}, prompt.Prompt{}, c}
	if _, _, err := g.generate(t.Context(), s); !errors.Is(err, chat.ErrUnreachable) {
		t.Errorf("a service that is not there: %v", err)
	}
}

func mustTemplates(t *testing.T) templates {
	t.Helper()
	all, err := readTemplates()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func checkEveryTemplate(t *testing.T, deps Deps) {
	samples, err := readCorpus(deps.Records, deps.Graph).samples(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	all := mustTemplates(t)
	used := map[string]bool{}
	for _, s := range samples {
		used[s.template] = true
		for _, wording := range all.wordings[s.template] {
			for _, m := range slot.FindAllStringSubmatch(wording, -1) {
				if _, ok := s.slots[m[1]]; !ok {
					t.Fatalf("template %s leaves %s open", s.template, m[0])
				}
			}
		}
	}
	for name := range all.wordings {
		if !used[name] {
			t.Errorf("no sample uses template %s", name)
		}
	}
	if len(used) != len(all.wordings) {
		t.Errorf("%d templates, %d used", len(all.wordings), len(used))
	}
}

func TestNamesAreEnumerated(t *testing.T) {
	for want, names := range map[string][]string{
		"": nil, "a": {"a"}, "a and b": {"a", "b"}, "a, b and c": {"a", "b", "c"}, "heater, working; flow; and limit": {"heater, working", "flow", "limit"},
	} {
		if got := enumerate(names); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
