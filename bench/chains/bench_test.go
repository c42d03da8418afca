package chains

import (
	"testing"
	"time"

	"owl/assets"
	"owl/bench/demo"
	"owl/engine/graph/extract"
	"owl/engine/graph/resolve"
)

func corpus(tb testing.TB) *demo.Corpus {
	tb.Helper()
	zone, err := time.LoadLocation("America/Chicago")
	if err != nil {
		tb.Fatal(err)
	}
	c, err := demo.Read(tb.Context(), assets.Demo(), zone)
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

// BenchmarkExtract reads the records of the demo facility on one processor.
func BenchmarkExtract(b *testing.B) {
	records := corpus(b).Records
	gaz, err := Gazetteer(assets.Demo())
	if err != nil {
		b.Fatal(err)
	}
	x, err := extract.New(gaz)
	if err != nil {
		b.Fatal(err)
	}
	n, facts := 0, 0
	for b.Loop() {
		sheet := x.Extract(records[n%len(records)])
		facts += len(sheet.Facts)
		n++
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "records/s")
	b.ReportMetric(float64(facts)/float64(n), "facts/record")
}

// BenchmarkResolve joins the sheets of the demo facility.
func BenchmarkResolve(b *testing.B) {
	records := corpus(b).Records
	gaz, err := Gazetteer(assets.Demo())
	if err != nil {
		b.Fatal(err)
	}
	x, err := extract.New(gaz)
	if err != nil {
		b.Fatal(err)
	}
	r := resolve.New(gaz)
	for _, rec := range records {
		r.Put(x.Extract(rec))
	}
	var nodes, edges int
	for b.Loop() {
		nodes, edges = r.Graph().Size()
	}
	b.ReportMetric(float64(nodes), "nodes")
	b.ReportMetric(float64(edges), "edges")
}
