package chains

import (
	"syscall"
	"testing"
	"time"

	"owl/assets"
	"owl/bench/demo"
	"owl/engine/graph/extract"
	"owl/engine/graph/resolve"
)

// cpuSeconds is the time that this process kept processors busy: a figure that
// other processes of the machine hardly change.
func cpuSeconds(tb testing.TB) float64 {
	tb.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		tb.Fatal(err)
	}
	return float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e9
}

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
	n, facts, busy := 0, 0, cpuSeconds(b)
	for b.Loop() {
		sheet := x.Extract(records[n%len(records)])
		facts += len(sheet.Facts)
		n++
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "records/s")
	b.ReportMetric((cpuSeconds(b)-busy)*1e6/float64(n), "cpu-us/record")
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
