package runner

import (
	"context"
	"fmt"
	"math/rand"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"owl/engine"
	"owl/engine/kb"
	"owl/engine/store"
	"owl/ingest"
)

// generated is a source of records of one chunk each, of about 230 tokens.
type generated struct {
	records []engine.Record
}

func (g generated) Read(ctx context.Context, yield func(ingest.Item) error) error {
	for i := range g.records {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := yield(ingest.Item{Record: g.records[i]}); err != nil {
			return err
		}
	}
	return nil
}

func (g generated) source() Source {
	return Source{Source: store.Source{Name: "generated", Kind: "bench", Where: "memory"}, Connector: g}
}

// generate makes n records of words that are as unevenly frequent as words are,
// among them identifiers and values.
func generate(n int) generated {
	random := rand.New(rand.NewSource(1))
	words := rand.NewZipf(random, 1.1, 4, 40_000)
	g := generated{records: make([]engine.Record, n)}
	for i := range g.records {
		var text strings.Builder
		for w := 0; w < 160; w++ {
			switch {
			case w%53 == 20:
				fmt.Fprintf(&text, "SR:C%02d:BPM%d:X ", random.Intn(40), random.Intn(400))
			case w%47 == 10:
				fmt.Fprintf(&text, "%.2f mA ", random.Float64()*100)
			case w%16 == 15:
				text.WriteString("and.\n")
			default:
				text.WriteString(word(words.Uint64()) + " ")
			}
		}
		id := fmt.Sprintf("DT_%07d", i)
		g.records[i] = engine.Record{
			DocID: "downtime/" + id, FileID: id, Content: engine.Untrusted(text.String()), Title: engine.Untrusted("Trip of " + word(words.Uint64())),
			Author: "operator", Collection: engine.Downtime, System: engine.Untrusted(word(uint64(random.Intn(20)))), Format: engine.Plain,
			Created: time.Unix(1_500_000_000+int64(i)*600, 0).UTC(), URL: "https://log.example/" + id,
		}
	}
	return g
}

// word spells a number in syllables.
func word(n uint64) string {
	const consonants, vowels = "bdfgklmnprstvz", "aeiou"
	text := ""
	for n += 30; n > 0; n /= 70 {
		text += string(consonants[n%14]) + string(vowels[n/14%5])
	}
	return text
}

// BenchmarkRun ingests records that were parsed before into a new home, records
// and text index. -benchtime=130x is 130,000 of them; the peak includes the
// records themselves.
func BenchmarkRun(b *testing.B) {
	g, dir := generate(b.N*1000), b.TempDir()
	w, err := kb.OpenWriter(b.Context(), dir, kb.Options{})
	if err != nil {
		b.Fatal(err)
	}
	busy := cpuSeconds()
	b.ResetTimer()
	result, err := Run(b.Context(), w, g.source(), Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.StopTimer()
	b.ReportMetric(float64(result.Chunks)/b.Elapsed().Seconds(), "chunks/s")
	b.ReportMetric((cpuSeconds()-busy)*1e6/float64(result.Chunks), "cpu-us/chunk")
	b.ReportMetric(peakMB(), "peak-MB")
	if err := w.Close(b.Context()); err != nil {
		b.Fatal(err)
	}
	began := time.Now()
	base, err := kb.Open(b.Context(), dir, kb.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(time.Since(began).Microseconds())/1000, "open-ms")
	if err := base.Close(); err != nil {
		b.Fatal(err)
	}
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

// peakMB is the largest resident size that this process had.
func peakMB() float64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	var kb float64
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	_, _ = fmt.Sscan(rest, &kb)
	return kb / 1024
}
