package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"

	"owl/app/config"
	"owl/app/wire"
	"owl/assets"
	"owl/engine"
	"owl/engine/nativedir"
	"owl/engine/trace"
)

const goldensFile = "testdata/ranking-goldens.json"

// golden is a query with the records that answer it, and the rank of the first
// of them.
type golden struct {
	Query   string   `json:"query"`
	Targets []string `json:"targets"`
	Rank    int      `json:"rank"` // from 1; 0 when none is among the first goldenDepth
}

const goldenDepth = 50

// TestRankingsOfTheDemoHaveNotChanged compares the ranks of known records with
// those that were written down, by bands: the int8 models do not give the same
// vector for a question on every processor. The cross-encoder is left out, what
// it reads depends on how fast the machine is.
func TestRankingsOfTheDemoHaveNotChanged(t *testing.T) {
	if _, err := nativedir.Default(); err != nil {
		t.Skipf("the models cannot be had, so ranks would be those of the text channel alone: %v", err)
	}
	data, err := os.ReadFile(goldensFile)
	if err != nil {
		t.Fatal(err)
	}
	var want []golden
	if err := json.Unmarshal(data, &want); err != nil {
		t.Fatal(err)
	}
	got := rankGoldens(t, want)
	if *update {
		writeGoldens(t, got)
		return
	}
	if table := changedRanks(want, got); table != "" {
		t.Errorf("ranks have changed; when that is meant: go test ./app/cli -run Rankings -update\n%s", table)
	}
}

func rankGoldens(t *testing.T, want []golden) []golden {
	demo, err := wire.ReadDemo(assets.Demo())
	if err != nil {
		t.Fatal(err)
	}
	cfg := config.Config{Models: config.Models{Embedder: "builtin", Reranker: config.NoModel}}
	bench, err := demo.Bench(t.Context(), cfg, t.TempDir(), wire.DemoHooks{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := bench.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := bench.Embed(t.Context(), nil); err != nil {
		t.Skipf("the models cannot be had, so ranks would be those of the text channel alone: %v", err)
	}
	got := slices.Clone(want)
	for i := range got {
		if got[i].Rank, err = rankOf(t.Context(), bench, got[i]); err != nil {
			t.Fatal(err)
		}
	}
	return got
}

// patience is how often a search is asked again that had to do without a
// channel, because the machine was busy.
const patience = 20

func rankOf(ctx context.Context, bench *wire.Bench, g golden) (int, error) {
	var lost error
	for range patience {
		lost = nil
		plan := bench.Loop.Plan(engine.Request{Question: engine.Untrusted(g.Query)})
		plan.Request.K = goldenDepth
		found, err := bench.Loop.Search(ctx, &plan, func(p trace.Payload) {
			if d, ok := p.(trace.Degraded); ok {
				lost = fmt.Errorf("%q: %s: %s", g.Query, d.What, d.Why)
			}
		})
		if err != nil {
			return 0, err
		}
		if lost == nil {
			return 1 + slices.IndexFunc(found, func(p engine.Passage) bool { return slices.Contains(g.Targets, p.Record.DocID) }), nil
		}
	}
	return 0, lost
}

func writeGoldens(t *testing.T, list []golden) {
	t.Helper()
	var b strings.Builder
	for i, g := range list {
		line, err := json.Marshal(g)
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString(map[bool]string{true: "[\n", false: ",\n"}[i == 0])
		b.Write(line)
	}
	b.WriteString("\n]\n")
	if err := os.WriteFile(goldensFile, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}

// band is how good a rank is.
func band(rank int) string {
	for _, b := range []struct {
		most int
		name string
	}{{0, "not found"}, {1, "1"}, {3, "2-3"}, {10, "4-10"}, {20, "11-20"}} {
		if rank <= b.most {
			return b.name
		}
	}
	return "> 20"
}

// changedRanks lists the queries whose rank moved to another band, and by more
// than a place unless it was the first; empty without one.
func changedRanks(want, got []golden) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "old\tnew\tquery")
	changed := 0
	for i, g := range got {
		old := want[i].Rank
		apart := max(old-g.Rank, g.Rank-old) > 1 || min(old, g.Rank) <= 1
		if band(old) == band(g.Rank) || !apart {
			continue
		}
		changed++
		fmt.Fprintf(w, "%d\t%d\t%s\n", old, g.Rank, g.Query)
	}
	if changed == 0 {
		return ""
	}
	_ = w.Flush() // to memory
	sums(&b, "old", want)
	sums(&b, "new", got)
	return b.String()
}

// sums writes the mean reciprocal rank, and how many are first and among the
// first ten and twenty.
func sums(w io.Writer, name string, list []golden) {
	var mrr float64
	var first, ten, twenty int
	for _, g := range list {
		if rank := cmp.Or(g.Rank, goldenDepth+1); rank <= 20 {
			mrr += 1 / float64(rank) / float64(len(list))
			twenty++
			first += map[bool]int{true: 1}[rank == 1]
			ten += map[bool]int{true: 1}[rank <= 10]
		}
	}
	fmt.Fprintf(w, "%s: MRR@20 %.4f; first %d, among ten %d, among twenty %d of %d\n", name, mrr, first, ten, twenty, len(list))
}

func TestARankThatMovesIsShownWithBothMeans(t *testing.T) {
	list := func(ranks ...int) (out []golden) {
		for i, r := range ranks {
			out = append(out, golden{Query: fmt.Sprintf("q%d", i), Rank: r})
		}
		return out
	}
	for _, c := range []struct {
		name     string
		old, new []golden
		want     string // of the table, empty for none
	}{
		{"nothing moved", list(1, 3, 0), list(1, 3, 0), ""},
		{"within a band", list(5, 15, 30), list(9, 12, 45), ""},
		{"a place over the border", list(3, 10, 20), list(4, 11, 21), ""},
		{"from the first place", list(1, 2), list(2, 2), "1    2    q0\n"},
		{"to the first place", list(2), list(1), "2    1    q0\n"},
		{"far", list(3), list(5), "3    5    q0\n"},
		{"lost", list(40), list(0), "40   0    q0\n"},
	} {
		got := changedRanks(c.old, c.new)
		if (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	if got := changedRanks(list(1, 4), list(2, 4)); !strings.Contains(got, "old: MRR@20 0.6250; first 1,") || !strings.Contains(got, "new: MRR@20 0.3750; first 0,") {
		t.Error(got)
	}
}
