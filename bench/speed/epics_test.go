package main

import (
	"maps"
	"os"
	"strings"
	"testing"
)

func TestBenchmarksAreRead(t *testing.T) {
	out := "goos: linux\nBenchmarkRestart-2   \t       1\t        23.68 ca-back-ms\t         0 pva-lost\nPASS\nok  \towl/epics\t81.338s\n"
	if got, want := benchmarks([]byte(out)), (figures{"Restart ca-back-ms": 23.68, "Restart pva-lost": 0}); !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestEachRowOfPVsIsReportedByABenchmark(t *testing.T) {
	source, err := os.ReadFile("../../epics/bench_test.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range epicsRows() {
		for _, figure := range []string{r.figure, r.rival} {
			if figure == "" {
				continue
			}
			benchmark, unit, _ := strings.Cut(figure, " ")
			_, unit, _ = strings.Cut(unit, "-") // the provider stands before it
			if !strings.Contains(string(source), "func Benchmark"+benchmark+"(") || !strings.Contains(string(source), unit+`"`) {
				t.Errorf("no benchmark reports %q", figure)
			}
		}
	}
}
