package store

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"owl/engine"
)

// BenchmarkApply writes records of a paragraph each, in batches of a thousand.
func BenchmarkApply(b *testing.B) {
	w, err := OpenWriter(b.Context(), b.TempDir()+"/owl.db")
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = w.Close(b.Context()) }()
	if err := w.AddSource(b.Context(), Source{Name: "downtime", Kind: "bench", Where: "/"}); err != nil {
		b.Fatal(err)
	}
	text := strings.Repeat("The beam was lost when the kicker fired early. ", 20)
	const size = 1000
	n, busy := 0, cpuSeconds()
	for b.Loop() {
		batch := Batch{Upserts: make([]Upsert, size)}
		for i := range batch.Upserts {
			n++
			up := &batch.Upserts[i]
			up.Record = engine.Record{
				DocID: fmt.Sprintf("downtime/DT_%07d", n), Content: engine.Untrusted(text), Title: "Kicker: fired early", Collection: engine.Downtime,
				System: "Kicker", Created: time.Unix(int64(n*1000), 0), FileID: fmt.Sprintf("DT_%07d", n), Format: engine.Plain,
			}
			up.Hash[0], up.Hash[1], up.Hash[2] = byte(n), byte(n>>8), byte(n>>16)
			up.Chunks = []engine.Chunk{{End: len(text)}}
		}
		if _, err := w.Apply(b.Context(), "downtime", batch); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "records/s")
	b.ReportMetric((cpuSeconds()-busy)*1e6/float64(n), "cpu-us/record")
}

// cpuSeconds is the time that this process kept processors busy: a figure that
// other processes of the machine hardly change.
func cpuSeconds() float64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e9
}
