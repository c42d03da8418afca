package kb

import (
	"fmt"
	"syscall"
	"testing"
	"time"

	"owl/engine"
	"owl/engine/store"
)

// rows makes downtime rows about some hundred devices.
func rows(from, n int) []store.Upsert {
	list := make([]store.Upsert, n)
	for i := range list {
		at := from + i
		text := fmt.Sprintf("Downtime: DT_%06d\nCause: cable %d of the modulator\nResolution: fuse %d replaced", at, at%5000, at)
		up := upsert(fmt.Sprintf("downtime/DT_%06d", at), text)
		r := &up.Record
		r.Title, r.Collection, r.System, r.FileID = engine.Untrusted(fmt.Sprintf("RF: K%d trip", at%700)), engine.Downtime, "", fmt.Sprintf("DT_%06d", at)
		r.Created = time.Unix(int64(at)*7200, 0).UTC()
		list[i] = up
	}
	return list
}

// graphHome is a home whose graph has about 100,000 nodes.
func graphHome(b *testing.B) *Writer {
	b.Helper()
	w, err := OpenWriter(b.Context(), b.TempDir(), Options{})
	if err != nil {
		b.Fatal(err)
	}
	if err := w.AddSource(b.Context(), store.Source{Name: "ops", Kind: "bench", Where: "/"}); err != nil {
		b.Fatal(err)
	}
	for from := 0; from < 25_000; from += 2500 {
		if _, err := w.Apply(b.Context(), "ops", store.Batch{Upserts: rows(from, 2500)}); err != nil {
			b.Fatal(err)
		}
	}
	if err := w.Flush(b.Context()); err != nil {
		b.Fatal(err)
	}
	return w
}

// BenchmarkLoadGraph loads the graph of a home that was opened just now.
func BenchmarkLoadGraph(b *testing.B) {
	w := graphHome(b)
	defer func() { _ = w.Close(b.Context()) }()
	var nodes, edges int
	busy := cpuSeconds(b)
	for b.Loop() {
		w.graph = newFaultGraph(nil)
		g, err := w.Graph(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		nodes, edges = g.Size()
	}
	b.ReportMetric((cpuSeconds(b)-busy)/float64(b.N), "cpu-s/op")
	b.ReportMetric(float64(nodes), "nodes")
	b.ReportMetric(float64(edges), "edges")
}

// cpuSeconds is the time that this process kept processors busy: a figure that
// other processes of the machine hardly change.
func cpuSeconds(b *testing.B) float64 {
	b.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e9
}

// BenchmarkUpdateGraph changes 500 records, and asks for the graph again.
func BenchmarkUpdateGraph(b *testing.B) {
	w := graphHome(b)
	defer func() { _ = w.Close(b.Context()) }()
	if _, err := w.Graph(b.Context()); err != nil {
		b.Fatal(err)
	}
	n, busy := 0, cpuSeconds(b)
	for b.Loop() {
		batch := store.Batch{Upserts: rows(1000, 500)}
		n++
		for i := range batch.Upserts {
			batch.Upserts[i].Record.Content += engine.Untrusted(fmt.Sprintf("\nRun: %d", n))
			batch.Upserts[i].Hash[1] = byte(n)
		}
		if _, err := w.records.Apply(b.Context(), "ops", batch); err != nil {
			b.Fatal(err)
		}
		if err := w.readGraph(b.Context()); err != nil {
			b.Fatal(err)
		}
		if _, err := w.Graph(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric((cpuSeconds(b)-busy)/float64(b.N), "cpu-s/op")
}
