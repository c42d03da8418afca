package demo

import (
	"context"
	"fmt"
	"io/fs"
	"slices"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"owl/assets"
	"owl/assets/demogen"
	"owl/bench/suite"
	"owl/engine"
)

// all is the demo as it is committed, read once for all tests.
var all = sync.OnceValues(func() (*Corpus, error) { return read(assets.Demo()) })

func read(fsys fs.FS) (*Corpus, error) {
	zone, err := time.LoadLocation("America/Chicago")
	if err != nil {
		return nil, err
	}
	return Read(context.Background(), fsys, zone)
}

func demoCorpus(t *testing.T) *Corpus {
	t.Helper()
	c, err := all()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// byHand is the demo without the generated files.
func byHand(t *testing.T) *Corpus {
	t.Helper()
	kept := fstest.MapFS{}
	err := fs.WalkDir(assets.Demo(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || demogen.Written(name) {
			return err
		}
		text, err := fs.ReadFile(assets.Demo(), name)
		kept[name] = &fstest.MapFile{Data: text}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	c, err := read(kept)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func demoQuestions(t *testing.T) []suite.Question {
	t.Helper()
	found, err := suite.OpenFolder(assets.Demo(), "bench")
	if err != nil {
		t.Fatal(err)
	}
	return found.Questions
}

func demoAcronyms(t *testing.T) []Acronym {
	t.Helper()
	list, err := Acronyms(assets.Demo())
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func report(t *testing.T, complaints []string) {
	t.Helper()
	for _, c := range complaints {
		t.Error(c)
	}
}

func TestQuestions(t *testing.T) {
	c, questions, acronyms := demoCorpus(t), demoQuestions(t), demoAcronyms(t)
	t.Logf("%d questions\n%s", len(questions), Table(questions))
	t.Run("form", func(t *testing.T) { report(t, Form(questions)) })
	t.Run("counts", func(t *testing.T) { report(t, Counts(questions)) })
	t.Run("quotes", func(t *testing.T) { report(t, Quotes(c, questions)) })
	t.Run("grounded", func(t *testing.T) { report(t, Grounded(c, questions)) })
	t.Run("gold answers", func(t *testing.T) { report(t, Gold(c, questions)) })
	t.Run("absent", func(t *testing.T) { report(t, Absent(c, acronyms, questions)) })
	t.Logf("share of a nugget's words in its quote and head: %s", shares(c, questions))
}

// shares says how much of the wording of nuggets is that of their quotes; nothing
// is required of it, a nugget is a paraphrase.
func shares(c *Corpus, questions []suite.Question) string {
	var list []float64
	for _, q := range questions {
		for _, n := range q.Nuggets {
			if rec, ok := c.Record(n.DocID); ok {
				list = append(list, factsOf(n.Text).share(factsOf(n.Quote+"\n"+head(rec, n.Quote))))
			}
		}
	}
	slices.Sort(list)
	at := func(q float64) float64 { return list[int(q*float64(len(list)-1))] }
	return fmt.Sprintf("10 %% have less than %.2f, half %.2f, 10 %% more than %.2f", at(0.1), at(0.5), at(0.9))
}

func TestRecords(t *testing.T) {
	c, hand := demoCorpus(t), byHand(t)
	for _, s := range shapes() {
		in := func(c *Corpus) (n int) {
			for _, rec := range c.Records {
				if rec.Collection == engine.Collection(s.folder) {
					n++
				}
			}
			return n
		}
		t.Logf("%-10s %5d records, %4d of them by hand", s.folder, in(c), in(hand))
		if in(c) < 10 {
			t.Errorf("%s has %d records", s.folder, in(c))
		}
	}
	if len(c.Records) < 1500 || len(hand.Records) < 400 {
		t.Errorf("%d records, %d by hand, want 1500 and 400", len(c.Records), len(hand.Records))
	}
	t.Run("distinct", func(t *testing.T) { report(t, Distinct(hand.Records)) })
	t.Run("repeated", func(t *testing.T) { report(t, Repeated(hand.Records, nil)) })
	t.Run("acronyms", func(t *testing.T) {
		for _, a := range Unused(c, demoAcronyms(t)) {
			t.Errorf("no record uses %s", a)
		}
	})
	t.Run("channels", func(t *testing.T) {
		served, err := Served(assets.Demo())
		if err != nil {
			t.Fatal(err)
		}
		report(t, Unserved(c, served))
	})
}

func TestSizeOfTheDemo(t *testing.T) {
	var size int64
	err := fs.WalkDir(assets.Demo(), ".", func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			size += info.Size()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%.2f MB", float64(size)/1e6)
	if size > 12e6 {
		t.Errorf("the demo's assets are %.1f MB, at most 12", float64(size)/1e6)
	}
}
