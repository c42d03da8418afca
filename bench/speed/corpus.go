package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"owl/engine"
	"owl/engine/text"
)

const (
	chunks     = 130_000
	core       = 8_000  // words of nearly all text
	vocabulary = 60_000 // all words
	seed       = 20241008
	// corpusVersion names the cached files; it rises when the generator changes.
	corpusVersion = 1
)

// corpus is the generated documents and queries, cached as files that the other
// programs of the comparison read as well.
type corpus struct {
	docs    string // key, collection, system, Unix time, title, body, identifiers; tab-separated
	queries string // one a line
}

// prepareCorpus generates the corpus unless an earlier run left it.
func prepareCorpus(dir string) (corpus, error) {
	c := corpus{
		docs:    filepath.Join(dir, fmt.Sprintf("docs-%d.tsv", corpusVersion)),
		queries: filepath.Join(dir, fmt.Sprintf("queries-%d.txt", corpusVersion)),
	}
	if _, err := os.Stat(c.docs); err != nil {
		if err := create(c.docs, writeDocs); err != nil {
			return c, err
		}
	}
	return c, create(c.queries, writeQueries)
}

// create writes a file whole or not at all.
func create(path string, write func(*bufio.Writer)) error {
	f, err := os.Create(path + ".tmp")
	if err != nil {
		return fmt.Errorf("generate corpus: %w", err)
	}
	w := bufio.NewWriterSize(f, 1<<20)
	write(w)
	if err := w.Flush(); err != nil {
		return fmt.Errorf("generate corpus: %w", err)
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("generate corpus: %w", err)
	}
	return os.Rename(path+".tmp", path)
}

func writeDocs(w *bufio.Writer) {
	g := newGenerator(seed)
	collections := []engine.Collection{
		engine.Logbook, engine.Documents, engine.WorkOrder, engine.Chat, engine.Wiki, engine.Downtime, engine.Toolkit, engine.Apps,
	}
	systems := []string{"rf", "vacuum", "diagnostics", "controls", "magnets", ""}
	start := time.Date(2014, 1, 1, 0, 0, 0, 0, time.UTC).Unix()
	for key := 1; key <= chunks; key++ {
		created := start + g.rand.Int64N(11*365*86400)
		fmt.Fprintf(w, "%d\t%s\t%s\t%d\t", key, collections[g.rand.IntN(8)], systems[g.rand.IntN(6)], created)
		g.sentence(w, 4+g.rand.IntN(6))
		w.WriteByte('\t')
		for words := 120 + g.rand.IntN(220); words > 0; {
			n := min(words, 6+g.rand.IntN(20))
			g.sentence(w, n)
			w.WriteString(". ")
			words -= n
		}
		fmt.Fprintf(w, "\tDOC_%d\n", 100_000+key)
	}
}

// eachDoc reads the documents.
func eachDoc(c corpus, do func(text.Doc) error) error {
	f, err := os.Open(c.docs)
	if err != nil {
		return err
	}
	defer f.Close()
	r := bufio.NewReaderSize(f, 1<<20)
	for {
		line, err := r.ReadString('\n')
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		d, err := parseDoc(line[:len(line)-1])
		if err != nil {
			return err
		}
		if err := do(d); err != nil {
			return err
		}
	}
}

func parseDoc(line string) (text.Doc, error) {
	fields := strings.Split(line, "\t")
	if len(fields) != 7 {
		return text.Doc{}, fmt.Errorf("corpus line with %d fields", len(fields))
	}
	key, err1 := strconv.ParseInt(fields[0], 10, 64)
	created, err2 := strconv.ParseInt(fields[3], 10, 64)
	if err1 != nil || err2 != nil {
		return text.Doc{}, fmt.Errorf("corpus line with bad numbers: %s", line[:min(len(line), 40)])
	}
	return text.Doc{
		Key: engine.ChunkKey(key), Collection: engine.Collection(fields[1]), System: fields[2],
		Created: time.Unix(created, 0).UTC(), Title: fields[4], Body: fields[5], IDs: fields[6],
	}, nil
}

// generator makes text with the statistics of a facility's records: words by
// Zipf's law, one token in 30 an identifier, and some values and dates.
type generator struct {
	rand   *rand.Rand
	common []string
	words  *rand.Zipf
	names  *rand.Zipf
}

func newGenerator(seed uint64) *generator {
	r := rand.New(rand.NewPCG(seed, 1))
	return &generator{
		rand: r,
		common: strings.Fields("the of and to a in is for on that with was at be by this from are it as an has were or not " +
			"which during after when will"),
		words: rand.NewZipf(r, 1.08, 60, core-1),
		names: rand.NewZipf(r, 1.3, 20, 40_000),
	}
}

func (g *generator) sentence(w *bufio.Writer, words int) {
	for i := range words {
		if i > 0 {
			w.WriteByte(' ')
		}
		switch n := g.rand.IntN(1000); {
		case n < 33:
			w.WriteString(g.identifier())
		case n < 48:
			w.WriteString(g.value())
		case n < 54:
			w.WriteString(g.date())
		case n < 400:
			w.WriteString(g.common[g.rand.IntN(len(g.common))])
		default:
			w.WriteString(g.word())
		}
	}
}

// word makes a word in one of its forms: two for most, four for every third.
func (g *generator) word() string {
	rank := g.words.Uint64()
	if g.rand.IntN(14) == 0 {
		rank = core + g.rand.Uint64N(vocabulary-core)
	}
	forms := []string{"", "", "", "s"}
	if rank%3 == 0 {
		forms = []string{"", "s", "ed", "ing"}
	}
	return wordOf(rank) + forms[g.rand.IntN(4)]
}

// wordOf makes the word of a rank, short for frequent ones.
func wordOf(rank uint64) string {
	const starts, vowels, ends = "bdfghklmnprstvwz", "aeiou", "lmnrstkd"
	rank = rank*2654435761%1_000_003 + 7*rank // neighbours look different
	var b strings.Builder
	for n := rank + 80; n > 0; {
		b.WriteByte(starts[n%16])
		n /= 16
		b.WriteByte(vowels[n%5])
		n /= 5
		if n%3 == 0 {
			b.WriteByte(ends[n%8])
		}
		n /= 8
	}
	return b.String()
}

// identifier makes a process variable, a work request or a document number.
func (g *generator) identifier() string {
	n := g.names.Uint64()
	switch n % 4 {
	case 0:
		return fmt.Sprintf("WRQ_%d", 10_000+n)
	case 1:
		return fmt.Sprintf("DIAG-TN-%d-%03d", 2014+n%11, n%997)
	case 2:
		return fmt.Sprintf("S%d:%s%d:CurrentM", n%40, strings.ToUpper(wordOf(n%50)), n%9)
	}
	return fmt.Sprintf("%dbm:%s%d.VAL", n%35, wordOf(n%70), n%100)
}

func (g *generator) value() string {
	units := []string{"mA", "kV", "nC", "MHz", "mm", "Torr", "%"}
	return fmt.Sprintf("%d.%d %s", g.rand.IntN(500), g.rand.IntN(10), units[g.rand.IntN(len(units))])
}

func (g *generator) date() string {
	day := time.Date(2014, 1, 1+g.rand.IntN(4000), 0, 0, 0, 0, time.UTC)
	if g.rand.IntN(2) == 0 {
		return day.Format("2006-01-02")
	}
	return day.Format("1/2/06")
}
