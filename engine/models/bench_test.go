//go:build cgo

package models

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// passage has about n tokens for the built-in models.
func passage(n int) string {
	return strings.Repeat("the operator saw that the averaged pressure rose in the ring and called the vacuum group before the next shift ", n/20+1)
}

// resident is the memory of the process in MB, where the system tells it.
func resident(b *testing.B) float64 {
	b.Helper()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(status), "VmRSS:")
	kB, err := strconv.ParseFloat(strings.Fields(after + " 0")[0], 64)
	if err != nil {
		b.Fatal(err)
	}
	return kB / 1024
}

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		e := OpenEmbedder(Spec{Native: native(b)})
		if _, err := e.Wait(b.Context()); err != nil {
			b.Fatal(err)
		}
		if err := e.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEmbedQuery(b *testing.B) {
	e := OpenEmbedder(Spec{Native: native(b)})
	defer e.Close()
	if _, err := e.Wait(b.Context()); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := e.EmbedQuery(b.Context(), "why does the beam lifetime drop when the pressure goes up"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEmbedPassages(b *testing.B) {
	e := OpenEmbedder(Spec{Native: native(b)})
	defer e.Close()
	model, err := e.get(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	for _, tokens := range []int{64, 128, 256, 512} {
		b.Run(strconv.Itoa(tokens), func(b *testing.B) {
			model.(*embedder).limit = tokens
			texts := make([]string, 16)
			for i := range texts {
				texts[i] = passage(tokens)
			}
			for b.Loop() {
				if _, err := model.EmbedPassages(b.Context(), texts); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N*len(texts))/b.Elapsed().Seconds(), "texts/s")
			b.ReportMetric(resident(b), "MB")
		})
	}
}

func BenchmarkScore(b *testing.B) {
	r := OpenReranker(Spec{Native: native(b)})
	defer r.Close()
	model, err := r.get(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	for _, tokens := range []int{64, 128, 256} {
		b.Run(strconv.Itoa(tokens), func(b *testing.B) {
			model.(*reranker).limit = tokens
			texts := make([]string, 16)
			for i := range texts {
				texts[i] = passage(tokens)
			}
			for b.Loop() {
				if _, err := model.Score(b.Context(), "why does the beam lifetime drop when the pressure goes up", texts); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N*len(texts))/b.Elapsed().Seconds(), "pairs/s")
			b.ReportMetric(resident(b), "MB")
		})
	}
}
