package build

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"owl/assets"
	"owl/bench/chains"
	"owl/bench/suite"
	"owl/engine/terms"
	"owl/engine/text/token"
)

// overlap ranks records by how much of a text's words they hold, the rarer the
// more.
type overlap struct {
	records []string
	holds   map[string][]int // places in records, by word
}

func (*overlap) Name() string { return "overlap" }

func (o *overlap) weigh(t token.Token) float64 { return 1 / float64(1+len(o.holds[t.Text])) }

func (o *overlap) Search(_ context.Context, text string, k int) ([]string, error) {
	asked := terms.Of(text, o.weigh)
	score := map[string]float64{}
	for _, term := range asked {
		for _, at := range o.holds[term.Text] {
			score[o.records[at]] += term.Weight
		}
	}
	ids := sortedKeys(score)
	slices.SortStableFunc(ids, func(a, b string) int { return cmp.Compare(score[b], score[a]) })
	return ids[:min(k, len(ids))], nil
}

// demo is the demo facility with one retriever.
func demo(t *testing.T) Deps {
	t.Helper()
	zone, err := time.LoadLocation("America/Chicago")
	if err != nil {
		t.Fatal(err)
	}
	g, c, err := chains.Build(t.Context(), assets.Demo(), zone)
	if err != nil {
		t.Fatal(err)
	}
	deps := Deps{Records: c.Records, Graph: g, Index: "index"}
	o := &overlap{holds: map[string][]int{}}
	for i, rec := range c.Records {
		o.records = append(o.records, rec.DocID)
		for w := range terms.SetOf(string(rec.Title) + "\n" + rec.FileID + "\n" + rec.Created.Format("2006-01-02") + "\n" + string(rec.Content)) {
			o.holds[w] = append(o.holds[w], i)
		}
	}
	deps.Searchers, deps.Weigh = []Searcher{o}, o.weigh
	return deps
}

func build(t *testing.T, deps Deps, opts Options) (Result, []byte) {
	t.Helper()
	opts.Journal = cmp.Or(opts.Journal, filepath.Join(t.TempDir(), "journal"))
	r, err := Run(t.Context(), deps, opts)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "questions.json")
	if err := Write(name, r.Records); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return r, data
}

// TestDemo reads the demo facility once for all that is built from it.
func TestDemo(t *testing.T) {
	deps := demo(t)
	for name, check := range map[string]func(*testing.T, Deps){
		"holds what it promises":             checkADemoBenchmarkHoldsWhatItPromises,
		"the same seed gives the same file":  checkTheSameSeedGivesTheSameFile,
		"goes on where it was":               checkABuildGoesOnWhereItWas,
		"types, collections and seeds steer": checkTypesAndCollectionsAndSeedsSteer,
		"no sample is an error":              checkNoSampleIsAnError,
		"every template is used and filled":  checkEveryTemplate,
	} {
		t.Run(name, func(t *testing.T) { check(t, deps) })
	}
}

func checkADemoBenchmarkHoldsWhatItPromises(t *testing.T, deps Deps) {
	r, data := build(t, deps, Options{N: 24, Seed: 1})
	if len(r.Records) != 24 {
		t.Fatalf("%d questions\n%s", len(r.Records), r.Table())
	}
	types := map[string]int{}
	for _, q := range r.Records {
		types[q.Type]++
		promised(t, deps, q)
	}
	if len(types) != len(Types()) {
		t.Errorf("types %v", types)
	}
	questions, err := suite.Parse("questions.json", data)
	if err != nil || len(questions) != 24 {
		t.Errorf("the file is refused: %v", err)
	}
	for i, s := range r.Stages {
		dropped := 0
		for _, n := range s.Dropped {
			dropped += n
		}
		if s.In != s.Kept+dropped || i > 0 && s.In != r.Stages[i-1].Kept {
			t.Errorf("the counts do not add up: %+v", r.Stages)
		}
	}
}

// promised checks one question against the records.
func promised(t *testing.T, deps Deps, q Record) {
	t.Helper()
	vital := 0
	for _, n := range q.Nuggets {
		at := slices.IndexFunc(deps.Records, func(r recordOf) bool { return r.DocID == n.DocID })
		if at < 0 || string(deps.Records[at].Content[n.Start:n.End]) != n.Quote || n.Text == "" {
			t.Errorf("%s: nugget %+v does not stand in its record", q.ID, n)
		}
		if n.Label == suite.Vital {
			vital++
		}
	}
	if len(q.Nuggets) < 3 || len(q.Nuggets) > 10 || vital < 2 {
		t.Errorf("%s: %d nuggets, %d vital", q.ID, len(q.Nuggets), vital)
	}
	for _, e := range q.Evidence {
		at := slices.IndexFunc(deps.Records, func(r recordOf) bool { return r.DocID == e.DocID })
		if at < 0 || q.Provenance.Records[e.DocID] != hashOf(deps.Records[at]) {
			t.Errorf("%s: evidence %s", q.ID, e.DocID)
		}
		if e.Grade == suite.Primary && len(q.Provenance.Ranks[e.DocID]) == 0 {
			t.Errorf("%s: no retriever finds %s", q.ID, e.DocID)
		}
	}
	if p := q.Provenance; p.Generator.Hash == "" || p.Generator.Template == "" || p.Index == "" {
		t.Errorf("%s: %+v", q.ID, p)
	}
}

func checkTheSameSeedGivesTheSameFile(t *testing.T, deps Deps) {
	_, first := build(t, deps, Options{N: 10, Seed: 7})
	slices.Reverse(deps.Records)
	if _, second := build(t, deps, Options{N: 10, Seed: 7}); !bytes.Equal(first, second) {
		t.Error("two files of one seed differ")
	}
	if _, other := build(t, deps, Options{N: 10, Seed: 8}); bytes.Equal(first, other) {
		t.Error("two seeds give one file")
	}
}

func checkABuildGoesOnWhereItWas(t *testing.T, deps Deps) {
	whole := filepath.Join(t.TempDir(), "whole")
	_, want := build(t, deps, Options{N: 8, Seed: 3, Journal: whole})
	data, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	cut := filepath.Join(t.TempDir(), "cut")
	if err := os.WriteFile(cut, data[:len(data)*2/3], 0o600); err != nil { // in the middle of a line
		t.Fatal(err)
	}
	r, got := build(t, deps, Options{N: 8, Seed: 3, Journal: cut})
	if !bytes.Equal(got, want) || r.Reused == 0 {
		t.Errorf("%d decisions were used again, same file: %v", r.Reused, bytes.Equal(got, want))
	}
	if _, err := Run(t.Context(), deps, Options{N: 8, Seed: 4, Journal: cut}); err == nil {
		t.Error("the journal of another seed was taken")
	}
}

func checkTypesAndCollectionsAndSeedsSteer(t *testing.T, deps Deps) {
	r, _ := build(t, deps, Options{N: 5, Seed: 1, Types: []string{"procedural"}, Collections: []string{"icms"}})
	for _, q := range r.Records {
		if q.Type != "procedural" || q.Collection != "icms" {
			t.Errorf("%s %s", q.Type, q.Collection)
		}
	}
	title := deps.Records[slices.IndexFunc(deps.Records, func(rec recordOf) bool { return rec.DocID == r.Records[4].Nuggets[0].DocID })].Title
	seed := Seed{Question: "what are the steps of " + string(title), Type: "procedural"}
	near, err := deps.Searchers[0].Search(t.Context(), seed.Question, seedHits)
	if err != nil {
		t.Fatal(err)
	}
	seeded, _ := build(t, deps, Options{N: 1, Seed: 1, Types: []string{"procedural"}, Collections: []string{"icms"}, Seeds: []Seed{seed}})
	if len(seeded.Records) != 1 || !slices.Contains(near, seeded.Records[0].Nuggets[0].DocID) {
		t.Errorf("the seed query did not come first: %+v", seeded.Records)
	}
	given, _ := build(t, deps, Options{N: 5, Seed: 1, Types: []string{"procedural"}, Collections: []string{"icms"}, Given: []string{r.Records[0].Text}})
	if slices.ContainsFunc(given.Records, func(q Record) bool { return q.Text == r.Records[0].Text }) {
		t.Error("a given question was asked again")
	}
}

func checkNoSampleIsAnError(t *testing.T, deps Deps) {
	_, err := Run(t.Context(), deps, Options{N: 1, Journal: filepath.Join(t.TempDir(), "j"), Collections: []string{"nowhere"}})
	if err == nil {
		t.Error("an empty benchmark was built")
	}
}

func TestAJournalThatIsDamagedIsSaid(t *testing.T) {
	b := builder{generator: written{}, Options: Options{Corpus: "demo"}}
	first, err := json.Marshal(b.header())
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "q.json.journal")
	if err := os.WriteFile(name, append(first, "\nrubbish\n"...), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := openJournal(name, b.header()); err == nil {
		t.Error("a damaged journal was taken")
	}
	if corpus, err := CorpusOf(name[:len(name)-len(".journal")]); err != nil || corpus != "demo" {
		t.Errorf("%q, %v", corpus, err)
	}
}
