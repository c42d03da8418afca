package main

import (
	"bufio"
	"bytes"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestTheCorpusIsTheSameEachTime(t *testing.T) {
	var texts [2]bytes.Buffer
	for i := range texts {
		w := bufio.NewWriter(&texts[i])
		g := newGenerator(seed)
		for range 200 {
			g.sentence(w, 30)
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(texts[0].Bytes(), texts[1].Bytes()) {
		t.Error("two generators write different text")
	}
	for _, want := range []string{"WRQ_", "DIAG-TN-", ":CurrentM", ".VAL", "kV", " the ", "20"} {
		if !strings.Contains(texts[0].String(), want) {
			t.Errorf("no %q in the text", want)
		}
	}
}

func TestParseDoc(t *testing.T) {
	d, err := parseDoc("7\twrq\trf\t1700000000\ttitle\tbody text.\tDOC_1")
	if err != nil || d.Key != 7 || d.Collection != "wrq" || d.Created.Unix() != 1_700_000_000 || d.IDs != "DOC_1" {
		t.Errorf("%+v, %v", d, err)
	}
	for _, line := range []string{"", "a\tb", "x\twrq\trf\t1\tt\tb\ti", "1\twrq\trf\tx\tt\tb\ti"} {
		if _, err := parseDoc(line); err == nil {
			t.Errorf("%q is taken", line)
		}
	}
}

func TestTheTableSaysWhatIsMissing(t *testing.T) {
	b := bench{got: map[string]figures{
		"text build": {"chunks_per_s": 40_000, "peak_mb": 400},
		"tantivy":    {"chunks_per_s": 20_000, "peak_mb": 200},
	}, failed: []string{"text search: not measured: no index"}}
	var out strings.Builder
	if err := b.print(&out, rows()); err != nil {
		t.Fatal(err)
	}
	table := out.String()
	for _, want := range []string{"40000", ">= 20000", "2.0", "0.5", "no index", "-"} {
		if !strings.Contains(table, want) {
			t.Errorf("no %q in\n%s", want, table)
		}
	}
}

func TestEachRowNamesAPart(t *testing.T) {
	names := map[string]bool{}
	for _, p := range parts() {
		names[p.name] = true
		if (p.run == nil) == (p.command == nil) {
			t.Errorf("part %q runs both or nothing", p.name)
		}
	}
	for _, r := range rows() {
		if !names[r.part] {
			t.Errorf("row %q is measured by %q, which is no part", r.label, r.part)
		}
		if r.by != "" && !names[r.by] {
			t.Errorf("row %q is compared with %q, which is no part", r.label, r.by)
		}
	}
}

func TestPercentiles(t *testing.T) {
	var times []float64
	for i := range 100 {
		times = append(times, float64(99-i))
	}
	if p50, p99 := percentiles(times); p50 != 50 || p99 != 99 {
		t.Errorf("p50 %v, p99 %v", p50, p99)
	}
}

func TestTheVectorsAreLikeThoseOfAnEmbedder(t *testing.T) {
	a, again, other := newCloud(1), newCloud(1), newCloud(2)
	first, sum := a.next(), 0.0
	if !slices.Equal(first, again.next()) || slices.Equal(first, other.next()) {
		t.Error("vectors do not follow from their seed")
	}
	const n = 200
	for range n {
		v := other.next()
		if length := dot(v, v); math.Abs(length-1) > 1e-6 {
			t.Fatalf("length %v", length)
		}
		sum += dot(first, v)
	}
	if mean := sum / n; math.Abs(mean-0.6) > 0.05 {
		t.Errorf("mean cosine %v", mean)
	}
}

func TestVectorsAreReadAsTheyWereWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "v")
	if err := create(path, func(w *bufio.Writer) { writeVectors(w, newCloud(3), 3) }); err != nil {
		t.Fatal(err)
	}
	got, err := readVectors(path)
	if err != nil || len(got) != 3 {
		t.Fatalf("%d vectors, %v", len(got), err)
	}
	c := newCloud(3)
	for i, v := range got {
		if !slices.Equal(v, c.next()) {
			t.Errorf("vector %d differs", i)
		}
	}
}
